import { moves } from "../../core/body-motion.ts";
import type { ContactHandling, Pins } from "../../core/constraints.ts";
import type { Proposal } from "../../core/state.ts";
import type { StepContext } from "../../core/step-context.ts";
import { STOPPING } from "../../kernels/layout/contact-limits.ts";
import { pairFriction } from "../shapes/surface-pair.ts";
import { FEW } from "./foresight.ts";
import { hold } from "./hold-contacts.ts";
import type { NearBodies } from "./near-bodies.ts";
import type { LearnPressing } from "./pressing.ts";

/**
 * Friction on sliding particles, decided for all of them together. Applied to each by itself after a proposal, friction would stop it
 * however hard its neighbours pull: a taut strip would never slide off a table. A method that can (`ContactHandling.weighsFriction`)
 * therefore proposes again, until
 *
 *     a particle that begins to slide         has μN against its velocity v_t without friction; N from the impulses of that proposal
 *     a particle that friction turns back     is held: in this step friction is less than μN, enough to keep it in place
 *
 * Particles that slid before have their friction in the first proposal, by the force that pressed on them then (contact-law). A few
 * particles on bodies in motion are left to the correction: on a walking figure some begin or cease to slide in every step, and another
 * proposal for them costs more than the rest of contact.
 */
export interface SlidingFriction {
  begin(): void;
  /** Looks at the first `count` sliders after a proposal: true where another one is worth it. `again` says that one comes anyway. */
  look(step: StepContext, count: number, again: boolean): boolean;
  /** The result of `learnPressing` for the last proposal [N], where `look` has computed it; forgotten before another proposal. */
  readonly pressing: Float64Array | undefined;
  forget(): void;
  /** After the last proposal: the correction is to stop particles that friction still turns back. */
  end(next: Proposal): void;
}

/** Changes are few up to this share of the sliders, and FEW of all particles. */
const FEW_SLIDERS = 0.25;

export function createSlidingFriction(
  { colliders, motion, cloth, arrays }: NearBodies,
  { sliders }: Pins,
  { weighsFriction }: ContactHandling,
  learnPressing: LearnPressing,
): SlidingFriction {
  const { friction, mass } = cloth;
  const particleCount = mass.length;
  const { stuck, velocity, slidesOn, push, drive } = arrays;
  /** Numbers of the sliders that are watched, and the way that each goes, v_t [m/s]: at the start, or without friction. */
  const watched = new Uint32Array(sliders === undefined ? 0 : particleCount);
  const ways = new Float64Array(3 * watched.length);
  const force = new Float64Array(watched.length);
  const slip = new Float64Array(3);
  /** Watched sliders that the last proposal led back. */
  const turned = new Uint8Array(watched.length);
  let watchedCount = 0;
  let isFirst = true;
  let isLearned = false;

  /** Whether a proposal leads watched slider n back, against its way. */
  function isTurnedBack(n: number, indices: Uint32Array, normals: Float64Array, v: Float64Array): boolean {
    const k = watched[n];
    computeSlip(k, normals, indices[k], v, velocity, slip);
    return slip[0] * ways[3 * n] + slip[1] * ways[3 * n + 1] + slip[2] * ways[3 * n + 2] < 0;
  }

  return {
    get pressing() {
      return isLearned ? force : undefined;
    },
    forget() {
      isLearned = false;
    },
    begin() {
      watchedCount = 0;
      isFirst = true;
      isLearned = false;
    },
    look(step, count, again) {
      if (sliders === undefined || !weighsFriction || count === 0) return false;
      const { next, h } = step;
      const { indices, normals, grips, slips } = sliders;
      let changes = 0;
      let atRest = 0;
      let startingFrom = watchedCount;
      if (isFirst) {
        for (let k = 0; k < count; k++) {
          if (grips[k] === 0) continue;
          for (let c = 0; c < 3; c++) ways[3 * watchedCount + c] = slips[3 * k + c];
          watched[watchedCount++] = k;
        }
        startingFrom = watchedCount;
        learnPressing(step, count, slidesOn, force);
        isLearned = true;
        let stopped = 0;
        for (let k = 0; k < count; k++) {
          const i = indices[k];
          if (grips[k] !== 0 || slidesOn[i] < 0) continue;
          const rub = pairFriction(colliders[slidesOn[i]].friction, friction[i]) * force[i];
          computeSlip(k, normals, i, next.v, velocity, slip);
          const squared = slip[0] * slip[0] + slip[1] * slip[1] + slip[2] * slip[2];
          if (!(rub > 0 && squared > 0)) continue;
          const speed = Math.sqrt(squared);
          if (mass[i] * speed <= h * rub) {
            stopped++;
            if (!moves(motion, slidesOn[i])) atRest++;
          }
          for (let c = 0; c < 3; c++) ways[3 * watchedCount + c] = slip[c];
          watched[watchedCount++] = k;
        }
        // where the correction stops none, it finds the same friction for less
        if (stopped === 0) watchedCount = startingFrom;
        changes += stopped;
      }
      isFirst = false;
      for (let n = 0; n < startingFrom; n++) {
        const i = indices[watched[n]];
        turned[n] = stuck[i] === 0 && isTurnedBack(n, indices, normals, next.v) ? 1 : 0;
        if (turned[n] === 0) continue;
        changes++;
        if (!moves(motion, slidesOn[i])) atRest++;
      }
      const areFew = changes <= FEW_SLIDERS * count && changes <= FEW * particleCount;
      if (areFew && atRest === 0 && !again) {
        watchedCount = startingFrom;
        return false;
      }
      for (let n = 0; n < startingFrom; n++) {
        if (turned[n] === 0) continue;
        const i = indices[watched[n]];
        grips[watched[n]] = 0;
        stuck[i] = 1;
        slidesOn[i] = -1;
        hold(i, step, arrays);
      }
      for (let n = startingFrom; n < watchedCount; n++) {
        const k = watched[n];
        const i = indices[k];
        let squared = 0;
        for (let c = 0; c < 3; c++) {
          slips[3 * k + c] = ways[3 * n + c];
          squared += ways[3 * n + c] * ways[3 * n + c];
        }
        grips[k] = (pairFriction(colliders[slidesOn[i]].friction, friction[i]) * force[i]) / Math.sqrt(squared);
        push[i] = 0; // it has its friction
        drive[i] = 0;
      }
      return changes > 0;
    },
    end(next) {
      if (sliders === undefined) return;
      const { indices, normals } = sliders;
      for (let n = 0; n < watchedCount; n++) {
        const i = indices[watched[n]];
        if (stuck[i] === 0 && isTurnedBack(n, indices, normals, next.v)) push[i] = STOPPING;
      }
    },
  };
}

/** v_t of slider k, particle i, at velocities v, into `slip` [m/s]; `velocity` are those of the surfaces. */
function computeSlip(k: number, normals: Float64Array, i: number, v: Float64Array, velocity: Float64Array, slip: Float64Array): void {
  let off = 0;
  for (let c = 0; c < 3; c++) {
    slip[c] = v[3 * i + c] - velocity[3 * i + c];
    off += slip[c] * normals[3 * k + c];
  }
  for (let c = 0; c < 3; c++) slip[c] -= off * normals[3 * k + c];
}
