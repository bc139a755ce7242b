import type { VertexPair } from "./cut.ts";

/**
 * The edges of a mesh that lie along a path through space: from each point of the path to the nearest vertex, and from vertex to vertex by the
 * shortest way along edges. The path may leave the mesh, by more than `reach` [m], and come back.
 */
export function findEdgesAlong(
  positions: ArrayLike<number>,
  triangles: Uint32Array,
  path: readonly (readonly [number, number, number])[],
  reach: number = 2 * meanEdge(positions, triangles),
): VertexPair[] {
  const count = positions.length / 3;
  const isUsed = new Uint8Array(count);
  for (const vertex of triangles) isUsed[vertex] = 1;
  const neighbours = listNeighbours(triangles, count);
  const edges = new Map<number, VertexPair>();
  let last = -1;
  for (const point of samplePath(path, meanEdge(positions, triangles) / 3)) {
    const vertex = nearestVertex(positions, isUsed, point, reach);
    if (vertex >= 0 && last >= 0 && vertex !== last) {
      const way = shortestWay(positions, neighbours, last, vertex, reach);
      for (let k = 0; k + 1 < way.length; k++) {
        const [a, b] = way[k] < way[k + 1] ? [way[k], way[k + 1]] : [way[k + 1], way[k]];
        edges.set(a * count + b, [a, b]);
      }
    }
    last = vertex;
  }
  return [...edges.values()];
}

function meanEdge(x: ArrayLike<number>, triangles: Uint32Array): number {
  let sum = 0;
  for (let h = 0; h < triangles.length; h++) sum += distance(x, triangles[h], triangles[h % 3 === 2 ? h - 2 : h + 1]);
  return triangles.length === 0 ? 0 : sum / triangles.length;
}

function distance(x: ArrayLike<number>, i: number, j: number): number {
  return length(x[3 * i] - x[3 * j], x[3 * i + 1] - x[3 * j + 1], x[3 * i + 2] - x[3 * j + 2]);
}

function length(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}

/** A path has at most this many samples, however long it is beside the edges. */
const MOST_SAMPLES = 20_000;

/** Points of the path, at most `spacing` [m] apart. */
function* samplePath(path: readonly (readonly [number, number, number])[], spacing: number): Generator<readonly [number, number, number]> {
  let total = 0;
  for (let n = 0; n + 1 < path.length; n++)
    total += length(path[n + 1][0] - path[n][0], path[n + 1][1] - path[n][1], path[n + 1][2] - path[n][2]);
  const step = Math.max(spacing, total / MOST_SAMPLES);
  for (let n = 0; n + 1 < path.length; n++) {
    const [p, q] = [path[n], path[n + 1]];
    const pieces = step > 0 ? Math.max(1, Math.ceil(length(q[0] - p[0], q[1] - p[1], q[2] - p[2]) / step)) : 1;
    for (let k = 0; k < pieces; k++) {
      const f = k / pieces;
      yield [p[0] + f * (q[0] - p[0]), p[1] + f * (q[1] - p[1]), p[2] + f * (q[2] - p[2])];
    }
  }
  const end = path.at(-1);
  if (end !== undefined) yield end;
}

/** The vertex nearest to a point, or −1 where none is within reach. */
function nearestVertex(x: ArrayLike<number>, isUsed: Uint8Array, [px, py, pz]: readonly [number, number, number], reach: number): number {
  let nearest = -1;
  let least = reach * reach;
  for (let i = 0; i < isUsed.length; i++) {
    if (isUsed[i] === 0) continue;
    const dx = x[3 * i] - px;
    const dy = x[3 * i + 1] - py;
    const dz = x[3 * i + 2] - pz;
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared > least || (squared === least && nearest >= 0)) continue;
    least = squared;
    nearest = i;
  }
  return nearest;
}

function listNeighbours(triangles: Uint32Array, count: number): Set<number>[] {
  const neighbours = Array.from({ length: count }, () => new Set<number>());
  for (let h = 0; h < triangles.length; h++) {
    const [a, b] = [triangles[h], triangles[h % 3 === 2 ? h - 2 : h + 1]];
    neighbours[a].add(b);
    neighbours[b].add(a);
  }
  return neighbours;
}

/** Dijkstra's way from one vertex to another; empty where it is more than five times `reach` longer than the straight one, or there is none. */
function shortestWay(x: ArrayLike<number>, neighbours: readonly Set<number>[], from: number, to: number, reach: number): number[] {
  if (neighbours[from].has(to)) return [from, to];
  const longest = distance(x, from, to) + 5 * reach;
  const ways = new Map<number, { length: number; before: number; isDone: boolean }>([[from, { length: 0, before: -1, isDone: false }]]);
  for (;;) {
    let nearest = -1;
    let least = longest;
    for (const [vertex, way] of ways) {
      if (way.isDone || way.length > least) continue;
      least = way.length;
      nearest = vertex;
    }
    if (nearest < 0) return [];
    if (nearest === to) break;
    (ways.get(nearest) as { isDone: boolean }).isDone = true;
    for (const next of neighbours[nearest]) {
      const longer = least + distance(x, nearest, next);
      const known = ways.get(next);
      if (known === undefined || longer < known.length) ways.set(next, { length: longer, before: nearest, isDone: false });
    }
  }
  const way: number[] = [];
  for (let vertex = to; vertex >= 0; vertex = ways.get(vertex)?.before ?? -1) way.unshift(vertex);
  return way;
}
