import type { CollisionMesh } from "../search/collision-mesh.ts";
import type { PairList } from "../search/pair-list.ts";
import { testEdgeEdge, testPointTriangle } from "./continuous-test.ts";

/** Told of every pair that meets, by its four vertices; what the test found is in the array it was given. */
export type OnImpact = (a: number, b: number, c: number, d: number) => void;

/**
 * Follows the pairs from xs to xe and tells of those that meet on the way, or do not keep the part of their distance that `kept` says
 * (continuous-test): gaps that shrank step by step would end below the rounding of positions. Only pairs with a vertex that `moved` are looked at: the
 * others did not meet when they were last tested. Pairs of which both sides are `tangled` are left out, since they cannot tell their sides.
 */
export function findImpacts(
  mesh: CollisionMesh,
  { pointTriangles, edgeEdges }: PairList,
  xs: Float64Array,
  xe: Float64Array,
  moved: Uint8Array,
  tangled: Uint8Array,
  feature: Float64Array,
  kept: Float64Array,
  onImpact: OnImpact,
): void {
  const { triangles, edges } = mesh;
  for (let k = 0; k < pointTriangles.count; k++) {
    const p = pointTriangles.data[2 * k];
    const t = 3 * pointTriangles.data[2 * k + 1];
    const a = triangles[t];
    const b = triangles[t + 1];
    const c = triangles[t + 2];
    if ((moved[p] | moved[a] | moved[b] | moved[c]) === 0) continue;
    if ((tangled[p] & (tangled[a] | tangled[b] | tangled[c])) !== 0) continue;
    if (testPointTriangle(xs, xe, p, a, b, c, 0, feature, kept)) onImpact(a, b, c, p);
  }
  for (let k = 0; k < edgeEdges.count; k++) {
    const e = 2 * edgeEdges.data[2 * k];
    const f = 2 * edgeEdges.data[2 * k + 1];
    const a = edges[e];
    const b = edges[e + 1];
    const c = edges[f];
    const d = edges[f + 1];
    if ((moved[a] | moved[b] | moved[c] | moved[d]) === 0) continue;
    if (((tangled[a] | tangled[b]) & (tangled[c] | tangled[d])) !== 0) continue;
    if (testEdgeEdge(xs, xe, a, b, c, d, 0, feature, kept)) onImpact(a, b, c, d);
  }
}
