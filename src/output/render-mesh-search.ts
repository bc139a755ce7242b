import { CONTACT_DISTANCE, CONTACT_SIZE, closestPointTriangle } from "../contact/surfaces/closest-points.ts";
import type { TriangleMesh } from "./render-mesh-input.ts";

/** Finds the triangle nearest to a point among those that a filter accepts. */
export interface TriangleSearch {
  /**
   * The nearest triangle, of equally near ones the one with the lowest number, or −1 if none is accepted; writes the weights of its three
   * corners, at its nearest point, into `weights`.
   */
  find(x: number, y: number, z: number, accepts: (triangle: number) => boolean, weights: Float64Array): number;
}

const LEAF_SIZE = 4;

/** A tree of boxes over the triangles, halved at the middle triangle along the longest side. */
export function createTriangleSearch(mesh: TriangleMesh): TriangleSearch {
  const { triangles } = mesh;
  const vertexCount = mesh.positions.length / 3;
  // one more vertex holds the point that is asked about
  const x = new Float64Array(3 * vertexCount + 3);
  x.set(mesh.positions);
  const triangleCount = triangles.length / 3;
  const order = Uint32Array.from({ length: triangleCount }, (_, t) => t);
  const boxes: number[] = [];
  /** Of each node: its range in `order`, and the node of its second half, 0 for a leaf. The first half follows its parent. */
  const ranges: number[] = [];
  const centre = (t: number, k: number): number =>
    x[3 * triangles[3 * t] + k] + x[3 * triangles[3 * t + 1] + k] + x[3 * triangles[3 * t + 2] + k];

  function build(from: number, to: number): void {
    const node = ranges.length / 3;
    ranges.push(from, to, 0);
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    for (let s = from; s < to; s++) {
      for (let h = 3 * order[s]; h < 3 * order[s] + 3; h++) {
        for (let k = 0; k < 3; k++) {
          box[k] = Math.min(box[k], x[3 * triangles[h] + k]);
          box[3 + k] = Math.max(box[3 + k], x[3 * triangles[h] + k]);
        }
      }
    }
    boxes.push(...box);
    if (to - from <= LEAF_SIZE) return;
    const sides = [0, 1, 2].map((k) => box[3 + k] - box[k]);
    const axis = sides.indexOf(Math.max(...sides));
    order.subarray(from, to).sort((s, t) => centre(s, axis) - centre(t, axis) || s - t);
    const middle = (from + to) >>> 1;
    build(from, middle);
    ranges[3 * node + 2] = ranges.length / 3;
    build(middle, to);
  }
  if (triangleCount > 0) build(0, triangleCount);
  const bounds = Float64Array.from(boxes);

  function squaredToBox(node: number): number {
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const p = x[3 * vertexCount + k];
      const outside = Math.max(bounds[6 * node + k] - p, p - bounds[6 * node + 3 + k], 0);
      squared += outside * outside;
    }
    return squared;
  }

  const stack = new Uint32Array(64);
  const contact = new Float64Array(CONTACT_SIZE);
  return {
    find(px, py, pz, accepts, weights) {
      x[3 * vertexCount] = px;
      x[3 * vertexCount + 1] = py;
      x[3 * vertexCount + 2] = pz;
      let best = -1;
      let bestDistance = Infinity;
      let depth = 0;
      if (triangleCount > 0) stack[depth++] = 0;
      while (depth > 0) {
        const node = stack[--depth];
        // a hair wider, for the rounding of the two distances
        if (squaredToBox(node) > bestDistance * bestDistance * (1 + 1e-12)) continue;
        const second = ranges[3 * node + 2];
        if (second > 0) {
          const firstIsNearer = squaredToBox(node + 1) <= squaredToBox(second);
          stack[depth++] = firstIsNearer ? second : node + 1;
          stack[depth++] = firstIsNearer ? node + 1 : second;
          continue;
        }
        for (let s = ranges[3 * node]; s < ranges[3 * node + 1]; s++) {
          const t = order[s];
          if (!accepts(t)) continue;
          closestPointTriangle(x, vertexCount, triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2], contact);
          const distance = contact[CONTACT_DISTANCE];
          if (distance > bestDistance || (distance === bestDistance && t > best)) continue;
          best = t;
          bestDistance = distance;
          for (let k = 0; k < 3; k++) weights[k] = -contact[k];
        }
      }
      return best;
    },
  };
}
