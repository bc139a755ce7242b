import type { Springs } from "../fabric/cloth.ts";
import { energyByForce, type Force } from "./force-term.ts";

/**
 * Springs: E = ½ k (r − L)²,  force on i by j: T u with T = k (r − L), u = x_ij / r   [Kim06, sec. 2.1] [Kang02, eq. 9].
 * Asymmetric springs (Kim's type 1) neither push nor store energy when compressed: T = 0 for r ≤ L   [Kim06, eq. 6].
 *
 *     i ──/\/\/\── j      x_ij = x_j − x_i,  r = |x_ij|;  at r = 0 the direction, and so the force, is taken as zero
 *
 * Adds the forces to f and, where that is asked for, the energy to energy[0].
 */
export function addSpringForces(springs: Springs, x: Float64Array, f: Float64Array, energy?: Float64Array): void {
  const { count, ends, restLength, stiffness, asymmetric } = springs;
  let sum = 0;
  for (let s = 0; s < count; s++) {
    const i = 3 * ends[2 * s];
    const j = 3 * ends[2 * s + 1];
    const dx = x[j] - x[i];
    const dy = x[j + 1] - x[i + 1];
    const dz = x[j + 2] - x[i + 2];
    const r = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const stretch = r - restLength[s];
    if (stretch <= 0 && asymmetric[s] !== 0) continue;
    const tension = stiffness[s] * stretch;
    sum += tension * stretch;
    if (r === 0) continue;
    const tensionOverLength = tension / r;
    addToEnds(f, i, j, tensionOverLength * dx, tensionOverLength * dy, tensionOverLength * dz);
  }
  if (energy !== undefined) energy[0] += 0.5 * sum;
}

/** Adds a force to one end of a spring, and its opposite to the other; i and j are places in f. */
export function addToEnds(f: Float64Array, i: number, j: number, fx: number, fy: number, fz: number): void {
  f[i] += fx;
  f[i + 1] += fy;
  f[i + 2] += fz;
  f[j] -= fx;
  f[j + 1] -= fy;
  f[j + 2] -= fz;
}

/** The cloth's springs as a force. */
export function springForce(springs: Springs): Force {
  return {
    name: "springs",
    role: "elastic",
    energy: energyByForce((x, f, energy) => addSpringForces(springs, x, f, energy)),
    addForce: (x, _v, _t, f, energy) => addSpringForces(springs, x, f, energy),
  };
}
