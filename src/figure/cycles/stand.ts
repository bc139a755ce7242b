import type { Cycle } from "../cycle.ts";
import { setArm } from "../limbs.ts";

/** How far arms hang below the A-pose, and how far elbows are bent [rad]. */
export const HANGING = -0.28;
export const SOFT_ELBOW = 0.18;

/** Lowers its arms from the A-pose and stands still. */
export const stand: Cycle = {
  period: 1,
  compute(_motion, _t, posture) {
    setArm(posture, 0, HANGING, 0.05, 0, SOFT_ELBOW);
    setArm(posture, 1, HANGING, 0.05, 0, SOFT_ELBOW);
  },
};
