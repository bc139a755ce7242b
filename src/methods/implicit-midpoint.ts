import { HANDLES_CONTACT } from "../core/constraints.ts";
import { createThetaSolver } from "./implicit/theta-solver.ts";
import type { Method } from "./method.ts";
import { KERNEL_SOLVE_OPTIONS } from "./options.ts";

/** The implicit midpoint rule linearised once a step   [Ertekin14, sec. 5.3]: identical to the θ-blend at λ = ½. */
export const implicitMidpoint: Method = {
  name: "implicit-midpoint",
  conserves: ["linear"],
  stepLimit: Number.POSITIVE_INFINITY,
  springModel: "symmetric",
  kernels: "springs",
  contact: HANDLES_CONTACT,
  options: KERNEL_SOLVE_OPTIONS,
  create: (problem, options) => createThetaSolver(problem, 0.5, options),
};
