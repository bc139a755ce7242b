import { implicitEulerBy } from "./implicit/implicit-euler-by.ts";
import { PLAIN_STEP } from "./implicit/theta-solver.ts";

/** Implicit Euler, with all of its code. */
export const implicitEuler = implicitEulerBy(PLAIN_STEP);
