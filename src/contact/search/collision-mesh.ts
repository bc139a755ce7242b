import { groupByKey } from "../../core/group-by.ts";
import { nextCorner } from "../../mesh/next-corner.ts";
import type { PairList } from "./pair-list.ts";

/** The group of triangles with infinite mass. Pairs within it are never looked for. */
export const BODY_GROUP = 0;

/**
 * The vertices, edges and triangles that may touch: the cloth's particles first, then the vertices of bodies, in one array of positions.
 *
 * Every vertex in use and every edge is *owned* by one triangle, the first that has it. A pair of triangles then stands for the
 * pairs of their own elements, and every pair of triangles once yields every pair of elements once.
 */
export interface CollisionMesh {
  readonly vertexCount: number;
  /** Corners, packed by threes. */
  readonly triangles: Uint32Array;
  /** Ends of each edge, packed by twos, lower index first, each edge once; those that triangle t owns are side by side. */
  readonly edges: Uint32Array;
  /** Vertices in use, each once; those that triangle t owns are side by side. */
  readonly points: Uint32Array;
  /** Triangle t owns the edges `edgeStart[t]` to `edgeStart[t + 1] − 1`. */
  readonly edgeStart: Uint32Array;
  /** Triangle t owns the vertices `points[pointStart[t]]` to `points[pointStart[t + 1] − 1]`. */
  readonly pointStart: Uint32Array;
  /** The group of each triangle: `BODY_GROUP`, or any other number for the triangles of one cloth. */
  readonly groups: Uint32Array;
  /** 1 for each vertex at which the surface goes on, though not in this mesh; nowhere without. */
  readonly rims?: Uint8Array;
}

export interface ElementCounts {
  readonly vertices: number;
  readonly points: number;
  readonly edges: number;
  readonly triangles: number;
}

/**
 * Finds vertices, edges and their owners in linear time, like `buildTopology`, but asks nothing of the surface: any number of
 * triangles may meet at an edge, a triangle may occur twice or name a corner twice. An edge from a vertex to itself is none.
 * Without `groups` all triangles are of one cloth.
 */
export function createCollisionMesh(
  vertexCount: number,
  triangles: Uint32Array,
  groups: Uint32Array = new Uint32Array(triangles.length / 3).fill(BODY_GROUP + 1),
): CollisionMesh {
  const triangleCount = triangles.length / 3;
  const firstHalf = findFirstHalfEdges(vertexCount, triangles);
  const edges = new Uint32Array(2 * triangles.length);
  const points = new Uint32Array(vertexCount);
  const edgeStart = new Uint32Array(triangleCount + 1);
  const pointStart = new Uint32Array(triangleCount + 1);
  const seen = new Uint8Array(vertexCount);
  let edgeCount = 0;
  let pointCount = 0;
  for (let h = 0; h < triangles.length; h++) {
    const vertex = triangles[h];
    if (seen[vertex] === 0) {
      seen[vertex] = 1;
      points[pointCount++] = vertex;
    }
    const other = triangles[nextCorner(h)];
    if (firstHalf[h] === 1 && vertex !== other) {
      edges[2 * edgeCount] = Math.min(vertex, other);
      edges[2 * edgeCount++ + 1] = Math.max(vertex, other);
    }
    if (h % 3 === 2) {
      edgeStart[(h + 1) / 3] = edgeCount;
      pointStart[(h + 1) / 3] = pointCount;
    }
  }
  return {
    vertexCount,
    triangles,
    edges: edges.slice(0, 2 * edgeCount),
    points: points.slice(0, pointCount),
    edgeStart,
    pointStart,
    groups,
  };
}

/** 1 for each half-edge, from a corner to the next, that is the first one between its two ends. */
function findFirstHalfEdges(vertexCount: number, triangles: Uint32Array): Uint8Array {
  const first = new Uint8Array(triangles.length);
  // Half-edges by their lower end; within it, `mark` tells which higher ends have been seen.
  const lows = triangles.map((vertex, h) => Math.min(vertex, triangles[nextCorner(h)]));
  const { start, members: byLow } = groupByKey(lows, vertexCount);
  const mark = new Uint32Array(vertexCount);
  for (let low = 0; low < vertexCount; low++) {
    for (let s = start[low]; s < start[low + 1]; s++) {
      const h = byLow[s];
      const high = Math.max(triangles[h], triangles[nextCorner(h)]);
      if (mark[high] === low + 1) continue;
      mark[high] = low + 1;
      first[h] = 1;
    }
  }
  return first;
}

/** Calls `visit` with the four vertices of every pair: the corners of the triangle and the point, or the ends of the two edges, and which of these they are. */
export function visitPairs(
  { triangles, edges }: CollisionMesh,
  { pointTriangles, edgeEdges }: PairList,
  visit: (a: number, b: number, c: number, d: number, isPoint: boolean) => void,
): void {
  for (let k = 0; k < pointTriangles.count; k++) {
    const t = 3 * pointTriangles.data[2 * k + 1];
    visit(triangles[t], triangles[t + 1], triangles[t + 2], pointTriangles.data[2 * k], true);
  }
  for (let k = 0; k < edgeEdges.count; k++) {
    const e = 2 * edgeEdges.data[2 * k];
    const f = 2 * edgeEdges.data[2 * k + 1];
    visit(edges[e], edges[e + 1], edges[f], edges[f + 1], false);
  }
}

/** How many elements are of cloths, where those of bodies come behind them; else all. */
export function countOfCloths({ groups, triangles, points, edges, pointStart, edgeStart, vertexCount }: CollisionMesh): ElementCounts {
  const all = { vertices: vertexCount, points: points.length, edges: edges.length / 2, triangles: groups.length };
  let first = groups.length;
  while (first > 0 && groups[first - 1] === BODY_GROUP) first--;
  if (groups.indexOf(BODY_GROUP) < first) return all;
  let vertices = vertexCount;
  for (let c = 3 * first; c < triangles.length; c++) vertices = Math.min(vertices, triangles[c]);
  for (let c = 0; c < 3 * first; c++) if (triangles[c] >= vertices) return all;
  return { vertices, points: pointStart[first], edges: edgeStart[first], triangles: first };
}

/** The groups that triangles are of, ascending. */
export function listGroups(groups: Uint32Array): number[] {
  const found = new Set<number>();
  for (let t = 0; t < groups.length; t++) if (t === 0 || groups[t] !== groups[t - 1]) found.add(groups[t]);
  return [...found].sort((a, b) => a - b);
}

/** The triangles of a group, ascending. */
export function findMembers(groups: Uint32Array, name: number): Uint32Array {
  const members = new Uint32Array(groups.length);
  let count = 0;
  for (let t = 0; t < groups.length; t++) if (groups[t] === name) members[count++] = t;
  return members.slice(0, count);
}
