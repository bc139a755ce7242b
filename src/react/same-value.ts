/**
 * Whether two values of props are the same by what they hold, so that objects written into a component's markup are not new at each render. Lists, typed
 * arrays, plain objects and vectors are compared by their content; functions, refs and objects of classes, such as those of three.js, by identity.
 */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (isList(a) || isList(b)) return isList(a) && isList(b) && isSameList(a, b);
  if (a instanceof URL) return b instanceof URL && a.href === b.href;
  const isByContent = (isPlain(a) && isPlain(b)) || (isVector(a) && isVector(b));
  return isByContent && changedFields(a, b).length === 0;
}

/** The fields in which two objects differ. One that is undefined is absent. */
export function changedFields(a: object, b: object): string[] {
  const fields = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...fields].filter((field) => !isSame(a[field as never], b[field as never]));
}

function isList(value: object): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && "length" in value);
}

function isSameList(a: ArrayLike<unknown>, b: ArrayLike<unknown>): boolean {
  if (a.length !== b.length) return false;
  for (let n = 0; n < a.length; n++) if (!isSame(a[n], b[n])) return false;
  return true;
}

/** A ref is not: what it holds changes with time. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && !("current" in value);
}

/** Such as three's Vector3 and Quaternion. */
function isVector(value: object): boolean {
  return "x" in value && "y" in value && "z" in value && Object.values(value).every((field) => typeof field === "number");
}
