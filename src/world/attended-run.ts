import { loadAbilities } from "../scene/load-abilities.ts";
import { type CreateOptions, loadSetup } from "../scene/load-setup.ts";
import type { SceneInput } from "../scene/scene-input.ts";
import type { Run } from "../sim/run.ts";
import { createSimulationFromSetup, runOf, type Simulation } from "../sim/simulation.ts";

/** A run that somebody attends, as the simulation that he sees: it can do whatever a simulation can. */
export async function createAttendedRun(scene: SceneInput, options: CreateOptions): Promise<{ run: Run; simulation: Simulation }> {
  const simulation = createSimulationFromSetup(await loadSetup(scene, options, (needs) => loadAbilities(undefined, needs)));
  return { run: runOf(simulation), simulation };
}
