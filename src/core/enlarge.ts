/** What a growing list has, in an array of this length. */
export function enlarge<T extends Uint8Array | Uint32Array | Float64Array>(list: T, length: number): T {
  const longer = new (list.constructor as new (length: number) => T)(length);
  longer.set(list);
  return longer;
}
