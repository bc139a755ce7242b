import { describeValue, InputError } from "../core/errors.ts";
import { buildCorners, type Corners, cornerOf } from "./corners.ts";
import { nextCorner } from "./topology.ts";

/** Two vertices, in any order. */
export type VertexPair = readonly [number, number];

/** A mesh after a cut: the same triangles in the same order, some of their corners on new vertices. */
export interface MeshCut {
  readonly particleCount: number;
  readonly triangles: Uint32Array;
  /** The vertex before the cut of each vertex after it: its own number for those that were there, the copied one for the others. */
  readonly origin: Uint32Array;
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
export function cutMesh(
  particleCount: number,
  triangles: Uint32Array,
  edges: readonly VertexPair[],
  path: string = "edges",
): MeshCut {
  const facing = findEdgeCorners(particleCount, triangles, edges, path);
  const corners = buildCorners(particleCount, triangles);
  const isCut = new Uint8Array(triangles.length);
  const reached = new Uint8Array(particleCount);
  for (const h of facing) {
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
  for (const [n, pair] of edges.entries()) {
    if (!Array.isArray(pair) || pair.length !== 2 || !pair.every((i) => Number.isInteger(i) && i >= 0)) {
      throw new InputError(`${path}[${n}]`, describeValue(pair), "give two vertices [i, j]");
    }
    if (Math.max(pair[0], pair[1]) >= particleCount) {
      throw new InputError(`${path}[${n}]`, describeValue(pair), `use vertices from 0 to ${particleCount - 1}`);
    }
    places.set(Math.min(pair[0], pair[1]) * particleCount + Math.max(pair[0], pair[1]), -1);
  }
  for (let h = triangles.length - 1; places.size > 0 && h >= 0; h--) {
    const a = triangles[nextCorner(h)];
    const b = triangles[nextCorner(nextCorner(h))];
    const key = Math.min(a, b) * particleCount + Math.max(a, b);
    if (places.has(key)) places.set(key, h);
  }
  return Uint32Array.from(edges, ([a, b], n) => {
    const h = places.get(Math.min(a, b) * particleCount + Math.max(a, b)) as number;
    if (h < 0)
      throw new InputError(`${path}[${n}]`, `[${a}, ${b}]`, "give two vertices that an edge of the mesh joins");
    return h;
  });
}

function splitVertices(triangles: Uint32Array, corners: Corners, isCut: Uint8Array, reached: Uint8Array): MeshCut {
  const { opposite, start, corners: cornersOf } = corners;
  const group = Uint32Array.from(triangles, (_, h) => h); // towards the lowest corner of the group
  const find = (h: number): number => {
    let root = h;
    while (group[root] !== root) {
      group[root] = group[group[root]];
      root = group[root];
    }
    return root;
  };
  for (let h = 0; h < triangles.length; h++) {
    const across = opposite[h];
    if (across < h || isCut[h] !== 0) continue;
    for (let end = nextCorner(h); end !== h; end = nextCorner(end)) {
      if (reached[triangles[end]] === 0) continue;
      const a = find(end);
      const b = find(cornerOf(triangles, Math.floor(across / 3), triangles[end]));
      group[Math.max(a, b)] = Math.min(a, b);
    }
  }
  const origin = Array.from(reached, (_, i) => i);
  const number = triangles.slice();
  for (let i = 0; i < reached.length; i++) {
    if (reached[i] === 0) continue;
    for (let k = start[i] + 1; k < start[i + 1]; k++) {
      const h = cornersOf[k];
      if (find(h) !== h) continue;
      number[h] = origin.length;
      origin.push(i);
    }
  }
  return {
    particleCount: origin.length,
    triangles: triangles.map((_, h) => number[find(h)]),
    origin: Uint32Array.from(origin),
  };
}
