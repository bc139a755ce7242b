import type { CollisionMesh } from "./collision-mesh.ts";
import { staysFromEdge, staysFromTriangle } from "./meeting-axes.ts";
import type { PairBuffer, PairList } from "./pair-list.ts";

/**
 * The ways on which pairs are looked for. What two elements have in common of their motion brings them no nearer, so whether they may meet is
 * asked of the differences of their vertices: all differences at both ends of the step, and hence all between, lie in one box, and beyond one plane where there is
 * one (meeting-axes).
 */
export interface Ways {
  /** Where vertices start, and where they end as far as it was known when they were searched [m]. */
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** How near counts, with room for ends that are not quite those [m]. */
  margin: number;
  /** The same along any axis: a single number [m]. */
  readonly apart: Float64Array;
}

/** Where more than this share of the vertices have come to end elsewhere, all pairs are looked for anew. */
export const MANY_SHARE = 0.1;

/** Drops all pairs whose differences stay away from the origin by more than the margin along x, y or z or an axis of their own, and those without an element that is marked, where marks are given. */
export function keepMeeting(
  { triangles, edges }: CollisionMesh,
  ways: Ways,
  list: PairList,
  markedPoints?: Uint8Array,
  markedTriangles?: Uint8Array,
  markedEdges?: Uint8Array,
): void {
  if (markedPoints !== undefined && markedTriangles !== undefined && markedEdges !== undefined) {
    keepMarked(list.pointTriangles, markedPoints, markedTriangles);
    keepMarked(list.edgeEdges, markedEdges, markedEdges);
  }
  keepPointTriangles(triangles, ways, list.pointTriangles);
  keepEdgeEdges(edges, ways, list.edgeEdges);
}

function keepMarked(pairs: PairBuffer, markedA: Uint8Array, markedB: Uint8Array): void {
  const { data } = pairs;
  let kept = 0;
  for (let n = 0; n < 2 * pairs.count; n += 2) {
    if ((markedA[data[n]] | markedB[data[n + 1]]) === 0) continue;
    data[2 * kept] = data[n];
    data[2 * kept++ + 1] = data[n + 1];
  }
  pairs.count = kept;
}

function keepPointTriangles(triangles: Uint32Array, { starts: s, ends: e, margin, apart }: Ways, pairs: PairBuffer): void {
  const { data } = pairs;
  let kept = 0;
  for (let n = 0; n < 2 * pairs.count; n += 2) {
    const p = 3 * data[n];
    const t = 3 * data[n + 1];
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    let k = 0;
    for (; k < 3; k++) {
      const from = s[p + k];
      const to = e[p + k];
      const a0 = from - s[a + k];
      const b0 = from - s[b + k];
      const c0 = from - s[c + k];
      const a1 = to - e[a + k];
      const b1 = to - e[b + k];
      const c1 = to - e[c + k];
      if (Math.min(a0, b0, c0, a1, b1, c1) > margin || Math.max(a0, b0, c0, a1, b1, c1) < -margin) break;
    }
    if (k < 3 || staysFromTriangle(s, e, p, a, b, c, apart)) continue;
    data[2 * kept] = data[n];
    data[2 * kept++ + 1] = data[n + 1];
  }
  pairs.count = kept;
}

function keepEdgeEdges(edges: Uint32Array, { starts: s, ends: e, margin, apart }: Ways, pairs: PairBuffer): void {
  const { data } = pairs;
  let kept = 0;
  for (let n = 0; n < 2 * pairs.count; n += 2) {
    const a = 3 * edges[2 * data[n]];
    const b = 3 * edges[2 * data[n] + 1];
    const c = 3 * edges[2 * data[n + 1]];
    const d = 3 * edges[2 * data[n + 1] + 1];
    let k = 0;
    for (; k < 3; k++) {
      // the least and the largest difference of two ends, at the start and at the end of the step
      const a0 = s[a + k];
      const b0 = s[b + k];
      const c0 = s[c + k];
      const d0 = s[d + k];
      const a1 = e[a + k];
      const b1 = e[b + k];
      const c1 = e[c + k];
      const d1 = e[d + k];
      const least = Math.min(Math.min(c0, d0) - Math.max(a0, b0), Math.min(c1, d1) - Math.max(a1, b1));
      const largest = Math.max(Math.max(c0, d0) - Math.min(a0, b0), Math.max(c1, d1) - Math.min(a1, b1));
      if (least > margin || largest < -margin) break;
    }
    if (k < 3 || staysFromEdge(s, e, a, b, c, d, apart)) continue;
    data[2 * kept] = data[n];
    data[2 * kept++ + 1] = data[n + 1];
  }
  pairs.count = kept;
}
