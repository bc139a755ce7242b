// Lists of pairs that may meet. Pairs go through the tests many at a time: each is written and then kept or not, as nothing could foresee it, and a branch would
// cost more than the test.

import * as words from "../../layout/meeting-words";
import { clearlyStaysFromEdge, clearlyStaysFromTriangle } from "./meeting-floats";
import { mark } from "./meeting-mesh";
import { meetEdgeEdge, meetPointTriangle } from "./meeting-ways";

/** Lists the pairs of a vertex and a triangle from `found` to `top` that may meet; where `marked`, only pairs with a marked vertex. */
export function addPointTriangles(mesh: usize, found: usize, top: usize, marked: bool): void {
  const triangles = <usize>load<u32>(mesh, words.TRIANGLES);
  const floats = <usize>load<u32>(mesh, words.FLOATS);
  const ways = <usize>load<u32>(mesh, words.WAYS);
  const numbers = <usize>load<u32>(mesh, words.NUMBERS);
  let kept = found;
  for (let pair = found; pair < top; pair += 8) {
    const both = load<u64>(pair);
    const corners = triangles + 12 * <usize>(both >> 32);
    store<u64>(kept, both);
    kept +=
      (<usize>!clearlyStaysFromTriangle(floats, numbers, <i32>both, load<i32>(corners), load<i32>(corners, 4), load<i32>(corners, 8))) << 3;
  }
  for (let pair = found; pair < kept; pair += 8) {
    const p = load<i32>(pair);
    const t = load<i32>(pair, 4);
    const corners = triangles + 12 * <usize>t;
    const a = load<i32>(corners);
    const b = load<i32>(corners, 4);
    const c = load<i32>(corners, 8);
    if (p == a || p == b || p == c || (marked && (mark(mesh, p) | mark(mesh, a) | mark(mesh, b) | mark(mesh, c)) == 0)) continue;
    if (meetPointTriangle(ways, numbers, p, a, b, c)) addPair(mesh, words.POINT_TRIANGLES, words.POINT_TRIANGLE_COUNT, p, t);
  }
}

export function addEdgeEdges(mesh: usize, found: usize, top: usize, marked: bool): void {
  const edges = <usize>load<u32>(mesh, words.EDGES);
  const floats = <usize>load<u32>(mesh, words.FLOATS);
  const ways = <usize>load<u32>(mesh, words.WAYS);
  const numbers = <usize>load<u32>(mesh, words.NUMBERS);
  let kept = found;
  for (let pair = found; pair < top; pair += 8) {
    const both = load<u64>(pair);
    const first = edges + ((<usize>(both & 0xffffffff)) << 3);
    const second = edges + ((<usize>(both >> 32)) << 3);
    store<u64>(kept, both);
    kept +=
      (<usize>!clearlyStaysFromEdge(floats, numbers, load<i32>(first), load<i32>(first, 4), load<i32>(second), load<i32>(second, 4))) << 3;
  }
  for (let pair = found; pair < kept; pair += 8) {
    const e = load<i32>(pair);
    const f = load<i32>(pair, 4);
    const first = edges + ((<usize>e) << 3);
    const second = edges + ((<usize>f) << 3);
    const a = load<i32>(first);
    const b = load<i32>(first, 4);
    const c = load<i32>(second);
    const d = load<i32>(second, 4);
    if (a == c || a == d || b == c || b == d) continue;
    if (marked && (mark(mesh, a) | mark(mesh, b) | mark(mesh, c) | mark(mesh, d)) == 0) continue;
    if (meetEdgeEdge(ways, numbers, a, b, c, d)) addPair(mesh, words.EDGE_EDGES, words.EDGE_EDGE_COUNT, e, f);
  }
}

export function addPair(mesh: usize, list: usize, counter: usize, first: i32, second: i32): void {
  const count = load<u32>(mesh + counter);
  store<u32>(mesh + counter, count + 1);
  if (count >= load<u32>(mesh, words.CAPACITY)) return;
  const pair = <usize>load<u32>(mesh + list) + ((<usize>count) << 3);
  store<i32>(pair, first);
  store<i32>(pair, second, 4);
}

/** Sorts both lists, by first element, then by second. `mostPoint` and so on are above all numbers in them. */
export function sortLists(mesh: usize, mostPoint: i32, mostTriangle: i32, mostEdge: i32): void {
  sortList(mesh, <usize>load<u32>(mesh, words.POINT_TRIANGLES), load<i32>(mesh, words.POINT_TRIANGLE_COUNT), mostPoint, mostTriangle);
  sortList(mesh, <usize>load<u32>(mesh, words.EDGE_EDGES), load<i32>(mesh, words.EDGE_EDGE_COUNT), mostEdge, mostEdge);
}

/** Bits of a digit, where few pairs of large numbers are sorted by two digits of each. */
const DIGIT: i32 = 12;
/** So many times as many numbers as there are pairs are too many to count each. */
const MANY: i32 = 4;

function sortList(mesh: usize, list: usize, count: i32, mostFirst: i32, mostSecond: i32): void {
  if (count < 2) return;
  const scratch = <usize>load<u32>(mesh, words.SCRATCH);
  const histogram = <usize>load<u32>(mesh, words.HISTOGRAM);
  const most = max(mostFirst, mostSecond);
  if (most > MANY * count && most > 1 << DIGIT && most <= 1 << (2 * DIGIT)) {
    scatter(list, count, 4, 0, 1 << DIGIT, histogram, scratch);
    scatter(scratch, count, 4, DIGIT, 1 << DIGIT, histogram, list);
    scatter(list, count, 0, 0, 1 << DIGIT, histogram, scratch);
    scatter(scratch, count, 0, DIGIT, 1 << DIGIT, histogram, list);
    return;
  }
  scatter(list, count, 4, 0, mostSecond, histogram, scratch);
  scatter(scratch, count, 0, 0, mostFirst, histogram, list);
}

/** A stable counting sort by one of the two numbers, or by a digit of it that has `most` values. */
function scatter(from: usize, count: i32, key: usize, shift: i32, most: i32, histogram: usize, to: usize): void {
  const mask: u32 = most == 1 << DIGIT ? <u32>most - 1 : u32.MAX_VALUE;
  memory.fill(histogram, 0, (<usize>most) << 2);
  const end = from + ((<usize>count) << 3);
  for (let pair = from; pair < end; pair += 8) {
    const at = histogram + ((<usize>((load<u32>(pair + key) >> shift) & mask)) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  let sum: u32 = 0;
  for (let at = histogram; at < histogram + ((<usize>most) << 2); at += 4) {
    const here = load<u32>(at);
    store<u32>(at, sum);
    sum += here;
  }
  for (let pair = from; pair < end; pair += 8) {
    const at = histogram + ((<usize>((load<u32>(pair + key) >> shift) & mask)) << 2);
    const place = load<u32>(at);
    store<u32>(at, place + 1);
    store<u64>(to + ((<usize>place) << 3), load<u64>(pair));
  }
}
