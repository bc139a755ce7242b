import type { BodyMotion } from "../../core/body-motion.ts";
import type { StepContext } from "../../core/step-context.ts";
import { setAlteration } from "../../kernels/cones/cone-kernels.ts";
import type { Collider } from "../shapes/collider.ts";
import { pairGap } from "../shapes/surface-pair.ts";
import type { Contacts } from "./contacts.ts";
import { ON_BODY } from "./coulomb-law.ts";
import { DISTANCE_ROUNDING, type NearBodies } from "./near-bodies.ts";
import { createParticleCorrection } from "./particle-correction.ts";

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
 */
export interface PositionAlteration {
  /** Corrects the proposal of a step near bodies; returns how many particles touch one at its end. */
  alter(step: StepContext): number;
}

/** With several bodies the correction by one may lead into another: at most this many rounds, each for particles that another body has moved. */
const ROUNDS = 4;
/** A number of corrections that is none. */
const NEVER = 65535;

export function createPositionAlteration(
  colliders: readonly Collider[],
  bodies: BodyMotion,
  near: NearBodies,
  contacts: Contacts,
  mass: Float64Array,
  options: AlterationOptions,
): PositionAlteration {
  const particleCount = mass.length;
  const { cones, pairs, cloth, deviations } = near;
  const { stuck, velocity, place, slidesOn, foreseenOn } = contacts;
  const correct = createParticleCorrection(colliders, bodies, near, contacts, mass, options);
  /** The thickness of each body [m], and how fast φ falls at most. */
  const thicknesses = Float64Array.from(colliders, ({ thickness }) => thickness);
  const steepness = Float64Array.from(colliders, ({ shape }) => shape.steepness);
  const touched = cones?.arrays.touched ?? new Uint8Array(particleCount);
  /** The number of corrections of each particle, and the number there had been when a pair was last looked at. */
  const corrections = cones?.arrays.corrections ?? new Uint16Array(particleCount);
  let seen = cones?.arrays.seen ?? new Uint16Array(particleCount);
  cones?.arrays.mass.set(mass);
  if (cones !== undefined) setAlteration(cones, options.restitution, options.pushSpeed);

  /** Corrects the particles of the pairs from `first` to `end`; returns how many. */
  function correctPairs(first: number, end: number, round: number, step: StepContext, nextX: Float64Array, nextV: Float64Array): number {
    const { held } = step.pins;
    const { particles, bodies: which, clearance } = pairs;
    let corrected = 0;
    for (let k = first; k < end; k++) {
      const i = particles[k];
      if (held[i] !== 0 || (round > 0 && (touched[i] === 0 || seen[k] === corrections[i]))) continue;
      seen[k] = corrections[i];
      const clear = pairGap(thicknesses[which[k]], cloth.thickness[i]) + ON_BODY + DISTANCE_ROUNDING;
      const isClear = clearance[k] - steepness[which[k]] * deviations[i] > clear;
      const isAsProposed = corrections[i] === 0 && slidesOn[i] < 0 && foreseenOn[i] < 0;
      if (isClear && isAsProposed) continue;
      if (!correct(k, step, nextX, nextV)) continue;
      touched[i] = 1;
      seen[k] = ++corrections[i];
      corrected++;
    }
    return corrected;
  }

  /** One round over all bodies; false where it has corrected nothing. */
  function correctOnce(round: number, step: StepContext, nextX: Float64Array, nextV: Float64Array): boolean {
    const { solids, lasts } = near;
    const isNew = near.cover(nextX);
    if (pairs.count > seen.length) seen = new Uint16Array(2 * pairs.count);
    if (isNew) seen.fill(NEVER);
    let isChanged = false;
    for (let n = 0; n < solids.length; n++) {
      const first = n === 0 ? 0 : lasts[n - 1];
      if (first === lasts[n]) continue;
      const kernels = near.kernelsOf(solids[n]);
      const corrected = kernels?.alter(solids[n], first, lasts[n], round) ?? correctPairs(first, lasts[n], round, step, nextX, nextV);
      if (corrected > 0) isChanged = true;
    }
    return isChanged;
  }

  /** All rounds, in these arrays. */
  function correctAll(step: StepContext, nextX: Float64Array, nextV: Float64Array): void {
    const rounds = near.solids.length > 1 ? ROUNDS : 1;
    for (let round = 0; round < rounds && correctOnce(round, step, nextX, nextV); round++);
  }

  return {
    alter(step) {
      const { state, next, h, pins } = step;
      touched.set(stuck);
      corrections.fill(0);
      for (let i = 0; i < particleCount; i++) {
        if (stuck[i] === 0) continue;
        for (let c = 3 * i; c < 3 * i + 3; c++) {
          next.v[c] = velocity[c];
          next.x[c] = place[c];
        }
      }
      if (cones === undefined) correctAll(step, next.x, next.v);
      else {
        const { velocities, held, nextX, nextV } = cones.arrays;
        cones.begin(h, contacts);
        velocities.set(state.v);
        held.set(pins.held);
        nextX.set(next.x);
        nextV.set(next.v);
        correctAll(step, nextX, nextV);
        next.x.set(nextX);
        next.v.set(nextV);
      }
      let count = 0;
      for (let i = 0; i < particleCount; i++) count += touched[i];
      return count;
    },
  };
}
