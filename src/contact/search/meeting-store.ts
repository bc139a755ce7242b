import { createKernelMemory, type KernelMemory, sizeOf } from "../../kernels/memory.ts";
import type { KernelModule } from "../../kernels/module.ts";
import { instantiateSearchKernels, type SearchKernels } from "../../kernels/search/search-kernels.ts";
import { touchPages } from "../../kernels/touch-pages.ts";
import type { Neighbours } from "./bounding-neighbours.ts";
import { type BoundingTree, createBoundingTree, LEAF_TRIANGLES } from "./bounding-tree.ts";
import { type CollisionMesh, findMembers, listGroups } from "./collision-mesh.ts";
import type { PairBuffer } from "./pair-list.ts";

/** A tree in the kernels' memory: its slots, and the byte offset of what describes it. */
export interface StoredTree {
  readonly tree: BoundingTree;
  readonly at: number;
  readonly group: number;
}

/** Everything in one memory. The lists come last, so that all else has the same place in a larger one. */
export interface MeetingStore {
  readonly kernels: SearchKernels;
  readonly bytes: Uint8Array;
  /** Where the lists begin. */
  readonly listsAt: number;
  readonly capacity: number;
  readonly words: Uint32Array;
  readonly numbers: Float64Array;
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  readonly later: Float64Array;
  readonly trees: readonly StoredTree[];
  readonly pointTriangles: Uint32Array;
  readonly edgeEdges: Uint32Array;
}

/** Places of counts in the words that describe the mesh, as src/kernels/assembly/search/meeting-mesh.ts has them. */
export const POINT_TRIANGLE_COUNT = 18;
export const EDGE_EDGE_COUNT = 19;
const WORDS = 35;
/** Of the numbers, those that the kernels write: how large nodes are, and a step of their lattice [m]. */
export const NODE_SIZE = 2;
export const STEP = 3;
/** How far apart elements must stay along an axis of their own [m] (meeting-axes). */
export const APART = 4;
const NUMBERS = 7;
const TREE_WORDS = 10;
/** Bytes of the boxes of a leaf side by side. */
const BLOCK_SIZE = 192;
/** Bytes of the table of a leaf's neighbours. */
const LEAF_LINKS_SIZE = 256;
/** Pairs of triangles that are looked at together, with those of two leaves on top; of the pairs of elements, one more is written and not kept. */
const FOUND = 192 + LEAF_TRIANGLES * LEAF_TRIANGLES;
const FOUND_POINTS = 6 * FOUND + 1;
const FOUND_EDGES = 9 * FOUND + 1;

/** `former` is a store of the same mesh with less room, whose state goes on. */
export function createMeetingStore(
  mesh: CollisionMesh,
  { links, pairs }: Neighbours,
  module: KernelModule,
  capacity: number,
  former?: MeetingStore,
): MeetingStore {
  const { triangles, edges, points, pointStart, edgeStart, groups, vertexCount: n } = mesh;
  const { pointTriangles: nearPoints, edgeEdges: nearEdges } = pairs;
  const names = listGroups(groups);
  const plain = names.map((name) => createBoundingTree(groups.length, findMembers(groups, name)));
  const stackLength = plain.reduce((sum, { stack }) => sum + stack.length, 0);
  const most = Math.max(n, groups.length, edges.length / 2);
  const near = [rowsOf(nearPoints, n), rowsOf(nearEdges, edges.length / 2), aroundLinks(links, n)];
  const memory = createKernelMemory(
    [triangles, edges, points].reduce((sum, { length }) => sum + sizeOf(4 * length), 0) +
      2 * sizeOf(16 * groups.length) +
      plain.reduce((sum, tree) => sum + treeSize(tree), 0) +
      3 * sizeOf(24 * n) +
      2 * sizeOf(32 * n) +
      sizeOf(48 * n) +
      sizeOf(16 * edges.length) +
      sizeOf(32 * groups.length) +
      [FOUND, FOUND_POINTS, FOUND_EDGES].reduce((sum, count) => sum + sizeOf(8 * count), 0) +
      sizeOf(n + 4) +
      near.reduce((sum, { start, members }) => sum + sizeOf(4 * start.length) + sizeOf(4 * members.length), 0) +
      sizeOf(4 * stackLength) +
      sizeOf(4 * most) +
      3 * sizeOf(8 * capacity) +
      sizeOf(4 * WORDS) +
      sizeOf(8 * NUMBERS),
    module,
  );
  touchPages(memory);
  const put = (values: Uint32Array): number => {
    const words = memory.words(values.length);
    words.set(values);
    return words.byteOffset;
  };
  const words = memory.words(WORDS);
  const numbers = memory.doubles(NUMBERS);
  const starts = memory.doubles(3 * n);
  const ends = memory.doubles(3 * n);
  const later = memory.doubles(3 * n);
  const fixed = [
    put(triangles),
    put(edges),
    edges.length / 2,
    put(points),
    points.length,
    put(listOwned(pointStart, edgeStart)),
    groups.length,
  ];
  const padded = new Uint32Array(4 * groups.length).fill(0xffffffff);
  padLinks(links, padded);
  const linksAt = put(padded);
  const boxes = [memory.words(8 * n), memory.words(4 * edges.length), memory.words(8 * groups.length)];
  const marks = memory.words(Math.ceil(n / 4));
  const [neighbourPoints, neighbourEdges, around] = near.map(({ start, members }) => [put(start), put(members)]);
  const stack = memory.words(stackLength);
  const histogram = memory.words(most);
  const found = [FOUND, FOUND_POINTS, FOUND_EDGES].map((count) => memory.words(2 * count));
  const floats = memory.words(8 * n);
  const ways = memory.doubles(6 * n);
  const trees = plain.map((tree, k) => storeTree(tree, names[k], memory));
  const pointTriangles = memory.words(2 * capacity);
  const listsAt = pointTriangles.byteOffset;
  const edgeEdges = memory.words(2 * capacity);
  const scratch = memory.words(2 * capacity);
  const bytes = new Uint8Array(memory.memory.buffer as ArrayBuffer);
  if (former !== undefined) bytes.set(former.bytes.subarray(0, listsAt));
  words.set([
    ...fixed,
    linksAt,
    ...[starts, ends, ...boxes, marks, numbers, pointTriangles, edgeEdges].map(({ byteOffset }) => byteOffset),
    capacity,
    0,
    0,
    ...neighbourPoints,
    ...neighbourEdges,
    ...[stack, histogram, scratch, ...found, floats, ways].map(({ byteOffset }) => byteOffset),
    n,
    ...around,
  ]);
  const kernels = instantiateSearchKernels(module, memory);
  return {
    kernels,
    bytes,
    listsAt,
    capacity,
    words,
    numbers,
    starts,
    ends,
    later,
    trees,
    pointTriangles,
    edgeEdges,
  };
}

/** Three links a triangle as four numbers. */
function padLinks(links: Int32Array, padded: Uint32Array): void {
  for (let h = 0, p = 0; h < links.length; h += 3, p += 4) {
    padded[p] = links[h];
    padded[p + 1] = links[h + 1];
    padded[p + 2] = links[h + 2];
  }
}

/** Of each triangle from which to which of the points, and from which to which edge it owns. */
function listOwned(pointStart: Uint32Array, edgeStart: Uint32Array): Uint32Array {
  const owned = new Uint32Array(4 * (pointStart.length - 1));
  for (let t = 0, o = 0; o < owned.length; t++, o += 4) {
    owned[o] = pointStart[t];
    owned[o + 1] = pointStart[t + 1];
    owned[o + 2] = edgeStart[t];
    owned[o + 3] = edgeStart[t + 1];
  }
  return owned;
}

/** What belongs to each of so many: `members[start[k]]` to `members[start[k + 1] − 1]`. */
interface Rows {
  readonly start: Uint32Array;
  readonly members: Uint32Array;
}

/** Sorted pairs by their first elements. */
function rowsOf({ data, count }: PairBuffer, firstCount: number): Rows {
  const start = new Uint32Array(firstCount + 1);
  const members = new Uint32Array(count);
  for (let k = 0; k < count; k++) {
    start[data[2 * k] + 1]++;
    members[k] = data[2 * k + 1];
  }
  for (let k = 0; k < firstCount; k++) start[k + 1] += start[k];
  return { start, members };
}

/** The triangles around each link that may be of several. */
function aroundLinks(links: Int32Array, linkCount: number): Rows {
  const start = new Uint32Array(linkCount + 1);
  for (let h = 0; h < links.length; h++) if (links[h] < linkCount) start[links[h] + 1]++;
  for (let k = 0; k < linkCount; k++) start[k + 1] += start[k];
  const members = new Uint32Array(start[linkCount]);
  const cursor = start.slice(0, linkCount);
  for (let h = 0; h < links.length; h++) if (links[h] < linkCount) members[cursor[links[h]]++] = Math.floor(h / 3);
  return { start, members };
}

function treeSize({ slots, next }: BoundingTree): number {
  return sizeOf(4 * TREE_WORDS) + sizeOf(4 * slots.length) + 3 * sizeOf(4 * next.length) + boxesSize(slots, next);
}

function boxesSize(slots: Int32Array, next: Int32Array): number {
  const leaves = sizeOf(BLOCK_SIZE * leafCount(slots)) + sizeOf(LEAF_LINKS_SIZE * leafCount(slots));
  return sizeOf(32 * slots.length) + sizeOf(32 * next.length) + leaves;
}

/** Leaves begin at multiples of their size (bounding-tree). */
function leafCount(slots: Int32Array): number {
  return Math.ceil(slots.length / LEAF_TRIANGLES);
}

function storeTree(tree: BoundingTree, group: number, memory: KernelMemory): StoredTree {
  const words = memory.words(TREE_WORDS);
  const put = (values: Int32Array): Int32Array => {
    const { buffer, byteOffset } = memory.words(values.length);
    const stored = new Int32Array(buffer as ArrayBuffer, byteOffset, values.length);
    stored.set(values);
    return stored;
  };
  const slots = put(tree.slots);
  const shape = [tree.start, tree.end, tree.next].map(put);
  const boxes = [memory.words(8 * slots.length), memory.words(8 * tree.next.length)];
  const blocks = memory.words((BLOCK_SIZE / 4) * leafCount(slots));
  const links = memory.words((LEAF_LINKS_SIZE / 4) * leafCount(slots));
  words.set([
    ...[slots, ...shape, ...boxes].map(({ byteOffset }) => byteOffset),
    slots.length,
    tree.next.length,
    blocks.byteOffset,
    links.byteOffset,
  ]);
  return { tree: { ...tree, slots }, at: words.byteOffset, group };
}
