// Which elements of surfaces may meet on the ways of a step: src/collision/meeting-pairs.ts is the specification, and the pairs are the same. Trees of boxes tell
// which triangles to look at; the last word has the test in double precision.
import { boxMeets, marginOf, Moving, probe, Still } from "./meeting-boxes";
import { blockMeets } from "./meeting-blocks";
import { addEdgeEdge, addPointTriangle } from "./meeting-lists";
import { BLOCK_SIZE, BLOCKS, EDGE_BOXES, EDGE_START, END, FOUND, LINKS, mark, NEAR, NEIGHBOUR_EDGE_EDGE_COUNT, NEIGHBOUR_EDGE_EDGES, NEIGHBOUR_POINT_TRIANGLE_COUNT, NEIGHBOUR_POINT_TRIANGLES, NEXT, NODE_BOXES, NODE_COUNT, POINT_START, POINTS, SLOT_BOXES, SLOT_COUNT, SLOTS, STACK, START, TRIANGLE_BOXES, TRIANGLES, vector, word } from "./meeting-mesh";

/** The pairs of leaves below two nodes that may meet, and of these the pairs of elements. */
function searchNodes<T>(mesh: usize, treeA: usize, nodeA: i32, treeB: usize, nodeB: i32, m: v128): void {
  const nextA = <usize>load<u32>(treeA, NEXT);
  const nextB = <usize>load<u32>(treeB, NEXT);
  const boxesA = <usize>load<u32>(treeA, NODE_BOXES);
  const boxesB = <usize>load<u32>(treeB, NODE_BOXES);
  const startA = <usize>load<u32>(treeA, START);
  const startB = <usize>load<u32>(treeB, START);
  const endA = <usize>load<u32>(treeA, END);
  const endB = <usize>load<u32>(treeB, END);
  const stack = <usize>load<u32>(mesh, STACK);
  let top = stack;
  store<i32>(top, nodeA);
  store<i32>(top, nodeB, 4);
  top += 8;
  while (top > stack) {
    top -= 8;
    const a = load<i32>(top);
    const b = load<i32>(top, 4);
    const box = boxesA + (<usize>a << 5);
    const other = boxesB + (<usize>b << 5);
    if (!boxMeets<T>(other, probe(v128.load(box), m), probe(v128.load(box, 16), m))) continue;
    const isLeafA = word(nextA, a) == a + 1;
    const isLeafB = word(nextB, b) == b + 1;
    if (isLeafA && isLeafB) {
      searchLeaves<T>(mesh, treeA, word(startA, a), treeB, word(startB, b), other, m);
      continue;
    }
    const splitA = isLeafB || (!isLeafA && word(endA, a) - word(startA, a) >= word(endB, b) - word(startB, b));
    const left = splitA ? a + 1 : b + 1;
    const right = splitA ? word(nextA, left) : word(nextB, left);
    store<i32>(top, splitA ? right : a);
    store<i32>(top, splitA ? b : right, 4);
    store<i32>(top, splitA ? left : a, 8);
    store<i32>(top, splitA ? b : left, 12);
    top += 16;
  }
}

/** Of the triangles of leaf A those that may meet the box of leaf B, and each of them against leaf B; of a leaf with itself against those after it. */
function searchLeaves<T>(mesh: usize, treeA: usize, startA: i32, treeB: usize, startB: i32, leaf: usize, m: v128): void {
  const slotsA = <usize>load<u32>(treeA, SLOTS);
  const boxesA = <usize>load<u32>(treeA, SLOT_BOXES);
  const blockA = <usize>load<u32>(treeA, BLOCKS) + BLOCK_SIZE * (<usize>startA >> 3);
  const blockB = <usize>load<u32>(treeB, BLOCKS) + BLOCK_SIZE * (<usize>startB >> 3);
  const slotsB = <usize>load<u32>(treeB, SLOTS) + (<usize>startB << 2);
  const found = <usize>load<u32>(mesh, FOUND);
  const isSame = treeA == treeB && startA == startB;
  let top = found;
  let which = blockMeets<T>(blockA, probe(v128.load(leaf), m), probe(v128.load(leaf, 16), m));
  for (; which != 0; which &= which - 1) {
    const k = ctz(which);
    const box = boxesA + (<usize>(startA + k) << 5);
    let others = blockMeets<T>(blockB, probe(v128.load(box), m), probe(v128.load(box, 16), m));
    if (isSame) others &= -2 << k;
    top = writePairs(word(slotsA, startA + k), slotsB, others, top);
  }
  addFound<T>(mesh, found, top, m);
}

/** Writes t with each triangle of the slots whose bits are set to `top`; returns the end. */
// @ts-ignore: decorator
@inline
function writePairs(t: i32, slots: usize, which: i32, top: usize): usize {
  for (; which != 0; which &= which - 1, top += 8) {
    store<i32>(top, t);
    store<i32>(top, word(slots, ctz(which)), 4);
  }
  return top;
}

/**
 * Of the pairs of triangles from `found` to `top` those that are no neighbours. Every pair is written and then kept or not, as nothing could foresee it: a branch
 * would cost more than the test.
 */
function addFound<T>(mesh: usize, found: usize, top: usize, m: v128): void {
  const links = <usize>load<u32>(mesh, LINKS);
  let kept = found;
  for (let pair = found; pair < top; pair += 8) {
    const both = load<u64>(pair);
    const isKept = !areNeighbours(links, <i32>both, <i32>(both >> 32));
    store<u64>(kept, both);
    kept += <usize>isKept << 3;
  }
  for (let pair = found; pair < kept; pair += 8) addElements<T>(mesh, load<i32>(pair), load<i32>(pair, 4), m, false);
}

// @ts-ignore: decorator
@inline
function areNeighbours(links: usize, t: i32, u: i32): bool {
  const theirs = vector(links, u);
  const own = links + (<usize>t << 4);
  const first = v128.or(i32x4.eq(v128.load32_splat(own), theirs), i32x4.eq(v128.load32_splat(own, 4), theirs));
  return v128.any_true(v128.or(first, i32x4.eq(v128.load32_splat(own, 8), theirs)));
}

/** All pairs of a tree with itself: for every node, its left child against its right one; in a leaf, each with those after it. */
function searchItself<T>(mesh: usize, tree: usize): void {
  const m = marginOf(mesh);
  const next = <usize>load<u32>(tree, NEXT);
  const start = <usize>load<u32>(tree, START);
  const boxes = <usize>load<u32>(tree, NODE_BOXES);
  const count = load<i32>(tree, NODE_COUNT);
  for (let node = 0; node < count; node++) {
    if (word(next, node) > node + 1) {
      searchNodes<T>(mesh, tree, node + 1, tree, word(next, node + 1), m);
      continue;
    }
    const from = word(start, node);
    searchLeaves<T>(mesh, tree, from, tree, from, boxes + (<usize>node << 5), m);
  }
}

export function searchTree(mesh: usize, tree: usize, isStill: bool): void {
  if (isStill) searchItself<Still>(mesh, tree);
  else searchItself<Moving>(mesh, tree);
}

/** All pairs of one tree with another. */
export function searchTrees(mesh: usize, treeA: usize, treeB: usize, isStill: bool): void {
  if (load<i32>(treeA, NODE_COUNT) == 0 || load<i32>(treeB, NODE_COUNT) == 0) return;
  if (isStill) searchNodes<Still>(mesh, treeA, 0, treeB, 0, marginOf(mesh));
  else searchNodes<Moving>(mesh, treeA, 0, treeB, 0, marginOf(mesh));
}

/** The pairs of marked triangles of tree A with those of tree B; of two that are marked, those whose first is the lower. */
export function searchMarked(mesh: usize, treeA: usize, treeB: usize): void {
  const m = marginOf(mesh);
  const slotsA = <usize>load<u32>(treeA, SLOTS);
  const boxesA = <usize>load<u32>(treeA, SLOT_BOXES);
  const countA = load<i32>(treeA, SLOT_COUNT);
  const nodeBoxes = <usize>load<u32>(treeB, NODE_BOXES);
  const next = <usize>load<u32>(treeB, NEXT);
  const start = <usize>load<u32>(treeB, START);
  const slotsB = <usize>load<u32>(treeB, SLOTS);
  const blocks = <usize>load<u32>(treeB, BLOCKS);
  const found = <usize>load<u32>(mesh, FOUND);
  const links = <usize>load<u32>(mesh, LINKS);
  const count = load<i32>(treeB, NODE_COUNT);
  for (let s = 0; s < countA; s++) {
    const t = word(slotsA, s);
    if (!isMarked(mesh, t)) continue;
    const box = boxesA + (<usize>s << 5);
    const from = probe(v128.load(box), m);
    const to = probe(v128.load(box, 16), m);
    for (let node = 0; node < count; ) {
      if (!boxMeets<Moving>(nodeBoxes + (<usize>node << 5), from, to)) {
        node = word(next, node);
        continue;
      }
      if (word(next, node) == node + 1) {
        const first = word(start, node);
        const which = blockMeets<Moving>(blocks + BLOCK_SIZE * (<usize>first >> 3), from, to);
        const top = writePairs(t, slotsB + (<usize>first << 2), which, found);
        for (let pair = found; pair < top; pair += 8) {
          const u = load<i32>(pair, 4);
          if (t == u || areNeighbours(links, t, u)) continue;
          if (t < u || !isMarked(mesh, u)) addElements<Moving>(mesh, t, u, m, true);
        }
      }
      node++;
    }
  }
}

function isMarked(mesh: usize, t: i32): bool {
  const corners = <usize>load<u32>(mesh, TRIANGLES) + 12 * <usize>t;
  return (mark(mesh, load<i32>(corners)) | mark(mesh, load<i32>(corners, 4)) | mark(mesh, load<i32>(corners, 8))) != 0;
}

/** What one triangle owns against another that is no neighbour; where `marked`, pairs with a marked vertex only. */
function addElements<T>(mesh: usize, t: i32, u: i32, m: v128, marked: bool): void {
  addPoints<T>(mesh, t, u, m, marked);
  addPoints<T>(mesh, u, t, m, marked);
  const low = min(t, u);
  const high = max(t, u);
  const edgeStart = <usize>load<u32>(mesh, EDGE_START);
  const boxes = <usize>load<u32>(mesh, EDGE_BOXES);
  const endLow = word(edgeStart, low + 1);
  const startHigh = word(edgeStart, high);
  const endHigh = word(edgeStart, high + 1);
  for (let e = word(edgeStart, low); e < endLow; e++) {
    const box = boxes + (<usize>e << 5);
    const from = probe(v128.load(box), m);
    const to = probe(v128.load(box, 16), m);
    for (let f = startHigh; f < endHigh; f++) {
      if (boxMeets<T>(boxes + (<usize>f << 5), from, to)) addEdgeEdge(mesh, e, f, marked);
    }
  }
}

function addPoints<T>(mesh: usize, owner: i32, t: i32, m: v128, marked: bool): void {
  const pointStart = <usize>load<u32>(mesh, POINT_START);
  const near = <usize>load<u32>(mesh, NEAR);
  const box = <usize>load<u32>(mesh, TRIANGLE_BOXES) + (<usize>t << 5);
  const from = probe(v128.load(box), m);
  const to = probe(v128.load(box, 16), m);
  const end = word(pointStart, owner + 1);
  for (let p = word(pointStart, owner); p < end; p++) {
    const v = word(<usize>load<u32>(mesh, POINTS), p);
    if (boxMeets<T>(near + (<usize>v << 5), from, to)) addPointTriangle(mesh, v, t, marked);
  }
}

/** The listed pairs of neighbours, some at a time: those whose boxes meet are found first, as `addFound` does. */
function searchListed<T>(mesh: usize, marked: bool): void {
  const m = marginOf(mesh);
  const found = <usize>load<u32>(mesh, FOUND);
  let pair = <usize>load<u32>(mesh, NEIGHBOUR_POINT_TRIANGLES);
  let end = pair + (<usize>load<u32>(mesh, NEIGHBOUR_POINT_TRIANGLE_COUNT) << 3);
  for (; pair < end; pair += LISTED) {
    const top = keepListed<T>(pair, min(pair + LISTED, end), <usize>load<u32>(mesh, NEAR), <usize>load<u32>(mesh, TRIANGLE_BOXES), m, found);
    for (let n = found; n < top; n += 8) addPointTriangle(mesh, load<i32>(n), load<i32>(n, 4), marked);
  }
  const boxes = <usize>load<u32>(mesh, EDGE_BOXES);
  pair = <usize>load<u32>(mesh, NEIGHBOUR_EDGE_EDGES);
  end = pair + (<usize>load<u32>(mesh, NEIGHBOUR_EDGE_EDGE_COUNT) << 3);
  for (; pair < end; pair += LISTED) {
    const top = keepListed<T>(pair, min(pair + LISTED, end), boxes, boxes, m, found);
    for (let n = found; n < top; n += 8) addEdgeEdge(mesh, load<i32>(n), load<i32>(n, 4), marked);
  }
}

/** Bytes of pairs that are looked at together: no more than there is room for in `FOUND`. */
const LISTED: usize = 64 * 8;

/** Copies the pairs whose boxes meet to `top`; returns the end. */
// @ts-ignore: decorator
@inline
function keepListed<T>(pair: usize, end: usize, boxesA: usize, boxesB: usize, m: v128, top: usize): usize {
  for (; pair < end; pair += 8) {
    const both = load<u64>(pair);
    const a = boxesA + (<usize>(both & 0xffffffff) << 5);
    const b = boxesB + (<usize>(both >> 32) << 5);
    store<u64>(top, both);
    top += <usize>boxMeets<T>(b, probe(v128.load(a), m), probe(v128.load(a, 16), m)) << 3;
  }
  return top;
}

export function searchNeighbours(mesh: usize, isStill: bool, marked: bool): void {
  if (isStill) searchListed<Still>(mesh, marked);
  else searchListed<Moving>(mesh, marked);
}
