import { computeElementBoxes, createElementBoxes, type ElementBoxes } from "./bounding-boxes.ts";
import { addElementPairs } from "./bounding-elements.ts";
import { addGrownNeighbours, createGrowth, growElementBoxes, keepNewPairs } from "./bounding-growth.ts";
import { addNeighbourPairs, dropNeighbours, findNeighbours } from "./bounding-neighbours.ts";
import { addGrownTreePairs, addSelfPairs, addTreePairs } from "./bounding-pairs.ts";
import { createBoundingTree, growBoundingTree, refitBoundingTree } from "./bounding-tree.ts";
import { BODY_GROUP, type CollisionMesh } from "./collision-mesh.ts";
import {
  clearPairList,
  createPairBuffer,
  createPairList,
  mergePairs,
  type PairBuffer,
  type PairList,
  sortPairs,
} from "./pair-list.ts";
import { addVoxelPairs, createVoxelGrid, fillVoxelGrid } from "./voxel-grid.ts";

export type BroadPhaseKind = "tree" | "grid";

export interface BroadPhaseOptions {
  /** Whether triangles of one cloth are tested against each other. */
  readonly self: boolean;
}

export const BROAD_PHASE_DEFAULTS: BroadPhaseOptions = { self: true };

/** Finds what may touch during a step. The answer and its order do not depend on the kind. */
export interface BroadPhase {
  /** Takes the positions [m] at the start and at the end of a step, and how near counts as touching [m]. */
  update(xs: Float64Array, xe: Float64Array, margin: number): void;
  /**
   * Replaces `out` by every pair whose boxes of the last update meet, which are all that come as near as the margin and some
   * more. In ascending order, each once. Left out are pairs with a common vertex, pairs of two bodies, and without `self` pairs of
   * one cloth; a vertex or an edge belongs to the group of the triangle that owns it.
   */
  findPairs(out: PairList): void;
  /**
   * Makes the boxes hold also the ends `xe` of vertices that left them, with the margin around these, and adds to `out`, which has the
   * pairs of before, those that this brings. `out` is then what `findPairs` would make of the new boxes.
   */
  addPairs(xe: Float64Array, margin: number, out: PairList): void;
  /**
   * Pairs of triangles whose boxes of the last update meet, each once and in any order, by the rules of `findPairs`; pairs with a
   * common vertex of at most `MOST_TRIANGLES` triangles are left out. The search is done once an update, and again after `addPairs`; `findPairs` shares
   * it. The list is the broad phase's own: read it before the next update.
   */
  findTrianglePairs(): PairBuffer;
  /** The boxes of the last update. */
  readonly boxes: ElementBoxes;
}

/** Pairs of triangles whose boxes meet, each once and in any order. */
interface TriangleFinder {
  update(): void;
  addPairs(out: PairBuffer): void;
  /** At least those of triangles whose boxes have grown since the last update. */
  addGrownPairs(grown: Uint8Array, out: PairBuffer): void;
}

export function createBroadPhase(
  mesh: CollisionMesh,
  kind: BroadPhaseKind = "tree",
  options: Partial<BroadPhaseOptions> = {},
): BroadPhase {
  const { self } = { ...BROAD_PHASE_DEFAULTS, ...options };
  const boxes = createElementBoxes(mesh);
  const finder = kind === "tree" ? createTreeFinder(mesh, boxes, self) : createGridFinder(mesh, boxes, self);
  const neighbours = findNeighbours(mesh, self);
  const trianglePairs = createPairBuffer(mesh.triangles.length);
  const scratch = createPairBuffer();
  const pointHistogram = new Uint32Array(Math.max(mesh.vertexCount, mesh.triangles.length / 3));
  const edgeHistogram = new Uint32Array(mesh.edges.length / 2);
  const growth = createGrowth(mesh);
  const added = createPairList();
  let searched = false;

  function findTrianglePairs(): PairBuffer {
    if (!searched) {
      trianglePairs.count = 0;
      finder.addPairs(trianglePairs);
      dropNeighbours(neighbours.links, trianglePairs);
      searched = true;
    }
    return trianglePairs;
  }

  function sort({ pointTriangles, edgeEdges }: PairList): void {
    sortPairs(pointTriangles, scratch, pointHistogram);
    sortPairs(edgeEdges, scratch, edgeHistogram);
  }

  return {
    boxes,
    update(xs, xe, margin) {
      computeElementBoxes(mesh, xs, xe, margin, boxes);
      finder.update();
      searched = false;
    },
    findTrianglePairs,
    findPairs(out) {
      findTrianglePairs();
      clearPairList(out);
      addNeighbourPairs(neighbours, boxes, out);
      addElementPairs(mesh, boxes, trianglePairs, out);
      sort(out);
    },
    addPairs(xe, margin, out) {
      growElementBoxes(mesh, xe, margin, boxes, growth);
      searched = false;
      trianglePairs.count = 0;
      finder.addGrownPairs(growth.triangles, trianglePairs);
      dropNeighbours(neighbours.links, trianglePairs);
      clearPairList(added);
      addGrownNeighbours(neighbours, growth, added);
      addElementPairs(mesh, boxes, trianglePairs, added);
      keepNewPairs(added, boxes, growth);
      sort(added);
      mergePairs(added.pointTriangles, out.pointTriangles);
      mergePairs(added.edgeEdges, out.edgeEdges);
    },
  };
}

/** A tree a group, each against itself and against all after it. */
function createTreeFinder(mesh: CollisionMesh, boxes: ElementBoxes, self: boolean): TriangleFinder {
  const { groups } = mesh;
  const names = [...new Set(groups)].sort((a, b) => a - b);
  const trees = names.map((name) => {
    const members = Uint32Array.from(groups.keys()).filter((t) => groups[t] === name);
    return createBoundingTree(groups.length, members);
  });
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
