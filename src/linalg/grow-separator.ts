import { hashWords } from "../core/hash.ts";
import type { WeightedGraph } from "./coarsen-graph.ts";
import { type RefineScratch, refineSeparator, SEPARATOR } from "./refine-separator.ts";

/** How many separators are grown: from both ends of a long way through the graph, then from any vertex. */
const START_COUNT = 5;

/** The best of a few separators, each grown from one vertex and refined. Returns its cost. */
export function growSeparator(
  graph: WeightedGraph,
  limit: number,
  seed: number,
  part: Uint8Array,
  size: Int32Array,
  scratch: RefineScratch,
): number {
  const n = part.length;
  const queue = new Uint32Array(n);
  const trial = new Uint8Array(n);
  const trialSize = new Int32Array(3);
  let best = Infinity;
  let root = 0;
  for (let s = 0; s < START_COUNT; s++) {
    root = s < 2 ? furthestVertex(graph, root, queue, trial) : hashWords(seed, s) % n;
    growSide(graph, root, queue, trial, trialSize);
    const cost = refineSeparator(graph, limit, trial, trialSize, scratch);
    if (s > 0 && cost >= best) continue;
    best = cost;
    part.set(trial);
    size.set(trialSize);
  }
  return best;
}

/** The last vertex of a breadth-first walk. */
function furthestVertex({ start, neighbours }: WeightedGraph, root: number, queue: Uint32Array, seen: Uint8Array): number {
  seen.fill(0);
  seen[root] = 1;
  queue[0] = root;
  let end = 1;
  for (let head = 0; head < end; head++) {
    const i = queue[head];
    for (let k = start[i]; k < start[i + 1]; k++) {
      const j = neighbours[k];
      if (seen[j] !== 0) continue;
      seen[j] = 1;
      queue[end++] = j;
    }
  }
  return queue[end - 1];
}

/** Breadth-first from `root` until the vertices passed are as heavy as those not seen yet; those seen and not passed separate them. */
function growSide(
  { start, neighbours, vertexWeight }: WeightedGraph,
  root: number,
  queue: Uint32Array,
  part: Uint8Array,
  size: Int32Array,
): void {
  part.fill(1);
  size.fill(0);
  for (let i = 0; i < part.length; i++) size[1] += vertexWeight[i];
  const see = (i: number): void => {
    part[i] = SEPARATOR;
    size[1] -= vertexWeight[i];
    size[SEPARATOR] += vertexWeight[i];
  };
  see(root);
  queue[0] = root;
  let end = 1;
  for (let head = 0; head < end && size[0] < size[1]; head++) {
    const i = queue[head];
    part[i] = 0;
    size[0] += vertexWeight[i];
    size[SEPARATOR] -= vertexWeight[i];
    for (let k = start[i]; k < start[i + 1]; k++) {
      const j = neighbours[k];
      if (part[j] !== 1) continue;
      see(j);
      queue[end++] = j;
    }
  }
}
