import * as words from "../layout/block-words.ts";
import { ASSEMBLE_FULL_ROWS } from "../layout/job-ids.ts";
import { type KernelMemory, sizeOf } from "../memory.ts";
import { createFullPairs, type FullPairs, sizeOfFullPairs } from "./full-pairs.ts";
import type { HalfEdgePlan, LaidEdges } from "./half-edges.ts";
import type { RowFiller } from "./row-filler.ts";

/** Rows whose blocks are kept as they are (src/kernels/assembly/blocks/full-rows.ts). */
export interface FullRows extends RowFiller {
  readonly pairs: FullPairs;
  readonly job: number;
  readonly diagonals: Float32Array;
}

/** Differences and blocks a I + s sᵀ, at two positions each. */
const SCRATCHES = 4;

/** Bytes that `createFullRows` takes, with so many for each group of blocks. */
export function sizeOfFullRows(
  { groups, commonRows, chunks, bytes }: Pick<HalfEdgePlan, "groups" | "commonRows" | "bytes" | "chunks">,
  particleCount: number,
  size: number,
): number {
  const pairs = sizeOfFullPairs(particleCount, chunks, commonRows, groups, size);
  return pairs + sizeOf(32 * particleCount) + SCRATCHES * bytes;
}

export function createFullRows(edges: LaidEdges, size: number, memory: KernelMemory): FullRows {
  const pairs = createFullPairs(edges, size, memory);
  const diagonals = memory.floats(8 * (edges.rowStart.length - 1));
  const scratch = memory.floats(SCRATCHES * edges.scratch.length);
  return {
    pairs,
    blocks: pairs.blocks,
    job: ASSEMBLE_FULL_ROWS,
    diagonals,
    describe(system) {
      system[words.ROW_START] = pairs.rowStart.byteOffset;
      system[words.OWNED_END] = pairs.ownedEnd.byteOffset;
      system[words.COMMON_ROWS] = pairs.commonRows.byteOffset;
      system[words.COLUMNS] = pairs.columns.byteOffset;
      system[words.BLOCKS] = pairs.blocks.byteOffset;
      system[words.BLOCK_SIZE] = size;
      system[words.SCRATCH] = scratch.byteOffset;
      system[words.SCRATCH_SIZE] = 4 * SCRATCHES * edges.scratchSize;
      system[words.HALF_EDGE_START] = edges.rowStart.byteOffset;
      system[words.DIAGONALS] = diagonals.byteOffset;
    },
  };
}
