import { HANDLES_CONTACT } from "../core/constraints.ts";
import { createMultistepSolver, TENSION } from "./implicit/multistep.ts";
import type { Method } from "./method.ts";
import { KERNEL_SOLVE_OPTIONS } from "./options.ts";

/** Oh's low-damped method [Oh04, sec. 5]: implicit Euler whose artificial damping acts on the springs' length only. */
export const paid: Method = {
  name: "paid",
  conserves: ["linear"],
  stepLimit: Number.POSITIVE_INFINITY,
  springModel: "symmetric",
  kernels: "blocks",
  contact: HANDLES_CONTACT,
  options: [TENSION, ...KERNEL_SOLVE_OPTIONS],
  create: (problem, options) => createMultistepSolver(problem, false, true, options),
};
