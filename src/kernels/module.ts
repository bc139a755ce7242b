import type { prepareBlockKernels } from "./blocks/block-kernels.ts";
import type { createConeKernels } from "./cones/cone-kernels.ts";

/** The kernels, compiled. Opaque, so that whoever has no types for WebAssembly can name it. */
export interface KernelModule {
  readonly module: object;
  /** Threads that help; absent where there is one alone. The bits are the same. */
  readonly team?: Team;
  /** What lays out the memory of kernels with blocks and calls them; absent from kernels that have none. */
  readonly prepareBlocks?: typeof prepareBlockKernels;
  /** The same of those for bodies of cones. */
  readonly createCones?: typeof createConeKernels;
}

/** Threads that run chunks of jobs in the memories that they have been told of (src/kernels/assembly/shared/team.ts). */
export interface Team {
  /** How many there are, the caller included. */
  readonly threads: number;
  /** Whether the caller may be put to sleep: the main thread of a page may not. */
  readonly mayWait: boolean;
  /** Tells them of a memory; the function that comes back calls them to it, for as long as there is something to do. */
  join(module: object, memory: object): () => void;
}
