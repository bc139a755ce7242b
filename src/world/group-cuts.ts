import type { VertexPair } from "../mesh/cut.ts";
import { findEdgesAlong } from "../mesh/path-edges.ts";
import { EDITING } from "../scene/rooms/edits.ts";
import type { ClothMeshNews } from "./engine.ts";
import type { Groups } from "./groups.ts";
import type { Point } from "./told.ts";

/** Cutting the cloths of a world: gives the meshes of the group that was cut. */
export interface GroupCuts {
  cut(cloth: number, edges: readonly VertexPair[]): readonly ClothMeshNews[];
  cutAlong(cloth: number, path: readonly Point[], reach?: number): { edges: number; meshes: readonly ClothMeshNews[] };
}

/** The same where a cloth may be in another thread. */
export interface Cuts {
  cut(...asked: Parameters<GroupCuts["cut"]>): Coming<ReturnType<GroupCuts["cut"]>>;
  cutAlong(...asked: Parameters<GroupCuts["cutAlong"]>): Coming<ReturnType<GroupCuts["cutAlong"]>>;
}

type Coming<T> = T | Promise<T>;

export function createGroupCuts(groups: Groups): GroupCuts {
  return {
    cut(cloth, edges) {
      const group = groups.of(cloth);
      group.detail?.refuseCut(group.ids.indexOf(cloth));
      group.cut(cloth, edges, EDITING);
      return group.takeMeshes();
    },
    cutAlong(cloth, path, reach) {
      const group = groups.of(cloth);
      group.detail?.refuseCut(group.ids.indexOf(cloth));
      const { positions, triangles } = group.meshes()[group.ids.indexOf(cloth)];
      const edges = findEdgesAlong(positions, triangles, path, reach);
      if (edges.length > 0) group.cut(cloth, edges, EDITING);
      return { edges: edges.length, meshes: group.takeMeshes() };
    },
  };
}
