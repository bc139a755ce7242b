import { cross3, dot3, length3, subtract3, type Vec3 } from "../core/vec3.ts";
import { cornerOf, groupCorners } from "./corners.ts";
import { splitVertices } from "./cut.ts";
import { type HalfEdges, sortHalfEdges } from "./topology.ts";

/** An edge at which more than two triangles meet. */
export interface CrowdedEdge {
  readonly low: number;
  readonly high: number;
  /** The corner of each triangle that faces it, ascending. */
  readonly facing: Uint32Array;
}

export function findCrowdedEdges(particleCount: number, triangles: Uint32Array): CrowdedEdge[] {
  const crowded: CrowdedEdge[] = [];
  const halves = sortHalfEdges(particleCount, triangles);
  forEachEdge(halves, (low, high, facing) => {
    if (facing.length > 2) crowded.push({ low, high, facing: facing.slice() });
  });
  return crowded;
}

/** A mesh with at most two triangles at each edge: the same triangles, some of their corners on new vertices. */
export interface SplitMesh {
  readonly triangles: Uint32Array;
  /** The vertex that each vertex was: its own number for those that were there, the copied one for those behind them. */
  readonly origin: Uint32Array;
}

/**
 * Takes a mesh apart where more than two triangles meet at an edge. There they go on in pairs: first those that `areJoined`, then those
 * that lie flattest. Vertices at the ends of such edges come apart as `splitVertices` does it; triangles that hang together by
 * another way as well get a copy of one end for themselves.
 */
export function splitCrowdedEdges(
  positions: Float64Array,
  triangles: Uint32Array,
  areJoined: (one: number, other: number) => boolean,
): SplitMesh {
  const particleCount = positions.length / 3;
  const opposite = new Int32Array(triangles.length).fill(-1);
  const reached = new Uint8Array(particleCount);
  forEachEdge(sortHalfEdges(particleCount, triangles), (low, high, facing) => {
    const isCrowded = facing.length > 2;
    if (isCrowded) {
      reached[low] = 1;
      reached[high] = 1;
    }
    const pairs = isCrowded ? pairUp({ low, high, facing }, positions, triangles, areJoined) : [facing];
    for (const [one, other] of pairs) {
      if (other === undefined) continue;
      opposite[one] = other;
      opposite[other] = one;
    }
  });
  const corners = { opposite, ...groupCorners(particleCount, triangles) };
  const split = splitVertices(triangles, corners, new Uint8Array(triangles.length), reached);
  return detach(split.triangles, Array.from(split.origin));
}

/** Gives the triangles that still crowd an edge, all but two, a lower end of their own. */
function detach(triangles: Uint32Array, origin: number[]): SplitMesh {
  for (const { low, facing } of findCrowdedEdges(origin.length, triangles)) {
    for (const half of facing.subarray(2)) {
      const corner = cornerOf(triangles, Math.floor(half / 3), low);
      if (triangles[corner] !== low) continue; // it has one by now
      triangles[corner] = origin.push(origin[low]) - 1;
    }
  }
  return { triangles, origin: Uint32Array.from(origin) };
}

/** More triangles than this at one edge all go apart. */
const MOST_PAIRED = 16;
/** More than any two cosines differ. */
const JOINED = 4;

/** The corners that face a crowded edge by twos, best first. */
function pairUp(
  edge: CrowdedEdge,
  positions: Float64Array,
  triangles: Uint32Array,
  areJoined: (one: number, other: number) => boolean,
): [number, number][] {
  const pairs: [number, number][] = [];
  if (edge.facing.length > MOST_PAIRED) return pairs;
  const left = Array.from(edge.facing);
  const normals = new Map(left.map((half) => [half, normalOf(edge, triangles[half], positions)]));
  while (left.length > 1) {
    let best: [number, number] = [0, 1];
    let most = Number.NEGATIVE_INFINITY;
    for (let m = 0; m < left.length; m++) {
      for (let n = m + 1; n < left.length; n++) {
        const flatness = -dot3(normals.get(left[m]) as Vec3, normals.get(left[n]) as Vec3);
        const score = flatness + (areJoined(left[m], left[n]) ? JOINED : 0);
        if (score <= most) continue;
        most = score;
        best = [m, n];
      }
    }
    const [other] = left.splice(best[1], 1);
    const [one] = left.splice(best[0], 1);
    pairs.push([one, other]);
  }
  return pairs;
}

/** The unit normal of the triangle from an edge to a vertex: opposite ones belong to triangles that lie flat. */
function normalOf({ low, high }: CrowdedEdge, tip: number, positions: Float64Array): Vec3 {
  const at = (i: number): Vec3 => [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]];
  const normal = cross3(subtract3(at(high), at(low)), subtract3(at(tip), at(low)));
  const length = length3(normal);
  return length > 0 ? [normal[0] / length, normal[1] / length, normal[2] / length] : [0, 0, 0];
}

/** Calls for each edge with the corners that face it, ascending. */
function forEachEdge({ low, high, order }: HalfEdges, call: (low: number, high: number, facing: Uint32Array) => void): void {
  for (let s = 0; s < order.length; ) {
    let end = s + 1;
    while (end < order.length && low[order[end]] === low[order[s]] && high[order[end]] === high[order[s]]) end++;
    call(low[order[s]], high[order[s]], order.subarray(s, end));
    s = end;
  }
}
