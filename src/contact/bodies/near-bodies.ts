import type { BodyMotion } from "../../core/body-motion.ts";
import type { StepContext } from "../../core/step-context.ts";
import { type BodyArrays, createBodyArrays } from "../../kernels/bodies/body-arrays.ts";
import type { BodyKernels } from "../../kernels/bodies/body-kernels.ts";

import type { KernelModule } from "../../kernels/module.ts";
import { CAPSULE_SIZE, createBodyCapsules } from "../shapes/body-capsule.ts";
import { type Collider, FAR, type Shape } from "../shapes/collider.ts";
import { type ClothSurface, pairGap } from "../shapes/surface-pair.ts";
import { createBodySearch, LEVEL, mayBeNear, type NearPairs } from "./body-search.ts";
import { CROWD_NUMBERS, computeCrowds, coverEnds, predictPaths, uniteCrowds } from "./particle-paths.ts";

export { DISTANCE_ROUNDING } from "../../kernels/layout/contact-limits.ts";

/**
 * The pairs of particles and bodies that may come near each other in a step: few of all pairs, found once and asked about many times. A
 * particle that starts at a distance φ and goes no further than φ/steepness, as the body sees it, does not meet the body. Bodies of triangles
 * are left out. At bodies of the forms that they know kernels do the same, to the same bits, where there are some.
 */
export interface NearBodies {
  readonly colliders: readonly Collider[];
  readonly motion: BodyMotion;
  readonly cloth: ClothParticles;
  readonly pairs: Readonly<NearPairs>;
  readonly arrays: BodyArrays;
  /** The bodies that have a φ, ascending, and for each the number of pairs with it and those before it. */
  readonly solids: readonly number[];
  readonly lasts: Uint32Array;
  /** The kernels of bodies, where there are some. */
  readonly kernels: BodyKernels | undefined;
  /** The kernels that have the pairs of a body in their memory: where they know its form, unless the pairs are too many for it. */
  kernelsOf(body: number): BodyKernels | undefined;
  /** Lists the pairs of free particles at the start of a step, once bodies have begun on their way; without those that are `spared`. */
  find(step: StepContext, spared?: Uint8Array): void;
  /** Adds the pairs that paths to xe need besides: true where there are some, and pairs are numbered anew. */
  cover(xe: Float64Array): boolean;
}

/** The surface of the particles, and their masses [kg]. */
export interface ClothParticles extends ClothSurface {
  readonly mass: Float64Array;
}

/** A particle is near a body within this many gaps from its gap, or within its way in a step at this speed [m/s]. */
export const RANGE_GAPS = 4;
export const RANGE_SPEED = 1;

export function createNearBodies(
  colliders: readonly Collider[],
  motion: BodyMotion,
  cloth: ClothParticles,
  module?: KernelModule,
): NearBodies {
  const thickest = cloth.thickness.reduce((most, value) => Math.max(most, value), 0);
  const kernels = module?.createBodies?.(colliders, motion, cloth);
  const arrays = kernels?.arrays ?? createBodyArrays(cloth.mass.length);
  arrays.mass.set(cloth.mass);
  arrays.slidesOn.fill(-1);
  arrays.foreseenOn.fill(-1);
  const { bodies, particles, from, phi, clearance } = arrays;
  const pairs: NearPairs = { count: 0, bodies, particles, from, phi, clearance };
  const { search, capsule, numbers } = createBodySearch(arrays, pairs, motion);
  const gaps = Float64Array.from(colliders, ({ thickness }) => pairGap(thickness, thickest));
  const capsules = createBodyCapsules(colliders, motion);
  const solids: number[] = [];
  colliders.forEach(({ shape }, body) => {
    if (shape.surface === undefined) solids.push(body);
  });
  const lasts = new Uint32Array(solids.length);
  /** The crowd of all particles: most bodies of a large scene are far from it. */
  const everyone = new Float64Array(CROWD_NUMBERS);
  /** The length of the step [s]. */
  const seconds = new Float64Array(1);

  function kernelsOf(body: number): BodyKernels | undefined {
    return arrays.phi === pairs.phi && kernels?.has(body) ? kernels : undefined;
  }

  function searchBody(body: number): void {
    const { shape } = colliders[body];
    numbers[LEVEL] = gaps[body] + Math.max(RANGE_SPEED * seconds[0], RANGE_GAPS * gaps[body]);
    const at = CAPSULE_SIZE * body;
    if (!mayBeNear(everyone, 0, capsules.numbers, at, numbers)) return;
    for (let c = 0; c < CAPSULE_SIZE; c++) capsule[c] = capsules.numbers[at + c];
    const count = kernelsOf(body)?.search(body, capsule, numbers, LEVEL, pairs.count) ?? -1;
    if (count >= 0) pairs.count = count;
    else search(body, shape);
  }

  function searchAll(): void {
    pairs.count = 0;
    if (kernels === undefined) computeCrowds(arrays);
    else kernels.gatherCrowds();
    uniteCrowds(arrays.crowds, everyone);
    capsules.update();
    for (let n = 0; n < solids.length; n++) {
      searchBody(solids[n]);
      lasts[n] = pairs.count;
    }
  }

  return {
    colliders,
    motion,
    cloth,
    pairs,
    arrays,
    solids,
    lasts,
    kernels,
    kernelsOf,
    find({ from: { x, v }, h, pins }, spared) {
      if (solids.length === 0) return;
      arrays.starts.set(x);
      arrays.velocities.set(v);
      arrays.pinned.set(pins.held);
      if (spared !== undefined) for (let i = 0; i < spared.length; i++) arrays.pinned[i] |= spared[i];
      seconds[0] = h; // `cover` searches again
      if (kernels === undefined) predictPaths(arrays, h);
      else kernels.startWays(seconds, 0);
      searchAll();
    },
    cover(xe) {
      if (solids.length === 0) return false;
      const isLonger = kernels === undefined ? coverEnds(arrays, xe) : kernels.cover(xe);
      if (isLonger) searchAll();
      return isLonger;
    },
  };
}

/** Whether φ of pair k stays above a level [m] on the way from the start of the step to a point in the coordinates of the body. */
export function staysAbove(from: Float64Array, phi: Float64Array, k: number, shape: Shape, point: Float64Array, level: number): boolean {
  const dx = point[0] - from[3 * k];
  const dy = point[1] - from[3 * k + 1];
  const dz = point[2] - from[3 * k + 2];
  return phi[k] < FAR && phi[k] - shape.steepness * Math.sqrt(dx * dx + dy * dy + dz * dz) > level;
}
