import { type ElementBoxes, uniteBoxes } from "./bounding-boxes.ts";
import type { Neighbours } from "./bounding-neighbours.ts";
import type { CollisionMesh } from "./collision-mesh.ts";
import { addPair, type PairBuffer, type PairList } from "./pair-list.ts";
import { ROUNDING } from "./rounding.ts";

/** Corrections of a step move the ends of a few vertices. Only their boxes grow, and only elements with a larger box are searched again. */
export interface Growth {
  /** 1 for every element whose box has grown. */
  readonly points: Uint8Array;
  readonly edges: Uint8Array;
  readonly triangles: Uint8Array;
}

export function createGrowth(mesh: CollisionMesh): Growth {
  return {
    points: new Uint8Array(mesh.vertexCount),
    edges: new Uint8Array(mesh.edges.length / 2),
    triangles: new Uint8Array(mesh.triangles.length / 3),
  };
}

/**
 * Makes the boxes hold also the ends xe [m] of the vertices that are marked in `growth`, with half the margin [m] around; marks the
 * elements with such a vertex.
 */
export function growElementBoxes(mesh: CollisionMesh, xe: Float64Array, margin: number, boxes: ElementBoxes, growth: Growth): void {
  growPointBoxes(mesh.points, xe, 0.5 * margin, boxes.points, growth.points);
  growUnions(mesh.edges, 2, growth.points, boxes.points, boxes.edges, growth.edges);
  growUnions(mesh.triangles, 3, growth.points, boxes.points, boxes.triangles, growth.triangles);
}

function growPointBoxes(points: Uint32Array, xe: Float64Array, reach: number, boxes: Float64Array, grown: Uint8Array): void {
  for (let p = 0; p < points.length; p++) {
    const v = points[p];
    if (grown[v] === 0) continue;
    for (let c = 0; c < 3; c++) {
      const end = xe[3 * v + c];
      const around = reach + ROUNDING * Math.abs(end);
      boxes[6 * v + c] = Math.min(boxes[6 * v + c], end - around);
      boxes[6 * v + c + 3] = Math.max(boxes[6 * v + c + 3], end + around);
    }
  }
}

/** The boxes of edges (`size` 2) or triangles (3) with a vertex whose box has grown. */
function growUnions(
  corners: Uint32Array,
  size: number,
  grownPoints: Uint8Array,
  points: Float64Array,
  boxes: Float64Array,
  grown: Uint8Array,
): void {
  for (let e = 0; e < grown.length; e++) {
    const a = corners[size * e];
    const b = corners[size * e + 1];
    const c = corners[size * e + size - 1];
    grown[e] = grownPoints[a] | grownPoints[b] | grownPoints[c];
    if (grown[e] !== 0) uniteBoxes(points, a, b, c, boxes, e);
  }
}

/** Adds the listed pairs of neighbours of which one has grown, whether their boxes meet or not. */
export function addGrownNeighbours({ pairs }: Neighbours, growth: Growth, out: PairList): void {
  addGrownPairs(pairs.pointTriangles, growth.points, growth.triangles, out.pointTriangles);
  addGrownPairs(pairs.edgeEdges, growth.edges, growth.edges, out.edgeEdges);
}

function addGrownPairs({ data, count }: PairBuffer, grownA: Uint8Array, grownB: Uint8Array, out: PairBuffer): void {
  for (let n = 0; n < 2 * count; n += 2) {
    if ((grownA[data[n]] | grownB[data[n + 1]]) !== 0) addPair(out, data[n], data[n + 1]);
  }
}
