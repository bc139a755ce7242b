import { createStillTree } from "../search/still-tree.ts";

/** Triangles of cloth that lie together, and their vertices: few boxes around them tell where the cloth is. */
export interface ClothClusters {
  readonly count: number;
  /** The vertices of cluster k are `members[start[k]]` to `members[start[k + 1] − 1]`. */
  readonly start: Uint32Array;
  readonly members: Uint32Array;
}

/** Triangles of a cluster. */
const MOST_TRIANGLES = 64;

/** Clusters of triangles that are near each other at x. */
export function createClothClusters(triangles: Uint32Array, vertexCount: number, x: Float64Array): ClothClusters {
  const { slots } = createStillTree(x, triangles); // in the order of its leaves
  const count = Math.ceil(slots.length / MOST_TRIANGLES);
  const start = new Uint32Array(count + 1);
  const members = new Uint32Array(triangles.length);
  const seen = new Uint32Array(vertexCount);
  let at = 0;
  for (let k = 0; k < count; k++) {
    for (let s = MOST_TRIANGLES * k; s < Math.min(slots.length, MOST_TRIANGLES * (k + 1)); s++) {
      for (let h = 3 * slots[s]; h < 3 * slots[s] + 3; h++) {
        const vertex = triangles[h];
        if (seen[vertex] === k + 1) continue;
        seen[vertex] = k + 1;
        members[at++] = vertex;
      }
    }
    start[k + 1] = at;
  }
  return { count, start, members: members.slice(0, at) };
}

/** Lowest and highest corner of each cluster at x, six numbers each. */
export function boundClusters({ count, start, members }: ClothClusters, x: Float64Array, boxes: Float64Array): void {
  for (let k = 0; k < count; k++) {
    let x0 = Number.POSITIVE_INFINITY;
    let y0 = Number.POSITIVE_INFINITY;
    let z0 = Number.POSITIVE_INFINITY;
    let x1 = Number.NEGATIVE_INFINITY;
    let y1 = Number.NEGATIVE_INFINITY;
    let z1 = Number.NEGATIVE_INFINITY;
    for (let s = start[k]; s < start[k + 1]; s++) {
      const i = 3 * members[s];
      const px = x[i];
      const py = x[i + 1];
      const pz = x[i + 2];
      if (px < x0) x0 = px;
      if (py < y0) y0 = py;
      if (pz < z0) z0 = pz;
      if (px > x1) x1 = px;
      if (py > y1) y1 = py;
      if (pz > z1) z1 = pz;
    }
    const o = 6 * k;
    boxes[o] = x0;
    boxes[o + 1] = y0;
    boxes[o + 2] = z0;
    boxes[o + 3] = x1;
    boxes[o + 4] = y1;
    boxes[o + 5] = z1;
  }
}
