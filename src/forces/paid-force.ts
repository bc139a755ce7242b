import type { Springs } from "../fabric/cloth.ts";
import { addToEnds } from "./spring-force.ts";

/**
 * Spring forces as Oh's method takes them for the step from x to the predicted x̂   [Oh04, sec. 5]:
 *
 *     old:      T(r) u + (T(r̂) − T(r)) û      the force now, and the pure artificial internal damping (PAID) force
 *     rotated:  T(r̂) û = F(x̂)                  the tension turns with the spring as well
 *
 * with u, û the spring's direction in x and x̂. The PAID force is the part of the usual damping term h K v that changes the
 * spring's length: nothing on a translation, and nothing on a finite rotation. Signs: the paper has x_ij = x_i − x_j.
 */
export function addPaidSpringForces(springs: Springs, x: Float64Array, predicted: Float64Array, rotated: boolean, f: Float64Array): void {
  const { count, ends, restLength, stiffness, asymmetric } = springs;
  for (let s = 0; s < count; s++) {
    const i = 3 * ends[2 * s];
    const j = 3 * ends[2 * s + 1];
    const L = restLength[s];
    const k = stiffness[s];
    const slackens = asymmetric[s] !== 0;
    const dx = x[j] - x[i];
    const dy = x[j + 1] - x[i + 1];
    const dz = x[j + 2] - x[i + 2];
    const px = predicted[j] - predicted[i];
    const py = predicted[j + 1] - predicted[i + 1];
    const pz = predicted[j + 2] - predicted[i + 2];
    const r = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const rHat = Math.sqrt(px * px + py * py + pz * pz);
    const tension = slackens && r <= L ? 0 : k * (r - L);
    const tensionHat = slackens && rHat <= L ? 0 : k * (rHat - L);
    const now = rotated || r === 0 ? 0 : tension / r;
    const then = rHat === 0 ? 0 : (rotated ? tensionHat : tensionHat - tension) / rHat;
    const fx = now * dx + then * px;
    const fy = now * dy + then * py;
    const fz = now * dz + then * pz;
    addToEnds(f, i, j, fx, fy, fz);
  }
}
