/** What a growing list had, in an array with more room; returns the latter. */
export function enlarge<T extends Uint8Array | Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
