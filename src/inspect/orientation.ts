import { addProduct, addTripleProduct, differenceTail } from "./exact-sum.ts";

/**
 * On which side of a plane or a line does a point lie? The sign of these determinants is never wrong. They are first
 * computed as usual; only if the result is smaller than its proven rounding error are they computed again without any
 * [Shewchuk97].
 *
 * Exact while every coordinate is 0 or between 1e-89 and 1e30 in size: then no product of three differences leaves the
 * range of doubles.
 */

/** Half the distance from 1 to the next double: no operation rounds by more, relatively. */
export const U: number = 1 / 9007199254740992;

/**
 * Each of the six products of three differences carries at most eight roundings on its way into the result, which is then
 * wrong by at most (1+U)⁸ − 1 of the sum of their sizes. That sum is computed too, and too small by at most as much. One
 * more U covers all of the second order and the rounding of the comparison.
 */
const BOUND_3D = 9 * U;
/** The same for two products with four roundings. */
const BOUND_2D = 5 * U;
/** Products too small for a double spoil a result, or a projection, by less than this. */
export const UNDERFLOW = 1e-288;

/**
 * Positive if d lies on the side of the triangle a b c to which its normal (b−a)×(c−a) points, negative on the other, 0
 * exactly in its plane: the sign of (b−a)×(c−a)·(d−a). `x` is packed x, y, z; a, b, c and d are vertices.
 */
export function orient3d(x: Float64Array, a: number, b: number, c: number, d: number): number {
  const ax = x[3 * a];
  const ay = x[3 * a + 1];
  const az = x[3 * a + 2];
  const bx = x[3 * b] - ax;
  const by = x[3 * b + 1] - ay;
  const bz = x[3 * b + 2] - az;
  const cx = x[3 * c] - ax;
  const cy = x[3 * c + 1] - ay;
  const cz = x[3 * c + 2] - az;
  const dx = x[3 * d] - ax;
  const dy = x[3 * d + 1] - ay;
  const dz = x[3 * d + 2] - az;

  const bycz = by * cz;
  const bzcy = bz * cy;
  const bzcx = bz * cx;
  const bxcz = bx * cz;
  const bxcy = bx * cy;
  const bycx = by * cx;
  const det = (bycz - bzcy) * dx + (bzcx - bxcz) * dy + (bxcy - bycx) * dz;
  const size =
    (Math.abs(bycz) + Math.abs(bzcy)) * Math.abs(dx) +
    (Math.abs(bzcx) + Math.abs(bxcz)) * Math.abs(dy) +
    (Math.abs(bxcy) + Math.abs(bycx)) * Math.abs(dz);
  if (Math.abs(det) > BOUND_3D * size + UNDERFLOW) return det;

  // A difference is 0 only if it is exactly 0: four points in a plane across an axis, as in every flat sheet.
  if ((bx === 0 && cx === 0 && dx === 0) || (by === 0 && cy === 0 && dy === 0) || (bz === 0 && cz === 0 && dz === 0)) {
    return 0;
  }
  return orient3dExactly(x, a, b, c, d);
}

/**
 * Positive if a, b, c turn to the left in the plane of the axes u and v (0, 1, 2), negative if to the right, 0 if they lie
 * on a line: the sign of (b−a)×(c−a), positive from u to v.
 */
export function orient2d(x: Float64Array, a: number, b: number, c: number, u: number, v: number): number {
  const bu = x[3 * b + u] - x[3 * a + u];
  const bv = x[3 * b + v] - x[3 * a + v];
  const cu = x[3 * c + u] - x[3 * a + u];
  const cv = x[3 * c + v] - x[3 * a + v];
  const left = bu * cv;
  const right = bv * cu;
  const det = left - right;
  if (Math.abs(det) > BOUND_2D * (Math.abs(left) + Math.abs(right)) + UNDERFLOW) return det;

  // Exactly 0 for points on a line across an axis and where two are one point, as in sheets on the same lattice.
  if ((bu === 0 || cv === 0) && (bv === 0 || cu === 0)) return 0;
  if (x[3 * b + u] === x[3 * c + u] && x[3 * b + v] === x[3 * c + v]) return 0;
  const bu0 = differenceTail(x[3 * b + u], x[3 * a + u], bu);
  const bv0 = differenceTail(x[3 * b + v], x[3 * a + v], bv);
  const cu0 = differenceTail(x[3 * c + u], x[3 * a + u], cu);
  const cv0 = differenceTail(x[3 * c + v], x[3 * a + v], cv);
  const e = new Float64Array(16);
  let n = 0;
  n = addProduct(e, n, bu0, cv0);
  n = addProduct(e, n, -bv0, cu0);
  n = addProduct(e, n, bu0, cv);
  n = addProduct(e, n, -bv0, cu);
  n = addProduct(e, n, bu, cv0);
  n = addProduct(e, n, -bv, cu0);
  n = addProduct(e, n, bu, cv);
  n = addProduct(e, n, -bv, cu);
  return n === 0 ? 0 : e[n - 1];
}

/** The six products of the determinant as rows of the axes of b, c and d, and their signs. */
const TERMS: readonly (readonly [number, number, number, number])[] = [
  [1, 2, 0, 1],
  [2, 1, 0, -1],
  [2, 0, 1, 1],
  [0, 2, 1, -1],
  [0, 1, 2, 1],
  [1, 0, 2, -1],
];

/** Each difference is two doubles, so each of the six products is eight of three, and each of those at most four doubles. */
function orient3dExactly(x: Float64Array, a: number, b: number, c: number, d: number): number {
  const part = new Float64Array(18); // b−a, c−a, d−a: three rounded differences each, then what rounding took
  for (let axis = 0; axis < 3; axis++) {
    const origin = x[3 * a + axis];
    for (let k = 0; k < 3; k++) {
      const p = x[3 * (k === 0 ? b : k === 1 ? c : d) + axis];
      part[3 * k + axis] = p - origin;
      part[9 + 3 * k + axis] = differenceTail(p, origin, p - origin);
    }
  }
  const e = new Float64Array(192);
  let n = 0;
  for (const [i, j, k, sign] of TERMS) {
    for (let tails = 7; tails >= 0; tails--) {
      const p = part[(tails & 1 ? 9 : 0) + i] * sign;
      const q = part[(tails & 2 ? 12 : 3) + j];
      const r = part[(tails & 4 ? 15 : 6) + k];
      if (r !== 0) n = addTripleProduct(e, n, p, q, r);
    }
  }
  return n === 0 ? 0 : e[n - 1];
}
