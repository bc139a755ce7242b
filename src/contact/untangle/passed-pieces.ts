import type { CollisionMesh } from "../search/collision-mesh.ts";
import type { Contours } from "./contours.ts";
import { type CrossingList, computeCrossingPoint } from "./crossing-list.ts";
import type { EdgeTopology } from "./edge-topology.ts";

/** Finds which part of a surface has passed through another one [Baraff03]. */
export interface PassedPieces {
  /**
   * If contour n parts the surface of its edges of side 0 or 1 at x [m], the smaller part, by vertices, is what has passed through:
   * it becomes `vertices`, and the answer says on which side of the other surface's triangles it lies, 1 or −1. The answer is 0 if
   * there is a way around the contour.
   */
  find(x: Float64Array, n: number, side: number): -1 | 0 | 1;
  /**
   * The same for a contour from border to border that goes straight on from its ends, along the mean plane of the other surface.
   */
  findExtended(x: Float64Array, n: number, side: number): -1 | 0 | 1;
  /** How far contour n reaches from border to border [m], or 0 if it does not have two ends there. */
  measureReach(x: Float64Array, n: number): number;
  /** The vertices of the part last found: the first `count` of them. */
  vertices: Uint32Array;
  count: number;
  /** How deep below the mean plane the part last found by `findExtended` reaches [m]. */
  depth: number;
}

/** Both sides of a contour grow by one vertex at a time, so that a search costs no more than twice the smaller part. */
export function createPassedPieces(
  mesh: CollisionMesh,
  { vertexEdgeStart, vertexEdges, edgeTriangleStart }: EdgeTopology,
  { pairs, normals }: CrossingList,
  contours: Contours,
): PassedPieces {
  const { vertexCount, triangles, edges, rims } = mesh;
  const queues = [new Uint32Array(vertexCount), new Uint32Array(vertexCount)];
  const sizes = [0, 0];
  /** Sides that go on beyond the mesh: they are never the smaller part. */
  const goesOn = [false, false];
  const cuts = new Float64Array(edges.length / 2);
  /** 2 × round + side of each vertex that was reached. */
  const reached = new Float64Array(vertexCount);
  let round = 0;
  let together = false;
  const first = new Float64Array(3);
  const last = new Float64Array(3);
  const chord = new Float64Array(3);
  const normal = new Float64Array(3);

  function reach(v: number, side: number): void {
    if (reached[v] === 2 * round + side) return;
    if (reached[v] === 2 * round + 1 - side) {
      together = true;
      return;
    }
    reached[v] = 2 * round + side;
    if (rims !== undefined && rims[v] !== 0) goesOn[side] = true;
    queues[side][sizes[side]++] = v;
  }

  /** Whether the second end of a crossing's edge lies on the positive side of its triangle. */
  function isUpwards(x: Float64Array, k: number): boolean {
    const e = 2 * pairs.data[2 * k];
    const n = 3 * pairs.data[2 * k + 1];
    let height = 0;
    for (let c = 0; c < 3; c++) height += normals[n + c] * (x[3 * edges[e + 1] + c] - x[3 * edges[e] + c]);
    return height > 0;
  }

  /** Cuts the edges that the contour crosses, more often from one side than from the other; both ends are where growth starts. */
  function cutEdges(x: Float64Array, n: number, side: number): void {
    const { start, members, sides } = contours;
    round++;
    sizes.fill(0);
    goesOn.fill(false);
    together = false;
    for (let s = start[n]; s < start[n + 1]; ) {
      const e = pairs.data[2 * members[s]];
      let balance = 0;
      for (; s < start[n + 1] && pairs.data[2 * members[s]] === e; s++) {
        if (sides[members[s]] === side) balance += isUpwards(x, members[s]) ? 1 : -1;
      }
      if (balance === 0) continue;
      cuts[e] = round;
      reach(edges[2 * e + 1], balance > 0 ? 0 : 1);
      reach(edges[2 * e], balance > 0 ? 1 : 0);
    }
  }

  function grow(x: Float64Array, extended: boolean): -1 | 0 | 1 {
    if (sizes[0] === 0 || sizes[1] === 0) return 0;
    for (let n = 0; !together; n++) {
      for (let side = 0; side < 2 && !together; side++) {
        if (n >= sizes[side]) {
          if (goesOn[side] && goesOn[1 - side]) return 0;
          if (goesOn[side]) continue;
          pieces.vertices = queues[side];
          pieces.count = sizes[side];
          return side === 0 ? 1 : -1;
        }
        const v = queues[side][n];
        for (let s = vertexEdgeStart[v]; s < vertexEdgeStart[v + 1] && !together; s++) {
          const e = vertexEdges[s];
          if (cuts[e] === round) continue;
          const w = edges[2 * e] === v ? edges[2 * e + 1] : edges[2 * e];
          if (!(extended && (crossesBeyond(x, v, w, first, -1) || crossesBeyond(x, v, w, last, 1)))) reach(w, side);
        }
      }
    }
    return 0;
  }

  /** Whether vw goes through the mean plane beyond an end of the contour, `sign` times along the chord. */
  function crossesBeyond(x: Float64Array, v: number, w: number, end: Float64Array, sign: number): boolean {
    const hv = heightAbove(x, v, end, normal);
    const hw = heightAbove(x, w, end, normal);
    if (hv >= 0 === hw >= 0) return false;
    const way = hv / (hv - hw);
    return sign * ((1 - way) * heightAbove(x, v, end, chord) + way * heightAbove(x, w, end, chord)) > 0;
  }

  /** The two ends of a contour at borders, and the way from one to the other. */
  function findEnds(x: Float64Array, n: number): number {
    const { start, members } = contours;
    let count = 0;
    for (let s = start[n]; s < start[n + 1]; s++) {
      const e = pairs.data[2 * members[s]];
      if (edgeTriangleStart[e + 1] - edgeTriangleStart[e] !== 1) continue;
      if (count < 2) computeCrossingPoint(x, triangles, edges, normals, e, pairs.data[2 * members[s] + 1], count === 0 ? first : last);
      count++;
    }
    if (count !== 2) return 0;
    let square = 0;
    for (let c = 0; c < 3; c++) {
      chord[c] = last[c] - first[c];
      square += chord[c] * chord[c];
    }
    return Math.sqrt(square);
  }

  /** The mean normal of the triangles that edges of this side cross; false if there is none. */
  function computeMeanNormal(n: number, side: number): boolean {
    const { start, members, sides } = contours;
    normal.fill(0);
    for (let s = start[n]; s < start[n + 1]; s++) {
      const t = 3 * pairs.data[2 * members[s] + 1];
      if (sides[members[s]] === side) for (let c = 0; c < 3; c++) normal[c] += normals[t + c];
    }
    const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    if (!(length > 0)) return false;
    for (let c = 0; c < 3; c++) normal[c] /= length;
    return true;
  }

  const pieces: PassedPieces = {
    vertices: queues[0],
    count: 0,
    depth: 0,
    find(x, n, side) {
      cutEdges(x, n, side);
      return grow(x, false);
    },
    findExtended(x, n, side) {
      if (!(findEnds(x, n) > 0) || !computeMeanNormal(n, side)) return 0;
      cutEdges(x, n, side);
      const sign = grow(x, true);
      pieces.depth = 0;
      for (let i = 0; i < pieces.count && sign !== 0; i++) {
        pieces.depth = Math.max(pieces.depth, sign * heightAbove(x, pieces.vertices[i], first, normal));
      }
      return sign;
    },
    measureReach: findEnds,
  };
  return pieces;
}

/** How far vertex v is from a point, along a direction. */
function heightAbove(x: Float64Array, v: number, point: Float64Array, direction: Float64Array): number {
  return direction[0] * (x[3 * v] - point[0]) + direction[1] * (x[3 * v + 1] - point[1]) + direction[2] * (x[3 * v + 2] - point[2]);
}
