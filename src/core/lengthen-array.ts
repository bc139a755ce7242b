/** A copy of an array with more room behind its numbers, twice as long by default. */
export function lengthenArray<T extends Uint8Array | Uint32Array | Float64Array>(list: T, length: number = 2 * list.length): T {
  const longer = new (list.constructor as new (length: number) => T)(length);
  longer.set(list);
  return longer;
}
