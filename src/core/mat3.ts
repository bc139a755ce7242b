/**
 * Symmetric 3×3 matrices packed as six numbers: xx, xy, xz, yy, yz, zz.
 *
 *     | 0 1 2 |
 *     | · 3 4 |
 *     | · · 5 |
 */
export const SYMMETRIC_SIZE = 6;

/**
 * Inverse of the positive definite matrix at `from`, through its factors A = L D Lᵀ. [Kang02, Table 2] divides the adjugate by the
 * determinant; in blocks much stiffer along a spring than across it (h²k/m = 10⁶) those minors cancel, and four more digits are lost.
 */
export function invertSymmetric(from: Float64Array, fromOffset: number, to: Float64Array, toOffset: number): void {
  const a = from[fromOffset];
  const b = from[fromOffset + 1];
  const c = from[fromOffset + 2];
  const inverse0 = 1 / a;
  const l1 = b * inverse0;
  const l2 = c * inverse0;
  const inverse1 = 1 / (from[fromOffset + 3] - l1 * b);
  const e = from[fromOffset + 4] - l1 * c;
  const l3 = e * inverse1;
  const zz = 1 / (from[fromOffset + 5] - l2 * c - l3 * e);
  // the columns of L⁻¹ᵀ D⁻¹ L⁻¹, from the last one
  const yz = -l3 * zz;
  const yy = inverse1 - l3 * yz;
  const xz = -l1 * yz - l2 * zz;
  const xy = -l1 * yy - l2 * yz;
  to[toOffset] = inverse0 - l1 * xy - l2 * xz;
  to[toOffset + 1] = xy;
  to[toOffset + 2] = xz;
  to[toOffset + 3] = yy;
  to[toOffset + 4] = yz;
  to[toOffset + 5] = zz;
}

/** A v of the packed matrix A and the vector at `from`, to `to` of `out`. */
export function multiplySymmetric(A: Float64Array, v: Float64Array, from: number, out: Float64Array, to: number): void {
  const x = v[from];
  const y = v[from + 1];
  const z = v[from + 2];
  out[to] = A[0] * x + A[1] * y + A[2] * z;
  out[to + 1] = A[1] * x + A[3] * y + A[4] * z;
  out[to + 2] = A[2] * x + A[4] * y + A[5] * z;
}

/** Adds value × identity to the packed matrix at `offset`. */
export function addIdentity(blocks: Float64Array, offset: number, value: number): void {
  blocks[offset] += value;
  blocks[offset + 3] += value;
  blocks[offset + 5] += value;
}
