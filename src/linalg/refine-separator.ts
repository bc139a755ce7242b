import type { WeightedGraph } from "./coarsen-graph.ts";
import { changeKey, clearHeap, createVertexHeap, pushVertex, removeVertex, type VertexHeap } from "./vertex-heap.ts";

/** The mark of the separator's vertices in `part`; those of the two sides are 0 and 1. */
export const SEPARATOR = 2;

/** A pass gives up after this many moves without a better separator. */
const PATIENCE = 30;
const MAX_PASSES = 5;
/** How much sides of different weight count: a separator may be this share heavier if it parts the graph evenly and not all to one side. */
const LEAN_COST = 0.2;

export interface RefineScratch {
  /** The separator's vertices by what it loses if they move to side 0 and to side 1. */
  readonly heaps: readonly [VertexHeap, VertexHeap];
  /** Vertices that have moved in this pass. */
  readonly moved: Uint8Array;
  /** The moves of this pass: the vertices drawn into the separator, how many, the vertex that left it, its side. */
  readonly log: Int32Array;
}

export function createRefineScratch(capacity: number): RefineScratch {
  return {
    heaps: [createVertexHeap(capacity), createVertexHeap(capacity)],
    moved: new Uint8Array(capacity),
    log: new Int32Array(5 * capacity),
  };
}

/**
 * Makes a vertex separator lighter, in the manner of Fiduccia and Mattheyses   [HendricksonRothberg98]. A vertex that
 * leaves the separator for one side draws its neighbours of the other side into it; the best such move is made, even if it is a bad one, each
 * vertex leaves once a pass, and the pass ends as the best separator it went through. `size` holds the weights of the sides and of the
 * separator. Returns the cost.
 */
export function refineSeparator(graph: WeightedGraph, limit: number, part: Uint8Array, size: Int32Array, scratch: RefineScratch): number {
  let cost = Infinity;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const next = runPass(graph, limit, part, size, scratch);
    if (!(next < cost)) break;
    cost = next;
  }
  return cost;
}

/** How bad a separator is: its weight, more if the sides differ. Infinite if a side is empty or heavier than `limit`. */
function separatorCost(size: Int32Array, limit: number): number {
  const side0 = size[0];
  const side1 = size[1];
  if (side0 === 0 || side1 === 0 || Math.max(side0, side1) > limit) return Infinity;
  const lean = (side0 - side1) / (side0 + side1);
  return size[SEPARATOR] * (1 + LEAN_COST * lean * lean);
}

function runPass(graph: WeightedGraph, limit: number, part: Uint8Array, size: Int32Array, { heaps, moved, log }: RefineScratch): number {
  const { vertexWeight } = graph;
  const n = vertexWeight.length;
  for (let i = 0; i < n; i++) if (part[i] === SEPARATOR) enqueue(graph, i, part, heaps);
  let best = separatorCost(size, limit);
  let bestEnd = 0;
  let end = 0;
  for (let idle = 0; idle < PATIENCE || best === Infinity; idle++) {
    const side = chooseSide(heaps, vertexWeight, size, limit);
    if (side < 0) break;
    const i = heaps[side].vertices[0];
    removeVertex(heaps[0], i);
    removeVertex(heaps[1], i);
    moved[i] = 1;
    end = moveVertex(graph, i, side, part, size, heaps, moved, log, end);
    const cost = separatorCost(size, limit);
    if (cost < best) {
      best = cost;
      bestEnd = end;
      idle = -1;
    }
  }
  clearHeap(heaps[0]);
  clearHeap(heaps[1]);
  while (end > bestEnd) end = undoMove(vertexWeight, part, size, moved, log, end);
  while (end > 0) {
    moved[log[end - 2]] = 0;
    end -= 3 + log[end - 3];
  }
  return best;
}

/** The side with the better move; ties to the lighter side. A side that would grow too heavy only gives. */
function chooseSide(heaps: readonly [VertexHeap, VertexHeap], vertexWeight: Int32Array, size: Int32Array, limit: number): number {
  const [heap0, heap1] = heaps;
  const open0 = heap0.size > 0 && size[0] + vertexWeight[heap0.vertices[0]] <= limit;
  const open1 = heap1.size > 0 && size[1] + vertexWeight[heap1.vertices[0]] <= limit;
  if (!open0 || !open1) return open0 ? 0 : open1 ? 1 : -1;
  const difference = heap0.key[heap0.vertices[0]] - heap1.key[heap1.vertices[0]];
  if (difference !== 0) return difference > 0 ? 0 : 1;
  return size[0] <= size[1] ? 0 : 1;
}

/** Puts a vertex of the separator into both heaps, by its weight less that of the neighbours it would draw in. */
function enqueue(
  { start, neighbours, vertexWeight }: WeightedGraph,
  i: number,
  part: Uint8Array,
  heaps: readonly [VertexHeap, VertexHeap],
): void {
  let near0 = 0;
  let near1 = 0;
  for (let k = start[i]; k < start[i + 1]; k++) {
    const j = neighbours[k];
    if (part[j] === 0) near0 += vertexWeight[j];
    else if (part[j] === 1) near1 += vertexWeight[j];
  }
  pushVertex(heaps[0], i, vertexWeight[i] - near1);
  pushVertex(heaps[1], i, vertexWeight[i] - near0);
}

function moveVertex(
  graph: WeightedGraph,
  i: number,
  side: number,
  part: Uint8Array,
  size: Int32Array,
  heaps: readonly [VertexHeap, VertexHeap],
  moved: Uint8Array,
  log: Int32Array,
  logEnd: number,
): number {
  const { start, neighbours, vertexWeight } = graph;
  const other = 1 - side;
  const heapSide = heaps[side];
  const heapOther = heaps[other];
  const w = vertexWeight[i];
  let end = logEnd;
  part[i] = side;
  size[SEPARATOR] -= w;
  size[side] += w;
  for (let k = start[i]; k < start[i + 1]; k++) {
    const j = neighbours[k];
    if (part[j] === SEPARATOR) {
      if (heapOther.place[j] >= 0) changeKey(heapOther, j, heapOther.key[j] - w);
    } else if (part[j] === other) {
      const drawn = vertexWeight[j];
      part[j] = SEPARATOR;
      size[other] -= drawn;
      size[SEPARATOR] += drawn;
      log[end++] = j;
      for (let m = start[j]; m < start[j + 1]; m++) {
        const x = neighbours[m];
        if (heapSide.place[x] >= 0) changeKey(heapSide, x, heapSide.key[x] + drawn);
      }
    }
  }
  for (let k = logEnd; k < end; k++) if (moved[log[k]] === 0) enqueue(graph, log[k], part, heaps);
  log[end] = end - logEnd;
  log[end + 1] = i;
  log[end + 2] = side;
  return end + 3;
}

function undoMove(
  vertexWeight: Int32Array,
  part: Uint8Array,
  size: Int32Array,
  moved: Uint8Array,
  log: Int32Array,
  logEnd: number,
): number {
  const i = log[logEnd - 2];
  const side = log[logEnd - 1];
  const drawnEnd = logEnd - 3;
  const drawnBegin = drawnEnd - log[drawnEnd];
  moved[i] = 0;
  part[i] = SEPARATOR;
  size[SEPARATOR] += vertexWeight[i];
  size[side] -= vertexWeight[i];
  for (let k = drawnBegin; k < drawnEnd; k++) {
    const j = log[k];
    part[j] = 1 - side;
    size[1 - side] += vertexWeight[j];
    size[SEPARATOR] -= vertexWeight[j];
  }
  return drawnBegin;
}
