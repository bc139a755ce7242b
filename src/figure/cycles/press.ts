import type { Cycle } from "../cycle.ts";
import { hill } from "../ease.ts";
import { setArm } from "../limbs.ts";
import { HANGING, SOFT_ELBOW } from "./stand.ts";

const PERIOD = 3;
/** The part of a period in which the arm goes down and up again. */
const FROM = 0.2;
const UNTIL = 0.7;
/** How far the arm is lowered further until its cones touch the trunk's [rad]. */
const PRESSED = -0.29;

/** Presses the left arm to the trunk every three seconds, on purpose: cloth between them is pinched, and under the arm the skin folds into itself. */
export const press: Cycle = {
  period: PERIOD,
  touches: true,
  compute(_motion, t, posture) {
    const phase = t / PERIOD - Math.floor(t / PERIOD);
    const down = hill((phase - FROM) / (UNTIL - FROM));
    setArm(posture, 0, HANGING + PRESSED * down, 0.05, 0, SOFT_ELBOW);
    setArm(posture, 1, HANGING, 0.05, 0, SOFT_ELBOW);
  },
};
