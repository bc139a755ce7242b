import { bits, doubles, filled, layArrays, sizeOfArrays, words } from "../array-table.ts";
import * as at from "../layout/pair-words.ts";
import { createKernelMemory } from "../memory.ts";
import type { KernelModule } from "../module.ts";
import { instantiateSearchKernels, type SearchKernels } from "./search-kernels.ts";

/** A mesh and pairs of its elements, in the memory of the kernel that drops pairs which stay apart. */
export interface PairStore {
  readonly kernels: SearchKernels;
  /** Room for this many pairs. */
  readonly capacity: number;
  readonly words: Uint32Array;
  /** Positions at both ends of the step [m]. */
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** 1 for a vertex that has moved. */
  readonly moved: Uint8Array;
  readonly numbers: Float64Array;
  readonly pairs: Uint32Array;
}

export function createPairStore(
  { triangles, edges, vertexCount: n }: { readonly triangles: Uint32Array; readonly edges: Uint32Array; readonly vertexCount: number },
  module: KernelModule,
  capacity: number,
): PairStore {
  const pieces = {
    triangles: filled(at.TRIANGLES, triangles),
    edges: filled(at.EDGES, edges),
    starts: doubles(at.STARTS, 3 * n),
    ends: doubles(at.ENDS, 3 * n),
    moved: bits(at.MOVED, n),
    numbers: doubles(at.NUMBERS, 2),
    pairs: words(at.PAIRS, 2 * capacity),
    scratch: doubles(at.SCRATCH, at.SCRATCH_BYTES / 8),
  };
  const memory = createKernelMemory(sizeOfArrays(pieces, at.PAIR_BYTES), module);
  const { arrays, words: offsets } = layArrays(pieces, at.PAIR_BYTES, memory);
  return { kernels: instantiateSearchKernels(module, memory), capacity, words: offsets, ...arrays };
}
