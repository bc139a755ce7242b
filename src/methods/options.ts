import type { OptionInfo } from "./method.ts";
import * as rules from "./option-rules.ts";

export { forceOptions, residualFloor } from "./option-rules.ts";

/** Options that several methods share; each method lists those it takes. */
export const BENDING: OptionInfo = {
  ...rules.BENDING,
  summary: "let the hinges of the cloth act",
};

export const JACOBIAN: OptionInfo = {
  ...rules.JACOBIAN,
  summary: "model of the springs' stiffness blocks in the system matrix",
};

export const KERNELS: OptionInfo = {
  ...rules.KERNELS,
  summary:
    "what computes: typescript (double precision), wasm (WebAssembly, four times as fast, single precision where that is enough), or auto: " +
    "wasm for cloths of 1,000 particles and more where it is to be had; conjugate gradients to less than 1e-5 are typescript's",
};

export const ALPHA: OptionInfo = {
  ...rules.ALPHA,
  summary: "where the smoothed jacobian begins, as a fraction of the rest length",
};

export const JACOBIAN_SPRINGS: OptionInfo = {
  ...rules.JACOBIAN_SPRINGS,
  summary: "which springs enter the matrix: all, or type 1 (stretch and shear) only",
};

export const TOLERANCE: OptionInfo = {
  ...rules.TOLERANCE,
  summary: "the linear solve ends at ‖b − Ay‖ ≤ tolerance·‖b‖",
};

export const VELOCITY_TOLERANCE: OptionInfo = {
  ...rules.VELOCITY_TOLERANCE,
  summary: "the linear solve also ends when velocities are right to this (root mean square): a cloth at rest costs next to nothing",
};

export const MAX_ITERATIONS: OptionInfo = {
  ...rules.MAX_ITERATIONS,
  summary: "the linear solve gives up after this many iterations",
};

export const SHEAR: OptionInfo = {
  ...rules.SHEAR,
  summary: "how triangles resist shear: by the axes turned by ±45°, or by the angle between warp and weft",
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
