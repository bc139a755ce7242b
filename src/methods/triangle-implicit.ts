import { HANDLES_CONTACT } from "../core/constraints.ts";
import type { ShearModel } from "../fabric/triangle-stiffness.ts";
import { triangleTerms } from "../forces/triangle-terms.ts";
import { planTriangleRows } from "../kernels/blocks/triangle-rows.ts";
import { createThetaSolver } from "./implicit/theta-solver.ts";
import type { Method } from "./method.ts";
import { BENDING, KERNELS, MAX_ITERATIONS, SHEAR, TOLERANCE, VELOCITY_TOLERANCE } from "./options.ts";

/**
 * The conventional triangle model   [Choi13, sec. 4.2] under the implicit Euler step of [Choi13, eq. 1.8 times M]: the matrix is
 * assembled anew at every step, with blocks clamped to be positive semi-definite. Springs do not act; relative damping along them does.
 */
export const triangleImplicit: Method = {
  name: "triangle-implicit",
  conserves: ["linear"],
  stepLimit: Number.POSITIVE_INFINITY,
  membrane: "triangles",
  membraneTerms: triangleTerms,
  springModel: "symmetric",
  kernels: "blocks",
  contact: HANDLES_CONTACT,
  takesCorrection: true,
  options: [SHEAR, TOLERANCE, VELOCITY_TOLERANCE, MAX_ITERATIONS, BENDING, KERNELS],
  create(problem, options) {
    const kernels = planTriangleRows(problem.cloth, options.shear as ShearModel);
    return createThetaSolver(problem, 1, options, { membrane: triangleTerms, kernels });
  },
};
