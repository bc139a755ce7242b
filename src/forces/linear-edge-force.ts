import type { Springs } from "../fabric/cloth.ts";
import { computeRotatedDirection } from "./inertial-rotation.ts";
import { addToEnds } from "./spring-force.ts";

/**
 * The linear edge model   [Choi13, eq. 3.3]: a spring is pulled to a rest *vector* that stays fixed in the step,
 *
 *     E = ½ k |x_ij − x*_ij|²,   force on i: k (x_ij − x*_ij),   block: k I, constant   [Choi13, eq. 6.1–6.3]
 *
 * x*_ij has the rest length and the direction predicted for the end of the step. A spring that slackens (asymmetric) has no
 * force while it is shorter than that: its target is the predicted edge itself. A predicted edge of length 0 has the target 0.
 */

/** Targets along the edges at `directions`: predicted positions   [Choi13, eq. 3.17], or those of now   [Choi13, eq. 3.4]. */
export function computeEdgeTargets(springs: Springs, directions: Float64Array, targets: Float64Array): void {
  const { count, ends, restLength, asymmetric } = springs;
  for (let s = 0; s < count; s++) {
    const i = 3 * ends[2 * s];
    const j = 3 * ends[2 * s + 1];
    const dx = directions[j] - directions[i];
    const dy = directions[j + 1] - directions[i + 1];
    const dz = directions[j + 2] - directions[i + 2];
    const r = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const slack = asymmetric[s] !== 0 && r <= restLength[s];
    const scale = slack ? 1 : r > 0 ? restLength[s] / r : 0;
    targets[3 * s] = scale * dx;
    targets[3 * s + 1] = scale * dy;
    targets[3 * s + 2] = scale * dz;
  }
}

/**
 * Targets by inertial edge rotation   [Choi13, eq. 3.5–3.11]: the edges at x turned on as they turned from the places before, newest first,
 * one for each weight. `vectors` is scratch of ROTATION_VECTORS numbers.
 */
export function computeRotatedEdgeTargets(
  springs: Springs,
  x: Float64Array,
  earlier: readonly Float64Array[],
  weights: readonly number[],
  vectors: Float64Array,
  targets: Float64Array,
): void {
  const { count, ends, restLength, asymmetric } = springs;
  for (let s = 0; s < count; s++) {
    const i = 3 * ends[2 * s];
    const j = 3 * ends[2 * s + 1];
    for (let c = 0; c < 3; c++) vectors[c] = x[j + c] - x[i + c];
    for (let m = 0; m < weights.length; m++) {
      const before = earlier[m];
      for (let c = 0; c < 3; c++) vectors[3 * m + 3 + c] = before[j + c] - before[i + c];
    }
    computeRotatedDirection(vectors, weights, targets, 3 * s);
    const r = Math.sqrt(vectors[0] * vectors[0] + vectors[1] * vectors[1] + vectors[2] * vectors[2]);
    const length = asymmetric[s] !== 0 && r < restLength[s] ? r : restLength[s];
    targets[3 * s] *= length;
    targets[3 * s + 1] *= length;
    targets[3 * s + 2] *= length;
  }
}

/** Adds the force [N] at the positions `at` to f. */
export function addLinearEdgeForces(springs: Springs, targets: Float64Array, at: Float64Array, f: Float64Array): void {
  const { count, ends, stiffness } = springs;
  for (let s = 0; s < count; s++) {
    const i = 3 * ends[2 * s];
    const j = 3 * ends[2 * s + 1];
    const k = stiffness[s];
    const fx = k * (at[j] - at[i] - targets[3 * s]);
    const fy = k * (at[j + 1] - at[i + 1] - targets[3 * s + 1]);
    const fz = k * (at[j + 2] - at[i + 2] - targets[3 * s + 2]);
    addToEnds(f, i, j, fx, fy, fz);
  }
}
