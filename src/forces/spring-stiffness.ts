import { BEND, type Springs } from "../fabric/cloth.ts";
import type { SpringJacobianOptions } from "./spring-jacobian.ts";

/** Adds scale·Lap(K): +K to the diagonal blocks of both ends, −K to the pair's block at `slots[s]`. */
export function addSpringStiffness(
  springs: Springs,
  options: SpringJacobianOptions,
  x: Float64Array,
  scale: number,
  slots: Uint32Array,
  diagonal: Float64Array,
  offDiagonal: Float64Array,
): void {
  const { count, ends, restLength, stiffness, kind, asymmetric } = springs;
  const { alpha, jacobian: model } = options;
  const isTangent = model === "tangent" || model === "tangent-clamped";
  const withBend = options.jacobianSprings === "all";
  for (let s = 0; s < count; s++) {
    const weak = kind[s] === BEND;
    if (weak && !withBend) continue;
    const i = ends[2 * s];
    const j = ends[2 * s + 1];
    const dx = x[3 * j] - x[3 * i];
    const dy = x[3 * j + 1] - x[3 * i + 1];
    const dz = x[3 * j + 2] - x[3 * i + 2];
    const squared = dx * dx + dy * dy + dz * dz;
    const r = Math.sqrt(squared);
    const k = stiffness[s];
    const L = restLength[s];

    let across = 0;
    let along = k;
    if (r === 0) {
      // no direction: k I, or nothing where the model lets a compressed spring go slack
      const slack = isTangent ? asymmetric[s] !== 0 : !weak && (model === "choi" || model === "smoothed");
      across = slack ? 0 : k;
      along = across;
    } else if (model === "isotropic") {
      across = k;
    } else if (model !== "projected") {
      across = k - (k * L) / r;
      if (across < 0 && model !== "exact" && model !== "tangent") across = 0;
      if (model === "choi") {
        if (!weak && r <= L) along = 0;
      } else if (model === "smoothed") {
        if (!weak && r < L) along = r > alpha * L ? (k * (r / L - alpha)) / (1 - alpha) : 0;
      } else if (isTangent && asymmetric[s] !== 0 && r <= L) {
        across = 0;
        along = 0;
      }
    }
    if (along === 0 && across === 0) continue;

    const a = scale * across;
    const b = r === 0 ? 0 : (scale * (along - across)) / squared;
    const bx = b * dx;
    const by = b * dy;
    const xx = a + bx * dx;
    const xy = bx * dy;
    const xz = bx * dz;
    const yy = a + by * dy;
    const yz = by * dz;
    const zz = a + b * dz * dz;
    const di = 6 * i;
    diagonal[di] += xx;
    diagonal[di + 1] += xy;
    diagonal[di + 2] += xz;
    diagonal[di + 3] += yy;
    diagonal[di + 4] += yz;
    diagonal[di + 5] += zz;
    const dj = 6 * j;
    diagonal[dj] += xx;
    diagonal[dj + 1] += xy;
    diagonal[dj + 2] += xz;
    diagonal[dj + 3] += yy;
    diagonal[dj + 4] += yz;
    diagonal[dj + 5] += zz;
    const o = 6 * slots[s];
    offDiagonal[o] -= xx;
    offDiagonal[o + 1] -= xy;
    offDiagonal[o + 2] -= xz;
    offDiagonal[o + 3] -= yy;
    offDiagonal[o + 4] -= yz;
    offDiagonal[o + 5] -= zz;
  }
}
