/** The inverse of a permutation: old → new from new → old, and back. */
export function invertPermutation(permutation: Uint32Array): Uint32Array {
  const inverse = new Uint32Array(permutation.length);
  for (let n = 0; n < permutation.length; n++) inverse[permutation[n]] = n;
  return inverse;
}
