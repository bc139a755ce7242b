import { boxesMeet, type ElementBoxes } from "./bounding-boxes.ts";
import type { CollisionMesh } from "./collision-mesh.ts";
import { type PairBuffer, type PairList, reservePairs } from "./pair-list.ts";

/** The most pairs that two triangles stand for: three vertices each against the other, three edges against three. */
const MOST_POINT_TRIANGLES = 6;
const MOST_EDGE_EDGES = 9;

/**
 * From pairs of triangles to pairs of elements: of each pair, what one triangle owns against the other, if the boxes of the two
 * elements meet and they have no vertex in common.
 */
export function addElementPairs(
  mesh: CollisionMesh,
  boxes: ElementBoxes,
  trianglePairs: PairBuffer,
  out: PairList,
): void {
  addPointTriangles(mesh, boxes, trianglePairs, out.pointTriangles);
  addEdgeEdges(mesh, boxes, trianglePairs, out.edgeEdges);
}

function addPointTriangles(mesh: CollisionMesh, boxes: ElementBoxes, pairs: PairBuffer, out: PairBuffer): void {
  const { triangles, points, pointStart } = mesh;
  const { points: pointBoxes, triangles: triangleBoxes } = boxes;
  const { data: pairData, count: pairCount } = pairs;
  let { data, count } = out;
  for (let n = 0; n < 2 * pairCount; n += 2) {
    if (2 * (count + MOST_POINT_TRIANGLES) > data.length) {
      out.count = count;
      data = reservePairs(out, count + MOST_POINT_TRIANGLES);
    }
    for (let side = 0; side < 2; side++) {
      const owner = pairData[n + side] | 0;
      const t = pairData[n + 1 - side] | 0;
      const end = pointStart[owner + 1] | 0;
      for (let p = pointStart[owner] | 0; p < end; p++) {
        const v = points[p] | 0;
        if (!boxesMeet(pointBoxes, v, triangleBoxes, t)) continue;
        if (triangles[3 * t] === v || triangles[3 * t + 1] === v || triangles[3 * t + 2] === v) continue;
        data[2 * count] = v;
        data[2 * count++ + 1] = t;
      }
    }
  }
  out.count = count;
}

function addEdgeEdges(mesh: CollisionMesh, boxes: ElementBoxes, pairs: PairBuffer, out: PairBuffer): void {
  const { edges, edgeStart } = mesh;
  const { edges: edgeBoxes, triangles: triangleBoxes } = boxes;
  const { data: pairData, count: pairCount } = pairs;
  let { data, count } = out;
  for (let n = 0; n < 2 * pairCount; n += 2) {
    if (2 * (count + MOST_EDGE_EDGES) > data.length) {
      out.count = count;
      data = reservePairs(out, count + MOST_EDGE_EDGES);
    }
    const a = pairData[n] | 0;
    const b = pairData[n + 1] | 0;
    const endA = edgeStart[a + 1] | 0;
    const startB = edgeStart[b] | 0;
    const endB = edgeStart[b + 1] | 0;
    if (startB === endB) continue;
    for (let e = edgeStart[a] | 0; e < endA; e++) {
      if (!boxesMeet(edgeBoxes, e, triangleBoxes, b)) continue;
      const e0 = edges[2 * e] | 0;
      const e1 = edges[2 * e + 1] | 0;
      for (let f = startB; f < endB; f++) {
        if (!boxesMeet(edgeBoxes, e, edgeBoxes, f)) continue;
        const f0 = edges[2 * f] | 0;
        const f1 = edges[2 * f + 1] | 0;
        if (e0 === f0 || e0 === f1 || e1 === f0 || e1 === f1) continue;
        data[2 * count] = e < f ? e : f;
        data[2 * count++ + 1] = e < f ? f : e;
      }
    }
  }
  out.count = count;
}
