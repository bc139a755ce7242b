import { deflateSync } from "node:zlib";
import type { Vec3 } from "../core/vec3.ts";
import { drawSimulation, type PictureOptions } from "../output/draw-simulation.ts";
import { encodePng } from "../output/png.ts";
import { buildScene } from "../scene/build-scene.ts";
import { refuseMesh } from "../scene/create-simulation.ts";
import type { MeshLoader } from "../scene/mesh-loader.ts";
import { parseScene, type Scene } from "../scene/parse-scene.ts";
import type { SceneInput } from "../scene/scene-input.ts";
import type { SimulationSetup } from "../sim/setup.ts";
import type { Simulation } from "../sim/simulation.ts";
import type { Picture } from "./experiment.ts";

/** What is seen, besides what `PictureOptions` says: how it is coloured, and the like. */
export interface Shot extends PictureOptions {
  readonly caption: string;
  /** From where and to where it is looked [m]: the scene's camera without. */
  readonly eye?: Vec3;
  readonly target?: Vec3;
  /** [pixels]: 336 × 252 without, three beside each other. */
  readonly width?: number;
  readonly height?: number;
  /** Gives the text of the mesh files that the scene names. */
  readonly loadMesh?: MeshLoader;
}

/** A scene is read and built once for all pictures of it. */
const kept = new WeakMap<SceneInput, { readonly scene: Scene; readonly setup: SimulationSetup }>();

/**
 * A picture of a simulation as it is now; `input` is the scene that it was made from (another solver does no harm). For example
 *
 *     await takePicture(simulation, scene, { caption: "after 2 s", colour: "strain", colourRange: [0, 0.2] })
 */
export async function takePicture(simulation: Simulation, input: SceneInput, shot: Shot): Promise<Picture> {
  let stage = kept.get(input);
  if (stage === undefined) {
    const scene = parseScene(input);
    stage = { scene, setup: await buildScene(scene, shot.loadMesh ?? refuseMesh) };
    kept.set(input, stage);
  }
  const { caption, width = 336, height = 252 } = shot;
  const rgb = drawSimulation(simulation, stage.scene, stage.setup, shot, { width, height });
  return { caption, png: encodePng(coarsen(rgb), width, height, (bytes) => deflateSync(bytes, { level: 9 })), width, height };
}

/** Brightness in steps of four, which no eye sees: a picture then takes 0.6 of its bytes. */
function coarsen(rgb: Uint8Array): Uint8Array {
  return rgb.map((value) => Math.min(255, (value + 2) & ~3));
}
