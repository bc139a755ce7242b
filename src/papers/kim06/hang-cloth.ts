import type { SceneInput, SolverInput } from "../../scene/scene-input.ts";
import type { Simulation } from "../../sim/simulation.ts";
import { readVelocities, rmsDistance } from "../run-steps.ts";
import { KIM } from "./kim-cloth.ts";
import { runCloth } from "./run-cloth.ts";

/** Jitter is looked at over so many steps at the end. */
export const JITTER_STEPS = 100;

/** A cloth that was let go and hangs. */
export interface HungCloth {
  /** The largest strain on the way [−]; not finite where the method was lost. */
  readonly strain: number;
  /** RMS change of velocity from one step to the next over the last steps [gΔt]: what the eye sees as trembling. Not finite where it was lost. */
  readonly jitter: number;
  readonly simulation: Simulation;
}

/** Lets a cloth of Kim's hang for so many steps. */
export async function hangCloth(scene: SceneInput, solver: SolverInput, steps: number): Promise<HungCloth> {
  let before: Float64Array | undefined;
  let jitter = 0;
  const { strain, simulation, lostAt } = await runCloth(scene, solver, {
    steps,
    after(state, step) {
      if (step < steps - JITTER_STEPS) return;
      const v = readVelocities(state);
      if (before !== undefined) jitter += rmsDistance(v, before) / (KIM.gravity * KIM.timestep) / JITTER_STEPS;
      before = v;
    },
  });
  return { strain, jitter: lostAt > 0 ? Number.POSITIVE_INFINITY : jitter, simulation };
}
