import { cos, sin } from "../../core/trig.ts";
import type { Cycle } from "../cycle.ts";
import { setOff } from "../ease.ts";
import type { Travel } from "../figure-motion.ts";
import { type Footsteps, type PlaceFoot, placeFeet } from "../footsteps.ts";
import { setArm } from "../limbs.ts";
import { turnBone } from "../posture.ts";
import { BONE } from "../skeleton.ts";
import { HANGING } from "./stand.ts";

const PERIOD = 1.05;
/** Way of two steps [m]. */
const STRIDE = 0.98;
/** Radius of the circle [m]. */
const RADIUS = 2;
/** When the right foot, which is first, leaves the ground [s]. */
const FIRST = 0.2;

const STEPS: Footsteps = {
  period: PERIOD,
  starts: [[FIRST + PERIOD / 2], [FIRST]],
  swing: 0.41,
  roll: 0.17,
  lift: 0.05,
  heelUp: 0.75,
  toesUp: 0.3,
};

/** After this time of the clock the body is above the way of the feet [s]. */
const DELAY = FIRST + STEPS.swing / 2;
const TURN = 2 * Math.PI;

/** Walks at about 1 m/s: straight ahead, on a circle or on the spot. The first step, with the right foot, is half as long. */
export const walk: Cycle = {
  period: PERIOD,
  compute(motion, t, posture) {
    const travel = motion.travel ?? "straight";
    placeFeet(STEPS, PLACES[travel], t, posture);
    follow(travel, (STRIDE / PERIOD) * setOff(t, DELAY), posture.path, 0);

    // the right foot is in the middle of its swing at phase 0, the left foot half a period later
    const phase = TURN * ((t - DELAY) / PERIOD);
    const c = cos(phase);
    const s = sin(phase);
    const stride = travel === "none" ? 0.4 : 1;
    posture.sway[0] = 0.022 * c;
    posture.sway[1] = (travel === "circle" ? -0.058 : -0.05) + 0.016 * (c * c - s * s);
    posture.sway[2] = 0.01;
    turnBone(posture, BONE.hips, 0.03, 0.1 * stride * s, 0.035 * c);
    turnBone(posture, BONE.spine, 0, -0.08 * stride * s, -0.025 * c);
    turnBone(posture, BONE.chest, 0, -0.1 * stride * s, -0.02 * c);
    turnBone(posture, BONE.neck, -0.02, 0.04 * stride * s, 0);
    turnBone(posture, BONE.head, -0.01, 0.04 * stride * s, 0.01 * c);
    // each arm goes with the opposite leg
    const swing = 0.38 * (0.4 + 0.6 * stride);
    setArm(posture, 0, HANGING, 0.06 + swing * s, 0, 0.3 + 0.14 * s);
    setArm(posture, 1, HANGING, 0.06 - swing * s, 0, 0.3 - 0.14 * s);
  },
};

/** Where the way of a walk has come to after s metres: x, z and heading. */
function follow(travel: Travel, s: number, out: Float64Array, at: number): void {
  const angle = travel === "circle" ? s / RADIUS : 0;
  out[at] = travel === "circle" ? RADIUS * (1 - cos(angle)) : 0;
  out[at + 1] = travel === "circle" ? RADIUS * sin(angle) : travel === "none" ? 0 : s;
  out[at + 2] = angle;
}

/** The left foot has come a stride further with each step, the right foot half a stride less. */
function placeOn(travel: Travel): PlaceFoot {
  return (foot, steps, out, at) => follow(travel, STRIDE * Math.max(0, foot === 0 ? steps : steps - 0.5), out, at);
}

const PLACES: Readonly<Record<Travel, PlaceFoot>> = {
  straight: placeOn("straight"),
  circle: placeOn("circle"),
  none: placeOn("none"),
};
