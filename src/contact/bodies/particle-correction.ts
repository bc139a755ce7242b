import { POSE_SIZE, toWorld, turnToWorld } from "../../core/body-motion.ts";
import type { ContactHandling } from "../../core/constraints.ts";
import type { StepContext } from "../../core/step-context.ts";
import { RUBS } from "../../kernels/layout/body-places.ts";
import { EDGE_COSINE as EDGE, FREE, STOPPING } from "../../kernels/layout/contact-limits.ts";
import { LEVEL, liftToLevel, moveToLevel, TAU } from "../shapes/collider.ts";
import { pairFriction, pairGap } from "../shapes/surface-pair.ts";
import { CONE_SLACK } from "./coulomb-law.ts";
import type { NearBodies } from "./near-bodies.ts";
import { createPathMeeting } from "./path-meeting.ts";
import type { AlterationOptions } from "./position-alteration.ts";

/** Corrects the particle of pair k where its path meets the body; false where it does not. The equations are those of position-alteration. */
export type CorrectParticle = (k: number, step: StepContext) => boolean;

/** Places in `numbers`: the speed along the normal at the start [m/s], and the part of v_t that friction leaves. */
const START_SPEED = 0;
const KEEP = 1;

export function createParticleCorrection(
  near: NearBodies,
  { reportsImpulses }: ContactHandling,
  { restitution, pushSpeed }: AlterationOptions,
): CorrectParticle {
  const { colliders, motion, pairs, cloth } = near;
  const { mass, velocities: v, nextX, nextV, slidesOn, foreseenOn, push, drive, nextPressing, pressForce, options } = near.arrays;
  const meeting = createPathMeeting(near, pushSpeed);
  const { way, point, measured, search } = meeting;
  const numbers = new Float64Array(2);
  const scratch = new Float64Array(3);
  const normal = new Float64Array(3);
  const surface = new Float64Array(3);
  const relative = new Float64Array(3);
  const slid = new Float64Array(3);

  /**
   * The way along the surface of a particle that was on it throughout the step, into `slid`, in the world. From velocity V to the proposed
   * V* along the surface the method has gone h (V + θ (V* − V)), with a θ of its own; the same to V' = keep V* is what friction leaves.
   */
  function computeSlide(i: number, { state: { x }, h }: StepContext): void {
    const startSpeed = numbers[START_SPEED];
    const keep = numbers[KEEP];
    let gone = 0;
    let gain = 0;
    for (let c = 0; c < 3; c++) {
      const start = v[3 * i + c] - surface[c] - startSpeed * normal[c];
      const change = relative[c] - start;
      gone += ((nextX[3 * i + c] - x[3 * i + c]) / h - surface[c] - start) * change;
      gain += change * change;
      slid[c] = start;
    }
    const theta = gain > 0 ? Math.min(1, Math.max(0, gone / gain)) : 1;
    for (let c = 0; c < 3; c++) slid[c] = keep > 0 ? h * (slid[c] + theta * (keep * relative[c] - slid[c])) : 0;
  }

  return (k, step) => {
    const b = pairs.bodies[k];
    const i = pairs.particles[k];
    const slides = slidesOn[i] === b;
    const isForeseen = foreseenOn[i] === b;
    if (!meeting.setPath(k) && !slides && !isForeseen) return false;
    if (!meeting.meets(k, slides, step) && !(isForeseen && meeting.arrives(k))) return false;
    const { h } = step;
    const { shape } = colliders[b];
    const gap = pairGap(colliders[b].thickness, cloth.thickness[i]);
    const level = gap + Math.min(0, pairs.phi[k] - gap + pushSpeed * h);
    const pose = POSE_SIZE * b;
    const left = 1 - search[TAU];

    // velocities in the world
    turnToWorld(motion.end, pose, measured, 1, normal);
    toWorld(motion.start, pose, point, scratch);
    toWorld(motion.end, pose, point, surface);
    let normalSpeed = 0;
    let startSpeed = 0;
    let inward = 0;
    for (let c = 0; c < 3; c++) {
      surface[c] = (surface[c] - scratch[c]) / h;
      relative[c] = nextV[3 * i + c] - surface[c];
      normalSpeed += relative[c] * normal[c];
      startSpeed += (v[3 * i + c] - surface[c]) * normal[c];
      inward -= left * way[c] * measured[1 + c];
    }
    const bounce = left < 1 ? restitution * Math.max(0, -startSpeed) : 0;
    let squared = 0;
    for (let c = 0; c < 3; c++) {
      relative[c] -= normalSpeed * normal[c];
      squared += relative[c] * relative[c];
    }
    const slip = Math.sqrt(squared);
    let pushed = Math.max(0, bounce - normalSpeed, inward / h);
    const met = pushed;
    if (slides) {
      slidesOn[i] = -1; // friction has its part once
      let gained = 0;
      for (let c = 0; c < 3; c++) {
        const change = relative[c] - (v[3 * i + c] - surface[c] - startSpeed * normal[c]);
        gained += change * change;
      }
      const yielded = Math.sqrt(gained) / drive[i];
      pushed = Math.max(pushed, yielded < FREE ? yielded * push[i] : push[i]);
    }
    const friction = options[RUBS] * pairFriction(colliders[b].friction, cloth.friction[i]);
    const keep = slip <= friction * pushed * (1 + CONE_SLACK) ? 0 : 1 - (friction * pushed) / slip;
    const force = ((push[i] < STOPPING ? pushed : met) * mass[i]) / h;
    pressForce[i] = Math.max(pressForce[i], nextPressing[i], force);
    if (keep === 0) nextPressing[i] = 0;
    else if (!reportsImpulses) nextPressing[i] = force;
    const outward = Math.max(normalSpeed, bounce);
    numbers[START_SPEED] = startSpeed;
    numbers[KEEP] = keep;
    computeSlide(i, step);
    for (let c = 0; c < 3; c++) nextV[3 * i + c] = surface[c] + keep * relative[c] + outward * normal[c];

    // the way along the surface, in the body
    const { end } = motion;
    const lift = Math.max(0, -inward);
    for (let c = 0; c < 3; c++) {
      const n = measured[1 + c];
      const turned = end[pose + c] * slid[0] + end[pose + 3 + c] * slid[1] + end[pose + 6 + c] * slid[2];
      point[c] += (left < 1 ? keep * (left * way[c] + inward * n) : turned) + lift * n;
    }
    search[LEVEL] = level;
    shape.measure(point, measured);
    let stays = outward <= 0;
    if (slides) {
      // it goes with a body that curves away below it by no more than it is pressed down in the step, but not around an edge
      turnToWorld(motion.end, pose, measured, 1, scratch);
      const turn = scratch[0] * normal[0] + scratch[1] * normal[1] + scratch[2] * normal[2];
      stays = measured[0] - level <= h * Math.max(push[i], (nextPressing[i] * h) / mass[i]) && turn > EDGE;
    }
    if (stays) moveToLevel(shape, search, point, measured);
    else liftToLevel(shape, search, point, measured);
    toWorld(motion.end, pose, point, scratch);
    for (let c = 0; c < 3; c++) nextX[3 * i + c] = scratch[c];
    return true;
  };
}
