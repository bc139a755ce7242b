import { describeValue, InputError } from "../core/errors.ts";
import { buildCorners, type Corners, cornerOf } from "./corners.ts";
import { nextCorner } from "./next-corner.ts";

/** Two vertices, in any order. */
export type VertexPair = readonly [number, number];

/** A mesh after a cut: the same triangles in the same order, some of their corners on new vertices. */
export interface MeshCut {
  readonly particleCount: number;
  readonly triangles: Uint32Array;
  /** The vertex before the cut of each vertex after it: its own number for those that were there, the copied one for the others. */
  readonly origin: Uint32Array;
  /** Of the mesh before. */
  readonly corners: Corners;
}

/**
 * Cuts a mesh along edges. The triangles around a vertex fall into groups that hang together through edges that are not cut:
 *
 *      o───o───o            o───o   o───o      the group with the first triangle keeps the vertex,
 *      │ ╱ ║ ╲ │            │ ╱ │   │ ╲ │      every other gets a copy of it. Copies are numbered behind
 *      o───o───o     →      o───a   b───o      all vertices, by the vertex they copy and then by triangle;
 *      │ ╲ ║ ╱ │            │ ╲ │   │ ╱ │      nobody else's number changes.
 *      o───o───o            o───o   o───o
 *
 * So a cut that ends inside leaves its last vertex whole, and a single edge inside, whose two vertices both stay whole, does not
 * open: it needs a second edge, or the border. An edge on the border is accepted and changes nothing. A pair that no edge joins is
 * an InputError at `${path}[n]`. A vertex at which groups of triangles meet in a point only comes apart there when a cut
 * reaches it.
 */
export function cutMesh(particleCount: number, triangles: Uint32Array, edges: readonly VertexPair[], path: string = "edges"): MeshCut {
  return cutFacedEdges(particleCount, triangles, findEdgeCorners(particleCount, triangles, edges, path));
}

/** The same along the edges that these corners face. */
export function cutFacedEdges(particleCount: number, triangles: Uint32Array, facing: ArrayLike<number>): MeshCut {
  const corners = buildCorners(particleCount, triangles);
  const isCut = new Uint8Array(triangles.length);
  const reached = new Uint8Array(particleCount);
  for (let k = 0; k < facing.length; k++) {
    const h = facing[k];
    const across = corners.opposite[h];
    if (across < 0) continue;
    isCut[h] = 1;
    isCut[across] = 1;
    reached[triangles[nextCorner(h)]] = 1;
    reached[triangles[nextCorner(nextCorner(h))]] = 1;
  }
  return splitVertices(triangles, corners, isCut, reached);
}

/** The first corner that faces each edge. Unlike the vertices' numbers it names the edge through every later cut. */
export function findEdgeCorners(
  particleCount: number,
  triangles: Uint32Array,
  edges: readonly VertexPair[],
  path: string = "edges",
): Uint32Array {
  const places = new Map<number, number>();
  const isNamed = new Uint8Array(particleCount);
  for (const [n, pair] of edges.entries()) {
    if (!Array.isArray(pair) || pair.length !== 2 || !pair.every((i) => Number.isInteger(i) && i >= 0)) {
      throw new InputError(`${path}[${n}]`, describeValue(pair), "give two vertices [i, j]");
    }
    if (Math.max(pair[0], pair[1]) >= particleCount) {
      throw new InputError(`${path}[${n}]`, describeValue(pair), `use vertices from 0 to ${particleCount - 1}`);
    }
    places.set(Math.min(pair[0], pair[1]) * particleCount + Math.max(pair[0], pair[1]), -1);
    isNamed[pair[0]] = 1;
    isNamed[pair[1]] = 1;
  }
  for (let h = triangles.length - 1; places.size > 0 && h >= 0; h--) {
    const a = triangles[nextCorner(h)];
    const b = triangles[nextCorner(nextCorner(h))];
    if ((isNamed[a] & isNamed[b]) === 0) continue;
    const key = Math.min(a, b) * particleCount + Math.max(a, b);
    if (places.has(key)) places.set(key, h);
  }
  return Uint32Array.from(edges, ([a, b], n) => {
    const h = places.get(Math.min(a, b) * particleCount + Math.max(a, b)) as number;
    if (h < 0) throw new InputError(`${path}[${n}]`, `[${a}, ${b}]`, "give two vertices that an edge of the mesh joins");
    return h;
  });
}

/** Splits the vertices that are `reached` where the triangles around them do not hang together, but by edges that are cut. */
export function splitVertices(triangles: Uint32Array, corners: Corners, isCut: Uint8Array, reached: Uint8Array): MeshCut {
  const { opposite, start, corners: cornersOf } = corners;
  const group = new Map<number, number>(); // of corners that were joined, towards the lowest one of their group
  const find = (h: number): number => {
    let root = h;
    for (let up = group.get(root); up !== undefined; up = group.get(root)) {
      const further = group.get(up);
      if (further !== undefined) group.set(root, further); // half the way for the next one
      root = up;
    }
    return root;
  };
  const origin = Array.from(reached, (_, i) => i);
  const after = triangles.slice();
  for (let i = 0; i < reached.length; i++) {
    if (reached[i] === 0) continue;
    group.clear();
    for (let k = start[i]; k < start[i + 1]; k++) {
      const h = cornersOf[k];
      for (let facing = nextCorner(h); facing !== h; facing = nextCorner(facing)) {
        const across = opposite[facing]; // beyond an edge of i
        if (across < facing || isCut[facing] !== 0) continue;
        const a = find(h);
        const b = find(cornerOf(triangles, Math.floor(across / 3), i));
        if (a !== b) group.set(Math.max(a, b), Math.min(a, b));
      }
    }
    for (let k = start[i] + 1; k < start[i + 1]; k++) {
      const h = cornersOf[k];
      const root = find(h);
      if (root === h) origin.push(i);
      after[h] = root === h ? origin.length - 1 : after[root];
    }
  }
  return { particleCount: origin.length, triangles: after, origin: Uint32Array.from(origin), corners };
}
