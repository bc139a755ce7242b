import { finish, type Slices } from "../../core/slices.ts";
import * as at from "../../kernels/layout/meeting-words.ts";
import type { KernelModule } from "../../kernels/module.ts";
import { createMeetingStore, type MeetingStore } from "../../kernels/search/meeting-store.ts";
import type { SearchSheet } from "../../kernels/search/sheet-store.ts";
import { computeStillBoxes } from "./bounding-boxes.ts";
import type { Neighbours } from "./bounding-neighbours.ts";
import { type BoundingTree, createBoundingTree, REBUILD_FACTOR, sortInSlices } from "./bounding-tree.ts";
import { BODY_GROUP, type CollisionMesh, countOfCloths, findMembers, listGroups } from "./collision-mesh.ts";
import { CrowdedError, mostPairs, mostTests } from "./crowded-error.ts";
import { createMeetingLattice } from "./meeting-lattice.ts";
import { MANY_SHARE } from "./meeting-pairs.ts";
import { copyPairs, mergeLists, type PairBuffer, type PairList } from "./pair-list.ts";
import { createSheetSearch } from "./sheet-search.ts";
import type { Standing } from "./standing.ts";
import { sortAlongCurve } from "./still-tree.ts";

/** Places in the words and numbers of a mesh. */
const POINT_TRIANGLE_COUNT = at.POINT_TRIANGLE_COUNT / 4;
const EDGE_EDGE_COUNT = at.EDGE_EDGE_COUNT / 4;
const LOOKED = at.LOOKED / 4;
const MOST_LOOKED = at.MOST_LOOKED / 4;
const NODE_SIZE = at.NODE_SIZE / 8;

/** `findMeeting` and `addMeeting` of a broad phase, in WebAssembly: the same pairs. */
export interface MeetingKernels {
  /** False where vertices are too far apart for the lattice of the kernels, or nowhere: it has looked for nothing then. */
  find(xs: Float64Array, xe: Float64Array, clearance: number, slack: number, out: PairList): boolean;
  /** As if it had looked for all pairs at x but those of marked vertices, which `add` is to add; false as for `find`. */
  begin(x: Float64Array, marks: Uint8Array, clearance: number, slack: number): boolean;
  add(xe: Float64Array, added: PairList, out: PairList, scratch: PairBuffer): void;
  /**
   * Replaces `out` by the pairs of triangles whose boxes at x meet, or all but meet, as `findTrianglePairs` of a broad phase does, in any order. False as for
   * `find`, where steps of the lattice are longer than `coarsest` [m]. What `find` found is not known any more.
   */
  findTriangles(x: Float64Array, coarsest: number, out: PairBuffer): boolean;
  /** Goes on with trees that were sorted for the same triangles; the pairs do not depend on the order. */
  takeOrder(former: SortedTrees): void;
  readonly sorted: SortedTrees;
  /** Pairs of triangles that the last `find` or `add` looked at. */
  countLooked(): number;
}

/** The triangles in the slots of each tree, and how large its nodes were when they were last sorted. */
export interface SortedTrees {
  readonly slots: readonly Int32Array[];
  readonly sizes: Float64Array;
}

export function createMeetingKernels(
  mesh: CollisionMesh,
  neighbours: Neighbours,
  self: boolean,
  module: KernelModule,
  standing?: Standing,
  sheets: readonly SearchSheet[] = [],
): MeetingKernels {
  const { triangles, groups } = mesh;
  const triangleCount = groups.length;
  const edgeCount = mesh.edges.length / 2;
  const many = MANY_SHARE * mesh.points.length;
  const listed = mostTests(triangleCount, false);
  /** Every store has trees of its own. */
  const createTrees = () =>
    listGroups(groups).map((group) => ({
      isBody: group === BODY_GROUP,
      tree: createBoundingTree(triangleCount, findMembers(groups, group)),
    }));
  const cloths = countOfCloths(mesh);
  let store = createMeetingStore(mesh, cloths, createTrees(), neighbours, module, 1024 + 2 * edgeCount, sheets);
  store.words[MOST_LOOKED] = mostPairs(triangleCount);
  const sortedSizes = new Float64Array(store.trees.length);
  const triangleBoxes = new Float64Array(6 * triangleCount);
  /** Sorts that are under way, and the slots that they sort. */
  const sorts: (Slices<void> | undefined)[] = [];
  const sortedSlots = store.trees.map(({ tree }) => tree.slots.slice());
  const lattice = createMeetingLattice(store.trees.length, cloths, standing);
  const { fitted } = lattice;

  /** Sets up the table of neighbours in leaves, which the search of a tree against itself looks at. */
  function link(n: number): void {
    if (meetsItself(store, n, self)) store.kernels.linkLeaves(store.words.byteOffset, store.trees[n].at);
  }

  function* sortAnew(n: number): Slices<void> {
    const { tree, isBody } = store.trees[n];
    if (isBody && sortedSizes[n] === 0) {
      sortAlongCurve(tree.slots, triangles, store.starts);
      return;
    }
    computeStillBoxes(triangles, store.starts, triangleBoxes);
    sortedSlots[n].set(tree.slots);
    yield* sortInSlices(tree, triangleBoxes, sortedSlots[n]);
    store.trees[n].tree.slots.set(sortedSlots[n]); // there may be another store since
  }

  /**
   * Fits all trees. Those whose nodes have grown too large (bounding-tree) are sorted anew, a slice each time that `sortsOn`, since the
   * pairs do not depend on the order; only the first sort is done at once.
   */
  function fitTrees(sortsOn: boolean): void {
    const { kernels, words, numbers, trees } = store;
    kernels.roundRest(words.byteOffset);
    for (let n = 0; n < trees.length; n++) {
      if (fitted[n] === 1) continue;
      fitted[n] = 1;
      const { at: tree } = trees[n];
      kernels.fitTree(words.byteOffset, tree);
      const isSmall = !sortsOn || numbers[NODE_SIZE] <= REBUILD_FACTOR * sortedSizes[n];
      if (sortedSizes[n] > 0 && isSmall) continue;
      sorts[n] ??= sortAnew(n);
      if (sortedSizes[n] === 0) finish(sorts[n] as Slices<void>);
      else if (sorts[n]?.next().done === false) continue;
      sorts[n] = undefined;
      link(n);
      kernels.fitTree(words.byteOffset, tree);
      sortedSizes[n] = numbers[NODE_SIZE];
    }
  }

  /** Whether all pairs had room; makes more if not. */
  function hadRoom(): boolean {
    const most = Math.max(store.words[POINT_TRIANGLE_COUNT], store.words[EDGE_EDGE_COUNT]);
    if (store.words[LOOKED] > store.words[MOST_LOOKED] || most > listed) throw new CrowdedError();
    if (most <= store.capacity) return true;
    store = createMeetingStore(mesh, cloths, createTrees(), neighbours, module, 2 * most, sheets, store);
    store.words[MOST_LOOKED] = mostPairs(triangleCount);
    return false;
  }

  const searchSheets = createSheetSearch(
    sheets.length > 0,
    () => {
      clearCounts(store);
      return store.kernels.searchSheets(store.words.byteOffset) !== 0;
    },
    hadRoom,
  );

  function searchAll(sortsOn: boolean, out: PairList): void {
    if (!searchSheets()) {
      fitTrees(sortsOn);
      do search(store, self);
      while (!hadRoom());
    }
    readPairs(store, mesh, out);
  }

  return {
    countLooked: () => store.words[LOOKED],
    get sorted() {
      return { slots: store.trees.map(({ tree }) => tree.slots), sizes: sortedSizes };
    },
    takeOrder({ slots, sizes }) {
      store.trees.forEach(({ tree }, n) => {
        tree.slots.set(slots[n]);
        link(n);
      });
      sortedSizes.set(sizes);
      fitted.fill(0);
    },
    begin(x, marks, clearance, slack) {
      if (!(lattice.place(store, x, x, clearance, slack) <= clearance + 2 * slack)) return false;
      putNowhere(marks, store.ends);
      return true;
    },
    find(xs, xe, clearance, slack, out) {
      if (!(lattice.place(store, xs, xe, clearance, slack) <= clearance + 2 * slack)) return false;
      searchAll(true, out);
      return true;
    },
    findTriangles(x, coarsest, out) {
      if (!(lattice.place(store, x, x, 0, 0) <= coarsest)) return false;
      fitTrees(false);
      do searchTriangles(store, self);
      while (!hadRoom());
      copyPairs(store.pointTriangles, store.words[POINT_TRIANGLE_COUNT], out);
      return true;
    },
    add(xe, added, out, scratch) {
      const moved = lattice.move(store, xe);
      store.words[LOOKED] = 0;
      if (moved === 0) return;
      if (!(lattice.placeMoved(store) < Number.POSITIVE_INFINITY)) return; // a vertex is nowhere: the step fails
      if (moved > many) {
        searchAll(false, out);
        return;
      }
      fitTrees(false);
      do searchMarked(store, self, lattice.stand());
      while (!hadRoom());
      readPairs(store, mesh, added);
      mergeLists(added, out, scratch);
    },
  };
}

/** Lists all pairs on the ways; more than there is room for are only counted. */
function search(store: MeetingStore<BoundingTree>, self: boolean): void {
  clearCounts(store);
  store.kernels.searchNeighbours(store.words.byteOffset, 0);
  searchTrees(store, self);
}

/** Which of two trees is of cloth, where the other is of a body. */
const NEITHER = 0;
const FIRST = 1;
const SECOND = 2;

/** Lists the pairs with a vertex that was marked, as none is of bodies that stand. */
function searchMarked(store: MeetingStore<BoundingTree>, self: boolean, stand: boolean): void {
  const { kernels, words, trees } = store;
  clearCounts(store);
  kernels.searchNeighbours(words.byteOffset, 1);
  for (let n = 0; n < trees.length; n++) {
    const { at, isBody } = trees[n];
    if (isBody && stand) continue;
    for (let m = 0; m < trees.length; m++) {
      const cloth = isBody === trees[m].isBody ? NEITHER : isBody ? SECOND : FIRST;
      if (n !== m || meetsItself(store, n, self)) kernels.searchMarked(words.byteOffset, at, trees[m].at, cloth);
    }
  }
}

/** Lists pairs of triangles, in place of those of points and triangles. */
function searchTriangles(store: MeetingStore<BoundingTree>, self: boolean): void {
  clearCounts(store);
  store.kernels.askForTriangles(1);
  searchTrees(store, self);
  store.kernels.askForTriangles(0);
}

function searchTrees(store: MeetingStore<BoundingTree>, self: boolean): void {
  const { kernels, words, trees } = store;
  for (let n = 0; n < trees.length; n++) {
    if (meetsItself(store, n, self)) kernels.searchTree(words.byteOffset, trees[n].at);
    for (let m = n + 1; m < trees.length; m++) {
      const first = trees[trees[n].isBody ? m : n]; // cloth comes before bodies
      const second = trees[trees[n].isBody ? n : m];
      kernels.searchTrees(words.byteOffset, first.at, second.at, second.isBody ? 1 : 0);
    }
  }
}

function meetsItself({ trees }: MeetingStore<BoundingTree>, n: number, self: boolean): boolean {
  return self && !trees[n].isBody;
}

function clearCounts({ words }: MeetingStore<BoundingTree>): void {
  words[POINT_TRIANGLE_COUNT] = 0;
  words[EDGE_EDGE_COUNT] = 0;
  words[LOOKED] = 0;
}

/** Sorts the pairs that were listed, and copies them. */
function readPairs({ kernels, words, pointTriangles, edgeEdges }: MeetingStore<BoundingTree>, mesh: CollisionMesh, out: PairList): void {
  kernels.sortLists(words.byteOffset, mesh.vertexCount, mesh.groups.length, mesh.edges.length / 2);
  copyPairs(pointTriangles, words[POINT_TRIANGLE_COUNT], out.pointTriangles);
  copyPairs(edgeEdges, words[EDGE_EDGE_COUNT], out.edgeEdges);
}

function putNowhere(marks: Uint8Array, x: Float64Array): void {
  for (let i = 0; 3 * i < x.length; i++) if (marks[i] !== 0) x[3 * i] = Number.NaN;
}
