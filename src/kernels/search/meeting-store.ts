import * as at from "../layout/meeting-words.ts";
import { createKernelMemory, type KernelMemory, sizeOf, writeWords } from "../memory.ts";
import type { KernelModule } from "../module.ts";
import { touchPages } from "../touch-pages.ts";
import { instantiateSearchKernels, type SearchKernels } from "./search-kernels.ts";

/** A mesh as the search sees it (src/contact/search/collision-mesh.ts). */
export interface SearchMesh {
  readonly vertexCount: number;
  readonly triangles: Uint32Array;
  readonly edges: Uint32Array;
  readonly points: Uint32Array;
  readonly edgeStart: Uint32Array;
  readonly pointStart: Uint32Array;
  readonly groups: Uint32Array;
}

/** Links of triangles, three each, and the pairs of elements of neighbours, sorted (src/contact/search/bounding-neighbours.ts). */
export interface SearchNeighbours {
  readonly links: Int32Array;
  readonly pairs: { readonly pointTriangles: Pairs; readonly edgeEdges: Pairs };
}

interface Pairs {
  readonly data: Uint32Array;
  readonly count: number;
}

/** A tree of boxes over the triangles of one group (src/contact/search/bounding-tree.ts). */
export interface SearchTree {
  readonly slots: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly next: Int32Array;
  readonly stack: Int32Array;
}

/** A tree in the kernels' memory: its slots, and the byte offset of what describes it. */
export interface StoredTree<T extends SearchTree> {
  readonly tree: T;
  readonly at: number;
  readonly group: number;
}

/** Everything in one memory. The lists come last, so that all else has the same place in a larger one. */
export interface MeetingStore<T extends SearchTree> {
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
  readonly trees: readonly StoredTree<T>[];
  readonly pointTriangles: Uint32Array;
  readonly edgeEdges: Uint32Array;
}

/** Pairs of triangles that are looked at together, with those of two leaves on top; one more pair of elements is written and not kept. */
const FOUND = at.GATHERED_PAIRS + at.LEAF_TRIANGLES * at.LEAF_TRIANGLES;
const FOUND_POINTS = 6 * FOUND + 1;
const FOUND_EDGES = 9 * FOUND + 1;

/** `former` is a store of the same mesh with less room, whose state goes on. */
export function createMeetingStore<T extends SearchTree>(
  mesh: SearchMesh,
  plain: readonly { readonly tree: T; readonly group: number }[],
  { links, pairs }: SearchNeighbours,
  module: KernelModule,
  capacity: number,
  former?: MeetingStore<T>,
): MeetingStore<T> {
  const { triangles, edges, points, pointStart, edgeStart, groups, vertexCount: n } = mesh;
  const { pointTriangles: nearPoints, edgeEdges: nearEdges } = pairs;
  const stackLength = plain.reduce((sum, { tree }) => sum + tree.stack.length, 0);
  const most = Math.max(n, groups.length, edges.length / 2);
  const near = [rowsOf(nearPoints, n), rowsOf(nearEdges, edges.length / 2), aroundLinks(links, n)];
  const memory = createKernelMemory(
    [triangles, edges, points].reduce((sum, { length }) => sum + sizeOf(4 * length), 0) +
      2 * sizeOf(16 * groups.length) +
      plain.reduce((sum, { tree }) => sum + treeSize(tree), 0) +
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
      sizeOf(at.MESH_BYTES) +
      sizeOf(at.NUMBERS_BYTES),
    module,
  );
  touchPages(memory);
  const put = (values: Uint32Array): number => {
    const words = memory.words(values.length);
    words.set(values);
    return words.byteOffset;
  };
  const words = memory.words(at.MESH_BYTES / 4);
  const numbers = memory.doubles(at.NUMBERS_BYTES / 8);
  const starts = memory.doubles(3 * n);
  const ends = memory.doubles(3 * n);
  const later = memory.doubles(3 * n);
  const ownTriangles = put(triangles);
  const ownEdges = put(edges);
  const ownPoints = put(points);
  const owned = put(listOwned(pointStart, edgeStart));
  const padded = new Uint32Array(4 * groups.length).fill(0xffffffff);
  padLinks(links, padded);
  const linksAt = put(padded);
  const [vertexBoxes, edgeBoxes, triangleBoxes] = [8 * n, 4 * edges.length, 8 * groups.length].map(memory.words);
  const marks = memory.words(Math.ceil(n / 4));
  const [neighbourPoints, neighbourEdges, around] = near.map(({ start, members }) => [put(start), put(members)]);
  const stack = memory.words(stackLength);
  const histogram = memory.words(most);
  const [found, foundPoints, foundEdges] = [FOUND, FOUND_POINTS, FOUND_EDGES].map((count) => memory.words(2 * count));
  const floats = memory.words(8 * n);
  const ways = memory.doubles(6 * n);
  const trees = plain.map(({ tree, group }) => storeTree(tree, group, memory));
  const pointTriangles = memory.words(2 * capacity);
  const listsAt = pointTriangles.byteOffset;
  const edgeEdges = memory.words(2 * capacity);
  const scratch = memory.words(2 * capacity);
  const bytes = new Uint8Array(memory.memory.buffer as ArrayBuffer);
  if (former !== undefined) bytes.set(former.bytes.subarray(0, listsAt));
  writeWords(words, {
    [at.TRIANGLES]: ownTriangles,
    [at.EDGES]: ownEdges,
    [at.EDGE_COUNT]: edges.length / 2,
    [at.POINTS]: ownPoints,
    [at.POINT_COUNT]: points.length,
    [at.OWNED]: owned,
    [at.TRIANGLE_COUNT]: groups.length,
    [at.LINKS]: linksAt,
    [at.STARTS]: starts,
    [at.ENDS]: ends,
    [at.NEAR]: vertexBoxes,
    [at.EDGE_BOXES]: edgeBoxes,
    [at.TRIANGLE_BOXES]: triangleBoxes,
    [at.MARKS]: marks,
    [at.NUMBERS]: numbers,
    [at.POINT_TRIANGLES]: pointTriangles,
    [at.EDGE_EDGES]: edgeEdges,
    [at.CAPACITY]: capacity,
    [at.POINT_TRIANGLE_COUNT]: 0,
    [at.EDGE_EDGE_COUNT]: 0,
    [at.NEIGHBOUR_POINT_START]: neighbourPoints[0],
    [at.NEIGHBOUR_TRIANGLES]: neighbourPoints[1],
    [at.NEIGHBOUR_EDGE_START]: neighbourEdges[0],
    [at.NEIGHBOUR_EDGES]: neighbourEdges[1],
    [at.STACK]: stack,
    [at.HISTOGRAM]: histogram,
    [at.SCRATCH]: scratch,
    [at.FOUND]: found,
    [at.FOUND_POINTS]: foundPoints,
    [at.FOUND_EDGES]: foundEdges,
    [at.FLOATS]: floats,
    [at.WAYS]: ways,
    [at.VERTEX_COUNT]: n,
    [at.AROUND_START]: around[0],
    [at.AROUND]: around[1],
  });
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
function rowsOf({ data, count }: Pairs, firstCount: number): Rows {
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

function treeSize({ slots, next }: SearchTree): number {
  return sizeOf(at.TREE_BYTES) + sizeOf(4 * slots.length) + 3 * sizeOf(4 * next.length) + boxesSize(slots, next);
}

function boxesSize(slots: Int32Array, next: Int32Array): number {
  const leaves = sizeOf(at.BLOCK_SIZE * leafCount(slots)) + sizeOf(at.LEAF_LINKS_SIZE * leafCount(slots));
  return sizeOf(32 * slots.length) + sizeOf(32 * next.length) + leaves;
}

/** Leaves begin at multiples of their size (bounding-tree). */
function leafCount(slots: Int32Array): number {
  return Math.ceil(slots.length / at.LEAF_TRIANGLES);
}

function storeTree<T extends SearchTree>(tree: T, group: number, memory: KernelMemory): StoredTree<T> {
  const words = memory.words(at.TREE_BYTES / 4);
  const put = (values: Int32Array): Int32Array => {
    const { buffer, byteOffset } = memory.words(values.length);
    const stored = new Int32Array(buffer as ArrayBuffer, byteOffset, values.length);
    stored.set(values);
    return stored;
  };
  const slots = put(tree.slots);
  const [start, end, next] = [tree.start, tree.end, tree.next].map(put);
  const [slotBoxes, nodeBoxes] = [8 * slots.length, 8 * next.length].map(memory.words);
  const blocks = memory.words((at.BLOCK_SIZE / 4) * leafCount(slots));
  const links = memory.words((at.LEAF_LINKS_SIZE / 4) * leafCount(slots));
  writeWords(words, {
    [at.SLOTS]: slots,
    [at.START]: start,
    [at.END]: end,
    [at.NEXT]: next,
    [at.SLOT_BOXES]: slotBoxes,
    [at.NODE_BOXES]: nodeBoxes,
    [at.SLOT_COUNT]: slots.length,
    [at.NODE_COUNT]: next.length,
    [at.BLOCKS]: blocks,
    [at.LEAF_LINKS]: links,
  });
  return { tree: { ...tree, slots }, at: words.byteOffset, group };
}
