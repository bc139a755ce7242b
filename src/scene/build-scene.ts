import type { SimulationSetup } from "../sim/setup.ts";
import { buildSetup, type SetupAdditions } from "./build-setup.ts";
import { type Ability, loadAbilities } from "./load-abilities.ts";
import type { MeshLoader } from "./mesh-loader.ts";
import type { Scene } from "./read-scene.ts";

/** What a simulation has that no scene can say. */
export interface SceneAdditions extends SetupAdditions {
  /** What it can do besides stepping; everything without. */
  readonly abilities?: readonly Ability[] | undefined;
}

/** Everything a simulation of a parsed scene starts from. */
export function buildScene(scene: Scene, loadMesh: MeshLoader, additions: SceneAdditions = {}): Promise<SimulationSetup> {
  return buildSetup(scene, loadMesh, (needs) => loadAbilities(additions.abilities, needs), additions);
}
