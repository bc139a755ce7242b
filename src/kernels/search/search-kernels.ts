import { instantiate } from "../kernels.ts";
import type { KernelMemory } from "../memory.ts";
import type { KernelModule } from "../module.ts";

/** What src/kernels/assembly/search.ts exports: apart from the kernels of methods, for pages whose cloth meets nothing do not load it. */
export interface SearchKernels {
  roundPositions(mesh: number, stand: number): number;
  /** What `roundPositions` has left, before anything but sheets is fitted or searched. */
  roundRest(mesh: number): void;
  fitTree(mesh: number, tree: number): void;
  linkLeaves(mesh: number, tree: number): void;
  searchTree(mesh: number, tree: number): void;
  searchTrees(mesh: number, treeA: number, treeB: number, areClothAndBody: number): void;
  searchMarked(mesh: number, treeA: number, treeB: number, cloth: number): void;
  /** From then on, whether `searchTree` and `searchTrees` list pairs of triangles, not of what they own. */
  askForTriangles(areAskedFor: number): void;
  searchNeighbours(mesh: number, marked: number): void;
  /** In place of all other searches of the whole, where all cloths are lattices: 0 where it did not list all. */
  searchSheets(mesh: number): number;
  sortLists(mesh: number, mostPoint: number, mostTriangle: number, mostEdge: number): void;
  moveEnds(mesh: number, xe: number, stand: number): number;
  dropApart(arrays: number, count: number, areEdges: number): number;
  keepCrossing(arrays: number, count: number): number;
}

export function instantiateSearchKernels(module: KernelModule, memory: KernelMemory): SearchKernels {
  return instantiate(module, memory) as SearchKernels;
}
