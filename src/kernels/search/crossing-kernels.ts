import * as at from "../layout/crossing-words.ts";
import { createKernelMemory, sizeOf, writeWords } from "../memory.ts";
import type { KernelModule } from "../module.ts";
import { instantiateSearchKernels } from "./search-kernels.ts";

/** Pairs of elements, two numbers each. */
interface Pairs {
  readonly data: Uint32Array;
  readonly count: number;
}

/**
 * Few of many pairs of an edge and a triangle cross. Kernels in WebAssembly drop the others, operation for operation as src/contact/untangle/crossing-list.ts would,
 * which looks at the pairs that are left.
 */
export interface CrossingKernels {
  /** Where the normals of triangles are to be. */
  readonly normals: Float64Array;
  /** The pairs that may cross at x [m], in their order; good until the next are asked for. */
  keepCrossing(x: Float64Array): Pairs;
}

export function createCrossingKernels(
  { triangles, edges, vertexCount }: { readonly triangles: Uint32Array; readonly edges: Uint32Array; readonly vertexCount: number },
  { data, count }: Pairs,
  module: KernelModule,
): CrossingKernels {
  const doubles = [3 * vertexCount, triangles.length];
  const wordCounts = [triangles.length, edges.length, 2 * count, 2 * count, at.CROSSING_BYTES / 4];
  const memory = createKernelMemory(
    [...doubles.map((length) => 8 * length), ...wordCounts.map((length) => 4 * length)].reduce((sum, bytes) => sum + sizeOf(bytes), 0),
    module,
  );
  const [positions, normals] = doubles.map(memory.doubles);
  const [ownTriangles, ownEdges, pairs, kept, words] = wordCounts.map(memory.words);
  ownTriangles.set(triangles);
  ownEdges.set(edges);
  pairs.set(data.subarray(0, 2 * count));
  writeWords(words, {
    [at.POSITIONS]: positions,
    [at.TRIANGLES]: ownTriangles,
    [at.EDGES]: ownEdges,
    [at.NORMALS]: normals,
    [at.PAIRS]: pairs,
    [at.KEPT]: kept,
  });
  const kernels = instantiateSearchKernels(module, memory);
  const crossing = { data: kept, count: 0 };
  return {
    normals,
    keepCrossing(x) {
      positions.set(x.subarray(0, positions.length));
      crossing.count = kernels.keepCrossing(words.byteOffset, count);
      return crossing;
    },
  };
}
