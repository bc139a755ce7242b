import { buildTopology, nextCorner } from "./topology.ts";

/**
 * A triangle mesh seen from its corners. Corner h of the packed triangles belongs to the vertex `triangles[h]` in the triangle
 * ⌊h/3⌋, and faces the edge between the other two corners of that triangle.
 */
export interface Corners {
  /** The corner that faces the same edge from the other side; −1 where the edge is on the border. */
  readonly opposite: Int32Array;
  /** The corners of vertex i are `corners[start[i]] … corners[start[i + 1] − 1]`, ascending. */
  readonly start: Uint32Array;
  readonly corners: Uint32Array;
}

export function buildCorners(particleCount: number, triangles: Uint32Array): Corners {
  const { hinges, hingeTriangles } = buildTopology(particleCount, triangles);
  const opposite = new Int32Array(triangles.length).fill(-1);
  for (let q = 0; q < hingeTriangles.length; q += 2) {
    const first = cornerOf(triangles, hingeTriangles[q], hinges[2 * q]);
    const second = cornerOf(triangles, hingeTriangles[q + 1], hinges[2 * q + 1]);
    opposite[first] = second;
    opposite[second] = first;
  }
  const start = new Uint32Array(particleCount + 1);
  for (let h = 0; h < triangles.length; h++) start[triangles[h] + 1]++;
  for (let i = 0; i < particleCount; i++) start[i + 1] += start[i];
  const cursor = start.slice();
  const corners = new Uint32Array(triangles.length);
  for (let h = 0; h < triangles.length; h++) corners[cursor[triangles[h]]++] = h;
  return { opposite, start, corners };
}

/** The corner of triangle t at `vertex`, one of its three. */
export function cornerOf(triangles: Uint32Array, t: number, vertex: number): number {
  const h = 3 * t;
  if (triangles[h] === vertex) return h;
  return triangles[h + 1] === vertex ? h + 1 : h + 2;
}

/** The ends of the edge that corner h faces. */
export function facedEdge(triangles: Uint32Array, h: number): [number, number] {
  const a = nextCorner(h);
  return [triangles[a], triangles[nextCorner(a)]];
}
