import { THETA, thetaBy } from "./implicit/theta.ts";
import { PLAIN_STEP } from "./implicit/theta-solver.ts";
import { KERNELS, LINEAR_SOLVE_OPTIONS } from "./options.ts";

/** The θ-blend, with all of its code. */
export const theta = thetaBy(PLAIN_STEP, {
  title: "θ-blend",
  summary: "from explicit to implicit Euler by one weight; second order at ½, damped above, unstable below",
  paper: "Ertekin14",
  equations: "sec. 5.2",
  options: [
    { ...THETA, summary: "weight λ of the new time level: 0 explicit Euler, ½ second order, 1 implicit Euler" },
    ...LINEAR_SOLVE_OPTIONS,
    KERNELS,
  ],
});
