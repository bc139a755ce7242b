import * as at from "../layout/pair-words.ts";
import { createKernelMemory, sizeOf, writeWords } from "../memory.ts";
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
  const doubles = [3 * n, 3 * n, 2, at.SCRATCH_BYTES / 8];
  const wordCounts = [triangles.length, edges.length, Math.ceil(n / 4), 2 * capacity, at.PAIR_BYTES / 4];
  const bytes = doubles.reduce((sum, count) => sum + sizeOf(8 * count), 0);
  const memory = createKernelMemory(
    wordCounts.reduce((sum, count) => sum + sizeOf(4 * count), bytes),
    module,
  );
  const [starts, ends, numbers, scratch] = doubles.map(memory.doubles);
  const [ownTriangles, ownEdges, marks, pairs, words] = wordCounts.map(memory.words);
  ownTriangles.set(triangles);
  ownEdges.set(edges);
  writeWords(words, {
    [at.TRIANGLES]: ownTriangles,
    [at.EDGES]: ownEdges,
    [at.STARTS]: starts,
    [at.ENDS]: ends,
    [at.MOVED]: marks,
    [at.NUMBERS]: numbers,
    [at.PAIRS]: pairs,
    [at.SCRATCH]: scratch,
  });
  const kernels = instantiateSearchKernels(module, memory);
  const moved = new Uint8Array(marks.buffer, marks.byteOffset, n);
  return { kernels, capacity, words, starts, ends, moved, numbers, pairs };
}
