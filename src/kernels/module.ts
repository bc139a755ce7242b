import type { BodyMotion } from "../core/body-motion.ts";
import type { createBlockCouplings } from "./blocks/block-couplings.ts";
import type { prepareBlockKernels } from "./blocks/block-kernels.ts";
import type { BodyKernels } from "./bodies/body-kernels.ts";

/** The kernels, compiled. Opaque, so that whoever has no types for WebAssembly can name it. */
export interface KernelModule {
  readonly module: object;
  /** Those of linear models, where they are apart from those with blocks. */
  readonly linear?: object;
  /** Threads that help; absent where there is one alone. The bits are the same. */
  readonly team?: Team;
  /** Where it is noted how to release the team from each memory; where this is absent it stays until the memory has been collected. */
  readonly releases?: Release[];
  /** What lays out the memory of kernels with blocks and calls them; absent from kernels that have none. */
  readonly prepareBlocks?: typeof prepareBlockKernels;
  /** What makes the kernels of bodies, whose binary is another. */
  createBodies?(
    colliders: readonly object[],
    motion: BodyMotion,
    cloth: { readonly thickness: Float64Array; readonly friction: Float64Array },
  ): BodyKernels | undefined;
  /** What tells kernels with blocks of particles that touch; where it is absent steps with such particles are TypeScript's. */
  readonly createTies?: typeof createBlockCouplings;
}

/** Threads that run chunks of jobs in the memories that they have been told of (src/kernels/assembly/shared/team.ts). */
export interface Team {
  /** How many there are, the caller included. */
  readonly threads: number;
  /** Whether the caller may be put to sleep: the main thread of a page may not. */
  readonly mayWait: boolean;
  /** Tells them of a memory. `call` calls them to it, for as long as there is something to do; `release` has them forget it. */
  join(module: object, memory: object): { readonly call: () => void; readonly release: Release };
}

/** Releases a team from a memory, and does not keep that from being collected. Twice is once. */
export type Release = () => void;
