import { SHEAR_MODELS, type ShearModel } from "../fabric/triangle-stiffness.ts";
import type { ForceOptions, Membrane } from "../forces/forces.ts";
import type { JacobianModel } from "../forces/spring-jacobian.ts";
import { JACOBIAN_MODELS } from "../forces/spring-jacobian.ts";
import type { MethodOptions, OptionRule } from "./method.ts";

// Options that several methods share; what people read of them is in method-words.ts.

export const BENDING: OptionRule = {
  name: "bending",
  kind: "boolean",
  default: true,
};

export const JACOBIAN: OptionRule = {
  name: "jacobian",
  kind: "choice",
  default: "clamped",
  choices: JACOBIAN_MODELS,
};

export const KERNELS: OptionRule = {
  name: "kernels",
  kind: "choice",
  default: "auto",
  choices: ["auto", "wasm", "typescript"],
};

export const ALPHA: OptionRule = {
  name: "alpha",
  kind: "number",
  default: 0.8,
  min: 0,
  max: 0.999,
};

export const JACOBIAN_SPRINGS: OptionRule = {
  name: "jacobianSprings",
  kind: "choice",
  default: "all",
  choices: ["all", "stretch"],
};

export const TOLERANCE: OptionRule = {
  name: "tolerance",
  kind: "number",
  default: 1e-6,
  min: 1e-15,
  max: 0.5,
  logarithmic: true,
};

export const VELOCITY_TOLERANCE: OptionRule = {
  name: "velocityTolerance",
  kind: "number",
  unit: "m/s",
  default: 0,
  min: 0,
  max: 1,
};

export const MAX_ITERATIONS: OptionRule = {
  name: "maxIterations",
  kind: "integer",
  default: 10000,
  min: 1,
  max: 1000000,
  logarithmic: true,
};

/** Of the change of velocity in the last step, how much the solve begins with (implicit/warm-start.ts). */
export const WARM_START: OptionRule = {
  name: "warmStart",
  kind: "number",
  default: 0,
  min: 0,
  max: 1,
};

export const SHEAR: OptionRule = {
  name: "shear",
  kind: "choice",
  default: "axes",
  choices: SHEAR_MODELS,
};

/** What a method that solves a linear system takes. */
export const LINEAR_SOLVE_OPTIONS: readonly OptionRule[] = [
  JACOBIAN,
  TOLERANCE,
  VELOCITY_TOLERANCE,
  ALPHA,
  JACOBIAN_SPRINGS,
  MAX_ITERATIONS,
  BENDING,
];

/** For conjugate gradients: the code of multigrid is multigrid/preconditioned.ts. */
export const PRECONDITIONER: OptionRule = {
  ...KERNELS,
  name: "preconditioner",
  default: "blocks",
  choices: ["blocks", "multigrid", "auto"],
};

/** The same where kernels may solve it. */
export const KERNEL_SOLVE_OPTIONS: readonly OptionRule[] = [...LINEAR_SOLVE_OPTIONS, PRECONDITIONER, KERNELS];

/** The options that choose the forces and how they enter the matrix. `membrane` is no user's choice: a method with triangles adds it. */
export function forceOptions(options: MethodOptions, membrane?: Membrane): ForceOptions {
  return {
    membrane,
    shear: (options.shear ?? SHEAR.default) as ShearModel,
    jacobian: (options.jacobian ?? JACOBIAN.default) as JacobianModel,
    alpha: (options.alpha ?? ALPHA.default) as number,
    jacobianSprings: (options.jacobianSprings ?? JACOBIAN_SPRINGS.default) as "all" | "stretch",
    bending: (options.bending ?? BENDING.default) as boolean,
  };
}

/**
 * The residual [kg·m/s] below which the velocity error is within `velocityTolerance`: A ≥ M ≥ m_min (for every jacobian but `exact`), so the error y − A⁻¹b has at
 * most the length ‖b − Ay‖/m_min.
 */
export function residualFloor(options: MethodOptions, mass: Float64Array): number {
  const smallest = mass.reduce((least, m) => Math.min(least, m), Number.POSITIVE_INFINITY);
  return ((options.velocityTolerance ?? 0) as number) * smallest * Math.sqrt(mass.length);
}
