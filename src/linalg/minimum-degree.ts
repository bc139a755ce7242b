import type { Adjacency } from "../mesh/adjacency.ts";
import { createElimination, type Elimination, listVariable, nextPivot, unlistVariable } from "./elimination.ts";
import { makeRoom } from "./quotient-graph.ts";

/**
 * An order (new → old) of little fill: the vertex with the fewest neighbours in the graph left over is eliminated next, on a quotient graph, with
 * approximate degrees   [AmestoyDavisDuff96]. Vertices with the same neighbours are merged and go together. Ties go to the vertex
 * whose degree changed last, at first to the lower index.
 *
 * With `stage`, a vertex waits until those of lower stages are gone, and still counts as a neighbour: nested dissection orders its pieces
 * that way, each aware of the separators around it. A vertex whose elimination adds nothing may go earlier.
 */
export function minimumDegree(graph: Adjacency, stage?: Uint32Array): Uint32Array {
  const n = graph.start.length - 1;
  const order = new Uint32Array(n);
  const done = new Uint8Array(n);
  const count = peelLeaves(graph, order, done);
  const dense = setDenseApart(graph, count, done);
  const run = createElimination(graph, done, stage ?? new Uint32Array(n), order, count);
  while (run.left > 0) {
    const pivot = nextPivot(run);
    formElement(run, pivot);
    measureOverlaps(run, pivot);
    updateVariables(run, pivot);
    mergeAlike(run, pivot);
    finishElement(run, pivot);
  }
  order.set(dense, n - dense.length);
  return order;
}

/** Vertices with one neighbour or none go first, again and again: they add no fill, and a tree is done with that. Returns how many there were. */
function peelLeaves({ start, neighbours }: Adjacency, order: Uint32Array, done: Uint8Array): number {
  const n = order.length;
  const degree = new Uint32Array(n);
  let count = 0;
  for (let i = 0; i < n; i++) {
    degree[i] = start[i + 1] - start[i];
    if (degree[i] > 1) continue;
    order[count++] = i;
    done[i] = 1;
  }
  for (let head = 0; head < count; head++) {
    const i = order[head];
    for (let k = start[i]; k < start[i + 1]; k++) {
      const j = neighbours[k];
      if (done[j] !== 0 || --degree[j] > 1) continue;
      order[count++] = j;
      done[j] = 1;
    }
  }
  return count;
}

/** Vertices joined to a large part of the graph would be looked at in every elimination. They go last, by increasing degree. */
function setDenseApart({ start }: Adjacency, count: number, done: Uint8Array): Uint32Array {
  const limit = Math.max(16, 10 * Math.sqrt(done.length - count));
  const dense: number[] = [];
  for (let i = 0; i < done.length; i++) {
    if (done[i] !== 0 || start[i + 1] - start[i] <= limit) continue;
    done[i] = 1;
    dense.push(i);
  }
  return Uint32Array.from(dense.sort((a, b) => start[a + 1] - start[a] - (start[b + 1] - start[b]) || a - b));
}

/** The pivot becomes the element of all its neighbours; the elements it belonged to are absorbed. */
function formElement(run: Elimination, pivot: number): void {
  const { quotient, stage, current } = run;
  const { begin, length, elementCount, weight, degree } = quotient;
  let room = length[pivot];
  for (let k = begin[pivot]; k < begin[pivot] + elementCount[pivot]; k++) room += length[quotient.entries[k]];
  makeRoom(quotient, room);

  const { entries } = quotient;
  const from = begin[pivot];
  const elementEnd = from + elementCount[pivot];
  const first = quotient.free;
  let free = first;
  let sum = 0;
  run.left -= weight[pivot];
  weight[pivot] = 0;
  for (let k = from; k <= elementEnd; k++) {
    // After the elements, the pivot's own variables.
    const source = k < elementEnd ? entries[k] : pivot;
    const sourceBegin = k < elementEnd ? begin[source] : elementEnd;
    const sourceEnd = k < elementEnd ? sourceBegin + length[source] : from + length[pivot];
    for (let m = sourceBegin; m < sourceEnd; m++) {
      const i = entries[m];
      const w = weight[i];
      if (w <= 0) continue;
      weight[i] = -w;
      sum += w;
      entries[free++] = i;
      if (stage[i] <= current) unlistVariable(run, i);
    }
    begin[source] = -1;
  }
  begin[pivot] = first;
  length[pivot] = free - first;
  elementCount[pivot] = 0;
  degree[pivot] = sum;
  quotient.free = free;
}

/** For every element that shares variables with the new one, the weight of those it does not share   [AmestoyDavisDuff96]. */
function measureOverlaps(run: Elimination, pivot: number): void {
  const { seenBy, outside } = run;
  const { entries, begin, length, elementCount, weight, degree } = run.quotient;
  const end = begin[pivot] + length[pivot];
  for (let m = begin[pivot]; m < end; m++) {
    const i = entries[m];
    const elementEnd = begin[i] + elementCount[i];
    for (let k = begin[i]; k < elementEnd; k++) {
      const e = entries[k];
      if (begin[e] < 0) continue;
      if (seenBy[e] !== pivot) {
        seenBy[e] = pivot;
        outside[e] = degree[e];
      }
      outside[e] += weight[i];
    }
  }
}

/**
 * Drops from the lists of the new element's variables what the element covers, and bounds their degrees. An element with nothing outside the
 * new one is absorbed; a variable with nothing outside it is eliminated with the pivot.
 */
function updateVariables(run: Elimination, pivot: number): void {
  const { outside, bucket, bucketNext, hash } = run;
  const { entries, begin, length, elementCount, weight, degree } = run.quotient;
  const end = begin[pivot] + length[pivot];
  for (let m = begin[pivot]; m < end; m++) {
    const i = entries[m];
    const from = begin[i];
    const to = from + length[i];
    const elementEnd = from + elementCount[i];
    let kept = from;
    let beyond = 0;
    let sum = 0;
    for (let k = from; k < elementEnd; k++) {
      const e = entries[k];
      if (begin[e] < 0) continue;
      if (outside[e] === 0) {
        begin[e] = -1;
        continue;
      }
      beyond += outside[e];
      sum += e;
      entries[kept++] = e;
    }
    const variables = kept;
    for (let k = elementEnd; k < to; k++) {
      const j = entries[k];
      if (weight[j] <= 0) continue;
      beyond += weight[j];
      sum += j;
      entries[kept++] = j;
    }
    if (beyond === 0) {
      degree[pivot] += weight[i];
      run.left += weight[i];
      join(run, i, pivot);
      continue;
    }
    // The pivot, or an element it absorbed, was in the list, so there is room for the new element between the two sorts.
    entries[kept] = entries[variables];
    entries[variables] = pivot;
    elementCount[i] = variables + 1 - from;
    length[i] = kept + 1 - from;
    if (beyond < degree[i]) degree[i] = beyond;
    const h = sum % hash.length;
    hash[i] = h;
    bucketNext[i] = bucket[h];
    bucket[h] = i;
  }
}

/** The vertices of `i` go where those of `into` go. */
function join(run: Elimination, i: number, into: number): void {
  const { quotient, memberNext, memberLast } = run;
  memberNext[memberLast[into]] = i;
  memberLast[into] = memberLast[i];
  quotient.weight[i] = 0;
  quotient.begin[i] = -1;
}

/** Merges the variables of the new element that have the same lists. */
function mergeAlike(run: Elimination, pivot: number): void {
  const { stage, bucket, bucketNext, hash, mark } = run;
  const { entries, begin, length, elementCount, weight } = run.quotient;
  const end = begin[pivot] + length[pivot];
  for (let m = begin[pivot]; m < end; m++) {
    if (weight[entries[m]] === 0) continue;
    const h = hash[entries[m]];
    let i = bucket[h];
    bucket[h] = -1;
    for (; i >= 0; i = bucketNext[i]) {
      if (bucketNext[i] < 0) break;
      const stamp = ++run.marks;
      for (let k = begin[i]; k < begin[i] + length[i]; k++) mark[entries[k]] = stamp;
      let before = i;
      for (let j = bucketNext[i]; j >= 0; j = bucketNext[j]) {
        let alike = length[j] === length[i] && elementCount[j] === elementCount[i];
        for (let k = begin[j]; alike && k < begin[j] + length[j]; k++) alike = mark[entries[k]] === stamp;
        if (!alike) {
          before = j;
          continue;
        }
        weight[i] += weight[j];
        if (stage[j] < stage[i]) stage[i] = stage[j];
        join(run, j, i);
        bucketNext[before] = bucketNext[j];
      }
    }
  }
}

/** Numbers the pivot's vertices, and lists the variables of its element by their new degrees. */
function finishElement(run: Elimination, pivot: number): void {
  const { stage, current, order, memberNext, left } = run;
  const { entries, begin, length, weight, degree } = run.quotient;
  for (let i = pivot; i >= 0; i = memberNext[i]) order[run.count++] = i;
  const from = begin[pivot];
  const end = from + length[pivot];
  let kept = from;
  for (let m = from; m < end; m++) {
    const i = entries[m];
    if (weight[i] === 0) continue;
    const w = -weight[i];
    weight[i] = w;
    entries[kept++] = i;
    degree[i] = Math.min(degree[i] + degree[pivot], left) - w;
    if (stage[i] <= current) listVariable(run, i);
  }
  length[pivot] = kept - from;
  if (kept === from) begin[pivot] = -1;
}

// Notes. Fill and time of the 13-point stencil (all within two steps along rows and columns) of an N × N lattice, on one slow core:
//   N      35      50       65       74       160        316
//   fill   45,895  117,535  228,317  313,449  2,077,762  10,921,544
//   ms     2       5        9        10       50         210
