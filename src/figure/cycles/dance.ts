import { cos, sin } from "../../core/trig.ts";
import type { Cycle } from "../cycle.ts";
import { setOff } from "../ease.ts";
import { type Footsteps, type PlaceFoot, placeFeet } from "../footsteps.ts";
import { setArm } from "../limbs.ts";
import { turnBone } from "../posture.ts";
import { BONE } from "../skeleton.ts";

const TURN = 2 * Math.PI;
/** [s] */
const BEAT = 0.31;
const BEATS = 32;

/** A step of one foot at a beat, to a place on the floor [m] with a heading in fifths of a turn. */
type Step = readonly [beat: number, x: number, z: number, fifths: number];

/**
 * A whole turn to the left, foot after foot; to the right side and forward, close, and back; a whole turn to the right. The foot on the side that the
 * figure turns to goes first, so toes point out and never in.
 */
const LEFT_STEPS: readonly Step[] = [
  ...[1, 3, 5, 7, 9].map((beat, k): Step => [beat, 0, 0, k + 1]),
  [14, -0.2, 0.1, 5],
  [16, 0, 0, 5],
  ...[21, 23, 25, 27, 29].map((beat, k): Step => [beat, 0, 0, 4 - k]),
];
const RIGHT_STEPS: readonly Step[] = [
  ...[2, 4, 6, 8, 10].map((beat, k): Step => [beat, 0, 0, k + 1]),
  [12, -0.2, 0.1, 5],
  [18, 0, 0, 5],
  ...[20, 22, 24, 26, 28].map((beat, k): Step => [beat, 0, 0, 4 - k]),
];

const STEPS: Footsteps = {
  period: BEAT * BEATS,
  starts: [LEFT_STEPS.map((step) => BEAT * step[0]), RIGHT_STEPS.map((step) => BEAT * step[0])],
  swing: 0.3,
  roll: 0.05,
  lift: 0.036,
  heelUp: 0.25,
  toesUp: 0.05,
};

/** How long it takes to reach a steady speed or to lose it again [s]. */
const GATHER = 0.7;

/** Steps to the side, swings its hips and arms, and turns about itself both ways. */
export const dance: Cycle = {
  period: STEPS.period,
  compute(_motion, t, posture) {
    placeFeet(STEPS, placeFoot, t, posture);
    const beat = t / BEAT - BEATS * Math.floor(t / STEPS.period);
    const left = glide(beat, 1, 11.2);
    const right = glide(beat, 20, 30.2);
    posture.path[2] = TURN * (left - right);
    const aside = 0.5 * (glide(beat, 11.8, 13.2) + glide(beat, 13.8, 15.2));
    const back = 0.5 * (glide(beat, 15.8, 17.2) + glide(beat, 17.8, 19.2));
    posture.path[0] = -0.2 * (aside - back);
    posture.path[1] = 0.1 * (aside - back);

    // hips swing once in four beats, twice as fast up and down
    const swing = TURN * (beat / 4);
    const s = sin(swing);
    const c = cos(swing);
    const slow = TURN * (beat / BEATS);
    posture.sway[0] = 0.03 * s;
    posture.sway[1] = -0.05 + 0.01 * (c * c - s * s);
    turnBone(posture, BONE.hips, 0.03, 0.12 * c, -0.08 * s);
    turnBone(posture, BONE.spine, 0, -0.08 * c, 0.09 * s);
    turnBone(posture, BONE.chest, -0.04, -0.12 * c, 0.06 * s);
    turnBone(posture, BONE.neck, 0, 0.06 * c, -0.03 * s);
    turnBone(posture, BONE.head, 0.02, 0.1 * c, -0.04 * s);
    const lifted = 0.35 - 0.2 * cos(2 * slow);
    setArm(posture, 0, lifted + 0.22 * s, 0.2 + 0.3 * c, 0.1, 0.55 - 0.25 * s);
    setArm(posture, 1, lifted - 0.22 * s, 0.2 - 0.3 * c, 0.1, 0.55 + 0.25 * s);
  },
};

/** From 0 to 1 between two beats, at a steady speed but for its first and its last part. */
function glide(beat: number, from: number, to: number): number {
  const length = BEAT * (to - from);
  const gather = Math.min(GATHER, 0.5 * length);
  const t = BEAT * (beat - from);
  return (setOff(t, 0.5 * gather) - setOff(t - (length - gather), 0.5 * gather)) / (length - gather);
}

const HOME: Step = [0, 0, 0, 0];

const placeFoot: PlaceFoot = (foot, steps, out, at) => {
  const list = foot === 0 ? LEFT_STEPS : RIGHT_STEPS;
  const taken = steps % list.length;
  const step = taken === 0 ? HOME : list[taken - 1];
  out[at] = step[1];
  out[at + 1] = step[2];
  out[at + 2] = (TURN / 5) * step[3];
};
