import { CrowdedError } from "./crowded-error.ts";

/** Pairs of indices that only ever grow: room is doubled when it runs out, and kept when the list is cleared. */
export interface PairBuffer {
  /** Packed by twos; only the first `count` pairs mean anything. Replaced when it grows. */
  data: Uint32Array;
  count: number;
  /** The most pairs that it takes. */
  readonly most: number;
}

/** What may touch during a step. */
export interface PairList {
  /** A vertex and a triangle that does not have it. */
  readonly pointTriangles: PairBuffer;
  /** Two edges without a common end, as indices of edges, lower one first. */
  readonly edgeEdges: PairBuffer;
}

/** Pairs that there is room for at first. */
const ROOM = 256;

/** Where it comes to more than `most` pairs, there are too many. */
export function createPairBuffer(capacity: number = ROOM, most: number = Number.POSITIVE_INFINITY): PairBuffer {
  return { data: new Uint32Array(2 * Math.max(1, capacity)), count: 0, most };
}

export function createPairList(most: number = Number.POSITIVE_INFINITY): PairList {
  return { pointTriangles: createPairBuffer(ROOM, most), edgeEdges: createPairBuffer(ROOM, most) };
}

export function clearPairList(list: PairList): void {
  list.pointTriangles.count = 0;
  list.edgeEdges.count = 0;
}

/** Makes room for `count` pairs, at least twice the room there was if there was too little; returns the array to write to. */
export function reservePairs(buffer: PairBuffer, count: number): Uint32Array {
  if (2 * count > buffer.data.length) {
    if (count > buffer.most) throw new CrowdedError();
    const larger = new Uint32Array(2 * Math.max(count, buffer.data.length));
    larger.set(buffer.data.subarray(0, 2 * buffer.count));
    buffer.data = larger;
  }
  return buffer.data;
}

export function addPair(buffer: PairBuffer, first: number, second: number): void {
  const data = reservePairs(buffer, buffer.count + 1);
  data[2 * buffer.count] = first;
  data[2 * buffer.count++ + 1] = second;
}

/** Replaces the pairs of a buffer by the first `count` of an array. */
export function copyPairs(from: Uint32Array, count: number, to: PairBuffer): void {
  to.count = 0;
  const data = reservePairs(to, count);
  for (let c = 0; c < 2 * count; c++) data[c] = from[c];
  to.count = count;
}

/**
 * Sorts by first index, then by second: two passes of a stable counting sort, the second index first. `histogram` must be longer
 * than the largest index; `scratch` grows with the buffer.
 */
export function sortPairs(buffer: PairBuffer, scratch: PairBuffer, histogram: Uint32Array): void {
  const { count } = buffer;
  const between = reservePairs(scratch, buffer.data.length / 2);
  scatterPairs(buffer.data, count, 1, histogram, between);
  scatterPairs(between, count, 0, histogram, buffer.data);
}

/** Adds the pairs of one sorted list to another, which stays sorted and has each once; `scratch` grows with it. */
export function mergePairs(added: PairBuffer, buffer: PairBuffer, scratch: PairBuffer): void {
  if (added.count === 0) return;
  const before = reservePairs(scratch, buffer.count);
  for (let c = 0; c < 2 * buffer.count; c++) before[c] = buffer.data[c];
  const beforeCount = buffer.count;
  const data = reservePairs(buffer, beforeCount + added.count);
  let from = 0;
  let next = 0;
  let count = 0;
  while (from < beforeCount || next < added.count) {
    let order = 0;
    if (from === beforeCount) order = 1;
    else if (next === added.count) order = -1;
    else order = before[2 * from] - added.data[2 * next] || before[2 * from + 1] - added.data[2 * next + 1];
    data[2 * count] = order <= 0 ? before[2 * from] : added.data[2 * next];
    data[2 * count++ + 1] = order <= 0 ? before[2 * from + 1] : added.data[2 * next + 1];
    if (order <= 0) from++;
    if (order >= 0) next++;
  }
  buffer.count = count;
}

/** Adds the pairs of sorted lists to others, which stay sorted and have each once. */
export function mergeLists(added: PairList, list: PairList, scratch: PairBuffer): void {
  mergePairs(added.pointTriangles, list.pointTriangles, scratch);
  mergePairs(added.edgeEdges, list.edgeEdges, scratch);
}

function scatterPairs(source: Uint32Array, count: number, key: number, histogram: Uint32Array, target: Uint32Array): void {
  histogram.fill(0);
  const end = 2 * count;
  for (let s = key; s < end; s += 2) histogram[source[s]]++;
  let sum = 0;
  for (let k = 0; k < histogram.length; k++) {
    const here = histogram[k];
    histogram[k] = sum;
    sum += here;
  }
  for (let s = 0; s < end; s += 2) {
    const place = 2 * histogram[source[s + key]]++;
    target[place] = source[s];
    target[place + 1] = source[s + 1];
  }
}
