import type { KernelModule } from "../../kernels/module.ts";
import { createPairStore, type PairStore } from "../../kernels/search/pair-store.ts";
import { type CollisionMesh, countOfCloths } from "./collision-mesh.ts";
import { copyPairs, createPairList, type PairBuffer, type PairList } from "./pair-list.ts";
import type { Standing } from "./standing.ts";

/**
 * Most pairs that may come near stay apart, and one plane proves it. Kernels in WebAssembly look for that plane with the numbers of the
 * test in TypeScript, which sees the pairs that are left: of the others it would say the same.
 *
 * Returns, in their order, the pairs with a vertex that `moved` which may meet on the way from xs to xe, or do not keep the distance that
 * `kept` says (continuous-test). The list is good until the next call.
 */
export type KeepMeeting = (pairs: PairList, xs: Float64Array, xe: Float64Array, moved: Uint8Array, kept: Float64Array) => PairList;

/** Pairs whose test in TypeScript costs as much as the way of positions to the kernels. */
const FEW = 256;

/** Without `standing`, bodies are copied each time. */
export function createPairKernels(mesh: CollisionMesh, module: KernelModule, standing?: Standing): KeepMeeting {
  const left = createPairList();
  const size = 3 * countOfCloths(mesh).vertices;
  let store: PairStore | undefined;
  /** Since when the bodies in the store stand; 0 where they do not. */
  let since = 0;

  /** Room for the longer list. */
  function prepare({ pointTriangles, edgeEdges }: PairList): PairStore {
    const most = Math.max(pointTriangles.count, edgeEdges.count);
    if (store === undefined || store.capacity < most) {
      store = createPairStore(mesh, module, 2 * most);
      since = 0;
    }
    return store;
  }

  /** Copies the ends of the ways, without those of bodies that are there already. */
  function take({ starts, ends }: PairStore, xs: Float64Array, xe: Float64Array): void {
    if (since > 0 && standing?.since === since) {
      for (let c = 0; c < size; c++) {
        starts[c] = xs[c];
        ends[c] = xe[c];
      }
      return;
    }
    starts.set(xs);
    ends.set(xe);
    since = standing?.since ?? 0;
  }

  return (pairs, xs, xe, moved, kept) => {
    if (pairs.pointTriangles.count + pairs.edgeEdges.count < FEW) return pairs;
    const prepared = prepare(pairs);
    const { kernels, words, moved: marks, numbers, pairs: own } = prepared;
    take(prepared, xs, xe);
    marks.set(moved);
    numbers.set(kept);
    bring(pairs.pointTriangles, own);
    copyPairs(own, kernels.dropApart(words.byteOffset, pairs.pointTriangles.count, 0), left.pointTriangles);
    bring(pairs.edgeEdges, own);
    copyPairs(own, kernels.dropApart(words.byteOffset, pairs.edgeEdges.count, 1), left.edgeEdges);
    return left;
  };
}

function bring({ data, count }: PairBuffer, to: Uint32Array): void {
  for (let c = 0; c < 2 * count; c++) to[c] = data[c];
}
