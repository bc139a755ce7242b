import type { Simulation } from "../sim/simulation.ts";
import type { Task } from "./experiment.ts";
import { runSteps, type StepsRun } from "./run-steps.ts";
import { isWhole } from "./torn.ts";

/** The strain is measured every so many steps. */
const STRIDE = 5;

/** Steps of a cloth that is watched. */
export interface WholeRun extends StepsRun {
  /** The largest strain on the way [−], as far as it was measured. */
  readonly strain: number;
  /** Whether it took all steps and stayed whole. */
  readonly isWhole: boolean;
}

/** Takes steps until they are done, the method is lost or the cloth is torn. */
export async function runWhole(
  simulation: Simulation,
  count: number,
  task: Task,
  after: (step: number) => void = () => {},
): Promise<WholeRun> {
  let strain = 0;
  const run = await runSteps(simulation, count, task, (step) => {
    if (step % STRIDE === 0 || step === count) strain = Math.max(strain, simulation.view.measure().strainMax);
    after(step);
    return isWhole(strain);
  });
  return { ...run, strain, isWhole: !run.isLost && isWhole(strain) };
}
