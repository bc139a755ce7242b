/// <reference lib="esnext.disposable" preserve="true" />

/** Lets `using` dispose of an object, where the language has that: `Symbol.dispose` is missing in older ones. */
export function disposable<T extends { dispose(): void }>(object: T): T & Disposable {
  const { dispose } = Symbol as { readonly dispose?: symbol };
  return Object.assign(object, dispose && { [dispose]: () => object.dispose() }) as T & Disposable;
}
