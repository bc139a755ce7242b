// Which elements of surfaces may meet on the ways of a step: src/contact/search/meeting-pairs.ts is the specification, and the pairs are the same. Trees of boxes tell
// which triangles to look at; the last word has the test in double precision.

import * as words from "../../layout/meeting-words";
import { blockMeets, eightMeet } from "./meeting-blocks";
import { boxMeets, marginOf, probe } from "./meeting-boxes";
import { isLinked, linksBetween } from "./meeting-leaves";
import { addEdgeEdges, addPair, addPointTriangles } from "./meeting-lists";
import { mark, vector, word } from "./meeting-mesh";
import { boxStaysFromPlane, keepAtPlane, keepNearPlanes, storePlane, storePlanes } from "./meeting-planes";

/** Bytes of pairs of triangles that are gathered before their elements are looked at. */
const GATHERED: usize = 8 * words.GATHERED_PAIRS;
/** And so many of listed pairs; those of one element may come on top. */
const LISTED: usize = 1024 * 8;

/** Which triangle of two is of cloth, where the other is of a body. */
const FIRST = 1;
const SECOND = 2;

/** The end of the pairs of triangles in `FOUND`. */
let found: usize = 0;
/** Whether triangles themselves are asked for, not what they own; they are put where else vertices and triangles are. */
let areTriangles: bool = false;

/** The planes of the triangles in the slots of tree A, where it is of cloth and tree B of a body; 0 elsewhere. */
let planesOfA: usize = 0;
/** Whether the found pairs are of a body's triangle and one of cloth, whose plane is to be looked at. */
let areToBodies: bool = false;

export function askForTriangles(areAskedFor: bool): void {
  areTriangles = areAskedFor;
}

/** Whether the search has looked at more pairs than it may. */
// @ts-ignore: decorator
@inline
function isOver(mesh: usize): bool {
  return load<u32>(mesh, words.LOOKED) > load<u32>(mesh, words.MOST_LOOKED);
}

/** The pairs of triangles below two nodes that may meet. */
function searchNodes(mesh: usize, treeA: usize, nodeA: i32, treeB: usize, nodeB: i32, m: v128): void {
  const nextA = <usize>load<u32>(treeA, words.NEXT);
  const nextB = <usize>load<u32>(treeB, words.NEXT);
  const boxesA = <usize>load<u32>(treeA, words.NODE_BOXES);
  const boxesB = <usize>load<u32>(treeB, words.NODE_BOXES);
  const startA = <usize>load<u32>(treeA, words.START);
  const startB = <usize>load<u32>(treeB, words.START);
  const endA = <usize>load<u32>(treeA, words.END);
  const endB = <usize>load<u32>(treeB, words.END);
  const stack = <usize>load<u32>(mesh, words.STACK);
  let top = stack;
  store<i32>(top, nodeA);
  store<i32>(top, nodeB, 4);
  top += 8;
  while (top > stack && !isOver(mesh)) {
    top -= 8;
    const a = load<i32>(top);
    const b = load<i32>(top, 4);
    const box = boxesA + ((<usize>a) << 5);
    const other = boxesB + ((<usize>b) << 5);
    if (!boxMeets(other, probe(v128.load(box), m), probe(v128.load(box, 16), m))) continue;
    const isLeafA = word(nextA, a) == a + 1;
    const isLeafB = word(nextB, b) == b + 1;
    if (isLeafA && isLeafB) {
      searchLeaves(mesh, treeA, word(startA, a), treeB, word(startB, b), other, m);
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

/** Finds the triangles of leaf A that may meet the box of leaf B, and compares each with those of leaf B; within one leaf, with those after it. */
function searchLeaves(mesh: usize, treeA: usize, startA: i32, treeB: usize, startB: i32, leaf: usize, m: v128): void {
  const slotsA = <usize>load<u32>(treeA, words.SLOTS);
  const boxesA = <usize>load<u32>(treeA, words.SLOT_BOXES);
  const blockA = <usize>load<u32>(treeA, words.BLOCKS) + <usize>words.BLOCK_SIZE * (<usize>startA >> 3);
  const blockB = <usize>load<u32>(treeB, words.BLOCKS) + <usize>words.BLOCK_SIZE * (<usize>startB >> 3);
  const slotsB = <usize>load<u32>(treeB, words.SLOTS) + ((<usize>startB) << 2);
  const isSame = treeA == treeB && startA == startB;
  const isKnown = treeA == treeB && isLinked(treeA, startA >> 3);
  const links = isKnown ? linksBetween(treeA, startA >> 3, startB >> 3) : 0;
  let top = found;
  let which = blockMeets(blockA, probe(v128.load(leaf), m), probe(v128.load(leaf, 16), m));
  // the eight boxes of leaf B stay in registers
  const s0 = v128.load(blockB);
  const s1 = v128.load(blockB, 16);
  const s2 = v128.load(blockB, 32);
  const s3 = v128.load(blockB, 48);
  const s4 = v128.load(blockB, 64);
  const s5 = v128.load(blockB, 80);
  const e0 = v128.load(blockB, 96);
  const e1 = v128.load(blockB, 112);
  const e2 = v128.load(blockB, 128);
  const e3 = v128.load(blockB, 144);
  const e4 = v128.load(blockB, 160);
  const e5 = v128.load(blockB, 176);
  for (; which != 0; which &= which - 1) {
    const k = ctz(which);
    const plane = planesOfA + <usize>words.PLANE_SIZE * <usize>(startA + k);
    if (planesOfA != 0 && boxStaysFromPlane(plane, leaf)) continue;
    const box = boxesA + ((<usize>(startA + k)) << 5);
    const isIn = eightMeet(s0, s1, s2, s3, s4, s5, e0, e1, e2, e3, e4, e5, probe(v128.load(box), m), probe(v128.load(box, 16), m));
    let others = isIn & ~(<i32>(links >> ((<u64>k) << 3)));
    if (planesOfA != 0 && others != 0) others = keepAtPlane(mesh, plane, word(slotsA, startA + k), slotsB, blockB, others);
    if (isSame) others &= -2 << k;
    top = writePairs(word(slotsA, startA + k), slotsB, others, top);
  }
  found = isKnown ? top : dropNeighbours(mesh, found, top);
  if (found > <usize>load<u32>(mesh, words.FOUND) + GATHERED) addFound(mesh, m, false);
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

/** Leaves of the pairs of triangles up to `top` those that are no neighbours; returns the end. */
function dropNeighbours(mesh: usize, pair: usize, top: usize): usize {
  const links = <usize>load<u32>(mesh, words.LINKS);
  let kept = pair;
  for (; pair < top; pair += 8) {
    const both = load<u64>(pair);
    store<u64>(kept, both);
    kept += (<usize>!areNeighbours(links, <i32>both, <i32>(both >> 32))) << 3;
  }
  return kept;
}

// @ts-ignore: decorator
@inline
function areNeighbours(links: usize, t: i32, u: i32): bool {
  const theirs = vector(links, u);
  const own = links + ((<usize>t) << 4);
  const first = v128.or(i32x4.eq(v128.load32_splat(own), theirs), i32x4.eq(v128.load32_splat(own, 4), theirs));
  return v128.any_true(v128.or(first, i32x4.eq(v128.load32_splat(own, 8), theirs)));
}

/** All pairs of a tree with itself: for every node, its left child against its right one; in a leaf, each with those after it. */
export function searchTree(mesh: usize, tree: usize): void {
  const m = marginOf(mesh);
  const next = <usize>load<u32>(tree, words.NEXT);
  const start = <usize>load<u32>(tree, words.START);
  const boxes = <usize>load<u32>(tree, words.NODE_BOXES);
  const count = load<i32>(tree, words.NODE_COUNT);
  found = <usize>load<u32>(mesh, words.FOUND);
  for (let node = 0; node < count && !isOver(mesh); node++) {
    if (word(next, node) > node + 1) {
      searchNodes(mesh, tree, node + 1, tree, word(next, node + 1), m);
      continue;
    }
    const from = word(start, node);
    searchLeaves(mesh, tree, from, tree, from, boxes + ((<usize>node) << 5), m);
  }
  addFound(mesh, m, false);
}

/** All pairs of one tree with another; the first may be of cloth and the second of a body. */
export function searchTrees(mesh: usize, treeA: usize, treeB: usize, areClothAndBody: bool): void {
  if (load<i32>(treeA, words.NODE_COUNT) == 0 || load<i32>(treeB, words.NODE_COUNT) == 0) return;
  const m = marginOf(mesh);
  found = <usize>load<u32>(mesh, words.FOUND);
  if (areClothAndBody && !areTriangles) {
    planesOfA = <usize>load<u32>(mesh, words.PLANES);
    storePlanes(mesh, treeA);
  }
  searchNodes(mesh, treeA, 0, treeB, 0, m);
  addFound(mesh, m, false);
  planesOfA = 0;
}

/** The pairs of marked triangles of tree A with those of tree B; of two that are marked, those whose first is the lower. `cloth` tells which tree is of cloth, where the other is of a body. */
export function searchMarked(mesh: usize, treeA: usize, treeB: usize, cloth: i32): void {
  const plane = <usize>load<u32>(mesh, words.PLANES);
  const m = marginOf(mesh);
  const slotsA = <usize>load<u32>(treeA, words.SLOTS);
  const boxesA = <usize>load<u32>(treeA, words.SLOT_BOXES);
  const countA = load<i32>(treeA, words.SLOT_COUNT);
  const nodeBoxes = <usize>load<u32>(treeB, words.NODE_BOXES);
  const next = <usize>load<u32>(treeB, words.NEXT);
  const start = <usize>load<u32>(treeB, words.START);
  const slotsB = <usize>load<u32>(treeB, words.SLOTS);
  const blocks = <usize>load<u32>(treeB, words.BLOCKS);
  const links = <usize>load<u32>(mesh, words.LINKS);
  const count = load<i32>(treeB, words.NODE_COUNT);
  found = <usize>load<u32>(mesh, words.FOUND);
  areToBodies = cloth == SECOND;
  for (let s = 0; s < countA && !isOver(mesh); s++) {
    const t = word(slotsA, s);
    if (!isMarked(mesh, t)) continue;
    if (cloth == FIRST) storePlane(mesh, t, plane);
    const box = boxesA + ((<usize>s) << 5);
    const from = probe(v128.load(box), m);
    const to = probe(v128.load(box, 16), m);
    for (let node = 0; node < count; ) {
      const other = nodeBoxes + ((<usize>node) << 5);
      if (!boxMeets(other, from, to) || (cloth == FIRST && boxStaysFromPlane(plane, other))) {
        node = word(next, node);
        continue;
      }
      if (word(next, node) == node + 1) {
        const first = word(start, node);
        const block = blocks + <usize>words.BLOCK_SIZE * (<usize>first >> 3);
        let which = blockMeets(block, from, to);
        const slots = slotsB + ((<usize>first) << 2);
        if (cloth == FIRST && which != 0) which = keepAtPlane(mesh, plane, t, slots, block, which);
        const top = writePairs(t, slots, which, found);
        for (let pair = found; pair < top; pair += 8) {
          const u = load<i32>(pair, 4);
          const isOther = t != u && !areNeighbours(links, t, u) && (t < u || !isMarked(mesh, u));
          store<u64>(found, load<u64>(pair));
          found += (<usize>isOther) << 3;
        }
        if (found > <usize>load<u32>(mesh, words.FOUND) + GATHERED) addFound(mesh, m, true);
      }
      node++;
    }
  }
  addFound(mesh, m, true);
  areToBodies = false;
}

function isMarked(mesh: usize, t: i32): bool {
  const corners = <usize>load<u32>(mesh, words.TRIANGLES) + 12 * <usize>t;
  return (mark(mesh, load<i32>(corners)) | mark(mesh, load<i32>(corners, 4)) | mark(mesh, load<i32>(corners, 8))) != 0;
}

/** Compares the vertices and edges that the found triangles own, and empties the list of these; where `marked`, only pairs with a marked vertex. */
function addFound(mesh: usize, m: v128, marked: bool): void {
  const pairs = <usize>load<u32>(mesh, words.FOUND);
  store<u32>(mesh, load<u32>(mesh, words.LOOKED) + <u32>((found - pairs) >> 3), words.LOOKED);
  if (areTriangles) {
    for (let pair = pairs; pair < found; pair += 8)
      addPair(mesh, words.POINT_TRIANGLES, words.POINT_TRIANGLE_COUNT, load<i32>(pair), load<i32>(pair, 4));
    found = pairs;
    return;
  }
  const foundPoints = <usize>load<u32>(mesh, words.FOUND_POINTS);
  const foundEdges = <usize>load<u32>(mesh, words.FOUND_EDGES);
  const owned = <usize>load<u32>(mesh, words.OWNED);
  const allPoints = <usize>load<u32>(mesh, words.POINTS);
  const near = <usize>load<u32>(mesh, words.NEAR);
  const triangleBoxes = <usize>load<u32>(mesh, words.TRIANGLE_BOXES);
  const boxes = <usize>load<u32>(mesh, words.EDGE_BOXES);
  let points = foundPoints;
  let edges = foundEdges;
  if (areToBodies) found = keepNearPlanes(mesh, pairs, found);
  for (let pair = pairs; pair < found; pair += 8) {
    const t = load<i32>(pair);
    const u = load<i32>(pair, 4);
    const low = min(t, u);
    const high = max(t, u);
    const lowOwned = vector(owned, low);
    const highOwned = vector(owned, high);
    points = keepPoints(near, allPoints, lowOwned, high, triangleBoxes + ((<usize>high) << 5), m, points);
    points = keepPoints(near, allPoints, highOwned, low, triangleBoxes + ((<usize>low) << 5), m, points);
    const endLow = i32x4.extract_lane(lowOwned, 3);
    const startHigh = i32x4.extract_lane(highOwned, 2);
    const endHigh = i32x4.extract_lane(highOwned, 3);
    for (let e = i32x4.extract_lane(lowOwned, 2); e < endLow; e++) {
      const box = boxes + ((<usize>e) << 5);
      const from = probe(v128.load(box), m);
      const to = probe(v128.load(box, 16), m);
      for (let f = startHigh; f < endHigh; f++) edges = keepPair(e, f, boxes + ((<usize>f) << 5), from, to, edges);
    }
  }
  found = pairs;
  addPointTriangles(mesh, foundPoints, points, marked);
  addEdgeEdges(mesh, foundEdges, edges, marked);
}

// @ts-ignore: decorator
@inline
function keepPoints(near: usize, points: usize, owned: v128, t: i32, box: usize, m: v128, top: usize): usize {
  const end = i32x4.extract_lane(owned, 1);
  let p = i32x4.extract_lane(owned, 0);
  if (p == end) return top;
  const from = probe(v128.load(box), m);
  const to = probe(v128.load(box, 16), m);
  for (; p < end; p++) {
    const v = word(points, p);
    top = keepPair(v, t, near + ((<usize>v) << 5), from, to, top);
  }
  return top;
}

/** Writes a pair to `top`, of which one element has this box and the other these probes; returns the end, with it if they meet. */
// @ts-ignore: decorator
@inline
function keepPair(first: i32, second: i32, box: usize, from: v128, to: v128, top: usize): usize {
  store<u64>(top, <u64>(<u32>first) | ((<u64>second) << 32));
  return top + ((<usize>boxMeets(box, from, to)) << 3);
}

/** Marks all corners of triangles with a marked corner as well: a byte a vertex. */
function spreadMarks(mesh: usize, marks: usize, out: usize): void {
  const triangles = <usize>load<u32>(mesh, words.TRIANGLES);
  const end = triangles + 12 * <usize>load<u32>(mesh, words.CLOTH_TRIANGLES);
  memory.copy(out, marks, <usize>load<u32>(mesh, words.CLOTH_VERTICES));
  for (let corners = triangles; corners < end; corners += 12) {
    const a = <usize>load<u32>(corners);
    const b = <usize>load<u32>(corners, 4);
    const c = <usize>load<u32>(corners, 8);
    if ((load<u8>(marks + a) | load<u8>(marks + b) | load<u8>(marks + c)) == 0) continue;
    store<u8>(out + a, 1);
    store<u8>(out + b, 1);
    store<u8>(out + c, 1);
  }
}

/** The listed pairs of neighbours; where `marked`, of triangles that are themselves marked or have a neighbour that is. */
export function searchNeighbours(mesh: usize, marked: bool): void {
  const m = marginOf(mesh);
  const near = <usize>load<u32>(mesh, words.NEAR);
  const boxes = <usize>load<u32>(mesh, words.EDGE_BOXES);
  const foundPoints = <usize>load<u32>(mesh, words.FOUND_POINTS);
  const foundEdges = <usize>load<u32>(mesh, words.FOUND_EDGES);
  const pointStart = <usize>load<u32>(mesh, words.NEIGHBOUR_POINT_START);
  const edgeStart = <usize>load<u32>(mesh, words.NEIGHBOUR_EDGE_START);
  const vertexCount = load<i32>(mesh, words.CLOTH_VERTICES);
  const edgeCount = load<i32>(mesh, words.CLOTH_EDGES);
  const edges = <usize>load<u32>(mesh, words.EDGES);
  const once = <usize>load<u32>(mesh, words.HISTOGRAM);
  const twice = once + <usize>vertexCount;
  if (marked) {
    spreadMarks(mesh, <usize>load<u32>(mesh, words.MARKS), once);
    spreadMarks(mesh, once, twice);
  }
  let top = foundPoints;
  for (let p = 0; p < vertexCount; p++) {
    if (marked && load<u8>(twice + <usize>p) == 0) continue;
    top = keepListed(
      p,
      near,
      pointStart,
      <usize>load<u32>(mesh, words.NEIGHBOUR_TRIANGLES),
      <usize>load<u32>(mesh, words.TRIANGLE_BOXES),
      m,
      top,
    );
    if (top <= foundPoints + LISTED) continue;
    addPointTriangles(mesh, foundPoints, top, marked);
    top = foundPoints;
  }
  addPointTriangles(mesh, foundPoints, top, marked);
  top = foundEdges;
  for (let e = 0; e < edgeCount; e++) {
    if (marked && load<u8>(twice + <usize>load<u32>(edges + ((<usize>e) << 3))) == 0) continue;
    top = keepListed(e, boxes, edgeStart, <usize>load<u32>(mesh, words.NEIGHBOUR_EDGES), boxes, m, top);
    if (top <= foundEdges + LISTED) continue;
    addEdgeEdges(mesh, foundEdges, top, marked);
    top = foundEdges;
  }
  addEdgeEdges(mesh, foundEdges, top, marked);
}

/** Writes the pairs of element k whose boxes meet to `top`; returns the end. */
// @ts-ignore: decorator
@inline
function keepListed(k: i32, own: usize, start: usize, seconds: usize, boxes: usize, m: v128, top: usize): usize {
  const box = own + ((<usize>k) << 5);
  const from = probe(v128.load(box), m);
  const to = probe(v128.load(box, 16), m);
  const end = word(start, k + 1);
  for (let n = word(start, k); n < end; n++) {
    const second = word(seconds, n);
    top = keepPair(k, second, boxes + ((<usize>second) << 5), from, to, top);
  }
  return top;
}
