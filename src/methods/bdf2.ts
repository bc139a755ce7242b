import { BDF2_CONTACT, createMultistepSolver } from "./implicit/multistep.ts";
import type { Method } from "./method.ts";
import { KERNEL_SOLVE_OPTIONS } from "./options.ts";

/** The second-order backward differentiation formula, linearised once a step, as [Oh04, sec. 6] compares with. */
export const bdf2: Method = {
  name: "bdf2",
  conserves: ["linear"],
  stepLimit: Number.POSITIVE_INFINITY,
  springModel: "symmetric",
  kernels: "springs",
  contact: BDF2_CONTACT,
  options: KERNEL_SOLVE_OPTIONS,
  create: (problem, options) => createMultistepSolver(problem, true, false, options),
};
