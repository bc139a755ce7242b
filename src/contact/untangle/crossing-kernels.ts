import { createKernelMemory, sizeOf } from "../../kernels/memory.ts";
import type { KernelModule } from "../../kernels/module.ts";
import { instantiateSearchKernels } from "../../kernels/search/search-kernels.ts";
import type { CollisionMesh } from "../search/collision-mesh.ts";
import type { PairBuffer } from "../search/pair-list.ts";

/** Of many pairs of an edge and a triangle few cross. Kernels in WebAssembly find them with the numbers of crossing-list, which sees what is left: of the others it would say the same. */
export interface CrossingKernels {
  /** Where the normals of triangles are to be. */
  readonly normals: Float64Array;
  /** The pairs that may cross at x [m], in their order; good until the next are asked for. */
  keepCrossing(x: Float64Array): Pick<PairBuffer, "data" | "count">;
}

/** Words that name arrays, as src/kernels/assembly/search/crossing-tests.ts has them. */
const WORDS = 6;

export function createCrossingKernels(
  { triangles, edges, vertexCount }: CollisionMesh,
  { data, count }: PairBuffer,
  module: KernelModule,
): CrossingKernels {
  const doubles = [3 * vertexCount, triangles.length];
  const wordCounts = [triangles.length, edges.length, 2 * count, 2 * count, WORDS];
  const memory = createKernelMemory(
    [...doubles.map((length) => 8 * length), ...wordCounts.map((length) => 4 * length)].reduce((sum, bytes) => sum + sizeOf(bytes), 0),
    module,
  );
  const [positions, normals] = doubles.map(memory.doubles);
  const [ownTriangles, ownEdges, pairs, kept, words] = wordCounts.map(memory.words);
  ownTriangles.set(triangles);
  ownEdges.set(edges);
  pairs.set(data.subarray(0, 2 * count));
  words.set([positions, ownTriangles, ownEdges, normals, pairs, kept].map(({ byteOffset }) => byteOffset));
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
