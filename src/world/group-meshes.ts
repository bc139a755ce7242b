import { computeNormals } from "../output/normals.ts";
import type { Run } from "../sim/run.ts";
import { readPositions } from "../sim/show.ts";
import type { ClothEntry } from "./change.ts";
import type { ClothArrays, ClothMeshNews } from "./engine.ts";
import type { GroupDetail } from "./group-detail.ts";
import { ENGINE_ROOMS } from "./rooms.ts";
import { type PartMesh, wholeMesh } from "./whole-mesh.ts";

/** The number of vertices from which on normals are worth a kernel. */
const COMPILED_FROM = 2000;

/** The meshes of a group's cloths, as they are cut now. */
export interface GroupMeshes {
  /** The run's number of a vertex of a cloth. */
  vertexOf(part: number, vertex: number): number;
  /** Looks whether the cloths were cut since the last look: then all have new meshes. */
  follow(): boolean;
  /** The meshes, with what is shown of them. */
  news(): ClothMeshNews[];
  describe(part: number): { readonly vertexCount: number; readonly withTangents: boolean };
  read(part: number, arrays: ClothArrays): void;
}

/** `notices` go with every mesh. */
export async function createGroupMeshes(
  run: Run,
  cloths: readonly ClothEntry[],
  notices: readonly string[],
  detail: GroupDetail | undefined,
): Promise<GroupMeshes> {
  const { computeTangents } = cloths.some(({ input }) => input.withTangents) ? await ENGINE_ROOMS.tangents() : {};
  const partMesh = cloths.length === 1 ? wholeMesh : (await ENGINE_ROOMS.parts()).partMesh;
  let triangles = run.rig.revision.triangles;
  let meshes: readonly PartMesh[] = cloths.map((_, part) => partMesh(run, part));
  const shown = (part: number): PartMesh => detail?.meshOf(part) ?? meshes[part];
  const compute = await Promise.all(meshes.map((_, part) => loadNormals(shown(part).vertexCount)));
  let all = new Float32Array(0);

  function read(part: number, { positions, normals, tangents }: ClothArrays): void {
    const { vertices } = meshes[part];
    const { triangles: corners, uv } = shown(part);
    const own = detail?.roomOf(part) ?? positions;
    if (vertices === undefined) readPositions(run, own);
    else {
      const size = run.rig.state.x.length;
      if (all.length !== size) all = new Float32Array(size);
      readPositions(run, all);
      for (let i = 0; i < vertices.length; i++) for (let c = 0; c < 3; c++) own[3 * i + c] = all[3 * vertices[i] + c];
    }
    detail?.show(run, part, positions);
    compute[part](positions, corners, normals);
    if (tangents !== undefined) computeTangents?.(positions, normals, uv, corners, tangents);
  }

  return {
    vertexOf(part, vertex) {
      const own = detail?.vertexOf(part, vertex) ?? vertex;
      return meshes[part].vertices?.[own] ?? own;
    },
    follow() {
      if (triangles === run.rig.revision.triangles) return false;
      triangles = run.rig.revision.triangles;
      meshes = cloths.map((_, part) => partMesh(run, part));
      return true;
    },
    news: () =>
      cloths.map(({ id, input }, part) => {
        const { vertexCount, triangles: corners, uv, origin } = shown(part);
        const arrays = {
          positions: new Float32Array(3 * vertexCount),
          normals: new Float32Array(3 * vertexCount),
          tangents: input.withTangents === true ? new Float32Array(4 * vertexCount) : undefined,
        };
        read(part, arrays);
        return { id, name: run.setup.cloth.parts[part].name, vertexCount, triangles: corners, uv, origin, ...arrays, notices };
      }),
    describe: (part) => ({ vertexCount: shown(part).vertexCount, withTangents: cloths[part].input.withTangents === true }),
    read,
  };
}

async function loadNormals(vertexCount: number): Promise<typeof computeNormals> {
  return vertexCount < COMPILED_FROM ? computeNormals : (await ENGINE_ROOMS.normals()).compileNormals();
}
