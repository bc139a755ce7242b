import type { Slices } from "../../core/slices.ts";
import type { Kernels } from "../kernels.ts";
import type { KernelMemory } from "../memory.ts";

/** What solves with the constant matrix A of a linear model: with its factor (factor-kernels.ts), or by a V-cycle (cycle-kernels.ts). Vectors are (x, y, z, 0) a row. */
export interface FineSolveKernels {
  /** Whether it has the numbers of the system as it is now. */
  readonly isTaken: boolean;
  /** Takes them over. */
  take(): Slices<void>;
  /** y = A⁻¹ b, or about that, which may be the same */
  solve(b: Float32Array, y: Float32Array): void;
  /** out −= A x over the particles that are free, which are the only ones that x moves; present where `solve` is not quite A⁻¹. */
  subtractProduct?(x: Float32Array, out: Float32Array): void;
}

/** The same before there is a memory. */
export interface FinePlan {
  /** The particle of each row, and the row of each particle. */
  readonly order: Uint32Array;
  readonly rank: Uint32Array;
  /** Rows of vectors that are solved for. */
  readonly vectorRows: number;
  /** Bytes that `create` takes. */
  readonly bytes: number;
  create(kernels: Kernels, memory: KernelMemory): FineSolveKernels;
}
