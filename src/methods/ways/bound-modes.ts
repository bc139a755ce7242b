import type { Cloth } from "../../fabric/cloth.ts";
import type { ClothStart } from "../method.ts";

/** Bounds of what a step makes of a cloth's modes. */
export interface ModeBounds {
  /** Of (hω)² for the fastest mode of springs and hinges. */
  readonly frequency: number;
  /** Of hc/m for damping. */
  readonly damping: number;
}

/** Bounds by the rows of the matrices (Gershgorin). */
export function boundModes({ cloth, timestep: h }: Pick<ClothStart, "cloth" | "timestep">): ModeBounds {
  const [fastest, mostDamped] = boundRates(cloth);
  return { frequency: h * h * fastest, damping: h * mostDamped };
}

/** The same of ω² [1/s²] and of c/m [1/s]. */
function boundRates(cloth: Cloth): [fastest: number, mostDamped: number] {
  const { particleCount, mass, viscousDamping, springs, hinges } = cloth;
  const stiff = new Float64Array(particleCount);
  const damped = viscousDamping.slice();
  for (let end = 0; end < 2 * springs.count; end++) {
    const s = Math.floor(end / 2);
    stiff[springs.ends[end]] += 2 * springs.stiffness[s];
    damped[springs.ends[end]] += 2 * springs.relativeDamping[s];
  }
  for (let corner = 0; corner < 4 * hinges.count; corner++) {
    const n = Math.floor(corner / 4);
    let sum = 0;
    for (let c = 0; c < 4; c++) sum += Math.abs(hinges.weights[4 * n + c]);
    stiff[hinges.vertices[corner]] += hinges.stiffness[n] * Math.abs(hinges.weights[corner]) * sum;
  }
  let fastest = 0;
  let mostDamped = 0;
  for (let i = 0; i < particleCount; i++) {
    fastest = Math.max(fastest, stiff[i] / mass[i]);
    mostDamped = Math.max(mostDamped, damped[i] / mass[i]);
  }
  return [fastest, mostDamped];
}
