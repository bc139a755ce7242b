import type { Adjacency } from "./adjacency.ts";
import { invertPermutation } from "./invert-permutation.ts";

/** A pseudo-peripheral search that still finds a longer way after this many rounds has gone far enough. */
const MAX_SEARCHES = 8;

/**
 * The reverse Cuthill–McKee order as new → old indices: `order[n]` is the old index of the vertex that becomes n. Neighbours
 * get numbers near each other, so memory is read in runs and a factor stays narrow. Each connected piece is numbered
 * breadth-first from a pseudo-peripheral vertex [George & Liu 1979], neighbours by increasing degree, then reversed.
 * Pieces stay together and keep the order of their lowest vertices, so ranges of vertices that do not touch each other
 * (the cloths of a scene) keep their ranges. Ties go to the lower index. Linear time.
 */
export function reverseCuthillMcKee(adjacency: Adjacency): Uint32Array {
  return orderByLevels(adjacency, true);
}

/** The Cuthill–McKee order: as `reverseCuthillMcKee`, but no piece is reversed. The bandwidth is the same, the envelope never smaller. */
export function cuthillMcKee(adjacency: Adjacency): Uint32Array {
  return orderByLevels(adjacency, false);
}

function orderByLevels(adjacency: Adjacency, reversed: boolean): Uint32Array {
  const count = adjacency.start.length - 1;
  const graph = { start: adjacency.start, neighbours: neighboursByDegree(adjacency) };
  const order = new Uint32Array(count);
  const mark = new Uint32Array(count);
  let stamp = 1;
  let from = 0;
  for (let i = 0; i < count; i++) {
    if (mark[i] !== 0) continue;
    let levels = walk(graph, i, order, from, mark, stamp++);
    let root = lowestDegree(graph.start, order, from, levels.end);
    levels = walk(graph, root, order, from, mark, stamp++);
    for (let search = 0; search < MAX_SEARCHES; search++) {
      const candidate = lowestDegree(graph.start, order, levels.lastLevel, levels.end);
      const further = walk(graph, candidate, order, from, mark, stamp++);
      if (further.depth <= levels.depth) break;
      root = candidate;
      levels = further;
    }
    const { end } = walk(graph, root, order, from, mark, stamp++);
    if (reversed) order.subarray(from, end).reverse();
    from = end;
  }
  return order;
}

interface Levels {
  /** Where the walk's vertices end in `order`. */
  readonly end: number;
  /** Where those of the furthest level begin. */
  readonly lastLevel: number;
  readonly depth: number;
}

/** Breadth-first from `root` into `order[from…]`, marking with `stamp`. Marks of earlier walks over the piece are lower. */
function walk(graph: Adjacency, root: number, order: Uint32Array, from: number, mark: Uint32Array, stamp: number): Levels {
  const { start, neighbours } = graph;
  let end = from;
  let level = from;
  let levelEnd = from + 1;
  let depth = 0;
  order[end++] = root;
  mark[root] = stamp;
  for (let head = from; head < end; head++) {
    if (head === levelEnd) {
      level = levelEnd;
      levelEnd = end;
      depth++;
    }
    const i = order[head];
    for (let k = start[i]; k < start[i + 1]; k++) {
      const j = neighbours[k];
      if (mark[j] === stamp) continue;
      mark[j] = stamp;
      order[end++] = j;
    }
  }
  return { end, lastLevel: level, depth };
}

function lowestDegree(start: Uint32Array, order: Uint32Array, from: number, to: number): number {
  let best = order[from];
  for (let n = from + 1; n < to; n++) {
    const i = order[n];
    const difference = start[i + 1] - start[i] - (start[best + 1] - start[best]);
    if (difference < 0 || (difference === 0 && i < best)) best = i;
  }
  return best;
}

/** The rows of a symmetric graph by (degree, index): a counting sort of the vertices, then one scatter in that order. */
function neighboursByDegree({ start, neighbours }: Adjacency): Uint32Array {
  const count = start.length - 1;
  const bucket = new Uint32Array(count + 1);
  for (let i = 0; i < count; i++) bucket[start[i + 1] - start[i] + 1]++;
  for (let d = 0; d < count; d++) bucket[d + 1] += bucket[d];
  const byDegree = new Uint32Array(count);
  for (let i = 0; i < count; i++) byDegree[bucket[start[i + 1] - start[i]]++] = i;

  const cursor = start.slice();
  const sorted = new Uint32Array(neighbours.length);
  for (let n = 0; n < count; n++) {
    const i = byDegree[n];
    for (let k = start[i]; k < start[i + 1]; k++) sorted[cursor[neighbours[k]]++] = i;
  }
  return sorted;
}

/** The largest distance between the numbers of two neighbours; with `order` (new → old) after renumbering. */
export function bandwidth(adjacency: Adjacency, order?: Uint32Array): number {
  return measureSpans(adjacency, order).widest;
}

/** The mean distance between the numbers of two neighbours; 0 without edges. */
export function meanEdgeSpan(adjacency: Adjacency, order?: Uint32Array): number {
  const { neighbours } = adjacency;
  return neighbours.length === 0 ? 0 : measureSpans(adjacency, order).sum / neighbours.length;
}

function measureSpans({ start, neighbours }: Adjacency, order: Uint32Array | undefined): { readonly widest: number; readonly sum: number } {
  const rank = order === undefined ? undefined : invertPermutation(order);
  let widest = 0;
  let sum = 0;
  for (let i = 0; i < start.length - 1; i++) {
    for (let k = start[i]; k < start[i + 1]; k++) {
      const j = neighbours[k];
      const span = Math.abs(rank === undefined ? j - i : rank[j] - rank[i]);
      widest = Math.max(widest, span);
      sum += span;
    }
  }
  return { widest, sum };
}
