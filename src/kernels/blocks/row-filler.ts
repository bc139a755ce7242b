import type { Kernels } from "../kernels.ts";
import type { KernelMemory } from "../memory.ts";
import type { HalfEdgePlan, LaidEdges } from "./half-edges.ts";

/** Another way to fill matrix and right-hand side than that of the θ-blend (src/kernels/blocks/paid-rows.ts, triangle-rows.ts): only methods that use it load it. */
export interface RowFillerPlan {
  /** Names of the elastic forces that they compute besides those of springs and hinges. */
  readonly terms?: readonly string[];
  /** Bytes that `create` takes, which is called after it. */
  size(plan: Pick<HalfEdgePlan, "groups" | "commonRows" | "bytes" | "chunks">, particleCount: number): number;
  create(edges: LaidEdges, memory: KernelMemory, kernels: Kernels): RowFiller;
}

export interface RowFiller {
  readonly blocks?: Float32Array;
  /** Where the positions go that `begin` is given besides x; without, it is given velocities. */
  readonly positions?: Float32Array;
  /** The job (src/kernels/layout/job-ids.ts) that leaves blocks, inverse diagonal blocks and the right-hand side. */
  readonly job?: number;
  /** The diagonal blocks without M′ where blocks are not a I + s sᵀ, eight numbers a row: xx, xy, xz, 0, yy, yz, zz, 0. */
  readonly diagonals?: Float32Array;
  /** The largest stiffness over mass of any particle, with all forces [1/s²]. */
  readonly ratio?: number;
  /** Tells the kernels of all that (src/kernels/layout/block-words.ts). */
  describe(system: Uint32Array): void;
}
