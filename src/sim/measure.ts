import type { State } from "../core/state.ts";
import type { Vec3 } from "../core/vec3.ts";
import type { Cloth } from "../fabric/cloth.ts";
import type { Force } from "../forces/force-term.ts";
import type { Forces } from "../forces/forces.ts";
import { sumEnergy } from "../forces/sum-energy.ts";
import type { SolveReport } from "../methods/method.ts";
import { measureStrain } from "./strain.ts";

/** What can be said of a state in a few numbers. Energies [J], momentum [kg·m/s], angular momentum about the origin [kg·m²/s]. */
export interface Metrics {
  readonly time: number;
  readonly kinetic: number;
  readonly elastic: number;
  /** With that of the pressure inside closed cloths. */
  readonly gravitational: number;
  readonly momentum: Vec3;
  readonly angularMomentum: Vec3;
  /**
   * Mean of |r/L − 1| over the stretch springs (over all springs where there are none of that kind) [−]; where there are no springs, of
   * ||S| − 1| over the axes u and v of the triangles.
   */
  readonly strainMean: number;
  /** Largest r/L − 1, or |S| − 1, over the same springs or axes [−]: how far the cloth is pulled, not how far it is crumpled. */
  readonly strainMax: number;
  /** Threads that pins and bodies left longer in the last step than their fabric bears; 0 where it has no limit. */
  readonly overstretched: number;
  /** Particles that touch a body at the end of the last step. */
  readonly contacts: number;
  readonly iterations: number;
  readonly residual: number;
}

export function measureState(cloth: Cloth, forces: Forces<Force>, state: State, report: SolveReport, contacts: number): Metrics {
  const { x, v } = state;
  const { mass } = cloth;
  let kinetic = 0;
  let px = 0;
  let py = 0;
  let pz = 0;
  let lx = 0;
  let ly = 0;
  let lz = 0;
  for (let i = 0; i < mass.length; i++) {
    const c = 3 * i;
    const mx = mass[i] * v[c];
    const my = mass[i] * v[c + 1];
    const mz = mass[i] * v[c + 2];
    kinetic += 0.5 * (mx * v[c] + my * v[c + 1] + mz * v[c + 2]);
    px += mx;
    py += my;
    pz += mz;
    lx += x[c + 1] * mz - x[c + 2] * my;
    ly += x[c + 2] * mx - x[c] * mz;
    lz += x[c] * my - x[c + 1] * mx;
  }
  const [strainMean, strainMax] = measureStrain(cloth, x);
  return {
    time: state.time,
    kinetic,
    elastic: sumEnergy(forces.elastic, x),
    gravitational: sumEnergy(forces.external, x),
    momentum: [px, py, pz],
    angularMomentum: [lx, ly, lz],
    strainMean,
    strainMax,
    overstretched: report.overstretched ?? 0,
    contacts,
    iterations: report.iterations,
    residual: report.residual,
  };
}
