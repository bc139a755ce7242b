import { cos, sin } from "../../core/trig.ts";
import type { Cycle } from "../cycle.ts";
import { setOff } from "../ease.ts";
import { type Footsteps, type PlaceFoot, placeFeet } from "../footsteps.ts";
import { setArm } from "../limbs.ts";
import { turnBone } from "../posture.ts";
import { BONE } from "../skeleton.ts";

const TURN = 2 * Math.PI;
/** Two steps, and how far they turn. */
const PAIR = 0.6;
const PAIR_ANGLE = TURN / 6;
/** When the left foot, which is first, leaves the ground [s]. */
const FIRST = 0.33;

const STEPS: Footsteps = {
  period: PAIR,
  starts: [[FIRST], [FIRST + PAIR / 2]],
  swing: 0.27,
  roll: 0.05,
  lift: 0.03,
  heelUp: 0.22,
  toesUp: 0.05,
};

/** The heading is the mean of both feet's, and runs on the line through this time [s]. */
const DELAY = FIRST + STEPS.swing / 2 - PAIR / 4;

/** Turns to the left on the spot in small steps, once in 3.6 s. */
export const turn: Cycle = {
  period: (PAIR * TURN) / PAIR_ANGLE,
  compute(_motion, t, posture) {
    placeFeet(STEPS, placeFoot, t, posture);
    posture.path[2] = (PAIR_ANGLE / PAIR) * setOff(t, DELAY);
    // the left foot is in the middle of its swing at phase 0
    const phase = TURN * ((t - FIRST - STEPS.swing / 2) / PAIR);
    const c = cos(phase);
    posture.sway[0] = -0.012 * c;
    posture.sway[1] = -0.034;
    turnBone(posture, BONE.hips, 0.02, 0, -0.025 * c);
    turnBone(posture, BONE.spine, 0, 0.04, 0.02 * c);
    turnBone(posture, BONE.chest, -0.02, 0.08, 0.01 * c);
    turnBone(posture, BONE.neck, 0, 0.1, 0);
    turnBone(posture, BONE.head, 0, 0.12, 0);
    setArm(posture, 0, 0.12, 0.1, 0, 0.35);
    setArm(posture, 1, 0.12, 0.25 + 0.04 * sin(phase), 0.1, 0.35);
  },
};

/** Both feet turn by the same angle, the left one first. */
const placeFoot: PlaceFoot = (_foot, steps, out, at) => {
  out[at] = 0;
  out[at + 1] = 0;
  out[at + 2] = PAIR_ANGLE * steps;
};
