import { HANDLES_CONTACT } from "../core/constraints.ts";
import type { ShearModel } from "../fabric/triangle-stiffness.ts";
import { triangleTerms } from "../forces/triangle-terms.ts";
import { planTriangleRows } from "../kernels/blocks/triangle-rows.ts";
import type { ThetaParts } from "./implicit/theta.ts";
import { createThetaSolver } from "./implicit/theta-solver.ts";
import type { Method, MethodOptions, Problem } from "./method.ts";
import { BENDING, KERNELS, MAX_ITERATIONS, PRECONDITIONER, SHEAR, TOLERANCE, VELOCITY_TOLERANCE, WARM_START } from "./options.ts";

/** Triangles in the place of springs. */
export function planTriangleParts({ cloth }: Problem, { shear }: MethodOptions): ThetaParts {
  return { membrane: triangleTerms, kernels: planTriangleRows(cloth, shear as ShearModel) };
}

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
  options: [SHEAR, TOLERANCE, VELOCITY_TOLERANCE, MAX_ITERATIONS, BENDING, PRECONDITIONER, KERNELS, WARM_START],
  create: (problem, options) => createThetaSolver(problem, 1, options, planTriangleParts(problem, options)),
};
