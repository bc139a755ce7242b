import { boundsOf } from "../../core/bounds.ts";
/**
 * A tree of boxes over triangles that keep their form, built once: it tells which of them are near a box. Nodes are in the order of a walk that
 * goes down first, `next` being the one after all below a node.
 */
export interface StillTree {
  readonly slots: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly next: Int32Array;
  /** Lowest and highest corner of each node, rounded outwards. */
  readonly boxes: Float32Array;
}

/** Triangles of a leaf: all of them are near where its box is. */
const LEAF_TRIANGLES = 8;

/** The curve goes through this many cells along each axis. */
const CURVE_CELLS = 1024;

export function createStillTree(positions: Float64Array, triangles: Uint32Array): StillTree {
  const slots = orderAlongCurve(positions, triangles);
  const nodeCount = Math.max(1, 2 * Math.ceil(slots.length / (LEAF_TRIANGLES / 2)));
  const start = new Int32Array(nodeCount);
  const end = new Int32Array(nodeCount);
  const next = new Int32Array(nodeCount);
  const boxes = new Float32Array(6 * nodeCount);
  let made = 0;

  /** Adds the node of a range of slots, and all below it. */
  function add(from: number, to: number): number {
    const node = made++;
    start[node] = from;
    end[node] = to;
    if (to - from > LEAF_TRIANGLES) {
      const middle = (from + to) >>> 1;
      uniteBoxes(boxes, add(from, middle), add(middle, to), node);
    } else {
      fitBox(positions, triangles, slots, from, to, boxes, 6 * node);
    }
    next[node] = made;
    return node;
  }
  add(0, slots.length);
  return { slots, start: start.slice(0, made), end: end.slice(0, made), next: next.slice(0, made), boxes: boxes.slice(0, 6 * made) };
}

/** Tells of at least the triangles whose boxes meet this one: lowest corner, highest corner. */
export function visitNear({ slots, start, end, next, boxes }: StillTree, box: Float64Array, visit: (triangle: number) => void): void {
  for (let node = 0; node < next.length; ) {
    const o = 6 * node;
    const apartX = Math.max(box[0] - boxes[o + 3], boxes[o] - box[3]);
    const apartY = Math.max(box[1] - boxes[o + 4], boxes[o + 1] - box[4]);
    const apartZ = Math.max(box[2] - boxes[o + 5], boxes[o + 2] - box[5]);
    if (!(Math.max(apartX, apartY, apartZ) <= 0)) {
      node = next[node];
      continue;
    }
    if (next[node] === node + 1) for (let s = start[node]; s < end[node]; s++) visit(slots[s]);
    node++;
  }
}

/** Triangles in the order in which a Morton curve passes their middles: three to four times as fast as splits at medians. */
function orderAlongCurve(positions: Float64Array, triangles: Uint32Array): Int32Array {
  const count = triangles.length / 3;
  const keys = new Float64Array(count); // the place on the curve, of 30 bits, and below it the triangle's number, of 22
  const { low, high } = boundsOf(positions);
  const cells = CURVE_CELLS / Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2], Number.MIN_VALUE);
  for (let t = 0; t < count; t++) {
    let place = 0;
    for (let c = 0; c < 3; c++) {
      const sum = positions[3 * triangles[3 * t] + c] + positions[3 * triangles[3 * t + 1] + c] + positions[3 * triangles[3 * t + 2] + c];
      const cell = Math.floor((sum / 3 - low[c]) * cells);
      place |= spread(Math.max(0, Math.min(cell, CURVE_CELLS - 1))) << c;
    }
    keys[t] = place * count + t;
  }
  return Int32Array.from(keys.sort(), (key) => key % count);
}

/** Ten bits, each followed by two that are empty. */
function spread(bits: number): number {
  let spaced = (bits | (bits << 16)) & 0x30000ff;
  spaced = (spaced | (spaced << 8)) & 0x300f00f;
  spaced = (spaced | (spaced << 4)) & 0x30c30c3;
  return (spaced | (spaced << 2)) & 0x9249249;
}

/** The box of a node around those of the two below it. */
function uniteBoxes(boxes: Float32Array, first: number, second: number, node: number): void {
  for (let c = 0; c < 3; c++) {
    boxes[6 * node + c] = Math.min(boxes[6 * first + c], boxes[6 * second + c]);
    boxes[6 * node + 3 + c] = Math.max(boxes[6 * first + 3 + c], boxes[6 * second + 3 + c]);
  }
}

function fitBox(
  positions: Float64Array,
  triangles: Uint32Array,
  slots: Int32Array,
  from: number,
  to: number,
  boxes: Float32Array,
  at: number,
): void {
  for (let c = 0; c < 3; c++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let s = from; s < to; s++) {
      for (let h = 3 * slots[s]; h < 3 * slots[s] + 3; h++) {
        const value = positions[3 * triangles[h] + c];
        if (value < low) low = value;
        if (value > high) high = value;
      }
    }
    boxes[at + c] = roundDown(low);
    boxes[at + 3 + c] = -roundDown(-high);
  }
}

/** A number of single precision that is no greater. */
function roundDown(value: number): number {
  const rounded = Math.fround(value);
  return rounded <= value ? rounded : Math.fround(value - 1.2e-7 * Math.abs(value) - 1e-38);
}

/** Sorts numbers of triangles so at positions x. Bodies may have very many, and seldom change their form: theirs are sorted once, and fast. */
export function sortAlongCurve(slots: Int32Array, triangles: Uint32Array, x: Float64Array): void {
  const members = slots.slice().sort();
  const corners = new Uint32Array(3 * members.length);
  for (let c = 0; c < corners.length; c++) corners[c] = triangles[3 * members[Math.floor(c / 3)] + (c % 3)];
  orderAlongCurve(x, corners).forEach((k, slot) => {
    slots[slot] = members[k];
  });
}
