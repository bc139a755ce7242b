import { BDF2_CONTACT, createMultistepSolver, TENSION } from "./implicit/multistep.ts";
import type { Method } from "./method.ts";
import { KERNEL_SOLVE_OPTIONS } from "./options.ts";

/**
 * BDF2 with the PAID force, Oh's fourth method [Oh04, Table 1] (the equations are ours: the paper prints none). With the tension
 * kept in its old direction it gains angular momentum, like exp(ω²ht), and is of first order; `rotated` mends both.
 */
export const bdf2Paid: Method = {
  name: "bdf2-paid",
  conserves: ["linear"],
  stepLimit: Number.POSITIVE_INFINITY,
  springModel: "symmetric",
  kernels: "blocks",
  contact: BDF2_CONTACT,
  options: [TENSION, ...KERNEL_SOLVE_OPTIONS],
  create: (problem, options) => createMultistepSolver(problem, true, true, options),
};
