import type { ContactHandling } from "../../core/constraints.ts";
import type { StepContext } from "../../core/step-context.ts";
import * as at from "../../kernels/layout/body-places.ts";
import { pairGap } from "../shapes/surface-pair.ts";
import { ON_BODY } from "./coulomb-law.ts";
import { DISTANCE_ROUNDING, type NearBodies } from "./near-bodies.ts";
import { createParticleCorrection } from "./particle-correction.ts";

/**
 * What becomes of particles that a step puts into a body: the method keeps them out in its own solve, and alteration does the rest; they are altered
 * after the step alone, as [Ertekin14, sec. 6] does, and the method knows nothing of bodies; or they are left there, and in the next step the method
 * keeps them at the speed of the body along its normal and moves them out by what alteration would have, as Baraff's y.
 */
export type Alteration = "solved" | "after" | "inside";

export interface AlterationOptions {
  /** What is left of the speed of an impact [−], 0 to 1. */
  readonly restitution: number;
  /** A particle that starts inside a body is brought out at most this fast [m/s]. */
  readonly pushSpeed: number;
}

/**
 * Position alteration   [Ertekin14, sec. 6], over the whole step. The path of a particle in the coordinates of the body, from its position
 * at the start to its proposed one at the end, is followed to the first point where φ falls to the gap between the two. There
 *
 *     v_rel = v − v_surface,   Δv_N = max(0, −n·v_rel, inward way / h),   v_t' = max(0, 1 − μ Δv_N/|v_t|) v_t
 *
 * v* = v_surface + v_t' (and the bounce along n), and of the way left the tangential part is gone, shortened like v_t: a particle that
 * friction holds stays exactly where it is on the body. The paper moves the particle to the surface and removes the normal velocity; the
 * way along the surface, moving surfaces and friction are ours.
 *
 * Particles that stick from the start (contact-law) are put where they stay, and met like all others. Of one that slides from the start
 * the law says how the forces on it press, N h/m, and drive it, |f_t| h/m; a particle alone follows them freely, one that stiff springs hold
 * yields by a part of the drive only, its change of v_t over it, and of friction it then feels the same part of μ N h/m at least. One that
 * slides on has had its friction in the proposal; push and drive are zero for it.
 *
 * With `wanted` velocities are altered and positions are not: it is given how far they are to be moved [m], and 0 for the rest.
 *
 * Particles that were `moved` after that are altered again, alone and without friction, which has had its part.
 *
 * Corrects the proposal of a step near bodies; returns how many particles touch one at its end.
 */
export type AlterPositions = (step: StepContext, moved?: Uint8Array) => number;

/** With several bodies the correction by one may lead into another: at most this many rounds, each for particles that another body has moved. */
const ROUNDS = 4;
/** A number of corrections that is none. */
const NEVER = 65535;

export function createPositionAlteration(
  near: NearBodies,
  handling: ContactHandling,
  options: AlterationOptions,
  wanted?: Float64Array,
): AlterPositions {
  const { colliders, kernels: all, pairs, cloth, arrays } = near;
  const { stuck, velocity, place, slidesOn, foreseenOn, deviations, held, nextX, nextV, touched, corrections } = arrays;
  const correct = createParticleCorrection(near, handling, options);
  let { seen } = arrays;
  if (all !== undefined) {
    all.arrays.options[at.RESTITUTION] = options.restitution;
    all.arrays.options[at.PUSH_SPEED] = options.pushSpeed;
  }

  /** Corrects the particles of the pairs from `first` to `end`, which are of one body; returns how many. */
  function correctPairs(body: number, first: number, end: number, round: number, step: StepContext): number {
    const { shape, thickness } = colliders[body];
    const { particles, clearance } = pairs;
    let corrected = 0;
    for (let k = first; k < end; k++) {
      const i = particles[k];
      if (held[i] !== 0 || (round > 0 && (touched[i] === 0 || seen[k] === corrections[i]))) continue;
      seen[k] = corrections[i];
      const clear = pairGap(thickness, cloth.thickness[i]) + ON_BODY + DISTANCE_ROUNDING;
      const isClear = clearance[k] - shape.steepness * deviations[i] > clear;
      const isAsProposed = corrections[i] === 0 && slidesOn[i] < 0 && foreseenOn[i] < 0;
      if (isClear && isAsProposed) continue;
      if (!correct(k, step)) continue;
      touched[i] = 1;
      seen[k] = ++corrections[i];
      corrected++;
    }
    return corrected;
  }

  /** One round over all bodies; false where it has corrected nothing. */
  function correctOnce(round: number, step: StepContext, isAgain: boolean): boolean {
    const { solids, lasts } = near;
    const isNew = near.cover(nextX);
    if (pairs.count > seen.length) seen = new Uint16Array(2 * pairs.count);
    if (isNew || isAgain) seen.fill(NEVER);
    let isChanged = false;
    for (let n = 0, first = 0; n < solids.length; first = lasts[n++]) {
      if (first === lasts[n]) continue;
      const kernels = near.kernelsOf(solids[n]);
      const corrected = kernels?.alter(solids[n], first, lasts[n], round) ?? correctPairs(solids[n], first, lasts[n], round, step);
      if (corrected > 0) isChanged = true;
    }
    return isChanged;
  }

  /** What sticks to a body stays at its place; what has met one is left where it was proposed, and is wanted elsewhere. */
  function leavePositions(wants: Float64Array, x: Float64Array, moved?: Uint8Array): void {
    for (let c = 0; c < x.length; c++) {
      const i = Math.floor(c / 3);
      if (moved !== undefined && moved[i] === 0) continue;
      const isLeft = touched[i] !== 0 && stuck[i] === 0;
      wants[c] = isLeft ? nextX[c] - x[c] : 0;
      if (!isLeft) x[c] = nextX[c];
    }
  }

  return (step, moved) => {
    if (near.solids.length === 0 && wanted === undefined) return 0;
    const { state, next, h, pins } = step;
    touched.set(moved ?? stuck);
    corrections.fill(0);
    all?.begin(h, handling);
    arrays.options[at.RUBS] = moved === undefined ? 1 : 0;
    arrays.velocities.set(state.v);
    held.set(pins.held);
    nextX.set(next.x);
    nextV.set(next.v);
    for (let i = 0; i < stuck.length; i++) {
      if (stuck[i] === 0) continue;
      for (let c = 3 * i; c < 3 * i + 3; c++) {
        nextV[c] = velocity[c];
        nextX[c] = place[c];
      }
    }
    const rounds = near.solids.length > 1 ? ROUNDS : 1;
    const first = moved === undefined ? 0 : 1; // then all that has to do with bodies has touched one
    for (let round = first; round < first + rounds && correctOnce(round, step, moved !== undefined && round === first); round++);
    if (wanted === undefined) next.x.set(nextX);
    else leavePositions(wanted, next.x, moved);
    next.v.set(nextV);
    let count = 0;
    for (let i = 0; i < touched.length; i++) count += touched[i];
    return count;
  };
}
