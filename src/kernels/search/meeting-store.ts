import { bits, doubles, filled, layArrays, NOWHERE, sizeOfArrays, words } from "../array-table.ts";
import * as at from "../layout/meeting-words.ts";
import { createKernelMemory, type KernelMemory, writeWords } from "../memory.ts";
import type { KernelModule } from "../module.ts";
import { touchPages } from "../touch-pages.ts";
import { instantiateSearchKernels, type SearchKernels } from "./search-kernels.ts";
import { listSheetArrays, type SearchSheet } from "./sheet-store.ts";

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

/** How many elements of a mesh are of cloths: the first ones. */
export interface ClothCounts {
  readonly vertices: number;
  readonly points: number;
  readonly edges: number;
  readonly triangles: number;
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
  /** Whether the group is that of bodies. */
  readonly isBody: boolean;
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
  cloths: ClothCounts,
  plain: readonly { readonly tree: T; readonly isBody: boolean }[],
  { links, pairs }: SearchNeighbours,
  module: KernelModule,
  capacity: number,
  sheets: readonly SearchSheet[],
  former?: MeetingStore<T>,
): MeetingStore<T> {
  const { triangles, edges, points, groups, vertexCount: n } = mesh;
  const edgeCount = edges.length / 2;
  // neighbours are of cloths
  const nearPoints = rowsOf(pairs.pointTriangles, cloths.vertices);
  const nearEdges = rowsOf(pairs.edgeEdges, cloths.edges);
  const around = aroundLinks(links.subarray(0, 3 * cloths.triangles), cloths.vertices);
  const pieces = {
    numbers: doubles(at.NUMBERS, at.NUMBERS_BYTES / 8),
    starts: doubles(at.STARTS, 3 * n),
    ends: doubles(at.ENDS, 3 * n),
    later: doubles(NOWHERE, 3 * n),
    triangles: filled(at.TRIANGLES, triangles),
    edges: filled(at.EDGES, edges),
    points: filled(at.POINTS, points),
    owned: filled(at.OWNED, listOwned(mesh)),
    links: filled(at.LINKS, padLinks(links)),
    vertexBoxes: words(at.NEAR, 8 * n),
    edgeBoxes: words(at.EDGE_BOXES, 8 * edgeCount),
    triangleBoxes: words(at.TRIANGLE_BOXES, 8 * groups.length),
    marks: bits(at.MARKS, n),
    nearPointStart: filled(at.NEIGHBOUR_POINT_START, nearPoints.start),
    nearTriangles: filled(at.NEIGHBOUR_TRIANGLES, nearPoints.members),
    nearEdgeStart: filled(at.NEIGHBOUR_EDGE_START, nearEdges.start),
    nearEdges: filled(at.NEIGHBOUR_EDGES, nearEdges.members),
    aroundStart: filled(at.AROUND_START, around.start),
    around: filled(at.AROUND, around.members),
    stack: words(
      at.STACK,
      plain.reduce((sum, { tree }) => sum + tree.stack.length, 0),
    ),
    histogram: words(at.HISTOGRAM, Math.max(n, groups.length, edgeCount)),
    found: words(at.FOUND, 2 * FOUND),
    foundPoints: words(at.FOUND_POINTS, 2 * FOUND_POINTS),
    foundEdges: words(at.FOUND_EDGES, 2 * FOUND_EDGES),
    floats: words(at.FLOATS, 8 * n),
    paths: doubles(at.WAYS, 6 * n),
    planes: words(at.PLANES, (at.PLANE_SIZE / 4) * Math.max(1, ...plain.map(({ tree, isBody }) => (isBody ? 0 : tree.slots.length)))),
    ...listSheetArrays(sheets),
    pointTriangles: words(at.POINT_TRIANGLES, 2 * capacity),
    edgeEdges: words(at.EDGE_EDGES, 2 * capacity),
    scratch: words(at.SCRATCH, 2 * capacity),
  };
  const treePieces = plain.map(({ tree }) => listTreeArrays(tree));
  const treeBytes = treePieces.reduce((sum, list) => sum + sizeOfArrays(list, at.TREE_BYTES), 0);
  const memory = createKernelMemory(treeBytes + sizeOfArrays(pieces, at.MESH_BYTES), module);
  touchPages(memory);
  const trees = plain.map(({ tree, isBody }, k) => storeTree(tree, isBody, treePieces[k], memory));
  const { arrays, words: offsets } = layArrays(pieces, at.MESH_BYTES, memory);
  writeWords(offsets, {
    [at.EDGE_COUNT]: edgeCount,
    [at.POINT_COUNT]: points.length,
    [at.TRIANGLE_COUNT]: groups.length,
    [at.VERTEX_COUNT]: n,
    [at.CAPACITY]: capacity,
    [at.CLOTH_POINTS]: cloths.points,
    [at.CLOTH_EDGES]: cloths.edges,
    [at.CLOTH_VERTICES]: cloths.vertices,
    [at.CLOTH_TRIANGLES]: cloths.triangles,
  });
  const bytes = new Uint8Array(memory.memory.buffer as ArrayBuffer);
  const listsAt = arrays.pointTriangles.byteOffset;
  if (former !== undefined) {
    const own = offsets.slice();
    bytes.set(former.bytes.subarray(0, listsAt));
    own[at.LEFT_TO_ROUND / 4] = offsets[at.LEFT_TO_ROUND / 4];
    offsets.set(own);
  }
  return { kernels: instantiateSearchKernels(module, memory), bytes, listsAt, capacity, words: offsets, trees, ...arrays };
}

/** Three links a triangle as four numbers. */
function padLinks(links: Int32Array): Int32Array {
  const padded = new Int32Array(4 * (links.length / 3)).fill(-1);
  for (let h = 0, p = 0; h < links.length; h += 3, p += 4) for (let c = 0; c < 3; c++) padded[p + c] = links[h + c];
  return padded;
}

/** Of each triangle from which to which of the points, and from which to which edge it owns. */
function listOwned({ pointStart, edgeStart }: SearchMesh): Uint32Array {
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

/** Leaves begin at multiples of their size (bounding-tree). */
const listTreeArrays = ({ slots, start, end, next }: SearchTree, leaves = Math.ceil(slots.length / at.LEAF_TRIANGLES)) => ({
  slots: filled(at.SLOTS, slots),
  start: filled(at.START, start),
  end: filled(at.END, end),
  next: filled(at.NEXT, next),
  slotBoxes: words(at.SLOT_BOXES, 8 * slots.length),
  nodeBoxes: words(at.NODE_BOXES, 8 * next.length),
  blocks: words(at.BLOCKS, (at.BLOCK_SIZE / 4) * leaves),
  leafLinks: words(at.LEAF_LINKS, (at.LEAF_LINKS_SIZE / 4) * leaves),
});

function storeTree<T extends SearchTree>(
  tree: T,
  isBody: boolean,
  pieces: ReturnType<typeof listTreeArrays>,
  memory: KernelMemory,
): StoredTree<T> {
  const { arrays, words: offsets } = layArrays(pieces, at.TREE_BYTES, memory);
  writeWords(offsets, { [at.SLOT_COUNT]: tree.slots.length, [at.NODE_COUNT]: tree.next.length });
  return { tree: { ...tree, slots: arrays.slots }, at: offsets.byteOffset, isBody };
}
