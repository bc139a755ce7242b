import { HANDLES_CONTACT } from "../core/constraints.ts";
import { createMultistepSolver, TENSION } from "./implicit/multistep.ts";
import type { Method } from "./method.ts";
import { KERNELS, LINEAR_SOLVE_OPTIONS } from "./options.ts";

/** Oh's low-damped method [Oh04, sec. 5]: implicit Euler whose artificial damping acts on the springs' length only. */
export const paid: Method = {
  name: "paid",
  conserves: ["linear"],
  stepLimit: Number.POSITIVE_INFINITY,
  springModel: "symmetric",
  kernels: "blocks",
  contact: HANDLES_CONTACT,
  options: [TENSION, ...LINEAR_SOLVE_OPTIONS, KERNELS],
  create: (problem, options) => createMultistepSolver(problem, false, true, options),
};
