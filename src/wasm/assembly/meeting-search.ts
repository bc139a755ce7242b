// Which elements of surfaces may meet on the ways of a step: src/collision/meeting-pairs.ts is the specification, and the pairs are the same. Trees of boxes tell
// which triangles to look at; the last word has the test in double precision.
//
// A box is eight whole numbers of 16 bits, (least x, y, z, 0, −largest x, y, z, 0) in steps of a lattice over all vertices, rounded outwards: two boxes are
// united by one instruction and compared by another. There is one of starts and one of ends, side by side, for what two have in common of their motion brings
// them no nearer. Where nothing moves only starts are looked at: functions with a parameter T have it as Still or Moving.
type Still = i32;
type Moving = f32;

// `mesh` holds words: byte offsets of arrays, and counts.
const TRIANGLES: usize = 0;
const EDGES: usize = 4;
const EDGE_COUNT: usize = 8;
const POINTS: usize = 12;
const POINT_COUNT: usize = 16;
const POINT_START: usize = 20;
const EDGE_START: usize = 24;
/** Four numbers a triangle; two with a common one are neighbours. */
const LINKS: usize = 28;
const STARTS: usize = 32;
const ENDS: usize = 36;
/** Boxes of vertices. */
const NEAR: usize = 40;
const EDGE_BOXES: usize = 44;
const TRIANGLE_BOXES: usize = 48;
/** A byte a vertex, 1 where it has come to end elsewhere. */
const MARKS: usize = 52;
/** Margin, slack, what `fitTree` finds, and the step of the lattice [m]. */
const NUMBERS: usize = 56;
const POINT_TRIANGLES: usize = 60;
const EDGE_EDGES: usize = 64;
/** Room for so many pairs in each list, and how many there are: pairs beyond the room are counted only. */
const CAPACITY: usize = 68;
const POINT_TRIANGLE_COUNT: usize = 72;
const EDGE_EDGE_COUNT: usize = 76;
const NEIGHBOUR_POINT_TRIANGLES: usize = 80;
const NEIGHBOUR_POINT_TRIANGLE_COUNT: usize = 84;
const NEIGHBOUR_EDGE_EDGES: usize = 88;
const NEIGHBOUR_EDGE_EDGE_COUNT: usize = 92;
const STACK: usize = 96;
const HISTOGRAM: usize = 100;
const SCRATCH: usize = 104;
/** Room for the pairs of two leaves. */
const FOUND: usize = 108;

// A tree, src/collision/bounding-tree.ts: byte offsets and counts.
const SLOTS: usize = 0;
const START: usize = 4;
const END: usize = 8;
const NEXT: usize = 12;
const SLOT_BOXES: usize = 16;
const NODE_BOXES: usize = 20;
const SLOT_COUNT: usize = 24;
const NODE_COUNT: usize = 28;

/** Steps of the lattice from its middle to its end, and where nothing can be. */
const STEPS: f64 = 32000;
const MOST: i16 = 32767;

// @ts-ignore: decorator
@inline
function word(at: usize, k: i32): i32 {
  return load<i32>(at + (<usize>k << 2));
}

// @ts-ignore: decorator
@inline
function vector(at: usize, k: i32): v128 {
  return v128.load(at + (<usize>k << 4));
}

/** Lays the lattice over all starts and ends, and finds the boxes of vertices and of edges. */
export function roundPositions(mesh: usize): void {
  const points = <usize>load<u32>(mesh, POINTS);
  const count = load<i32>(mesh, POINT_COUNT);
  const starts = <usize>load<u32>(mesh, STARTS);
  const ends = <usize>load<u32>(mesh, ENDS);
  const near = <usize>load<u32>(mesh, NEAR);
  const numbers = <usize>load<u32>(mesh, NUMBERS);
  let low = f64x2.splat(Infinity);
  let high = f64x2.splat(-Infinity);
  let lowZ: f64 = Infinity;
  let highZ: f64 = -Infinity;
  for (let k = 0; k < count; k++) {
    const s = starts + 24 * <usize>word(points, k);
    const e = ends + 24 * <usize>word(points, k);
    low = f64x2.min(low, f64x2.min(v128.load(s), v128.load(e)));
    high = f64x2.max(high, f64x2.max(v128.load(s), v128.load(e)));
    lowZ = min(lowZ, min(load<f64>(s, 16), load<f64>(e, 16)));
    highZ = max(highZ, max(load<f64>(s, 16), load<f64>(e, 16)));
  }
  const sides = f64x2.sub(high, low);
  const side = max(max(f64x2.extract_lane(sides, 0), f64x2.extract_lane(sides, 1)), highZ - lowZ);
  // a step is at least a sixteenth of the margin: finer ones tell no more
  const step = max(side / (2 * STEPS), load<f64>(numbers) / 16) + 1e-300;
  store<f64>(numbers, step, 24);
  const scale = 1 / step;
  const middle = f64x2.mul(f64x2.splat(0.5), f64x2.add(low, high));
  const x0 = f64x2.extract_lane(middle, 0);
  const y0 = f64x2.extract_lane(middle, 1);
  const z0 = 0.5 * (lowZ + highZ);
  for (let k = 0; k < count; k++) {
    const v = <usize>word(points, k);
    v128.store(near + (v << 5), round(starts + 24 * v, x0, y0, z0, scale));
    v128.store(near + (v << 5), round(ends + 24 * v, x0, y0, z0, scale), 16);
  }
  let box = <usize>load<u32>(mesh, EDGE_BOXES);
  let edge = <usize>load<u32>(mesh, EDGES);
  const last = edge + (<usize>load<u32>(mesh, EDGE_COUNT) << 3);
  for (; edge < last; edge += 8, box += 32) {
    const p = near + (<usize>load<u32>(edge) << 5);
    const q = near + (<usize>load<u32>(edge, 4) << 5);
    v128.store(box, i16x8.min_s(v128.load(p), v128.load(q)));
    v128.store(box, i16x8.min_s(v128.load(p, 16), v128.load(q, 16)), 16);
  }
}

/** The box of a point. Its rounding is much less than half a step, and a whole one is given. */
// @ts-ignore: decorator
@inline
function round(x: usize, x0: f64, y0: f64, z0: f64, scale: f64): v128 {
  const a = <i32>floor((load<f64>(x) - x0) * scale);
  const b = <i32>floor((load<f64>(x, 8) - y0) * scale);
  const c = <i32>floor((load<f64>(x, 16) - z0) * scale);
  let box = i16x8.splat(0);
  box = i16x8.replace_lane(box, 0, <i16>(a - 1));
  box = i16x8.replace_lane(box, 1, <i16>(b - 1));
  box = i16x8.replace_lane(box, 2, <i16>(c - 1));
  box = i16x8.replace_lane(box, 4, <i16>(-a - 2));
  box = i16x8.replace_lane(box, 5, <i16>(-b - 2));
  return i16x8.replace_lane(box, 6, <i16>(-c - 2));
}

/** Fits the boxes of a tree, and those of its triangles; the third of the numbers is then the sum of the sides of the nodes' boxes of starts over that of the triangles'. */
export function fitTree(mesh: usize, tree: usize): void {
  const triangles = <usize>load<u32>(mesh, TRIANGLES);
  const near = <usize>load<u32>(mesh, NEAR);
  const boxes = <usize>load<u32>(mesh, TRIANGLE_BOXES);
  const slots = <usize>load<u32>(tree, SLOTS);
  const slotBoxes = <usize>load<u32>(tree, SLOT_BOXES);
  const nodeBoxes = <usize>load<u32>(tree, NODE_BOXES);
  const start = <usize>load<u32>(tree, START);
  const end = <usize>load<u32>(tree, END);
  const next = <usize>load<u32>(tree, NEXT);
  let sides: f64 = 0;
  let nodeSides: f64 = 0;
  for (let node = load<i32>(tree, NODE_COUNT) - 1; node >= 0; node--) {
    let s = i16x8.splat(MOST);
    let e = s;
    if (word(next, node) > node + 1) {
      const left = nodeBoxes + (<usize>(node + 1) << 5);
      const right = nodeBoxes + (<usize>word(next, node + 1) << 5);
      s = i16x8.min_s(v128.load(left), v128.load(right));
      e = i16x8.min_s(v128.load(left, 16), v128.load(right, 16));
    } else {
      const last = word(end, node);
      for (let slot = word(start, node); slot < last; slot++) {
        const number = word(slots, slot);
        const t = triangles + 12 * <usize>number;
        const a = near + (<usize>load<u32>(t) << 5);
        const b = near + (<usize>load<u32>(t, 4) << 5);
        const c = near + (<usize>load<u32>(t, 8) << 5);
        const from = i16x8.min_s(v128.load(a), i16x8.min_s(v128.load(b), v128.load(c)));
        const to = i16x8.min_s(v128.load(a, 16), i16x8.min_s(v128.load(b, 16), v128.load(c, 16)));
        v128.store(boxes + (<usize>number << 5), from);
        v128.store(boxes + (<usize>number << 5), to, 16);
        v128.store(slotBoxes + (<usize>slot << 5), from);
        v128.store(slotBoxes + (<usize>slot << 5), to, 16);
        s = i16x8.min_s(s, from);
        e = i16x8.min_s(e, to);
        sides += sumSides(from);
      }
    }
    v128.store(nodeBoxes + (<usize>node << 5), s);
    v128.store(nodeBoxes + (<usize>node << 5), e, 16);
    nodeSides += sumSides(s);
  }
  store<f64>(<usize>load<u32>(mesh, NUMBERS), nodeSides / sides, 16);
}

// @ts-ignore: decorator
@inline
function sumSides(box: v128): f64 {
  const pairs = i32x4.extadd_pairwise_i16x8_s(box);
  const sum = i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1) + i32x4.extract_lane(pairs, 2);
  return -<f64>(sum + i32x4.extract_lane(pairs, 3));
}

/** The margin in steps, rounded up. */
// @ts-ignore: decorator
@inline
function marginOf(mesh: usize): v128 {
  const numbers = <usize>load<u32>(mesh, NUMBERS);
  const margin = min(ceil(load<f64>(numbers) / load<f64>(numbers, 24)) + 1, <f64>MOST);
  return i16x8.splat(<i16>margin);
}

/** A box with the margin around it, its largest numbers first, to compare another box with. */
// @ts-ignore: decorator
@inline
function probe(box: v128, m: v128): v128 {
  return i16x8.sub_sat_s(m, v128.shuffle<i16>(box, box, 4, 5, 6, 7, 0, 1, 2, 3));
}

/**
 * Whether the differences of what is in box b and of what is in another come as near to 0 as the margin along every axis, at the start, at the end or between; s and e
 * are the probes of the other.
 */
// @ts-ignore: decorator
@inline
function boxMeets<T>(b: usize, s: v128, e: v128): bool {
  let isIn = i16x8.le_s(v128.load(b), s);
  if (isFloat<T>()) isIn = v128.or(isIn, i16x8.le_s(v128.load(b, 16), e));
  return i16x8.all_true(isIn);
}

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
      searchLeaves<T>(mesh, treeA, word(startA, a), word(endA, a), treeB, word(startB, b), word(endB, b), other, m);
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
function searchLeaves<T>(
  mesh: usize,
  treeA: usize,
  startA: i32,
  endA: i32,
  treeB: usize,
  startB: i32,
  endB: i32,
  leaf: usize,
  m: v128,
): void {
  const slotsA = <usize>load<u32>(treeA, SLOTS);
  const boxesA = <usize>load<u32>(treeA, SLOT_BOXES);
  const found = <usize>load<u32>(mesh, FOUND);
  const isSame = treeA == treeB && startA == startB;
  let top = found;
  for (let s = startA; s < endA; s++) {
    const box = boxesA + (<usize>s << 5);
    const from = probe(v128.load(box), m);
    const to = probe(v128.load(box, 16), m);
    if (!boxMeets<T>(leaf, from, to)) continue;
    top = searchSlots<T>(mesh, word(slotsA, s), treeB, isSame ? s + 1 : startB, endB, from, to, top);
  }
  const links = <usize>load<u32>(mesh, LINKS);
  for (let pair = found; pair < top; pair += 8) {
    const t = load<i32>(pair);
    const u = load<i32>(pair, 4);
    if (!areNeighbours(links, t, u)) addElements<T>(mesh, t, u, m, false);
  }
}

/**
 * Writes triangle t with each in the slots of tree B that it may meet to `top`; returns the end. Every pair is written and then kept or not, as nothing could
 * foresee it: a branch would cost more than the test.
 */
// @ts-ignore: decorator
@inline
function searchSlots<T>(
  mesh: usize,
  t: i32,
  treeB: usize,
  startB: i32,
  endB: i32,
  from: v128,
  to: v128,
  top: usize,
): usize {
  const slots = <usize>load<u32>(treeB, SLOTS);
  const boxes = <usize>load<u32>(treeB, SLOT_BOXES);
  for (let r = startB; r < endB; r++) {
    store<i32>(top, t);
    store<i32>(top, word(slots, r), 4);
    top += <usize>boxMeets<T>(boxes + (<usize>r << 5), from, to) << 3;
  }
  return top;
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
  const end = <usize>load<u32>(tree, END);
  const boxes = <usize>load<u32>(tree, NODE_BOXES);
  const count = load<i32>(tree, NODE_COUNT);
  for (let node = 0; node < count; node++) {
    if (word(next, node) > node + 1) {
      searchNodes<T>(mesh, tree, node + 1, tree, word(next, node + 1), m);
      continue;
    }
    const from = word(start, node);
    const to = word(end, node);
    searchLeaves<T>(mesh, tree, from, to, tree, from, to, boxes + (<usize>node << 5), m);
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
  const end = <usize>load<u32>(treeB, END);
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
        const top = searchSlots<Moving>(mesh, t, treeB, word(start, node), word(end, node), from, to, found);
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

// @ts-ignore: decorator
@inline
function mark(mesh: usize, v: i32): i32 {
  return <i32>load<u8>(<usize>load<u32>(mesh, MARKS) + <usize>v);
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

/** The listed pairs of neighbours: of those side by side the first element is the same. */
function searchListed<T>(mesh: usize, marked: bool): void {
  const m = marginOf(mesh);
  const near = <usize>load<u32>(mesh, NEAR);
  const triangleBoxes = <usize>load<u32>(mesh, TRIANGLE_BOXES);
  let pair = <usize>load<u32>(mesh, NEIGHBOUR_POINT_TRIANGLES);
  let end = pair + (<usize>load<u32>(mesh, NEIGHBOUR_POINT_TRIANGLE_COUNT) << 3);
  while (pair < end) {
    const p = load<i32>(pair);
    const box = near + (<usize>p << 5);
    const from = probe(v128.load(box), m);
    const to = probe(v128.load(box, 16), m);
    for (; pair < end && load<i32>(pair) == p; pair += 8) {
      const t = load<i32>(pair, 4);
      if (boxMeets<T>(triangleBoxes + (<usize>t << 5), from, to)) addPointTriangle(mesh, p, t, marked);
    }
  }
  const boxes = <usize>load<u32>(mesh, EDGE_BOXES);
  pair = <usize>load<u32>(mesh, NEIGHBOUR_EDGE_EDGES);
  end = pair + (<usize>load<u32>(mesh, NEIGHBOUR_EDGE_EDGE_COUNT) << 3);
  while (pair < end) {
    const e = load<i32>(pair);
    const box = boxes + (<usize>e << 5);
    const from = probe(v128.load(box), m);
    const to = probe(v128.load(box, 16), m);
    for (; pair < end && load<i32>(pair) == e; pair += 8) {
      const f = load<i32>(pair, 4);
      if (boxMeets<T>(boxes + (<usize>f << 5), from, to)) addEdgeEdge(mesh, e, f, marked);
    }
  }
}

export function searchNeighbours(mesh: usize, isStill: bool, marked: bool): void {
  if (isStill) searchListed<Still>(mesh, marked);
  else searchListed<Moving>(mesh, marked);
}

function addPointTriangle(mesh: usize, p: i32, t: i32, marked: bool): void {
  const corners = <usize>load<u32>(mesh, TRIANGLES) + 12 * <usize>t;
  const a = load<i32>(corners);
  const b = load<i32>(corners, 4);
  const c = load<i32>(corners, 8);
  if (marked && (mark(mesh, p) | mark(mesh, a) | mark(mesh, b) | mark(mesh, c)) == 0) return;
  if (p == a || p == b || p == c) return;
  if (meetPointTriangle(mesh, p, a, b, c)) addPair(mesh, POINT_TRIANGLES, POINT_TRIANGLE_COUNT, p, t);
}

function addEdgeEdge(mesh: usize, e: i32, f: i32, marked: bool): void {
  const edges = <usize>load<u32>(mesh, EDGES);
  const first = edges + (<usize>e << 3);
  const second = edges + (<usize>f << 3);
  const a = load<i32>(first);
  const b = load<i32>(first, 4);
  const c = load<i32>(second);
  const d = load<i32>(second, 4);
  if (marked && (mark(mesh, a) | mark(mesh, b) | mark(mesh, c) | mark(mesh, d)) == 0) return;
  if (a == c || a == d || b == c || b == d) return;
  if (meetEdgeEdge(mesh, a, b, c, d)) addPair(mesh, EDGE_EDGES, EDGE_EDGE_COUNT, e, f);
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

/** Takes over the ends at `xe` that are out of the slack, and marks them; returns how many there are. */
export function moveEnds(mesh: usize, xe: usize): i32 {
  const points = <usize>load<u32>(mesh, POINTS);
  const count = load<i32>(mesh, POINT_COUNT);
  const ends = <usize>load<u32>(mesh, ENDS);
  const marks = <usize>load<u32>(mesh, MARKS);
  const slack = load<f64>(<usize>load<u32>(mesh, NUMBERS), 8);
  let moved = 0;
  for (let k = 0; k < count; k++) {
    const v = <usize>word(points, k);
    const from = ends + 24 * v;
    const to = xe + 24 * v;
    const x = abs(load<f64>(to) - load<f64>(from));
    const y = abs(load<f64>(to, 8) - load<f64>(from, 8));
    const z = abs(load<f64>(to, 16) - load<f64>(from, 16));
    const isOut = !(max(x, max(y, z)) <= slack);
    store<u8>(marks + v, isOut ? 1 : 0);
    if (!isOut) continue;
    moved++;
    memory.copy(from, to, 24);
  }
  return moved;
}
