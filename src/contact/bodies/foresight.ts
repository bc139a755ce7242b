import { moves, POSE_SIZE, toBody, turnToWorld } from "../../core/body-motion.ts";
import type { ContactHandling, Pins } from "../../core/constraints.ts";
import type { StepContext } from "../../core/step-context.ts";
import { DEEP } from "../../kernels/layout/contact-limits.ts";
import { MEASURED } from "../shapes/collider.ts";
import { pairGap } from "../shapes/surface-pair.ts";
import { DISTANCE_ROUNDING, type NearBodies, staysAbove } from "./near-bodies.ts";

/**
 * Contact with bodies that a step does not begin with, but would end in. Corrected afterwards, particle by particle, a knee that hits
 * a skirt would stretch it as far as it moves in the step; so the method proposes again, with the particles that would be in a body kept
 * on its surface along the normal, as it keeps those that slide from the start.
 */
export interface Foresight {
  begin(): void;
  /** Adds sliders for the particles of the proposal that lie in bodies; true where they are worth another proposal. */
  look(step: StepContext): boolean;
}

/** Where a proposal meets bodies in motion with no more than this share of the particles, they are left to the correction. */
export const FEW = 0.02;

export function createForesight(near: NearBodies, restitution: number, { held, sliders }: Pins, handling: ContactHandling): Foresight {
  const { colliders, motion, cloth, arrays } = near;
  const { slidesOn, foreseenOn, positions: x, nextX, deviations, foreseen, depths, foreseenNormals: normals } = arrays;
  const point = new Float64Array(3);
  const from = new Float64Array(3);
  const measured = new Float64Array(MEASURED);
  const normal = new Float64Array(3);
  let keptCount = 0;

  /** Whether the way of particle i leads against the normal at its end, in `point` and `measured`: else it passes through a thin body. */
  function comesFromOutside(pose: number, i: number): boolean {
    toBody(motion.start, pose, x, i, from);
    let along = 0;
    for (let c = 0; c < 3; c++) along += (point[c] - from[c]) * measured[1 + c];
    return along < 0;
  }

  /** Lists the particles that the proposal puts into a body, of the pairs from `first` to `end`; returns how many are listed. */
  function lookAt(body: number, first: number, end: number, listed: number): number {
    const { shape, thickness } = colliders[body];
    const { particles, from: starts, phi, clearance } = near.pairs;
    const pose = POSE_SIZE * body;
    let count = listed;
    for (let pair = first; pair < end; pair++) {
      const i = particles[pair];
      if (held[i] !== 0 || slidesOn[i] >= 0 || foreseenOn[i] >= 0) continue;
      const gap = pairGap(thickness, cloth.thickness[i]);
      if (clearance[pair] - shape.steepness * deviations[i] > gap + DISTANCE_ROUNDING) continue;
      toBody(motion.end, pose, nextX, i, point);
      if (staysAbove(starts, phi, pair, shape, point, gap)) continue;
      shape.measure(point, measured);
      const depth = gap - measured[0];
      if (!(depth > DEEP && comesFromOutside(pose, i))) continue;
      foreseenOn[i] = body;
      turnToWorld(motion.end, pose, measured, 1, normal);
      foreseen[count] = i;
      depths[count] = depth;
      for (let c = 0; c < 3; c++) normals[3 * count + c] = normal[c];
      count++;
    }
    return count;
  }

  return {
    begin() {
      if (keptCount > 0) foreseenOn.fill(-1);
      keptCount = 0;
    },
    look({ from, next, h }) {
      if (near.solids.length === 0 || sliders === undefined || !handling.keepsSliders || restitution > 0) return false;
      let atRest = 0;
      near.cover(next.x);
      const { solids, lasts } = near;
      const { v } = from;
      x.set(from.x);
      nextX.set(next.x);
      arrays.held.set(held);
      let count = 0;
      for (let n = 0, first = 0; n < solids.length; first = lasts[n++]) {
        const kernels = near.kernelsOf(solids[n]);
        const before = count;
        if (kernels === undefined) count = lookAt(solids[n], first, lasts[n], count);
        else count = kernels.foresee(solids[n], first, lasts[n], count);
        if (count > before && !moves(motion, solids[n])) atRest++;
      }
      for (let n = 0; n < count; n++) {
        const i = foreseen[n];
        const k = sliders.count++;
        sliders.indices[k] = i;
        sliders.grips[k] = 0;
        let change = depths[n] / h;
        for (let c = 0; c < 3; c++) {
          change += normals[3 * n + c] * ((nextX[3 * i + c] - x[3 * i + c]) / h - v[3 * i + c]);
        }
        for (let c = 0; c < 3; c++) {
          sliders.normals[3 * k + c] = normals[3 * n + c];
          v[3 * i + c] += change * normals[3 * n + c];
        }
      }
      keptCount += count;
      return atRest > 0 || count > FEW * held.length;
    },
  };
}
