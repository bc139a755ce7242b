import { type Adjacency, adjacencyFromPairs } from "./adjacency.ts";
import { nextCorner } from "./next-corner.ts";
import { sortStable } from "./sort-stable.ts";

/** How the triangles of a surface hang together. */
export interface Topology {
  /** Ends of each edge, packed by twos, lower index first, in lexicographic order. */
  readonly edges: Uint32Array;
  /** The edge opposite each corner of each triangle, packed by threes like the triangles. */
  readonly triangleEdges: Uint32Array;
  /**
   * i, j, k, l of each interior edge, packed by fours, in the order of `edges`: k, l are the edge's ends and i, j the vertices
   * across it, such that the triangles turn as (k, l, i) and (l, k, j). Where two neighbours turn against each other only the
   * first does.
   *
   *         l
   *        ╱│╲
   *       i │ j
   *        ╲│╱
   *         k
   */
  readonly hinges: Uint32Array;
  /** The triangles of i and of j of each hinge, packed by twos, lower index first. */
  readonly hingeTriangles: Uint32Array;
  /** The edge of each hinge, ascending. */
  readonly hingeEdges: Uint32Array;
  /** Edges with one triangle only, ascending. */
  readonly boundaryEdges: Uint32Array;
  /** Vertices joined by an edge. */
  readonly adjacency: Adjacency;
}

/** Throws because of an edge, given the half-edges that lie on it and its two ends. */
export type RefuseEdge = (triangles: Uint32Array, halves: Uint32Array, lowEnd: number, highEnd: number) => never;

/**
 * Finds edges, hinges and neighbours in linear time: the 3 T half-edges are sorted by their two ends (two passes of a stable
 * counting sort), after which those of one edge lie side by side. Corners must be distinct and below `particleCount`
 * (`validateSurface` sees to it). `refuse` is told of edges of three or more triangles, and of two triangles with the same corners; without it there must
 * be none.
 */
export function buildTopology(particleCount: number, triangles: Uint32Array, refuse?: RefuseEdge): Topology {
  const halfCount = triangles.length;
  const { low, high, order } = sortHalfEdges(particleCount, triangles);

  const edges = new Uint32Array(2 * halfCount);
  const triangleEdges = new Uint32Array(halfCount);
  const hinges = new Uint32Array(2 * halfCount);
  const hingeTriangles = new Uint32Array(halfCount);
  const hingeEdges = new Uint32Array(halfCount);
  const boundaryEdges = new Uint32Array(halfCount);
  let edge = 0;
  let hinge = 0;
  let boundary = 0;
  for (let s = 0; s < halfCount; edge++) {
    const first = order[s];
    const lowEnd = low[first];
    const highEnd = high[first];
    edges[2 * edge] = lowEnd;
    edges[2 * edge + 1] = highEnd;
    let end = s;
    while (end < halfCount && low[order[end]] === lowEnd && high[order[end]] === highEnd) {
      triangleEdges[order[end++]] = edge;
    }
    if (end - s === 1) boundaryEdges[boundary++] = edge;
    else {
      const second = order[s + 1];
      if (end - s > 2 || triangles[first] === triangles[second]) refuse?.(triangles, order.subarray(s, end), lowEnd, highEnd);
      hinges[4 * hinge] = triangles[first];
      hinges[4 * hinge + 1] = triangles[second];
      hinges[4 * hinge + 2] = triangles[nextCorner(first)];
      hinges[4 * hinge + 3] = triangles[nextCorner(nextCorner(first))];
      hingeTriangles[2 * hinge] = Math.floor(first / 3);
      hingeTriangles[2 * hinge + 1] = Math.floor(second / 3);
      hingeEdges[hinge++] = edge;
    }
    s = end;
  }
  const edgeEnds = edges.slice(0, 2 * edge);
  return {
    edges: edgeEnds,
    triangleEdges,
    hinges: hinges.slice(0, 4 * hinge),
    hingeTriangles: hingeTriangles.slice(0, 2 * hinge),
    hingeEdges: hingeEdges.slice(0, hinge),
    boundaryEdges: boundaryEdges.slice(0, boundary),
    adjacency: adjacencyFromPairs(particleCount, edgeEnds),
  };
}

/** Half-edges by their ends: half-edge h faces corner h, from its lower end to its higher. In `order` those of one edge lie side by side. */
export interface HalfEdges {
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  readonly order: Uint32Array;
}

export function sortHalfEdges(particleCount: number, triangles: Uint32Array): HalfEdges {
  const low = new Uint32Array(triangles.length);
  const high = new Uint32Array(triangles.length);
  for (let h = 0; h < triangles.length; h++) {
    const a = triangles[nextCorner(h)];
    const b = triangles[nextCorner(nextCorner(h))];
    low[h] = a < b ? a : b;
    high[h] = a < b ? b : a;
  }
  const byHigh = new Uint32Array(triangles.length);
  for (let h = 0; h < byHigh.length; h++) byHigh[h] = h;
  return { low, high, order: sortStable(particleCount, low, sortStable(particleCount, high, byHigh)) };
}
