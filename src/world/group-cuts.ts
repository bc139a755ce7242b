import type { VertexPair } from "../mesh/cut.ts";
import { loadPlainStep } from "../scene/load-method.ts";
import type { ClothMeshNews } from "./engine.ts";
import type { Groups } from "./groups.ts";
import { ENGINE_ROOMS } from "./rooms.ts";
import type { Point } from "./told.ts";

/** Cutting the cloths of a world. */
export interface GroupCuts {
  /** Whether the code of cuts is there; it is loaded before the first of them. */
  canCut(): boolean;
  loadCuts(): Promise<void>;
  cut(cloth: number, edges: readonly VertexPair[]): readonly ClothMeshNews[];
  cutAlong(cloth: number, path: readonly Point[], reach?: number): { edges: number; meshes: readonly ClothMeshNews[] };
}

export function createGroupCuts(groups: Groups): GroupCuts {
  let code: Awaited<ReturnType<typeof ENGINE_ROOMS.cuts>> | undefined;

  function theCode(): NonNullable<typeof code> {
    if (code === undefined) throw new Error("the code of cuts is not there");
    return code;
  }

  return {
    canCut: () => code !== undefined,
    async loadCuts() {
      await loadPlainStep(); // kernels may not take the steps of cloth that has been cut
      code ??= await ENGINE_ROOMS.cuts();
    },
    cut(cloth, edges) {
      const group = groups.of(cloth);
      group.cut(cloth, edges, theCode().EDITING);
      return group.takeMeshes();
    },
    cutAlong(cloth, path, reach) {
      const group = groups.of(cloth);
      const { positions, triangles } = group.meshes()[group.ids.indexOf(cloth)];
      const edges = theCode().findEdgesAlong(positions, triangles, path, reach);
      if (edges.length > 0) group.cut(cloth, edges, theCode().EDITING);
      return { edges: edges.length, meshes: group.takeMeshes() };
    },
  };
}
