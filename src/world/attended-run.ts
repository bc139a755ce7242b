import { type CreateOptions, createSimulation } from "../scene/create-simulation.ts";
import type { SceneInput } from "../scene/scene-input.ts";
import type { Run } from "../sim/run.ts";
import { runOf, type Simulation } from "../sim/simulation.ts";

/** A run that somebody attends, as the simulation that he sees: it can do whatever a simulation can. */
export async function createAttendedRun(scene: SceneInput, options: CreateOptions): Promise<{ run: Run; simulation: Simulation }> {
  const simulation = await createSimulation(scene, options);
  return { run: runOf(simulation), simulation };
}
