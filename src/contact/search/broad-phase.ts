import { finish, type Slices } from "../../core/slices.ts";
import type { KernelModule } from "../../kernels/module.ts";
import type { SearchSheet } from "../../kernels/search/sheet-store.ts";
import { computeElementBoxes, createElementBoxes, type ElementBoxes } from "./bounding-boxes.ts";
import { addElementPairs } from "./bounding-elements.ts";
import { addGrownNeighbours, createGrowth, growElementBoxes } from "./bounding-growth.ts";
import { addNeighbourPairs, dropNeighbours, findNeighbours, followNeighbours, type Neighbours } from "./bounding-neighbours.ts";
import { addGrownTreePairs, addSelfPairs, addTreePairs } from "./bounding-pairs.ts";
import { createBoundingTree, growBoundingTree, refitBoundingTree } from "./bounding-tree.ts";
import { BODY_GROUP, type CollisionMesh, findMembers, listGroups } from "./collision-mesh.ts";
import { mostPairs, mostTests } from "./crowded-error.ts";
import { findKept, keepPairs, markVertices } from "./kept-elements.ts";
import { apartFrom } from "./meeting-axes.ts";
import { createMeetingKernels, type MeetingKernels } from "./meeting-kernels.ts";
import { keepMeeting, MANY_SHARE, type Ways } from "./meeting-pairs.ts";
import { keepNearPlanes } from "./meeting-planes.ts";
import { clearPairList, createPairBuffer, createPairList, mergeLists, type PairBuffer, type PairList, sortPairs } from "./pair-list.ts";
import type { Standing } from "./standing.ts";
import { addVoxelPairs, createVoxelGrid, fillVoxelGrid } from "./voxel-grid.ts";

export type BroadPhaseKind = "tree" | "grid";

export interface BroadPhaseOptions {
  /** Whether triangles of one cloth are tested against each other; they are by default. */
  readonly self?: boolean;
  /** Without, bodies are looked at each time. */
  readonly standing?: Standing;
  /**
   * The whole mesh as lattices of cloth (sheets). Kernels then leave out pairs that provably stay farther apart than the clearance, though their boxes and axes do not tell.
   */
  readonly sheets?: readonly SearchSheet[] | undefined;
}

/** The search for pairs of elements that may touch during a step. The pairs and their order depend neither on the kind nor on the use of kernels. */
export interface BroadPhase {
  /** Takes the positions [m] at the start and at the end of a step, and how near counts as touching [m]. */
  update(xs: Float64Array, xe: Float64Array, margin: number): void;
  /** The same with both at x and no margin, in less time, for `findTrianglePairs` alone, which may then find some more; `coarsest` [m] is far less than triangles are apart. */
  updateTriangles(x: Float64Array, coarsest: number): void;
  /**
   * Replaces `out` by every pair whose boxes of the last update meet, which are all that come as near as the margin and some
   * more. In ascending order, each once. Left out are pairs with a common vertex, pairs of two bodies, and without `self` pairs of
   * one cloth; a vertex or an edge belongs to the group of the triangle that owns it.
   */
  findPairs(out: PairList): void;
  /**
   * Replaces `out` by the pairs that may come as near as `clearance` [m] to each other on the ways from xs to xe, also if vertices end elsewhere by
   * up to `slack` [m] along each axis; by the rules of `findPairs`. `findTrianglePairs` asks for an update after it.
   */
  findMeeting(xs: Float64Array, xe: Float64Array, clearance: number, slack: number, out: PairList): void;
  /**
   * Adds to `out`, which `findMeeting` has filled, further pairs that may meet on the way to the ends `xe` of vertices out of the slack;
   * fills it anew where these are many.
   */
  addMeeting(xe: Float64Array, out: PairList): void;
  /**
   * Replaces `out` by the pairs that may come as near as `clearance` at x, and some more, from those that the former one has for the positions
   * before the cut: only pairs around it are looked for. False where it cannot; `addMeeting` may follow.
   */
  followMeeting(former: PairList, x: Float64Array, clearance: number, slack: number, out: PairList): boolean;
  /**
   * Pairs of triangles whose boxes of the last update meet, each once and in any order, by the rules of `findPairs`; pairs with a
   * common vertex of at most `MOST_TRIANGLES` triangles are left out. The search is done once an update; `findPairs` shares
   * it. The list is the broad phase's own: read it before the next update.
   */
  findTrianglePairs(): PairBuffer;
  /** Pairs of triangles that the last `findMeeting` or `addMeeting` looked at. */
  countLooked(): number;
  /** The boxes of the last update. */
  readonly boxes: ElementBoxes;
  /** The broad phase after a cut goes on with these. */
  readonly mesh: CollisionMesh;
  readonly neighbours: Neighbours;
  readonly kernels: MeetingKernels | undefined;
  readonly standing: Standing | undefined;
}

/** Pairs of triangles whose boxes meet, each once and in any order. */
interface TriangleFinder {
  update(): void;
  addPairs(out: PairBuffer): void;
  /** At least those of triangles whose boxes have grown since the last update. */
  addGrownPairs(grown: Uint8Array, out: PairBuffer): void;
}

/** `former` is that of the same triangles before some of their corners came to be on other vertices: with it this one is made in less time. */
export function* prepareBroadPhase(
  mesh: CollisionMesh,
  kind: BroadPhaseKind = "tree",
  { self = true, standing, sheets }: BroadPhaseOptions = {},
  module?: KernelModule,
  former?: BroadPhase,
): Slices<BroadPhase> {
  const boxes = createElementBoxes(mesh);
  const createFinder = kind === "tree" ? createTreeFinder : createGridFinder;
  let madeFinder: TriangleFinder | undefined;
  const kept = former && findKept(former.mesh, mesh);
  yield;
  const neighbours =
    former === undefined || kept === undefined
      ? findNeighbours(mesh, self, boxes)
      : followNeighbours(former.neighbours, kept, mesh, self, boxes);
  yield;
  const trianglePairs = createPairBuffer(mesh.triangles.length, mostPairs(mesh.triangles.length / 3));
  const scratch = createPairBuffer();
  const pointHistogram = new Uint32Array(Math.max(mesh.vertexCount, mesh.triangles.length / 3));
  const edgeHistogram = new Uint32Array(mesh.edges.length / 2);
  const growth = createGrowth(mesh);
  const added = createPairList(mostListed(mesh, neighbours));
  const size = 3 * mesh.vertexCount;
  const ways: Ways = { starts: new Float64Array(size), ends: new Float64Array(size), margin: 0, apart: new Float64Array(1) };
  const drift = new Float64Array(3);
  const shifted = new Float64Array(size);
  let leeway = 0;
  let isByKernels = false;
  const kernels =
    module === undefined || kind !== "tree" ? undefined : createMeetingKernels(mesh, neighbours, self, module, standing, sheets);
  yield;
  if (former?.kernels !== undefined) kernels?.takeOrder(former.kernels.sorted);
  let searched = false;

  /** Made when it is first asked for: where there are kernels, it seldom is. */
  function finder(): TriangleFinder {
    madeFinder ??= createFinder(mesh, boxes, self);
    return madeFinder;
  }

  function findTrianglePairs(): PairBuffer {
    if (!searched) {
      trianglePairs.count = 0;
      finder().addPairs(trianglePairs);
      dropNeighbours(neighbours.links, trianglePairs);
      searched = true;
    }
    return trianglePairs;
  }

  function sort({ pointTriangles, edgeEdges }: PairList): void {
    sortPairs(pointTriangles, scratch, pointHistogram);
    sortPairs(edgeEdges, scratch, edgeHistogram);
  }

  /** Replaces `out` by the pairs of elements whose boxes meet, in any order. */
  function collect(out: PairList, found: PairBuffer = findTrianglePairs()): void {
    clearPairList(out);
    addNeighbourPairs(neighbours, boxes, out);
    addElementPairs(mesh, boxes, found, out);
  }

  /** Looks for all pairs on the ways. */
  function searchWays(out: PairList): void {
    // the way that all vertices have in common makes boxes larger, and nothing meets by it
    setDrift(mesh.points, ways.starts, ways.ends, drift);
    for (let c = 0; c < size; c++) shifted[c] = ways.ends[c] - drift[c % 3];
    update(ways.starts, shifted, ROOM * ways.margin);
    collect(out, keepNearPlanes(mesh, ways, findTrianglePairs()));
    keepMeeting(mesh, ways, out);
    sort(out);
  }

  function update(xs: Float64Array, xe: Float64Array, margin: number): void {
    computeElementBoxes(mesh, xs, xe, margin, boxes);
    finder().update();
    searched = false;
  }

  return {
    boxes,
    kernels,
    mesh,
    neighbours,
    standing,
    countLooked: () => (isByKernels ? kernels?.countLooked() : undefined) ?? trianglePairs.count,
    update,
    updateTriangles(x, coarsest) {
      if (kernels?.findTriangles(x, coarsest, trianglePairs)) searched = true;
      else update(x, x, 0);
    },
    findTrianglePairs,
    findPairs(out) {
      collect(out);
      sort(out);
    },
    findMeeting(xs, xe, clearance, slack, out) {
      isByKernels = kernels?.find(xs, xe, clearance, slack, out) ?? false;
      if (isByKernels) return;
      ways.starts.set(xs);
      ways.ends.set(xe);
      ways.margin = clearance + 2 * slack;
      ways.apart[0] = apartFrom(clearance, slack);
      leeway = slack;
      searchWays(out);
    },
    followMeeting(pairs, x, clearance, slack, out) {
      if (kept === undefined || kernels === undefined) return false;
      markVertices(mesh.triangles, kept.isNew, growth.points);
      isByKernels = kernels.begin(x, growth.points, clearance, slack);
      growth.points.fill(0);
      if (!isByKernels) return false;
      keepPairs(pairs, kept, out);
      kernels.add(x, added, out, scratch);
      return true;
    },
    addMeeting(xe, out) {
      if (isByKernels) {
        kernels?.add(xe, added, out, scratch);
        return;
      }
      const moved = moveEnds(mesh.points, xe, leeway, ways.ends, growth.points);
      trianglePairs.count = 0;
      if (moved === 0) return;
      if (moved > MANY_SHARE * mesh.points.length) {
        searchWays(out);
        return;
      }
      for (let c = 0; c < size; c++) shifted[c] = xe[c] - drift[c % 3];
      growElementBoxes(mesh, shifted, ROOM * ways.margin, boxes, growth);
      searched = false;
      finder().addGrownPairs(growth.triangles, trianglePairs);
      dropNeighbours(neighbours.links, trianglePairs);
      clearPairList(added);
      addGrownNeighbours(neighbours, growth, added);
      addElementPairs(mesh, boxes, keepNearPlanes(mesh, ways, trianglePairs), added);
      keepMeeting(mesh, ways, added, growth.points, growth.triangles, growth.edges);
      sort(added);
      mergeLists(added, out, scratch);
    },
  };
}

/** The most pairs that a list of what may meet holds while it is made: neighbours are always looked at. */
export function mostListed(mesh: CollisionMesh, { pairs }: Neighbours): number {
  return pairs.pointTriangles.count + pairs.edgeEdges.count + mostTests(mesh.triangles.length / 3, false);
}

export function createBroadPhase(...setup: Parameters<typeof prepareBroadPhase>): BroadPhase {
  return finish(prepareBroadPhase(...setup));
}

/** Boxes of ways are larger than the margin by this factor, for rounding. */
const ROOM = 1 + 1e-6;

/** The mean way from xs to xe. */
function setDrift(used: Uint32Array, xs: Float64Array, xe: Float64Array, drift: Float64Array): void {
  drift.fill(0);
  for (let k = 0; k < used.length; k++) {
    const c = 3 * used[k];
    drift[0] += xe[c] - xs[c];
    drift[1] += xe[c + 1] - xs[c + 1];
    drift[2] += xe[c + 2] - xs[c + 2];
  }
  for (let c = 0; c < 3; c++) drift[c] = used.length > 0 ? drift[c] / used.length : 0;
}

/** Takes over the ends that are out of the slack, and marks them; returns how many there are. */
function moveEnds(used: Uint32Array, xe: Float64Array, slack: number, ends: Float64Array, marked: Uint8Array): number {
  let count = 0;
  for (let k = 0; k < used.length; k++) {
    const c = 3 * used[k];
    const x = Math.abs(xe[c] - ends[c]);
    const y = Math.abs(xe[c + 1] - ends[c + 1]);
    const z = Math.abs(xe[c + 2] - ends[c + 2]);
    const isOut = !(Math.max(x, y, z) <= slack);
    marked[used[k]] = isOut ? 1 : 0;
    if (!isOut) continue;
    count++;
    ends[c] = xe[c];
    ends[c + 1] = xe[c + 1];
    ends[c + 2] = xe[c + 2];
  }
  return count;
}

/** A tree a group, each against itself and against all after it. */
function createTreeFinder(mesh: CollisionMesh, boxes: ElementBoxes, self: boolean): TriangleFinder {
  const { groups } = mesh;
  const names = listGroups(groups);
  const trees = names.map((name) => createBoundingTree(groups.length, findMembers(groups, name)));
  const meetsItself = (n: number): boolean => self && names[n] !== BODY_GROUP;
  return {
    update() {
      for (let n = 0; n < trees.length; n++) refitBoundingTree(trees[n], boxes.triangles);
    },
    addPairs(out) {
      for (let n = 0; n < trees.length; n++) {
        if (meetsItself(n)) addSelfPairs(trees[n], out);
        for (let m = n + 1; m < trees.length; m++) addTreePairs(trees[n], trees[m], out);
      }
    },
    addGrownPairs(grown, out) {
      for (let n = 0; n < trees.length; n++) growBoundingTree(trees[n], boxes.triangles, grown);
      for (let n = 0; n < trees.length; n++) {
        for (let m = 0; m < trees.length; m++) {
          if (n !== m || meetsItself(n)) addGrownTreePairs(trees[n], trees[m], grown, out);
        }
      }
    },
  };
}

function createGridFinder(mesh: CollisionMesh, boxes: ElementBoxes, self: boolean): TriangleFinder {
  const grid = createVoxelGrid(mesh);
  return {
    update() {
      fillVoxelGrid(grid, boxes);
    },
    addPairs(out) {
      addVoxelPairs(grid, mesh.groups, boxes.triangles, self, out);
    },
    addGrownPairs(_grown, out) {
      fillVoxelGrid(grid, boxes);
      addVoxelPairs(grid, mesh.groups, boxes.triangles, self, out);
    },
  };
}
