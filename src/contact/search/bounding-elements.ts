import { boxesMeet, type ElementBoxes } from "./bounding-boxes.ts";
import type { CollisionMesh } from "./collision-mesh.ts";
import { type PairBuffer, type PairList, reservePairs } from "./pair-list.ts";

/** The most points that a triangle owns, and the most pairs of edges that two triangles own. */
const MOST_POINTS = 3;
const MOST_EDGE_EDGES = 9;

/**
 * Pairs of elements from pairs of triangles: the elements that one triangle owns against the other triangle or its edges, if the boxes
 * of the two elements meet and they have no vertex in common.
 */
export function addElementPairs(mesh: CollisionMesh, boxes: ElementBoxes, trianglePairs: PairBuffer, out: PairList): void {
  addPointTriangles(mesh, boxes, trianglePairs, out.pointTriangles);
  addEdgeEdges(mesh, boxes, trianglePairs, out.edgeEdges);
}

/** Every pair is written, then kept or not: an unpredictable branch would cost more than the test. */
function addPointTriangles(mesh: CollisionMesh, boxes: ElementBoxes, pairs: PairBuffer, out: PairBuffer): void {
  const { triangles, points, pointStart } = mesh;
  const { points: pointBoxes, triangles: triangleBoxes } = boxes;
  const { data: pairData, count: pairCount } = pairs;
  let { data, count } = out;
  for (let n = 0; n < 2 * pairCount; n++) {
    const owner = pairData[n] | 0;
    const end = pointStart[owner + 1] | 0;
    let p = pointStart[owner] | 0;
    if (p === end) continue;
    const t = pairData[n ^ 1] | 0;
    if (2 * (count + MOST_POINTS + 1) > data.length) {
      out.count = count;
      data = reservePairs(out, count + MOST_POINTS + 1);
    }
    for (; p < end; p++) {
      const v = points[p] | 0;
      const has = +(triangles[3 * t] === v) | +(triangles[3 * t + 1] === v) | +(triangles[3 * t + 2] === v);
      data[2 * count] = v;
      data[2 * count + 1] = t;
      count = (count + (+boxesMeet(pointBoxes, v, triangleBoxes, t) & ~has)) | 0;
    }
  }
  out.count = count;
}

function addEdgeEdges(mesh: CollisionMesh, boxes: ElementBoxes, pairs: PairBuffer, out: PairBuffer): void {
  const { edges, edgeStart } = mesh;
  const { edges: edgeBoxes } = boxes;
  const { data: pairData, count: pairCount } = pairs;
  let { data, count } = out;
  for (let n = 0; n < pairCount; n++) {
    // The lower triangle owns the lower edges.
    const a = Math.min(pairData[2 * n] | 0, pairData[2 * n + 1] | 0);
    const b = Math.max(pairData[2 * n] | 0, pairData[2 * n + 1] | 0);
    const endA = edgeStart[a + 1] | 0;
    const startB = edgeStart[b] | 0;
    const endB = edgeStart[b + 1] | 0;
    if (2 * (count + MOST_EDGE_EDGES + 1) > data.length) {
      out.count = count;
      data = reservePairs(out, count + MOST_EDGE_EDGES + 1);
    }
    for (let e = edgeStart[a] | 0; e < endA; e++) {
      const e0 = edges[2 * e] | 0;
      const e1 = edges[2 * e + 1] | 0;
      for (let f = startB; f < endB; f++) {
        const f0 = edges[2 * f] | 0;
        const f1 = edges[2 * f + 1] | 0;
        const share = +(e0 === f0) | +(e0 === f1) | +(e1 === f0) | +(e1 === f1);
        data[2 * count] = e;
        data[2 * count + 1] = f;
        count = (count + (+boxesMeet(edgeBoxes, e, edgeBoxes, f) & ~share)) | 0;
      }
    }
  }
  out.count = count;
}
