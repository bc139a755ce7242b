import { medianSplit } from "./bounding-split.ts";

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

export function createStillTree(positions: Float64Array, triangles: Uint32Array): StillTree {
  const count = triangles.length / 3;
  const slots = Int32Array.from({ length: count }, (_, t) => t);
  const nodeCount = Math.max(1, 2 * Math.ceil(count / (LEAF_TRIANGLES / 2)));
  const start = new Int32Array(nodeCount);
  const end = new Int32Array(nodeCount);
  const next = new Int32Array(nodeCount);
  const boxes = new Float32Array(6 * nodeCount);
  const middles = [0, 1, 2].map((axis) => middlesAlong(positions, triangles, axis));
  let made = 0;

  /** Adds the node of a range of slots, and all below it. */
  function add(from: number, to: number): void {
    const node = made++;
    start[node] = from;
    end[node] = to;
    fitBox(positions, triangles, slots, from, to, boxes, 6 * node);
    if (to - from > LEAF_TRIANGLES) {
      const middle = (from + to) >>> 1;
      medianSplit(slots, from, to, middle, middles[longestAxis(boxes, 6 * node)]);
      add(from, middle);
      add(middle, to);
    }
    next[node] = made;
  }
  add(0, count);
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

/** Three times the middle of each triangle along an axis. */
function middlesAlong(positions: Float64Array, triangles: Uint32Array, axis: number): Float64Array {
  const middles = new Float64Array(triangles.length / 3);
  for (let h = 0, t = 0; h < triangles.length; h += 3, t++) {
    middles[t] = positions[3 * triangles[h] + axis] + positions[3 * triangles[h + 1] + axis] + positions[3 * triangles[h + 2] + axis];
  }
  return middles;
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

function longestAxis(boxes: Float32Array, at: number): number {
  const x = boxes[at + 3] - boxes[at];
  const y = boxes[at + 4] - boxes[at + 1];
  const z = boxes[at + 5] - boxes[at + 2];
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

/** A number of single precision that is no greater. */
function roundDown(value: number): number {
  const rounded = Math.fround(value);
  return rounded <= value ? rounded : Math.fround(value - 1.2e-7 * Math.abs(value) - 1e-38);
}
