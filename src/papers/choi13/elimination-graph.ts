import { createRandom } from "../../core/random.ts";
import { type Adjacency, adjacencyFromPairs } from "../../mesh/adjacency.ts";
import { invertPermutation } from "../../mesh/invert-permutation.ts";

/** A pair of vertices, the lower first. */
export type Edge = readonly [number, number];

export function graphOf(count: number, edges: readonly Edge[]): Adjacency {
  return adjacencyFromPairs(count, Uint32Array.from(edges.flat()));
}

export function edgesOf({ start, neighbours }: Adjacency): Edge[] {
  const edges: Edge[] = [];
  for (let i = 0; i + 1 < start.length; i++) {
    for (let e = start[i]; e < start[i + 1]; e++) if (neighbours[e] > i) edges.push([i, neighbours[e]]);
  }
  return edges;
}

/** What eliminating a vertex does to the graph [Choi13, sec. 6.1]: it goes, and all that were joined to it are joined to each other. */
export interface Elimination {
  readonly vertex: number;
  /** Edges that were not there before: fill. */
  readonly fill: readonly Edge[];
}

/** Eliminates the vertices in an order (new → old), one by one. */
export function eliminate(graph: Adjacency, order: Uint32Array): Elimination[] {
  const joined = neighbourSets(graph);
  return Array.from(order, (vertex) => ({ vertex, fill: removeVertex(joined, vertex) }));
}

export function countFill(steps: readonly Elimination[]): number {
  return steps.reduce((sum, { fill }) => sum + fill.length, 0);
}

function neighbourSets({ start, neighbours }: Adjacency): Set<number>[] {
  return Array.from({ length: start.length - 1 }, (_, i) => new Set(neighbours.subarray(start[i], start[i + 1])));
}

function removeVertex(joined: Set<number>[], vertex: number): Edge[] {
  const fill: Edge[] = [];
  const around = [...joined[vertex]].sort((a, b) => a - b);
  for (const [n, a] of around.entries()) {
    joined[a].delete(vertex);
    for (const b of around.slice(n + 1)) {
      if (joined[a].has(b)) continue;
      joined[a].add(b);
      joined[b].add(a);
      fill.push([a, b]);
    }
  }
  joined[vertex].clear();
  return fill;
}

/** The order that always takes the vertex whose elimination fills least at once, not the one of least degree   [Choi13, sec. 6.2]. */
export function leastFillOrder(graph: Adjacency): Uint32Array {
  const joined = neighbourSets(graph);
  const left = new Set(joined.keys());
  const costOf = (vertex: number): number => {
    const around = [...joined[vertex]];
    let missing = 0;
    for (const [n, a] of around.entries()) for (let m = n + 1; m < around.length; m++) if (!joined[a].has(around[m])) missing++;
    return missing;
  };
  const costs = joined.map((_, vertex) => costOf(vertex));
  const order: number[] = [];
  while (left.size > 0) {
    let best = -1;
    for (const vertex of left) if (best < 0 || costs[vertex] < costs[best]) best = vertex;
    const touched = new Set(joined[best]);
    removeVertex(joined, best);
    left.delete(best);
    order.push(best);
    for (const a of [...touched]) for (const b of joined[a]) touched.add(b);
    for (const vertex of touched) costs[vertex] = costOf(vertex);
  }
  return Uint32Array.from(order);
}

/**
 * The least fill of any order, of graphs of a dozen vertices: the graph that is left does not depend on the order in which a set was eliminated, so the best way to
 * each set is the best way to one with a vertex less, and that vertex.
 */
export function leastFill(graph: Adjacency): number {
  const n = graph.start.length - 1;
  const masks = neighbourSets(graph).map((set) => [...set].reduce((mask, j) => mask | (1 << j), 0));
  const least = new Float64Array(1 << n).fill(Number.POSITIVE_INFINITY);
  least[0] = 0;
  for (let gone = 0; gone < 1 << n; gone++) {
    const reached = reachable(masks, gone, n);
    for (let v = 0; v < n; v++) {
      if ((gone >> v) & 1) continue;
      let missing = 0;
      for (let a = 0; a < n; a++) {
        if (((reached[v] >> a) & 1) === 0) continue;
        for (let b = a + 1; b < n; b++) if ((reached[v] >> b) & 1 && ((reached[a] >> b) & 1) === 0) missing++;
      }
      const next = gone | (1 << v);
      least[next] = Math.min(least[next], least[gone] + missing);
    }
  }
  return least[(1 << n) - 1];
}

/** Who is joined to whom among those left once the set `gone` is eliminated: those with a path through it. */
function reachable(masks: readonly number[], gone: number, n: number): number[] {
  return masks.map((mask, v) => {
    if ((gone >> v) & 1) return 0;
    let seen = mask;
    for (let grown = true; grown; ) {
      let next = seen;
      for (let a = 0; a < n; a++) if ((seen >> a) & 1 && (gone >> a) & 1) next |= masks[a];
      grown = next !== seen;
      seen = next;
    }
    return seen & ~gone & ~(1 << v);
  });
}

/** A graph of `count` vertices that hangs together, each further pair joined with a probability. */
export function randomGraph(count: number, probability: number, seed: number): Adjacency {
  const random = createRandom(seed);
  const edges: Edge[] = [];
  for (let j = 1; j < count; j++) {
    edges.push([Math.floor(random() * j), j]);
    for (let i = 0; i < j; i++) if (random() < probability) edges.push([i, j]);
  }
  return graphOf(count, edges);
}

/** The graph of a cloth of size × size vertices: 4 neighbours each (5-point), or with diagonals and second neighbours too (13-point). */
export function gridGraph(size: number, points: 5 | 13): Adjacency {
  const edges: Edge[] = [];
  const reach: readonly Edge[] =
    points === 5
      ? [
          [0, 1],
          [1, 0],
        ]
      : [
          [0, 1],
          [1, 0],
          [1, 1],
          [1, -1],
          [0, 2],
          [2, 0],
        ];
  for (let r = 0; r < size; r++) {
    for (let c = 0; c < size; c++) {
      for (const [dr, dc] of reach) {
        if (r + dr < size && c + dc >= 0 && c + dc < size) edges.push([r * size + c, (r + dr) * size + c + dc]);
      }
    }
  }
  return graphOf(size * size, edges);
}

/**
 * George's nested dissection of a grid: a line of vertices `width` wide cuts the longer side at a share of it, the parts are cut in turn, and lines come last.
 */
export function dissectGrid(size: number, share: number, width: number): Uint32Array {
  const order: number[] = [];
  const cut = (top: number, bottom: number, left: number, right: number): void => {
    const [rows, columns] = [bottom - top, right - left];
    if (rows <= 0 || columns <= 0) return;
    if (Math.max(rows, columns) < width + 2) {
      put(top, bottom, left, right);
      return;
    }
    const at = Math.max(1, Math.floor(share * (Math.max(rows, columns) - width + 1)));
    if (rows >= columns) {
      cut(top, top + at, left, right);
      cut(top + at + width, bottom, left, right);
      put(top + at, Math.min(top + at + width, bottom), left, right);
    } else {
      cut(top, bottom, left, left + at);
      cut(top, bottom, left + at + width, right);
      put(top, bottom, left + at, Math.min(left + at + width, right));
    }
  };
  const put = (top: number, bottom: number, left: number, right: number): void => {
    for (let r = top; r < bottom; r++) for (let c = left; c < right; c++) order.push(r * size + c);
  };
  cut(0, size, 0, size);
  return Uint32Array.from(order);
}

/** The same graph, its vertices renumbered as they are eliminated. */
export function renumber(graph: Adjacency, order: Uint32Array): Adjacency {
  const rank = invertPermutation(order);
  return graphOf(
    order.length,
    edgesOf(graph).map(([a, b]) => [Math.min(rank[a], rank[b]), Math.max(rank[a], rank[b])]),
  );
}
