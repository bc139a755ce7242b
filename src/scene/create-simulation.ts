import type { Simulation } from "../sim/simulation.ts";
import { createSimulationFromSetup } from "../sim/simulation.ts";
import { loadAbilities } from "./load-abilities.ts";
import { withKernels } from "./load-kernels.ts";
import { type CreateOptions, loadSetup } from "./load-setup.ts";
import type { SceneInput } from "./scene-input.ts";

export { GROUND } from "./ground.ts"; // what rooms share is in one piece with what every simulation needs
export type { CreateOptions } from "./load-setup.ts";
export { refuseMesh } from "./mesh-loader.ts";

/**
 * Makes a simulation from a scene, with the code that the scene needs. Throws InputError (where, what was found, what to do) for a scene that is wrong and
 * UnsupportedError for one that asks for what this version cannot do.
 */
export async function createSimulation(scene: SceneInput, options: CreateOptions = {}): Promise<Simulation> {
  const setup = await withKernels(await loadSetup(scene, options, (needs) => loadAbilities(options.abilities, needs)), options.threads);
  await setup.method.loadFallback?.(); // steps may be of any length
  return createSimulationFromSetup(setup);
}
