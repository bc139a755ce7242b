import { computeRotatedDirection } from "./inertial-rotation.ts";
import type { TriangleElements } from "./triangle-elements.ts";

/**
 * The linear triangle model   [Choi13, eq. 4.7–4.8]: the axes of a triangle are pulled to targets that stay fixed in the step,
 *
 *     E = ½ Σ κ |S − S*|²,   force on corner α: −κ w_α (S − S*),   block (α, β): κ w_α w_β I, constant
 *
 * The block is that of triangleAxesTerm with jacobian `isotropic`. Targets are unit vectors, one for each of the axes u, v, ũ, ṽ,
 * predicted for the end of the step. The shear targets are the axes' own (eq. 4.11–4.12), or derived from the other two (eq. 4.13–4.14):
 *
 *     S_ũ* = (S_u* + S_v*)/|·|,   S_ṽ* = (S_u* − S_v*)/|·|
 *
 * Eq. 4.17–4.18 print the axes of the predicted positions as they are; without the normalisation nothing would resist a stretch.
 * An axis of length 0 has the target 0.
 */

/** How many numbers a triangle has in `targets`: the targets of u, v, and those of ũ, ṽ over √2, which are exact at rest. */
export const TARGETS_PER_TRIANGLE: number = 12;

/** Targets along the axes at `directions`: predicted positions, or those of now for the previous directions. */
export function computeTriangleTargets(
  elements: TriangleElements,
  directions: Float64Array,
  derivedShear: boolean,
  targets: Float64Array,
): void {
  const { count } = elements;
  for (let e = 0; e < count; e++) {
    const o = TARGETS_PER_TRIANGLE * e;
    computeAxis(elements, e, 0, directions, targets, o);
    computeAxis(elements, e, 1, directions, targets, o + 3);
    if (derivedShear) normaliseAxes(targets, o);
    computeShearTargets(targets, o);
    if (!derivedShear) normaliseAxes(targets, o);
  }
}

/**
 * Targets by inertial axes rotation   [Choi13, eq. 4.15–4.16]: the axes at x turned on as they turned from the places before, newest first,
 * one for each weight. `vectors` is scratch of ROTATION_VECTORS numbers.
 */
export function computeRotatedTriangleTargets(
  elements: TriangleElements,
  x: Float64Array,
  earlier: readonly Float64Array[],
  weights: readonly number[],
  derivedShear: boolean,
  vectors: Float64Array,
  targets: Float64Array,
): void {
  const { count } = elements;
  for (let e = 0; e < count; e++) {
    const o = TARGETS_PER_TRIANGLE * e;
    for (let axis = 0; axis < 4; axis++) {
      if (axis > 1 && derivedShear) break;
      computeAxis(elements, e, axis, x, vectors, 0);
      for (let m = 0; m < weights.length; m++) computeAxis(elements, e, axis, earlier[m], vectors, 3 * m + 3);
      computeRotatedDirection(vectors, weights, targets, o + 3 * axis);
    }
    if (derivedShear) computeShearTargets(targets, o);
    else for (let c = 6; c < 12; c++) targets[o + c] *= Math.SQRT1_2;
  }
}

/** Adds the force [N] at the positions `at` to f. */
export function addLinearTriangleForces(elements: TriangleElements, targets: Float64Array, at: Float64Array, f: Float64Array): void {
  const { count, vertices, weights, stiffness } = elements;
  for (let e = 0; e < count; e++) {
    const w = 6 * e;
    const o = TARGETS_PER_TRIANGLE * e;
    const i = 3 * vertices[3 * e];
    const j = 3 * vertices[3 * e + 1];
    const k = 3 * vertices[3 * e + 2];
    const wa = weights[w];
    const wb = weights[w + 1];
    const wc = weights[w + 2];
    const wp = weights[w + 3];
    const wq = weights[w + 4];
    const wr = weights[w + 5];
    const ku = stiffness[4 * e];
    const kv = stiffness[4 * e + 1];
    const kPlus = stiffness[4 * e + 2];
    const kMinus = stiffness[4 * e + 3];
    for (let c = 0; c < 3; c++) {
      const su = wa * at[i + c] + wb * at[j + c] + wc * at[k + c];
      const sv = wp * at[i + c] + wq * at[j + c] + wr * at[k + c];
      const plus = kPlus * (0.5 * (su + sv) - targets[o + 6 + c]);
      const minus = kMinus * (0.5 * (su - sv) - targets[o + 9 + c]);
      const tu = ku * (su - targets[o + c]) + plus + minus;
      const tv = kv * (sv - targets[o + 3 + c]) + plus - minus;
      f[i + c] -= wa * tu + wp * tv;
      f[j + c] -= wb * tu + wq * tv;
      f[k + c] -= wc * tu + wr * tv;
    }
  }
}

/** Axis 0 to 3 of element e, S_u, S_v, S_u + S_v or S_u − S_v, at `offset`. */
function computeAxis(elements: TriangleElements, e: number, axis: number, x: Float64Array, out: Float64Array, offset: number): void {
  const { vertices, weights } = elements;
  const m = axis === 1 ? 0 : 1;
  const n = axis === 0 ? 0 : axis === 3 ? -1 : 1;
  const i = 3 * vertices[3 * e];
  const j = 3 * vertices[3 * e + 1];
  const k = 3 * vertices[3 * e + 2];
  const wi = m * weights[6 * e] + n * weights[6 * e + 3];
  const wj = m * weights[6 * e + 1] + n * weights[6 * e + 4];
  const wk = m * weights[6 * e + 2] + n * weights[6 * e + 5];
  for (let c = 0; c < 3; c++) out[offset + c] = wi * x[i + c] + wj * x[j + c] + wk * x[k + c];
}

/** The first two vectors at o, each to unit length. */
function normaliseAxes(targets: Float64Array, o: number): void {
  for (let p = o; p < o + 6; p += 3) {
    const length = Math.sqrt(targets[p] * targets[p] + targets[p + 1] * targets[p + 1] + targets[p + 2] * targets[p + 2]);
    const inverse = length > 0 ? 1 / length : 0;
    for (let c = p; c < p + 3; c++) targets[c] *= inverse;
  }
}

/** Sum and difference of the first two vectors at o, each to the length 1/√2, as the third and the fourth. */
function computeShearTargets(targets: Float64Array, o: number): void {
  let plus = 0;
  let minus = 0;
  for (let c = o; c < o + 3; c++) {
    const sum = targets[c] + targets[c + 3];
    const difference = targets[c] - targets[c + 3];
    targets[c + 6] = sum;
    targets[c + 9] = difference;
    plus += sum * sum;
    minus += difference * difference;
  }
  const plusFactor = plus > 0 ? 1 / Math.sqrt(2 * plus) : 0;
  const minusFactor = minus > 0 ? 1 / Math.sqrt(2 * minus) : 0;
  for (let c = o; c < o + 3; c++) {
    targets[c + 6] *= plusFactor;
    targets[c + 9] *= minusFactor;
  }
}
