/**
 * Symmetric 3×3 matrices packed as six numbers: xx, xy, xz, yy, yz, zz.
 *
 *     | 0 1 2 |
 *     | · 3 4 |
 *     | · · 5 |
 */
export const SYMMETRIC_SIZE = 6;

/** Inverse by adjugate over determinant [Kang02, Table 2] of the matrix at `from`; the matrix is positive definite. */
export function invertSymmetric(from: Float64Array, fromOffset: number, to: Float64Array, toOffset: number): void {
  const a = from[fromOffset];
  const b = from[fromOffset + 1];
  const c = from[fromOffset + 2];
  const d = from[fromOffset + 3];
  const e = from[fromOffset + 4];
  const f = from[fromOffset + 5];
  const minorXX = d * f - e * e;
  const minorXY = c * e - b * f;
  const minorXZ = b * e - c * d;
  const scale = 1 / (a * minorXX + b * minorXY + c * minorXZ);
  to[toOffset] = scale * minorXX;
  to[toOffset + 1] = scale * minorXY;
  to[toOffset + 2] = scale * minorXZ;
  to[toOffset + 3] = scale * (a * f - c * c);
  to[toOffset + 4] = scale * (b * c - a * e);
  to[toOffset + 5] = scale * (a * d - b * b);
}

/** Adds value × identity to the packed matrix at `offset`. */
export function addIdentity(blocks: Float64Array, offset: number, value: number): void {
  blocks[offset] += value;
  blocks[offset + 3] += value;
  blocks[offset + 5] += value;
}
