/** The numbers of a growing list in a longer array, twice as long by default. */
export function enlarge<T extends Uint8Array | Uint32Array | Float64Array>(list: T, length: number = 2 * list.length): T {
  const longer = new (list.constructor as new (length: number) => T)(length);
  longer.set(list);
  return longer;
}
