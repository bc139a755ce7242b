import type { MeshBody } from "./mesh-depth.ts";

/**
 * What a surface says about inside and outside. *oriented*: it is closed and all triangles face the same way, so it winds about what it
 * encloses. *even*: closed, but some triangles are turned round; a ray from a point that it encloses still meets it an odd number
 * of times. *open*: it encloses nothing.
 */
export type Closure = "oriented" | "even" | "open";

/** Vertices at the same place count as one, as they do to the eye: files split them along seams. */
export function classifySurface({ positions, triangles }: MeshBody): Closure {
  const place = mergeEqualPlaces(positions);
  const vertexCount = place.length;
  // Each side of each triangle as one number: its ends, lower first, and which of them it leads to.
  const sides = new Float64Array(triangles.length);
  let count = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const a = place[triangles[t + k]];
      const b = place[triangles[t + ((k + 1) % 3)]];
      if (a !== b) sides[count++] = 2 * (Math.min(a, b) * vertexCount + Math.max(a, b)) + (a < b ? 0 : 1);
    }
  }
  const sorted = sides.subarray(0, count).sort();
  let closure: Closure = count > 0 ? "oriented" : "open";
  for (let i = 0; i < count; ) {
    const edge = Math.floor(sorted[i] / 2);
    let there = 0;
    let back = 0;
    for (; i < count && Math.floor(sorted[i] / 2) === edge; i++) {
      if (sorted[i] % 2 === 0) there++;
      else back++;
    }
    if ((there + back) % 2 === 1) return "open";
    if (there !== back) closure = "even";
  }
  return closure;
}

/** For each vertex the first one at exactly its place. */
function mergeEqualPlaces(positions: Float64Array): Uint32Array {
  const compare = (a: number, b: number): number =>
    positions[3 * a] - positions[3 * b] || positions[3 * a + 1] - positions[3 * b + 1] || positions[3 * a + 2] - positions[3 * b + 2];
  const order = Uint32Array.from({ length: positions.length / 3 }, (_, i) => i).sort((a, b) => compare(a, b) || a - b);
  const place = new Uint32Array(order.length);
  order.forEach((vertex, n) => {
    place[vertex] = n > 0 && compare(order[n - 1], vertex) === 0 ? place[order[n - 1]] : vertex;
  });
  return place;
}
