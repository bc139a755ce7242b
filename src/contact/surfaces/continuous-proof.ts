import { TINIEST } from "../../kernels/layout/contact-limits.ts";
import { ROUNDING } from "../search/rounding.ts";
/**
 * Proofs that two moving features stay apart. Let d_i(t) be the differences of a vertex of the second feature and a vertex of the first
 * (three for point–triangle, four for edge–edge). They are linear in t, and every difference of points of the two features is a mean
 * of them. So for ANY vector n
 *
 *     n·d_i(t) > |n| δ for all i   ⇒   at time t the features are more than δ apart,
 *
 * and how n was found does not matter (it is about one long, so that its square neither overflows nor vanishes). Two kinds of proof use it, `findReach` with a fixed plane and `staysApart` with one that turns.
 *
 * Rounding, with u = 2⁻⁵³ and D the rounded differences, |D − d| ≤ u|D|: the rounded n·D is a sum of three products, hence
 *
 *     |fl(n·D) − n·d| ≤ (4u + O(u²)) Σ_k |n_k||D_k| + 3·2⁻¹⁰⁷⁴ ≤ E := 8u Σ_k |n_k| M_k + 2⁻¹⁰²²
 *
 * where M is the box of the differences, M_k = max |D_k| over all i and both ends of the step: the bound follows from the size of the two
 * features and their relative motion, not from where in space they are. Numbers that are not finite pass no comparison and prove nothing.
 */
export interface Differences {
  /** d_i at the start and at the end of the step, packed x, y, z; three or four are in use [m]. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** M [m]. */
  readonly box: Float64Array;
  /** δ [m], and 1 over the largest side of the box [1/m]. */
  readonly scales: Float64Array;
}

/** The hands of the walk: the time reached, a time looked at, and how far the last fixed plane reaches. */
export type Clock = Float64Array;

/**
 * How long a plane with normal n keeps the features apart, from `clock[0]` on, into `clock[2]`; false if it does not do so at `clock[0]`.
 *
 * With F = fl(n·D) − (|n|δ + E) at both ends, n·d_i(t) − |n|δ ≥ (1 − t) F(0) + t F(1), whose positive part is an interval. The subtraction
 * keeps the sign and errs by a factor 1 ± u, so the root F(0)/(F(0) − F(1)), a quotient with a sum of like signs, errs by a factor
 * 1 ± 5u; 8u of it are given away.
 */
export function findReach(differences: Differences, length: number, n: Float64Array, clock: Clock): boolean {
  const { start, end, box, scales } = differences;
  const nx = n[0];
  const ny = n[1];
  const nz = n[2];
  const error = ROUNDING * (Math.abs(nx) * box[0] + Math.abs(ny) * box[1] + Math.abs(nz) * box[2]) + TINIEST;
  const apart = scales[0] * Math.sqrt(nx * nx + ny * ny + nz * nz) * (1 + ROUNDING) + error;
  const time = clock[0];
  let from = 0;
  let to = 1;
  for (let i = 0; i < length; i += 3) {
    const first = nx * start[i] + ny * start[i + 1] + nz * start[i + 2] - apart;
    const last = nx * end[i] + ny * end[i + 1] + nz * end[i + 2] - apart;
    if (first > 0) {
      if (!(last > 0)) to = Math.min(to, (first / (first - last)) * (1 - ROUNDING));
    } else {
      if (!(last > 0)) return false;
      from = Math.max(from, (first / (first - last)) * (1 + ROUNDING) + TINIEST);
    }
  }
  clock[2] = to;
  return from <= time && time < to;
}

/**
 * Whether a plane that turns from normal n at `clock[0]` to normal m at `clock[1]` keeps the features apart all the while.
 *
 * With s from 0 to 1 and the normal (1−s)n + s m, whose length is at most L = max(|n|, |m|), its product with d_i is
 * (1−s)² n·d(t₀) + 2s(1−s) [n·d(t₁) + m·d(t₀)]/2 + s² m·d(t₁): if the three coefficients exceed Lδ, so does the product. To find n·d at a time
 * from its values at both ends of the step adds another (4u + O(u²)) Σ|n_k|M_k, so that 2E covers all.
 */
export function staysApart(differences: Differences, length: number, n: Float64Array, m: Float64Array, clock: Clock): boolean {
  const { start, end, box, scales } = differences;
  const nx = n[0];
  const ny = n[1];
  const nz = n[2];
  const mx = m[0];
  const my = m[1];
  const mz = m[2];
  const sumX = Math.max(Math.abs(nx), Math.abs(mx)) * box[0];
  const sumY = Math.max(Math.abs(ny), Math.abs(my)) * box[1];
  const sumZ = Math.max(Math.abs(nz), Math.abs(mz)) * box[2];
  const longest = Math.sqrt(Math.max(nx * nx + ny * ny + nz * nz, mx * mx + my * my + mz * mz));
  const error = 2 * ROUNDING * (sumX + sumY + sumZ) + TINIEST;
  const apart = scales[0] * longest * (1 + ROUNDING) + error;
  const t0 = clock[0];
  const t1 = clock[1];
  for (let i = 0; i < length; i += 3) {
    const sx = start[i];
    const sy = start[i + 1];
    const sz = start[i + 2];
    const ex = end[i];
    const ey = end[i + 1];
    const ez = end[i + 2];
    const ns = nx * sx + ny * sy + nz * sz;
    const ne = nx * ex + ny * ey + nz * ez;
    const ms = mx * sx + my * sy + mz * sz;
    const me = mx * ex + my * ey + mz * ez;
    if (!((1 - t0) * ns + t0 * ne > apart)) return false;
    if (!((1 - t1) * ms + t1 * me > apart)) return false;
    if (!(0.5 * ((1 - t1) * ns + t1 * ne + ((1 - t0) * ms + t0 * me)) > apart)) return false;
  }
  return true;
}
