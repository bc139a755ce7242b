import type { CollisionMesh } from "./collision-mesh.ts";
import { ROUNDING } from "./rounding.ts";

/** Axis-aligned boxes of points, edges and triangles over a whole step: min x, y, z, max x, y, z each [m]. */
export interface ElementBoxes {
  /** By vertex; those of vertices not in use mean nothing. */
  readonly points: Float64Array;
  readonly edges: Float64Array;
  readonly triangles: Float64Array;
}

export function createElementBoxes(mesh: CollisionMesh): ElementBoxes {
  return {
    points: new Float64Array(6 * mesh.vertexCount),
    edges: new Float64Array(3 * mesh.edges.length),
    triangles: new Float64Array(2 * mesh.triangles.length),
  };
}

/**
 * Each box holds its element while every vertex goes straight from xs to xe [m], and half the margin [m] around it. The boxes of two
 * elements that come as near as the margin at any time of the step therefore meet. Every operation rounds monotonically, hence an
 * edge's box lies within the boxes of its triangles exactly.
 */
export function computeElementBoxes(mesh: CollisionMesh, xs: Float64Array, xe: Float64Array, margin: number, boxes: ElementBoxes): void {
  computePointBoxes(mesh.points, xs, xe, 0.5 * margin, boxes.points);
  const { edges, triangles } = mesh;
  for (let e = 0; e < edges.length; e += 2) uniteBoxes(boxes.points, edges[e], edges[e + 1], edges[e + 1], boxes.edges, e >> 1);
  for (let t = 0; 3 * t < triangles.length; t++) {
    uniteBoxes(boxes.points, triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2], boxes.triangles, t);
  }
}

function computePointBoxes(points: Uint32Array, xs: Float64Array, xe: Float64Array, reach: number, boxes: Float64Array): void {
  for (let p = 0; p < points.length; p++) {
    const v = 3 * points[p];
    const o = 2 * v;
    for (let c = 0; c < 3; c++) {
      const a = xs[v + c];
      const b = xe[v + c];
      const around = reach + ROUNDING * Math.max(Math.abs(a), Math.abs(b));
      boxes[o + c] = Math.min(a, b) - around;
      boxes[o + c + 3] = Math.max(a, b) + around;
    }
  }
}

/** Makes box k of `boxes` the one around the boxes of three vertices. */
export function uniteBoxes(points: Float64Array, v0: number, v1: number, v2: number, boxes: Float64Array, k: number): void {
  const a = 6 * v0;
  const b = 6 * v1;
  const c = 6 * v2;
  const o = 6 * k;
  boxes[o] = Math.min(points[a], points[b], points[c]);
  boxes[o + 1] = Math.min(points[a + 1], points[b + 1], points[c + 1]);
  boxes[o + 2] = Math.min(points[a + 2], points[b + 2], points[c + 2]);
  boxes[o + 3] = Math.max(points[a + 3], points[b + 3], points[c + 3]);
  boxes[o + 4] = Math.max(points[a + 4], points[b + 4], points[c + 4]);
  boxes[o + 5] = Math.max(points[a + 5], points[b + 5], points[c + 5]);
}

/**
 * Whether box i of one array and box j of another meet; boxes that only touch do. The sign of a rounded difference is that of the
 * exact one, and without branches the test costs half of what six comparisons do.
 */
export function boxesMeet(boxesA: Float64Array, i: number, boxesB: Float64Array, j: number): boolean {
  const a = Math.imul(6, i);
  const b = Math.imul(6, j);
  const x = Math.max(boxesA[a] - boxesB[b + 3], boxesB[b] - boxesA[a + 3]);
  const y = Math.max(boxesA[a + 1] - boxesB[b + 4], boxesB[b + 1] - boxesA[a + 4]);
  const z = Math.max(boxesA[a + 2] - boxesB[b + 5], boxesB[b + 2] - boxesA[a + 5]);
  return Math.max(x, y, z) <= 0;
}

/** The boxes of triangles that do not move. */
export function computeStillBoxes(triangles: Uint32Array, x: Float64Array, boxes: Float64Array): void {
  for (let t = 0; 3 * t < triangles.length; t++) {
    for (let c = 0; c < 3; c++) {
      const a = x[3 * triangles[3 * t] + c];
      const b = x[3 * triangles[3 * t + 1] + c];
      const d = x[3 * triangles[3 * t + 2] + c];
      boxes[6 * t + c] = Math.min(a, b, d);
      boxes[6 * t + c + 3] = Math.max(a, b, d);
    }
  }
}
