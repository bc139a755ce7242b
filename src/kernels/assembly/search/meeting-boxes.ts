// Boxes of vertices, edges, triangles and nodes on the ways of a step.
//
// A box is eight whole numbers of 16 bits, (least x, y, z, 0, −largest x, y, z, 0) in steps of a lattice over all vertices, rounded outwards: two boxes are
// united by one instruction and compared by another. There is one of starts and one of ends, side by side: motion that two elements have in common brings
// them no nearer.

import * as words from "../../layout/meeting-words";
import { storeBlock } from "./meeting-blocks";
import { storeBound } from "./meeting-floats";
import { word } from "./meeting-mesh";

/** Steps of the lattice from its middle to its end, and where nothing can be. */
const STEPS: f64 = 32000;
const MOST: i16 = 32767;

/** The box of all points that were measured. */
let lowest: v128 = f64x2.splat(0);
let highest: v128 = f64x2.splat(0);
let lowestZ: f64 = 0;
let highestZ: f64 = 0;

/** Lets the box grow by these points at their starts and ends. */
function measurePoints(mesh: usize, first: i32, end: i32): void {
  const points = <usize>load<u32>(mesh, words.POINTS);
  const starts = <usize>load<u32>(mesh, words.STARTS);
  const ends = <usize>load<u32>(mesh, words.ENDS);
  let low = lowest;
  let high = highest;
  let lowZ = lowestZ;
  let highZ = highestZ;
  for (let k = first; k < end; k++) {
    const s = starts + 24 * <usize>word(points, k);
    const e = ends + 24 * <usize>word(points, k);
    low = f64x2.min(low, f64x2.min(v128.load(s), v128.load(e)));
    high = f64x2.max(high, f64x2.max(v128.load(s), v128.load(e)));
    lowZ = min(lowZ, min(load<f64>(s, 16), load<f64>(e, 16)));
    highZ = max(highZ, max(load<f64>(s, 16), load<f64>(e, 16)));
  }
  lowest = low;
  highest = high;
  lowestZ = lowZ;
  highestZ = highZ;
}

/** Measures all points; those of bodies that stand have been measured before. */
function measure(mesh: usize, stand: bool): void {
  const bodies = <usize>load<u32>(mesh, words.NUMBERS) + words.BODIES;
  const cloth = load<i32>(mesh, words.CLOTH_POINTS);
  if (stand) {
    lowest = v128.load(bodies);
    lowestZ = load<f64>(bodies, 16);
    highest = v128.load(bodies, 24);
    highestZ = load<f64>(bodies, 40);
  } else {
    lowest = f64x2.splat(Infinity);
    highest = f64x2.splat(-Infinity);
    lowestZ = Infinity;
    highestZ = -Infinity;
    measurePoints(mesh, cloth, load<i32>(mesh, words.POINT_COUNT));
    v128.store(bodies, lowest);
    store<f64>(bodies, lowestZ, 16);
    v128.store(bodies, highest, 24);
    store<f64>(bodies, highestZ, 40);
  }
  measurePoints(mesh, 0, cloth);
}

/** How far the farthest point is from the middle of the lattice, along an axis. */
function farthest(numbers: usize): f64 {
  const middle = v128.load(numbers, words.MIDDLE);
  const z = load<f64>(numbers, words.MIDDLE + 16);
  const sides = f64x2.max(f64x2.sub(highest, middle), f64x2.sub(middle, lowest));
  return max(max(f64x2.extract_lane(sides, 0), f64x2.extract_lane(sides, 1)), max(highestZ - z, z - lowestZ));
}

/**
 * Lays the lattice over all starts and ends, and finds the boxes of vertices; the rest is left to `roundRest`. Where bodies `stand` as they did the lattice stays while it fits, and so do the boxes of
 * bodies; returns whether they do.
 */
export function roundPositions(mesh: usize, stand: bool): bool {
  const numbers = <usize>load<u32>(mesh, words.NUMBERS);
  measure(mesh, stand);
  const sides = f64x2.sub(highest, lowest);
  const side = max(max(f64x2.extract_lane(sides, 0), f64x2.extract_lane(sides, 1)), highestZ - lowestZ);
  // a step is at least a sixteenth of the margin: finer ones tell no more
  const step = max(side / (2 * STEPS), load<f64>(numbers, words.MARGIN) / 16) + 1e-300;
  const former = load<f64>(numbers, words.STEP);
  const stays = stand && former >= step && former <= 2 * step && farthest(numbers) <= STEPS * former;
  if (!stays) {
    store<f64>(numbers, step, words.STEP);
    v128.store(numbers, f64x2.mul(f64x2.splat(0.5), f64x2.add(lowest, highest)), words.MIDDLE);
    store<f64>(numbers, 0.5 * (lowestZ + highestZ), words.MIDDLE + 16);
  }
  storeBound(numbers, 2 * farthest(numbers));
  roundPoints(mesh, stays ? load<i32>(mesh, words.CLOTH_POINTS) : load<i32>(mesh, words.POINT_COUNT));
  const rest = stays ? words.LEFT_OF_CLOTHS : words.LEFT_OF_ALL;
  store<i32>(mesh, max(rest, load<i32>(mesh, words.LEFT_TO_ROUND)), words.LEFT_TO_ROUND);
  return stays;
}

/** The first so many points on the lattice. */
function roundPoints(mesh: usize, count: i32): void {
  const points = <usize>load<u32>(mesh, words.POINTS);
  const starts = <usize>load<u32>(mesh, words.STARTS);
  const ends = <usize>load<u32>(mesh, words.ENDS);
  const near = <usize>load<u32>(mesh, words.NEAR);
  const floats = <usize>load<u32>(mesh, words.FLOATS);
  const numbers = <usize>load<u32>(mesh, words.NUMBERS);
  const scale = f32x4.splat(<f32>(1 / load<f64>(numbers, words.STEP)));
  const middle = v128.load(numbers, words.MIDDLE);
  const z0 = load<f64>(numbers, words.MIDDLE + 16);
  for (let k = 0; k < count; k++) {
    const v = <usize>word(points, k);
    const s = fromMiddle(starts + 24 * v, middle, z0);
    const e = fromMiddle(ends + 24 * v, middle, z0);
    v128.store(near + (v << 5), round(s, scale));
    v128.store(near + (v << 5), round(e, scale), 16);
    v128.store(floats + (v << 5), s);
    v128.store(floats + (v << 5), e, 16);
  }
}

/** The boxes of edges, and vertices in double precision, where they are not known. */
export function roundRest(mesh: usize): void {
  const rest = load<i32>(mesh, words.LEFT_TO_ROUND);
  if (rest == 0) return;
  const isAll = rest == words.LEFT_OF_ALL;
  store<i32>(mesh, 0, words.LEFT_TO_ROUND);
  const points = <usize>load<u32>(mesh, words.POINTS);
  const pointCount = isAll ? load<i32>(mesh, words.POINT_COUNT) : load<i32>(mesh, words.CLOTH_POINTS);
  for (let k = 0; k < pointCount; k++) storeWay(mesh, <usize>word(points, k));
  const count = isAll ? load<i32>(mesh, words.EDGE_COUNT) : load<i32>(mesh, words.CLOTH_EDGES);
  const near = <usize>load<u32>(mesh, words.NEAR);
  let box = <usize>load<u32>(mesh, words.EDGE_BOXES);
  let edge = <usize>load<u32>(mesh, words.EDGES);
  const last = edge + ((<usize>count) << 3);
  for (; edge < last; edge += 8, box += 32) {
    const p = near + ((<usize>load<u32>(edge)) << 5);
    const q = near + ((<usize>load<u32>(edge, 4)) << 5);
    v128.store(box, i16x8.min_s(v128.load(p), v128.load(q)));
    v128.store(box, i16x8.min_s(v128.load(p, 16), v128.load(q, 16)), 16);
  }
}

/** A vertex in single precision. */
// @ts-ignore: decorator
@inline
function fromMiddle(x: usize, middle: v128, z0: f64): v128 {
  const xy = f32x4.demote_f64x2_zero(f64x2.sub(v128.load(x), middle));
  return f32x4.replace_lane(xy, 2, <f32>(load<f64>(x, 16) - z0));
}

/** A vertex in double precision. */
// @ts-ignore: decorator
@inline
export function storeWay(mesh: usize, vertex: usize): void {
  const start = <usize>load<u32>(mesh, words.STARTS) + 24 * vertex;
  const end = <usize>load<u32>(mesh, words.ENDS) + 24 * vertex;
  const to = <usize>load<u32>(mesh, words.WAYS) + 48 * vertex;
  const s = v128.load(start);
  const e = v128.load(end);
  v128.store(to, v128.shuffle<i64>(s, e, 0, 2));
  v128.store(to, v128.shuffle<i64>(s, e, 1, 3), 16);
  store<f64>(to, load<f64>(start, 16), 32);
  store<f64>(to, load<f64>(end, 16), 40);
}

/** The box of a point. Its rounding, also that of single precision, is much less than half a step, and a whole one is given. */
// @ts-ignore: decorator
@inline
function round(x: v128, scale: v128): v128 {
  const least = i32x4.trunc_sat_f32x4_s(f32x4.floor(f32x4.mul(x, scale)));
  const one = i32x4(1, 1, 1, 0);
  return i16x8.narrow_i32x4_s(i32x4.sub(least, one), i32x4.neg(i32x4.add(least, i32x4.add(one, one))));
}

/** Fits the boxes of a tree, and those of its triangles; the third of the numbers is then the sum of the sides of the nodes' boxes of starts over that of the triangles'. */
export function fitTree(mesh: usize, tree: usize): void {
  const triangles = <usize>load<u32>(mesh, words.TRIANGLES);
  const near = <usize>load<u32>(mesh, words.NEAR);
  const boxes = <usize>load<u32>(mesh, words.TRIANGLE_BOXES);
  const slots = <usize>load<u32>(tree, words.SLOTS);
  const slotBoxes = <usize>load<u32>(tree, words.SLOT_BOXES);
  const nodeBoxes = <usize>load<u32>(tree, words.NODE_BOXES);
  const start = <usize>load<u32>(tree, words.START);
  const end = <usize>load<u32>(tree, words.END);
  const next = <usize>load<u32>(tree, words.NEXT);
  const blocks = <usize>load<u32>(tree, words.BLOCKS);
  let sides: f64 = 0;
  let nodeSides: f64 = 0;
  for (let node = load<i32>(tree, words.NODE_COUNT) - 1; node >= 0; node--) {
    let s = i16x8.splat(MOST);
    let e = s;
    if (word(next, node) > node + 1) {
      const left = nodeBoxes + ((<usize>(node + 1)) << 5);
      const right = nodeBoxes + ((<usize>word(next, node + 1)) << 5);
      s = i16x8.min_s(v128.load(left), v128.load(right));
      e = i16x8.min_s(v128.load(left, 16), v128.load(right, 16));
    } else {
      const last = word(end, node);
      for (let slot = word(start, node); slot < last; slot++) {
        const number = word(slots, slot);
        const t = triangles + 12 * <usize>number;
        const a = near + ((<usize>load<u32>(t)) << 5);
        const b = near + ((<usize>load<u32>(t, 4)) << 5);
        const c = near + ((<usize>load<u32>(t, 8)) << 5);
        const from = i16x8.min_s(v128.load(a), i16x8.min_s(v128.load(b), v128.load(c)));
        const to = i16x8.min_s(v128.load(a, 16), i16x8.min_s(v128.load(b, 16), v128.load(c, 16)));
        v128.store(boxes + ((<usize>number) << 5), from);
        v128.store(boxes + ((<usize>number) << 5), to, 16);
        v128.store(slotBoxes + ((<usize>slot) << 5), from);
        v128.store(slotBoxes + ((<usize>slot) << 5), to, 16);
        s = i16x8.min_s(s, from);
        e = i16x8.min_s(e, to);
        sides += sumSides(from);
      }
      const first = word(start, node);
      storeBlock(slotBoxes + ((<usize>first) << 5), last - first, blocks + <usize>words.BLOCK_SIZE * (<usize>first >> 3));
    }
    v128.store(nodeBoxes + ((<usize>node) << 5), s);
    v128.store(nodeBoxes + ((<usize>node) << 5), e, 16);
    nodeSides += sumSides(s);
  }
  store<f64>(<usize>load<u32>(mesh, words.NUMBERS), nodeSides / sides, words.NODE_SIZE);
}

// @ts-ignore: decorator
@inline
function sumSides(box: v128): f64 {
  const pairs = i32x4.extadd_pairwise_i16x8_s(box);
  const sum = i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1) + i32x4.extract_lane(pairs, 2);
  return -(<f64>(sum + i32x4.extract_lane(pairs, 3)));
}

/** The margin in steps, rounded up. */
// @ts-ignore: decorator
@inline
export function marginOf(mesh: usize): v128 {
  const numbers = <usize>load<u32>(mesh, words.NUMBERS);
  const margin = min(ceil(load<f64>(numbers, words.MARGIN) / load<f64>(numbers, words.STEP)) + 1, <f64>MOST);
  return i16x8.splat(<i16>margin);
}

/** A box with the margin around it, its largest numbers first, to compare another box with. */
// @ts-ignore: decorator
@inline
export function probe(box: v128, m: v128): v128 {
  return i16x8.sub_sat_s(m, v128.shuffle<i16>(box, box, 4, 5, 6, 7, 0, 1, 2, 3));
}

/**
 * Whether the differences of what is in box b and of what is in another come as near to 0 as the margin along every axis, at the start, at the end or between; s and e
 * are the probes of the other.
 */
// @ts-ignore: decorator
@inline
export function boxMeets(b: usize, s: v128, e: v128): bool {
  return !v128.any_true(v128.and(i16x8.gt_s(v128.load(b), s), i16x8.gt_s(v128.load(b, 16), e)));
}

/** Takes over the ends at `xe` that are out of the slack, and marks them; returns how many there are. Those of bodies that `stand` are not looked at. */
export function moveEnds(mesh: usize, xe: usize, stand: bool): i32 {
  const points = <usize>load<u32>(mesh, words.POINTS);
  const count = stand ? load<i32>(mesh, words.CLOTH_POINTS) : load<i32>(mesh, words.POINT_COUNT);
  const ends = <usize>load<u32>(mesh, words.ENDS);
  const marks = <usize>load<u32>(mesh, words.MARKS);
  const slack = load<f64>(<usize>load<u32>(mesh, words.NUMBERS), 8);
  let moved = 0;
  memory.fill(marks, 0, <usize>load<u32>(mesh, words.VERTEX_COUNT));
  for (let k = 0; k < count; k++) {
    const v = <usize>word(points, k);
    const from = ends + 24 * v;
    const to = xe + 24 * v;
    const x = abs(load<f64>(to) - load<f64>(from));
    const y = abs(load<f64>(to, 8) - load<f64>(from, 8));
    const z = abs(load<f64>(to, 16) - load<f64>(from, 16));
    const isOut = !(max(x, max(y, z)) <= slack);
    if (!isOut) continue;
    store<u8>(marks + v, 1);
    moved++;
    memory.copy(from, to, 24);
  }
  return moved;
}
