import { thetaBy } from "./implicit/theta.ts";
import { PLAIN_STEP } from "./implicit/theta-solver.ts";

/** The θ-blend, with all of its code. */
export const theta = thetaBy(PLAIN_STEP);
