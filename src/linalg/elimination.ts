import type { Adjacency } from "../mesh/adjacency.ts";
import { createQuotientGraph, type QuotientGraph } from "./quotient-graph.ts";

/** What minimum degree knows while it eliminates. */
export interface Elimination {
  readonly quotient: QuotientGraph;
  readonly order: Uint32Array;
  /** How many vertices have their place in `order`. */
  count: number;
  /** The weight of the variables that are left. */
  left: number;

  readonly stage: Uint32Array;
  current: number;
  /** The variables of the stages up to the current one by degree, in doubly linked lists; −1 ends one. None is below `lowest`. */
  readonly head: Int32Array;
  readonly next: Int32Array;
  readonly previous: Int32Array;
  lowest: number;
  listed: number;

  /** The vertices of a variable: a list that begins with its own index. */
  readonly memberNext: Int32Array;
  readonly memberLast: Int32Array;

  /** Of the elements seen by pivot `seenBy[e]`: the weight of their variables that are not in its element. */
  readonly seenBy: Int32Array;
  readonly outside: Int32Array;

  /** The variables of the new element by a hash of their lists. */
  readonly bucket: Int32Array;
  readonly bucketNext: Int32Array;
  readonly hash: Uint32Array;
  readonly mark: Int32Array;
  marks: number;
}

export function createElimination(graph: Adjacency, done: Uint8Array, stage: Uint32Array, order: Uint32Array, count: number): Elimination {
  const n = order.length;
  const memberLast = new Int32Array(n);
  let left = 0;
  for (let i = 0; i < n; i++) {
    memberLast[i] = i;
    if (done[i] === 0) left++;
  }
  return {
    quotient: createQuotientGraph(graph, done),
    order,
    count,
    left,
    stage: stage.slice(),
    current: -1,
    head: new Int32Array(n).fill(-1),
    next: new Int32Array(n),
    previous: new Int32Array(n),
    lowest: n,
    listed: 0,
    memberNext: new Int32Array(n).fill(-1),
    memberLast,
    seenBy: new Int32Array(n).fill(-1),
    outside: new Int32Array(n),
    bucket: new Int32Array(n).fill(-1),
    bucketNext: new Int32Array(n),
    hash: new Uint32Array(n),
    mark: new Int32Array(n),
    marks: 0,
  };
}

/** Takes a variable of least degree from its list, the one listed last. Once there is none, the next stage opens. */
export function nextPivot(run: Elimination): number {
  if (run.listed === 0) openNextStage(run);
  while (run.head[run.lowest] < 0) run.lowest++;
  const pivot = run.head[run.lowest];
  unlistVariable(run, pivot);
  return pivot;
}

function openNextStage(run: Elimination): void {
  const { quotient, stage } = run;
  const { weight } = quotient;
  let opened = Infinity;
  for (let i = 0; i < weight.length; i++) {
    if (weight[i] > 0 && stage[i] < opened) opened = stage[i];
  }
  run.current = opened;
  for (let i = weight.length - 1; i >= 0; i--) {
    if (weight[i] > 0 && stage[i] === opened) listVariable(run, i);
  }
}

/** Puts a variable first among those of its degree. */
export function listVariable(run: Elimination, i: number): void {
  const { head, next, previous } = run;
  const d = run.quotient.degree[i];
  const after = head[d];
  next[i] = after;
  previous[i] = -1;
  if (after >= 0) previous[after] = i;
  head[d] = i;
  if (d < run.lowest) run.lowest = d;
  run.listed++;
}

export function unlistVariable(run: Elimination, i: number): void {
  const { head, next, previous } = run;
  const before = previous[i];
  const after = next[i];
  if (after >= 0) previous[after] = before;
  if (before >= 0) next[before] = after;
  else head[run.quotient.degree[i]] = after;
  run.listed--;
}
