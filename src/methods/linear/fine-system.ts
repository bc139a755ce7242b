import type { Pins } from "../../core/constraints.ts";
import type { Slices } from "../../core/slices.ts";
import type { FinePlan } from "../../kernels/linear/fine-solve-kernels.ts";
import type { SymmetricMatrix } from "../../linalg/symmetric-matrix.ts";

/** What solves with the constant matrix of a linear model: its factor (constant-system.ts), or a V-cycle (src/methods/multigrid/multigrid-system.ts). */
export interface FineSystem {
  /** Makes it ready for this (effective) step. To be called before `solve`. */
  prepare(s: number, pins: Pins): void;
  prepareInSlices(s: number, pins: Pins): Slices<void>;
  /** y = A⁻¹ b over the free particles, or B b with 0 < B ≤ A⁻¹ where there is `subtractProduct`; 0 on held ones. */
  solve(b: Float64Array, y: Float64Array): void;
  /** out −= A x over the free particles; x does not move held ones. */
  subtractProduct?(x: Float64Array, out: Float64Array): void;
  /** The whole matrix for the step s, held particles included. */
  matrix(s: number): SymmetricMatrix;
  /** The same in kernels. */
  planKernels(): FinePlan;
  /** What its rounding depends on besides. */
  readonly history: readonly Float64Array[];
}
