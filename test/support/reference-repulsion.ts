import { dot, sum, type Vec } from "./plain-algebra.ts";

/** A point and a triangle, or two edges: places, velocities and masses of four vertices, and the weights of the two features (first −, second +). */
export interface Features {
  readonly x: readonly Vec[];
  readonly v: readonly Vec[];
  readonly masses: readonly number[];
  readonly weights: readonly number[];
  /** From the first feature to the second. */
  readonly normal: Vec;
}

/**
 * Elastic repulsion as Ertekin prints it (sec. 6), for equal masses: I_r = −min(Δt k d, m(0.1 d/Δt − v_N)), Ĩ = 2I/Σβ², and
 * v_i += w_i (Ĩ/m) n for the first feature, v_i −= … for the second. `share` is 1 for the printed cap and ½ for the corrected one; d is the corrected.
 */
export function repelAsPrinted(
  { x, v, masses, weights, normal }: Features,
  thickness: number,
  k: number,
  dt: number,
  share: number,
): Vec[] {
  const m = masses[0];
  const between = (vectors: readonly Vec[]): number => vectors.reduce((total, one, i) => total + weights[i] * dot(one, normal), 0);
  const d = thickness - between(x);
  const vN = between(v);
  if (d <= 0 || vN >= (0.1 * d) / dt) return v.map((one) => [...one]);
  const I = -Math.min(dt * k * d, share * m * ((0.1 * d) / dt - vN));
  const adjusted = (2 * I) / weights.reduce((total, w) => total + w * w, 0);
  return v.map((one, i) => sum(one, normal, (-weights[i] * adjusted) / m));
}
