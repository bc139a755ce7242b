/** Typed arrays by name. */
type Arrays = Readonly<Record<string, Float64Array | Uint8Array>>;

/** A copy of each. */
export function copyEach<A extends Arrays>(arrays: A): A {
  return Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, array.slice()])) as unknown as A;
}

/** Sets each to what `memory` has by its name. */
export function setEach(arrays: Arrays, memory: Arrays): void {
  for (const name of Object.keys(arrays)) arrays[name].set(memory[name]);
}
