import type { BlockKernels } from "../../kernels/blocks/block-kernels.ts";
import type { BlockKernelsSetup } from "../../kernels/blocks/block-system.ts";
import type { Improvement } from "../../linalg/block-pcg.ts";
import type { SolveReport } from "../method.ts";

/** What conjugate gradients are preconditioned by besides inverse diagonal blocks. */
export interface Preconditioning {
  /** Makes `improve` ready for M + sC + s²K and what is held now. */
  prepare(s: number): void;
  /** For those in TypeScript. */
  readonly improve: Improvement;
  /** For kernels with blocks whose rows are numbered as the particles are. */
  readonly blocks: Pick<BlockKernelsSetup, "planRows"> & { solve(kernels: BlockKernels, report: SolveReport): void };
}
