import { describeValue, InputError, UnsupportedError } from "../core/errors.ts";
import { readInteger, readList, readObject } from "../core/read.ts";
import { withKernels } from "../sim/choose-kernels.ts";
import type { Simulation } from "../sim/simulation.ts";
import { createSimulationFromSetup } from "../sim/simulation.ts";
import { buildScene } from "./build-scene.ts";
import type { Extensions } from "./extensions.ts";
import type { MeshLoader } from "./load-mesh-file.ts";
import { parseScene } from "./parse-scene.ts";
import type { SceneInput } from "./scene-input.ts";

/** How a simulation is made, and what a program adds to Drape for it. */
export interface CreateOptions extends Extensions {
  /** Gives the mesh files that the scene names. */
  readonly loadMesh?: MeshLoader;
  /** Threads to share the work with, this one included: as many as seem good without. It changes no bit; where there are none to be had, one does it all. */
  readonly threads?: number;
}

/**
 * Makes a simulation from a scene. Throws InputError (where, what was found, what to do) for a scene that is wrong and
 * UnsupportedError for one that asks for what this version cannot do.
 */
export async function createSimulation(scene: SceneInput, options: CreateOptions = {}): Promise<Simulation> {
  checkOptions(options);
  const setup = await buildScene(parseScene(scene, options), options.loadMesh ?? refuseMesh, options.forces);
  return createSimulationFromSetup(await withKernels(setup, options.threads));
}

function checkOptions(options: CreateOptions): void {
  const { loadMesh, threads, forces = [] } = readObject(options, "options", ["loadMesh", "threads", "methods", "forces", "shapes"]);
  if (loadMesh !== undefined && typeof loadMesh !== "function") {
    throw new InputError("options.loadMesh", describeValue(loadMesh), "give a function that returns the content of a file");
  }
  if (threads !== undefined) readInteger(threads, "options.threads", { min: 1 });
  for (const [n, force] of readList(forces, "forces").entries()) {
    if (typeof force !== "function") throw new InputError(`forces[${n}]`, describeValue(force), "give a function that makes a force");
  }
}

/** What loads meshes where nobody does. */
export function refuseMesh(name: string): Promise<never> {
  throw new UnsupportedError(`the scene names the mesh ${name}: pass a loadMesh function that gives its content`);
}
