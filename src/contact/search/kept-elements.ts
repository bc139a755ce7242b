import type { CollisionMesh } from "./collision-mesh.ts";
import { type PairBuffer, type PairList, reservePairs } from "./pair-list.ts";

/** The elements of a mesh that a cut has left alone: the new number of each element of before, GONE for those at the cut. */
export interface KeptElements {
  /** 1 for each triangle at the cut: around a vertex that has lost or gained a corner. */
  readonly isNew: Uint8Array;
  readonly point: Int32Array;
  readonly triangle: Int32Array;
  readonly edge: Int32Array;
}

const GONE = -1;

export function findKept(before: CollisionMesh, mesh: CollisionMesh): KeptElements {
  const isNew = markMoved(before.triangles, mesh);
  const point = new Int32Array(before.vertexCount).fill(GONE);
  const triangle = new Int32Array(isNew.length);
  const edge = new Int32Array(before.edges.length / 2);
  for (let t = 0; t < isNew.length; t++) {
    const isKept = isNew[t] === 0;
    triangle[t] = isKept ? t : GONE;
    const shift = mesh.edgeStart[t] - before.edgeStart[t];
    for (let e = before.edgeStart[t]; e < before.edgeStart[t + 1]; e++) edge[e] = isKept ? e + shift : GONE;
    for (let p = before.pointStart[t]; p < before.pointStart[t + 1]; p++) {
      if (isKept) point[before.points[p]] = before.points[p];
    }
  }
  return { isNew, point, triangle, edge };
}

function markMoved(before: Uint32Array, { vertexCount, triangles }: CollisionMesh): Uint8Array {
  const isMoved = new Uint8Array(vertexCount);
  for (let h = 0; h < triangles.length; h++) {
    if (triangles[h] !== before[h]) isMoved[triangles[h]] = isMoved[before[h]] = 1;
  }
  const marked = new Uint8Array(triangles.length / 3);
  for (let h = 0; h < triangles.length; h++) if (isMoved[triangles[h]] !== 0) marked[Math.floor(h / 3)] = 1;
  return marked;
}

/** Marks the vertices of new triangles. */
export function markVertices(triangles: Uint32Array, isNew: Uint8Array, marks: Uint8Array): void {
  for (let t = 0; t < isNew.length; t++) {
    if (isNew[t] === 0) continue;
    for (let h = 3 * t; h < 3 * t + 3; h++) marks[triangles[h]] = 1;
  }
}

/** Replaces `out` by the pairs of two kept elements, in the same order. */
export function keepPairs({ pointTriangles, edgeEdges }: PairList, kept: KeptElements, out: PairList): void {
  keepSome(pointTriangles, kept.point, kept.triangle, out.pointTriangles);
  keepSome(edgeEdges, kept.edge, kept.edge, out.edgeEdges);
}

function keepSome(pairs: PairBuffer, first: Int32Array, second: Int32Array, out: PairBuffer): void {
  const { data: source, count } = pairs;
  out.count = 0;
  const data = reservePairs(out, count);
  for (let k = 0; k < count; k++) {
    const i = first[source[2 * k]];
    const j = second[source[2 * k + 1]];
    if (i === GONE || j === GONE) continue;
    data[2 * out.count] = i;
    data[2 * out.count++ + 1] = j;
  }
}
