import { SHEAR_MODELS, type ShearModel } from "../fabric/triangle-stiffness.ts";
import type { ForceOptions, Membrane } from "../forces/catalog.ts";
import type { JacobianModel } from "../forces/spring-jacobian.ts";
import { JACOBIAN_MODELS } from "../forces/spring-jacobian.ts";
import type { MethodOptions, OptionInfo } from "./method.ts";

/** Options that several methods share; each method lists those it takes. */
export const BENDING: OptionInfo = {
  name: "bending",
  summary: "let the hinges of the cloth act",
  kind: "boolean",
  unit: "",
  default: true,
};

export const JACOBIAN: OptionInfo = {
  name: "jacobian",
  summary: "model of the springs' stiffness blocks in the system matrix",
  kind: "choice",
  unit: "",
  default: "clamped",
  choices: JACOBIAN_MODELS,
};

export const KERNELS: OptionInfo = {
  name: "kernels",
  summary:
    "what computes: typescript (double precision), wasm (WebAssembly, four times as fast, single precision where that is enough), or auto: " +
    "wasm for cloths of 1,000 particles and more where it is to be had; conjugate gradients to less than 1e-5 are typescript's",
  kind: "choice",
  unit: "",
  default: "auto",
  choices: ["auto", "wasm", "typescript"],
};

export const ALPHA: OptionInfo = {
  name: "alpha",
  summary: "where the smoothed jacobian begins, as a fraction of the rest length",
  kind: "number",
  unit: "",
  default: 0.8,
  min: 0,
  max: 0.999,
};

export const JACOBIAN_SPRINGS: OptionInfo = {
  name: "jacobianSprings",
  summary: "which springs enter the matrix: all, or type 1 (stretch and shear) only",
  kind: "choice",
  unit: "",
  default: "all",
  choices: ["all", "stretch"],
};

export const TOLERANCE: OptionInfo = {
  name: "tolerance",
  summary: "the linear solve ends at ‖b − Ay‖ ≤ tolerance·‖b‖",
  kind: "number",
  unit: "",
  default: 1e-6,
  min: 1e-15,
  max: 0.5,
  logarithmic: true,
};

export const VELOCITY_TOLERANCE: OptionInfo = {
  name: "velocityTolerance",
  summary: "the linear solve also ends when velocities are right to this (root mean square): a cloth at rest costs next to nothing",
  kind: "number",
  unit: "m/s",
  default: 0,
  min: 0,
  max: 1,
};

export const MAX_ITERATIONS: OptionInfo = {
  name: "maxIterations",
  summary: "the linear solve gives up after this many iterations",
  kind: "integer",
  unit: "",
  default: 10000,
  min: 1,
  max: 1000000,
  logarithmic: true,
};

export const SHEAR: OptionInfo = {
  name: "shear",
  summary: "how triangles resist shear: by the axes turned by ±45°, or by the angle between warp and weft",
  kind: "choice",
  unit: "",
  default: "axes",
  choices: SHEAR_MODELS,
};

/** What a method that solves a linear system takes. */
export const LINEAR_SOLVE_OPTIONS: readonly OptionInfo[] = [
  JACOBIAN,
  TOLERANCE,
  VELOCITY_TOLERANCE,
  ALPHA,
  JACOBIAN_SPRINGS,
  MAX_ITERATIONS,
  BENDING,
];

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
