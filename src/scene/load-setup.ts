import type { Collider } from "../contact/shapes/collider.ts";
import { describeValue, InputError } from "../core/errors.ts";
import { readInteger, readList, readObject } from "../core/read.ts";
import type { DecoderSources } from "../input/mesh-decoders.ts";
import type { RunSetup } from "../sim/setup.ts";
import { type AbilityLoader, buildSetup } from "./build-setup.ts";
import type { Extensions } from "./extensions.ts";
import type { Ability } from "./load-abilities.ts";
import { loadScene } from "./load-scene.ts";
import { type MeshLoader, refuseMesh, withDecoders } from "./mesh-loader.ts";
import type { SceneInput } from "./scene-input.ts";

/** How a simulation is made, and what a program adds to Drape for it. */
export interface CreateOptions extends Extensions {
  /** Gives the mesh files that the scene names. */
  readonly loadMesh?: MeshLoader;
  /** What unpacks mesh files that Draco or meshopt has compressed: the packages draco3dgltf and meshoptimizer, if the program has them. */
  readonly decoders?: DecoderSources;
  /** Threads to share the work with, this one included: as many as seem good without. It changes no bit; where there are none to be had, one does it all. */
  readonly threads?: number;
  /**
   * What it is to be able to do besides stepping: all without. A page that lists what it uses, or nothing, loads no code for the others; these
   * are then refused with an UnsupportedError. It changes no bit.
   */
  readonly abilities?: readonly Ability[];
  /** Bodies behind those of the scene, the first of which has the given number. */
  readonly furtherBodies?: (first: number) => readonly Collider[];
}

/** What a run of a scene is made from, with the code that the scene needs but kernels. Throws as `createSimulation` does. */
export async function loadSetup<A extends Pick<RunSetup, "abilities">>(
  scene: SceneInput,
  options: CreateOptions,
  loadAbilities: AbilityLoader<A>,
): Promise<RunSetup & A> {
  checkOptions(options);
  const { forces, furtherBodies } = options;
  const loadMesh = withDecoders(options.loadMesh ?? refuseMesh, options.decoders);
  return buildSetup(await loadScene(scene, options), loadMesh, loadAbilities, { forces, furtherBodies });
}

const OPTIONS = ["loadMesh", "decoders", "threads", "abilities", "furtherBodies", "methods", "forces", "shapes"] as const;

function checkOptions(options: CreateOptions): void {
  const { loadMesh, threads, forces = [] } = readObject(options, "options", OPTIONS);
  if (loadMesh !== undefined && typeof loadMesh !== "function") {
    throw new InputError("options.loadMesh", describeValue(loadMesh), "give a function that returns the content of a file");
  }
  if (threads !== undefined) readInteger(threads, "options.threads", { min: 1 });
  for (const [n, force] of readList(forces, "forces").entries()) {
    if (typeof force !== "function") throw new InputError(`forces[${n}]`, describeValue(force), "give a function that makes a force");
  }
}
