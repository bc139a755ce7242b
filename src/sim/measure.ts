import type { State } from "../core/state.ts";
import type { Vec3 } from "../core/vec3.ts";
import type { Cloth, Springs } from "../fabric/cloth.ts";
import { STRETCH } from "../fabric/cloth.ts";
import type { Forces } from "../forces/catalog.ts";
import { sumEnergy } from "../forces/catalog.ts";
import { computeTriangleWeights } from "../forces/triangle-elements.ts";
import type { SolveReport } from "../methods/method.ts";

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
  /** Particles that touch a body at the end of the last step. */
  readonly contacts: number;
  readonly iterations: number;
  readonly residual: number;
}

export function measureState(cloth: Cloth, forces: Forces, state: State, report: SolveReport, contacts: number): Metrics {
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
  const [strainMean, strainMax] = cloth.springs.count > 0 ? measureStrain(cloth.springs, x) : measureTriangleStrain(cloth, x);
  return {
    time: state.time,
    kinetic,
    elastic: sumEnergy(forces.elastic, x),
    gravitational: sumEnergy(forces.external, x),
    momentum: [px, py, pz],
    angularMomentum: [lx, ly, lz],
    strainMean,
    strainMax,
    contacts,
    iterations: report.iterations,
    residual: report.residual,
  };
}

/** Mean absolute and largest strain of the springs along the threads. */
export function measureStrain(springs: Springs, x: Float64Array): [mean: number, max: number] {
  const { count, ends, restLength, kind } = springs;
  const everyKind = !kind.includes(STRETCH);
  let sum = 0;
  let max = Number.NEGATIVE_INFINITY;
  let measured = 0;
  for (let s = 0; s < count; s++) {
    if (kind[s] !== STRETCH && !everyKind) continue;
    const i = 3 * ends[2 * s];
    const j = 3 * ends[2 * s + 1];
    const dx = x[j] - x[i];
    const dy = x[j + 1] - x[i + 1];
    const dz = x[j + 2] - x[i + 2];
    const strain = Math.sqrt(dx * dx + dy * dy + dz * dz) / restLength[s] - 1;
    sum += Math.abs(strain);
    if (strain > max) max = strain;
    measured++;
  }
  return measured > 0 ? [sum / measured, max] : [0, 0];
}

/** The same of the triangles along u and v, where they have rest coordinates. */
export function measureTriangleStrain(cloth: Cloth, x: Float64Array): [mean: number, max: number] {
  const { triangles, material } = cloth;
  const weights = new Float64Array(6);
  let sum = 0;
  let max = Number.NEGATIVE_INFINITY;
  let measured = 0;
  for (let t = 0; 3 * t < triangles.length; t++) {
    if (!(computeTriangleWeights(triangles, t, material, weights, 0) > 0)) continue;
    for (let axis = 0; axis < 6; axis += 3) {
      let squared = 0;
      for (let c = 0; c < 3; c++) {
        let component = 0;
        for (let a = 0; a < 3; a++) component += weights[axis + a] * x[3 * triangles[3 * t + a] + c];
        squared += component * component;
      }
      const strain = Math.sqrt(squared) - 1;
      sum += Math.abs(strain);
      if (strain > max) max = strain;
      measured++;
    }
  }
  return measured > 0 ? [sum / measured, max] : [0, 0];
}
