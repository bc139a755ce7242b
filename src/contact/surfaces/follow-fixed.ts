import { invertSymmetric, multiplySymmetric } from "../../core/mat3.ts";

/** A body's motion is known across a zone as far as this share of its extent; the rest is noise of rounding. */
const FLAT = 1e-9;
/** A gradient of velocity above this [1/s] is that of vertices which are held one by one, not of a body: the zone takes their mean. */
const SPIN_MOST = 100;

/** v = v_c + G (x − c), with the mean c, v_c of the immovable vertices and their gradient G = Σ u rᵀ (Σ r rᵀ)⁻¹ by least squares. */
export function followFixed(
  start: number,
  fixedCount: number,
  next: Int32Array,
  x: Float64Array,
  inverseMass: Float64Array,
  v: Float64Array,
): void {
  const c = [0, 0, 0];
  const u = [0, 0, 0];
  for (let i = start; i >= 0; i = next[i]) {
    if (inverseMass[i] > 0) continue;
    for (let k = 0; k < 3; k++) {
      c[k] += x[3 * i + k] / fixedCount;
      u[k] += v[3 * i + k] / fixedCount;
    }
  }
  const spread = new Float64Array(6);
  const moment = new Float64Array(9);
  for (let i = start; i >= 0; i = next[i]) {
    if (inverseMass[i] > 0) continue;
    for (let j = 0, s = 0; j < 3; j++) {
      const r = x[3 * i + j] - c[j];
      for (let k = j; k < 3; k++) spread[s++] += r * (x[3 * i + k] - c[k]);
      for (let k = 0; k < 3; k++) moment[3 * k + j] += (v[3 * i + k] - u[k]) * r;
    }
  }
  const size = spread[0] + spread[3] + spread[5];
  const gradient = new Float64Array(9);
  if (size > 0) {
    for (const s of [0, 3, 5]) spread[s] += FLAT * size;
    const inverse = new Float64Array(6);
    invertSymmetric(spread, 0, inverse, 0);
    for (let k = 0; k < 9; k += 3) multiplySymmetric(inverse, moment, k, gradient, k);
    if (!gradient.every((g) => Math.abs(g) < SPIN_MOST)) gradient.fill(0);
  }
  for (let i = start; i >= 0; i = next[i]) {
    if (inverseMass[i] === 0) continue;
    for (let k = 0; k < 3; k++) {
      let speed = u[k];
      for (let j = 0; j < 3; j++) speed += gradient[3 * k + j] * (x[3 * i + j] - c[j]);
      v[3 * i + k] = speed;
    }
  }
}
