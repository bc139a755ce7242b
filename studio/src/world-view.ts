import type { World, WorldCloth } from "drape";
import type { Frame, SimulationEvent, Topology } from "./commands.ts";
import { stepTime } from "./readout/readout.ts";
import type { Attended, Description } from "./worker/questions.ts";

/** A world as the page draws it: all its cloths as one mesh, one after another. */
export interface WorldView {
  /** Mean time of a step [ms], as far as it is known. */
  readonly stepTime: number;
  /** What a frame has brought. */
  receive(world: World, attended: Attended | undefined, ratio: number): void;
  /** Has another simulation made, by a function that tells of it; until then nothing is shown. `how` says what becomes of the state. */
  exchange(world: World, how: "another" | "kept" | "anew", make: () => Promise<Description>): Promise<void>;
  /** The newest frame, once. */
  takeFrame(): Frame | undefined;
}

export function createWorldView(listen: (event: SimulationEvent) => void): WorldView {
  let topology: Topology | undefined;
  let description: Description | undefined;
  let revision = 0;
  /** The revisions of all cloths together when their mesh was last told. */
  let told = -1;
  let newest: Frame | undefined;
  let isExchanging = false;
  let cost = 0;
  /** What came while another simulation was made. */
  let waiting: { readonly attended: Attended; readonly ratio: number } | undefined;
  let merged = { positions: new Float32Array(0), normals: new Float32Array(0) };

  function tellTopology(world: World, how: "another" | "kept" | "anew" | "recut"): void {
    const { method, options, seed, surfaces, skins } = description as Description;
    const { cloths, timestep } = world;
    const mesh = mergeMeshes(cloths);
    told = revisionOf(cloths);
    merged = { positions: new Float32Array(3 * mesh.particleCount), normals: new Float32Array(3 * mesh.particleCount) };
    revision++;
    topology = {
      revision,
      ...mesh,
      ...{ method, options, timestep, seed },
      keptState: how === "kept" || how === "recut",
      recut: how === "recut",
      ...(how === "another" ? { start: readAll(cloths, "positions").slice(), surfaces, skins } : {}),
    };
    listen({ type: "topology", topology });
  }

  /** Arrays of all cloths in one: those of a single cloth as they are. */
  function readAll(cloths: readonly WorldCloth[], name: "positions" | "normals"): Float32Array {
    if (cloths.length === 1) return cloths[0][name];
    let offset = 0;
    for (const cloth of cloths) {
      merged[name].set(cloth[name], offset);
      offset += cloth[name].length;
    }
    return merged[name];
  }

  function show(world: World, { stats, springs, edits, ...shown }: Attended, ratio: number): void {
    const { cloths, time } = world;
    if (revisionOf(cloths) !== told) tellTopology(world, "recut");
    newest = { revision, time, ...shown, positions: readAll(cloths, "positions"), normals: readAll(cloths, "normals") };
    if (springs !== undefined) listen({ type: "springs", ...springs });
    if (stats !== undefined) {
      cost = stepTime(stats.profile);
      listen({ type: "stats", stats: { ...stats, ratio } });
    }
    if (edits !== undefined) listen({ type: "edits", ...edits });
  }

  return {
    get stepTime() {
      return cost;
    },
    receive(world, attended, ratio) {
      if (attended === undefined) return;
      if (!isExchanging && topology !== undefined) return show(world, attended, ratio);
      waiting = { attended: { ...waiting?.attended, ...attended }, ratio };
    },
    async exchange(world, how, make) {
      isExchanging = true;
      try {
        description = await make();
        cost = 0;
        tellTopology(world, how);
      } finally {
        isExchanging = false;
        if (waiting !== undefined && topology !== undefined) show(world, waiting.attended, waiting.ratio);
        waiting = undefined;
      }
    },
    takeFrame() {
      const frame = newest;
      newest = undefined;
      return frame;
    },
  };
}

function revisionOf(cloths: readonly WorldCloth[]): number {
  return cloths.reduce((sum, { revision }) => sum + revision, 0);
}

function mergeMeshes(cloths: readonly WorldCloth[]): Pick<Topology, "particleCount" | "triangles" | "uv" | "cloths"> {
  const count = (sizeOf: (cloth: WorldCloth) => number): number => cloths.reduce((sum, cloth) => sum + sizeOf(cloth), 0);
  const particleCount = count(({ vertexCount }) => vertexCount);
  const mesh = {
    particleCount,
    triangles: new Uint32Array(count(({ triangles }) => triangles.length)),
    uv: new Float32Array(2 * particleCount),
    cloths: new Uint16Array(particleCount),
  };
  let [vertex, corner] = [0, 0];
  cloths.forEach(({ vertexCount, triangles, uv }, cloth) => {
    mesh.cloths.fill(cloth, vertex, vertex + vertexCount);
    mesh.uv.set(uv, 2 * vertex);
    triangles.forEach((own, k) => {
      mesh.triangles[corner + k] = vertex + own;
    });
    vertex += vertexCount;
    corner += triangles.length;
  });
  return mesh;
}
