// Lists of pairs that may meet, by the tests in double precision: src/collision/meeting-pairs.ts.
import { staysFromEdge, staysFromTriangle } from "./meeting-axes";
import { clearlyStaysFromEdge, clearlyStaysFromTriangle } from "./meeting-floats";
import { CAPACITY, EDGE_EDGE_COUNT, EDGE_EDGES, EDGES, ENDS, HISTOGRAM, mark, NUMBERS, POINT_TRIANGLE_COUNT, POINT_TRIANGLES, SCRATCH, STARTS, TRIANGLES } from "./meeting-mesh";

export function addPointTriangle(mesh: usize, p: i32, t: i32, marked: bool): void {
  const corners = <usize>load<u32>(mesh, TRIANGLES) + 12 * <usize>t;
  const a = load<i32>(corners);
  const b = load<i32>(corners, 4);
  const c = load<i32>(corners, 8);
  if (marked && (mark(mesh, p) | mark(mesh, a) | mark(mesh, b) | mark(mesh, c)) == 0) return;
  if (p == a || p == b || p == c || clearlyStaysFromTriangle(mesh, p, a, b, c)) return;
  if (meetPointTriangle(mesh, p, a, b, c) && !staysFromTriangle(mesh, p, a, b, c)) addPair(mesh, POINT_TRIANGLES, POINT_TRIANGLE_COUNT, p, t);
}

export function addEdgeEdge(mesh: usize, e: i32, f: i32, marked: bool): void {
  const edges = <usize>load<u32>(mesh, EDGES);
  const first = edges + (<usize>e << 3);
  const second = edges + (<usize>f << 3);
  const a = load<i32>(first);
  const b = load<i32>(first, 4);
  const c = load<i32>(second);
  const d = load<i32>(second, 4);
  if (marked && (mark(mesh, a) | mark(mesh, b) | mark(mesh, c) | mark(mesh, d)) == 0) return;
  if (a == c || a == d || b == c || b == d || clearlyStaysFromEdge(mesh, a, b, c, d)) return;
  if (meetEdgeEdge(mesh, a, b, c, d) && !staysFromEdge(mesh, a, b, c, d)) addPair(mesh, EDGE_EDGES, EDGE_EDGE_COUNT, e, f);
}

/** In double precision. */
function meetPointTriangle(mesh: usize, p: i32, a: i32, b: i32, c: i32): bool {
  const margin = load<f64>(<usize>load<u32>(mesh, NUMBERS));
  let s = <usize>load<u32>(mesh, STARTS);
  let e = <usize>load<u32>(mesh, ENDS);
  for (let k = 0; k < 3; k++, s += 8, e += 8) {
    const from = load<f64>(s + 24 * <usize>p);
    const to = load<f64>(e + 24 * <usize>p);
    const a0 = load<f64>(s + 24 * <usize>a);
    const b0 = load<f64>(s + 24 * <usize>b);
    const c0 = load<f64>(s + 24 * <usize>c);
    const a1 = load<f64>(e + 24 * <usize>a);
    const b1 = load<f64>(e + 24 * <usize>b);
    const c1 = load<f64>(e + 24 * <usize>c);
    if (min(from - max(a0, max(b0, c0)), to - max(a1, max(b1, c1))) > margin) return false;
    if (max(from - min(a0, min(b0, c0)), to - min(a1, min(b1, c1))) < -margin) return false;
  }
  return true;
}

function meetEdgeEdge(mesh: usize, a: i32, b: i32, c: i32, d: i32): bool {
  const margin = load<f64>(<usize>load<u32>(mesh, NUMBERS));
  let s = <usize>load<u32>(mesh, STARTS);
  let e = <usize>load<u32>(mesh, ENDS);
  for (let k = 0; k < 3; k++, s += 8, e += 8) {
    const a0 = load<f64>(s + 24 * <usize>a);
    const b0 = load<f64>(s + 24 * <usize>b);
    const c0 = load<f64>(s + 24 * <usize>c);
    const d0 = load<f64>(s + 24 * <usize>d);
    const a1 = load<f64>(e + 24 * <usize>a);
    const b1 = load<f64>(e + 24 * <usize>b);
    const c1 = load<f64>(e + 24 * <usize>c);
    const d1 = load<f64>(e + 24 * <usize>d);
    if (min(min(c0, d0) - max(a0, b0), min(c1, d1) - max(a1, b1)) > margin) return false;
    if (max(max(c0, d0) - min(a0, b0), max(c1, d1) - min(a1, b1)) < -margin) return false;
  }
  return true;
}

function addPair(mesh: usize, list: usize, counter: usize, first: i32, second: i32): void {
  const count = load<u32>(mesh + counter);
  store<u32>(mesh + counter, count + 1);
  if (count >= load<u32>(mesh, CAPACITY)) return;
  const pair = <usize>load<u32>(mesh + list) + (<usize>count << 3);
  store<i32>(pair, first);
  store<i32>(pair, second, 4);
}

/** Sorts both lists, by first element, then by second. `mostPoint` and so on are above all numbers in them. */
export function sortLists(mesh: usize, mostPoint: i32, mostTriangle: i32, mostEdge: i32): void {
  sortList(mesh, <usize>load<u32>(mesh, POINT_TRIANGLES), load<i32>(mesh, POINT_TRIANGLE_COUNT), mostPoint, mostTriangle);
  sortList(mesh, <usize>load<u32>(mesh, EDGE_EDGES), load<i32>(mesh, EDGE_EDGE_COUNT), mostEdge, mostEdge);
}

function sortList(mesh: usize, list: usize, count: i32, mostFirst: i32, mostSecond: i32): void {
  const scratch = <usize>load<u32>(mesh, SCRATCH);
  const histogram = <usize>load<u32>(mesh, HISTOGRAM);
  scatter(list, count, 4, mostSecond, histogram, scratch);
  scatter(scratch, count, 0, mostFirst, histogram, list);
}

/** A stable counting sort by one of the two numbers. */
function scatter(from: usize, count: i32, key: usize, most: i32, histogram: usize, to: usize): void {
  memory.fill(histogram, 0, <usize>most << 2);
  const end = from + (<usize>count << 3);
  for (let pair = from; pair < end; pair += 8) {
    const at = histogram + (<usize>load<u32>(pair + key) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  let sum: u32 = 0;
  for (let at = histogram; at < histogram + (<usize>most << 2); at += 4) {
    const here = load<u32>(at);
    store<u32>(at, sum);
    sum += here;
  }
  for (let pair = from; pair < end; pair += 8) {
    const at = histogram + (<usize>load<u32>(pair + key) << 2);
    const place = load<u32>(at);
    store<u32>(at, place + 1);
    store<u64>(to + (<usize>place << 3), load<u64>(pair));
  }
}
