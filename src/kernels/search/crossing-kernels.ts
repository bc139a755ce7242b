import { doubles, filled, layArrays, sizeOfArrays, words } from "../array-table.ts";
import * as at from "../layout/crossing-words.ts";
import { createKernelMemory } from "../memory.ts";
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
  /** The pairs that may cross at x [m], in their order; good until the next are asked for. Positions and normals of more may be behind them. */
  keepCrossing(x: Float64Array, normals: Float64Array): Pairs;
}

export function createCrossingKernels(
  { triangles, edges, vertexCount }: { readonly triangles: Uint32Array; readonly edges: Uint32Array; readonly vertexCount: number },
  { data, count }: Pairs,
  module: KernelModule,
): CrossingKernels {
  const pieces = {
    positions: doubles(at.POSITIONS, 3 * vertexCount),
    triangles: filled(at.TRIANGLES, triangles),
    edges: filled(at.EDGES, edges),
    normals: doubles(at.NORMALS, triangles.length),
    pairs: filled(at.PAIRS, data.subarray(0, 2 * count)),
    kept: words(at.KEPT, 2 * count),
  };
  const memory = createKernelMemory(sizeOfArrays(pieces, at.CROSSING_BYTES), module);
  const { arrays, words: offsets } = layArrays(pieces, at.CROSSING_BYTES, memory);
  const { positions, normals, kept } = arrays;
  const kernels = instantiateSearchKernels(module, memory);
  const crossing = { data: kept, count: 0 };
  return {
    keepCrossing(x, ofTriangles) {
      positions.set(x.subarray(0, positions.length));
      normals.set(ofTriangles.subarray(0, normals.length));
      crossing.count = kernels.keepCrossing(offsets.byteOffset, count);
      return crossing;
    },
  };
}
