import { createSimulation, type SceneInput } from "../../../src/index.ts";
import type { RaceScene } from "../race-scene.ts";

const SCENE: SceneInput = {
  drape: 1,
  figures: [{ motion: { cycle: "walk" }, friction: 0.3 }],
  cloths: [{ garment: { kind: "dress" }, attachments: [{ vertices: "shoulders", to: "figure" }] }],
  collision: { self: true, thickness: 0.002, friction: 0.3 },
};

/** A walking figure in a dress: cloth on a moving body and on itself. The garment's mesh is its own, its fabric cotton. */
export const dressed: RaceScene = {
  name: "dressed",
  title: "dressed figure, walking",
  frames: 90,
  strain: "peak",
  async createCloth() {
    const { particleCount, triangles } = await createSimulation(SCENE);
    return {
      scene: "dressed",
      size: 0,
      particleCount,
      positions: new Float64Array(3 * particleCount),
      along: [0, -1, 0],
      mass: Number.NaN,
      ends: new Uint32Array(0),
      restLength: new Float64Array(0),
      stretchCount: 0,
      stiffness: Number.NaN,
      triangles,
      pins: [],
      gravity: 9.81,
      damping: 0,
      whole: SCENE,
    };
  },
};
