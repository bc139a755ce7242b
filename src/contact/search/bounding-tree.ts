import { finish, type Slices } from "../../core/slices.ts";
import { LEAF_TRIANGLES } from "../../kernels/layout/meeting-words.ts";
import { medianSplit } from "./bounding-split.ts";
import { mostPairs } from "./crowded-error.ts";
import { createPairBuffer, type PairBuffer } from "./pair-list.ts";

/** The tree is sorted anew when its boxes have grown by this factor against those of the triangles. */
export const REBUILD_FACTOR = 1.5;

/**
 * A binary tree of boxes over triangles. A node is a range of slots, split in the middle: the shape of the tree depends on the
 * number of triangles alone, the triangle in each slot on their positions. Nodes are numbered depth first: the left child of node i
 * is i + 1, the right one is `next[i + 1]`.
 */
export interface BoundingTree {
  /** The triangle in each slot. */
  readonly slots: Int32Array;
  /** The slots of node i are `start[i]` to `end[i] − 1`. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** The node that follows node i and all below it; i + 1 makes i a leaf. */
  readonly next: Int32Array;
  /** min x, y, z, max x, y, z of each node, and of the triangle in each slot [m]. */
  readonly nodeBoxes: Float64Array;
  readonly slotBoxes: Float64Array;
  /** 1 for nodes with a triangle that has grown. */
  readonly isGrown: Uint8Array;
  /** Pairs of nodes still to visit. */
  readonly stack: Int32Array;
  /** Pairs of leaves that meet, while pairs of triangles are sought. */
  readonly leafPairs: PairBuffer;
  /** Centres of the triangles while they are sorted, by triangle. */
  readonly centres: Float64Array;
  /** The size of the nodes' boxes over that of the triangles' after the last sort; 0 before the first. */
  sortedSize: number;
}

/** A tree over `members`, triangles of a mesh of `triangleCount`. Its boxes mean nothing before `refitBoundingTree`. */
export function createBoundingTree(triangleCount: number, members: Uint32Array): BoundingTree {
  const start: number[] = [];
  const end: number[] = [];
  const next: number[] = [];
  const depth = addNode(0, members.length, start, end, next);
  return {
    slots: Int32Array.from(members),
    start: Int32Array.from(start),
    end: Int32Array.from(end),
    next: Int32Array.from(next),
    nodeBoxes: new Float64Array(6 * start.length),
    slotBoxes: new Float64Array(6 * members.length),
    isGrown: new Uint8Array(start.length),
    stack: new Int32Array(8 * (depth + 1)),
    leafPairs: createPairBuffer(members.length, mostPairs(members.length)),
    centres: new Float64Array(triangleCount),
    sortedSize: 0,
  };
}

/** Adds the node of a range and all below it; returns the levels. The left half is a whole number of full leaves. */
function addNode(from: number, to: number, start: number[], end: number[], next: number[]): number {
  const node = start.length;
  start.push(from);
  end.push(to);
  next.push(node + 1);
  if (to - from <= LEAF_TRIANGLES) return 1;
  const middle = from + LEAF_TRIANGLES * Math.ceil((to - from) / (2 * LEAF_TRIANGLES));
  const left = addNode(from, middle, start, end, next);
  const right = addNode(middle, to, start, end, next);
  next[node] = start.length;
  return 1 + Math.max(left, right);
}

/**
 * Fits the boxes to those of the triangles. Sorts the triangles anew the first time, and when the sum of the nodes' sides over that of
 * the triangles' is REBUILD_FACTOR times its value after the last sort.
 */
export function refitBoundingTree(tree: BoundingTree, triangleBoxes: Float64Array): void {
  if (tree.sortedSize > 0 && fitBoxes(tree, triangleBoxes) <= REBUILD_FACTOR * tree.sortedSize) return;
  finish(sortInSlices(tree, triangleBoxes, tree.slots));
  tree.sortedSize = fitBoxes(tree, triangleBoxes);
}

/** Triangles that a slice sorts; each counts once for every range that it is in. */
const SORTED_AT_ONCE = 24_000;

/**
 * Splits every range at the median of the triangles' centres along the longest side of the box of those centres. It sorts `slots`: those of
 * the tree, or others, while those of the tree stay in use.
 */
export function* sortInSlices(tree: BoundingTree, triangleBoxes: Float64Array, slots: Int32Array): Slices<void> {
  const { start, end, next } = tree;
  let count = 0;
  for (let node = 0; node < next.length; node++) {
    if (next[node] === node + 1) continue;
    count += end[node] - start[node];
    if (count > SORTED_AT_ONCE) {
      count = end[node] - start[node];
      yield;
    }
    splitNode(tree, node, triangleBoxes, slots);
  }
}

function splitNode({ start, end, centres }: BoundingTree, node: number, triangleBoxes: Float64Array, slots: Int32Array): void {
  const axis = longestAxis(slots, start[node], end[node], triangleBoxes);
  for (let s = start[node]; s < end[node]; s++) {
    const o = 6 * slots[s] + axis;
    centres[slots[s]] = triangleBoxes[o] + triangleBoxes[o + 3];
  }
  medianSplit(slots, start[node], end[node], end[node + 1], centres);
}

function longestAxis(slots: Int32Array, from: number, to: number, triangleBoxes: Float64Array): number {
  let longest = -1;
  let axis = 0;
  for (let c = 0; c < 3; c++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let s = from; s < to; s++) {
      const o = 6 * slots[s] + c;
      const centre = triangleBoxes[o] + triangleBoxes[o + 3];
      if (centre < low) low = centre;
      if (centre > high) high = centre;
    }
    if (high - low > longest) {
      longest = high - low;
      axis = c;
    }
  }
  return axis;
}

/** Returns the sum of the sides of all nodes' boxes divided by that of all triangles' boxes. */
function fitBoxes(tree: BoundingTree, triangleBoxes: Float64Array): number {
  const { slots, next, nodeBoxes, slotBoxes } = tree;
  let triangleSides = 0;
  for (let s = 0, o = 0; s < slots.length; s++, o += 6) {
    const t = 6 * slots[s];
    for (let c = 0; c < 6; c++) slotBoxes[o + c] = triangleBoxes[t + c];
    triangleSides += slotBoxes[o + 3] - slotBoxes[o] + slotBoxes[o + 4] - slotBoxes[o + 1];
    triangleSides += slotBoxes[o + 5] - slotBoxes[o + 2];
  }
  let nodeSides = 0;
  for (let node = next.length - 1; node >= 0; node--) {
    fitNode(tree, node);
    const o = 6 * node;
    nodeSides += nodeBoxes[o + 3] - nodeBoxes[o] + (nodeBoxes[o + 4] - nodeBoxes[o + 1]);
    nodeSides += nodeBoxes[o + 5] - nodeBoxes[o + 2];
  }
  return nodeSides / triangleSides;
}

/** The box of a node from those of its children, or of its triangles. */
function fitNode({ start, end, next, nodeBoxes, slotBoxes }: BoundingTree, node: number): void {
  let x0 = Number.POSITIVE_INFINITY;
  let y0 = Number.POSITIVE_INFINITY;
  let z0 = Number.POSITIVE_INFINITY;
  let x1 = Number.NEGATIVE_INFINITY;
  let y1 = Number.NEGATIVE_INFINITY;
  let z1 = Number.NEGATIVE_INFINITY;
  const inner = next[node] > node + 1;
  const source = inner ? nodeBoxes : slotBoxes;
  const stride = inner ? 6 * (next[node + 1] - node - 1) : 6;
  const first = inner ? 6 * (node + 1) : 6 * start[node];
  const last = inner ? 6 * next[node + 1] : 6 * (end[node] - 1);
  for (let o = first; o <= last; o += stride) {
    x0 = Math.min(x0, source[o]);
    y0 = Math.min(y0, source[o + 1]);
    z0 = Math.min(z0, source[o + 2]);
    x1 = Math.max(x1, source[o + 3]);
    y1 = Math.max(y1, source[o + 4]);
    z1 = Math.max(z1, source[o + 5]);
  }
  const o = 6 * node;
  nodeBoxes[o] = x0;
  nodeBoxes[o + 1] = y0;
  nodeBoxes[o + 2] = z0;
  nodeBoxes[o + 3] = x1;
  nodeBoxes[o + 4] = y1;
  nodeBoxes[o + 5] = z1;
}

/** Fits the boxes to those of the triangles that have `grown`. */
export function growBoundingTree(tree: BoundingTree, triangleBoxes: Float64Array, grown: Uint8Array): void {
  const { slots, start, end, next, slotBoxes, isGrown } = tree;
  for (let node = next.length - 1; node >= 0; node--) {
    isGrown[node] = 0;
    if (next[node] > node + 1) isGrown[node] = isGrown[node + 1] | isGrown[next[node + 1]];
    else {
      for (let s = start[node]; s < end[node]; s++) {
        const t = slots[s];
        if (grown[t] === 0) continue;
        isGrown[node] = 1;
        for (let c = 0; c < 6; c++) slotBoxes[6 * s + c] = triangleBoxes[6 * t + c];
      }
    }
    if (isGrown[node] !== 0) fitNode(tree, node);
  }
}
