import type { SceneInput, Simulation } from "drape";

/** Makes the simulation of a scene. */
export type Build = (scene: SceneInput) => Promise<Simulation>;

/** Where each cloth of a scene begins among its vertices, which are numbered through all cloths: found by making each cloth alone. */
export async function findClothStarts(scene: SceneInput, build: Build): Promise<number[]> {
  const starts = [0];
  for (const cloth of scene.cloths.slice(0, -1)) {
    const { drape, figures = [] } = scene;
    const bare = { ...(cloth as object), pins: [], attachments: [] };
    const alone = await build({ drape, figures, cloths: [bare], solver: { method: "symplectic-euler" } });
    starts.push(starts[starts.length - 1] + alone.particleCount);
  }
  return starts;
}

/** The number of the cloth that each vertex belongs to; `origin` is the vertex of the uncut scene that it was. */
export function clothOfVertices(origin: Uint32Array, starts: readonly number[]): Uint16Array {
  return Uint16Array.from(origin, (vertex) => {
    let cloth = starts.length - 1;
    while (cloth > 0 && starts[cloth] > vertex) cloth--;
    return cloth;
  });
}
