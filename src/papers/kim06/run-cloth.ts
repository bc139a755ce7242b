import { NumericalError } from "../../core/errors.ts";
import { minAndMedian } from "../../core/time-runs.ts";
import { createSimulation } from "../../scene/create-simulation.ts";
import type { SceneInput, SolverInput } from "../../scene/scene-input.ts";
import type { Simulation } from "../../sim/simulation.ts";
import { readPositions } from "../run-steps.ts";
import { isWhole } from "../torn.ts";

/** A run of a scene with one method. */
export interface ClothRun {
  readonly simulation: Simulation;
  /** The step at which the method was lost, in numbers beyond all bounds; 0 where it was not. */
  readonly lostAt: number;
  /** The largest strain on the way [−]; not finite where the method was lost. */
  readonly strain: number;
  /** The middle of the steps' times [ms]. */
  readonly ms: number;
}

export interface ClothRunOptions {
  readonly steps: number;
  /** Called after each step, the start included as step 0. */
  after?(simulation: Simulation, step: number): void | Promise<void>;
  /** Called once when the cloth is found torn, for the first time. */
  breaking?(simulation: Simulation): Promise<void>;
  /** Called with the share that is done. */
  progress?(part: number): Promise<void>;
  /** Measures the strain every few steps; true without. */
  readonly hasStrain?: boolean;
}

/** The strain is measured every so many steps. */
const STRIDE = 5;

/** Runs a scene with another solver; stops where the method is lost. */
export async function runCloth(scene: SceneInput, solver: SolverInput, options: ClothRunOptions): Promise<ClothRun> {
  const simulation = await createSimulation({ ...scene, solver, variants: [] }, { threads: 1 });
  const { steps, after, breaking, progress, hasStrain = true } = options;
  const times: number[] = [];
  let strain = 0;
  let lostAt = 0;
  await after?.(simulation, 0);
  for (let n = 1; n <= steps; n++) {
    const start = performance.now();
    try {
      simulation.step();
    } catch (error) {
      if (!(error instanceof NumericalError)) throw error;
      lostAt = n;
      break;
    }
    times.push(performance.now() - start);
    if (hasStrain && (n % STRIDE === 0 || n === steps)) {
      const before = strain;
      strain = Math.max(strain, simulation.view.measure().strainMax);
      if (isWhole(before) && !isWhole(strain)) await breaking?.(simulation);
    }
    await after?.(simulation, n);
    if (n % 10 === 0) await progress?.(n / steps);
  }
  return {
    simulation,
    lostAt,
    strain: lostAt > 0 ? Number.POSITIVE_INFINITY : strain,
    ms: times.length === 0 ? Number.NaN : minAndMedian(times)[1],
  };
}

/** Before the clock counts, while the engine still compiles: so many steps and so long [ms]; and steps that count. */
const WARM_UP = 8;
const WARM_UP_TIME = 150;
const TIMED = 7;

/**
 * The middle of a few steps' times [ms] with everything in plain TypeScript, going on from where a run has come to; from the start where the
 * method was lost. So the methods are compared by their arithmetic, and where the cloth is as hard to solve as on the way.
 */
export async function timePlainSteps(scene: SceneInput, solver: SolverInput, run: ClothRun): Promise<number> {
  // a method without kernels of its own was in plain TypeScript all the way
  if (!("kernels" in run.simulation.options)) return run.ms;
  const plain = { ...solver, kernels: "typescript" } as SolverInput;
  const simulation = await createSimulation({ ...scene, solver: plain, variants: [] }, { threads: 1 });
  if (run.lostAt === 0) simulation.restore(run.simulation.snapshot());
  const began = performance.now();
  for (let n = 0; n < WARM_UP || performance.now() - began < WARM_UP_TIME; n++) simulation.step();
  const times = Array.from({ length: TIMED }, () => {
    const start = performance.now();
    simulation.step();
    return performance.now() - start;
  });
  return minAndMedian(times)[1];
}

/** Mean height of the particles [m]. */
export function meanHeight(simulation: Simulation): number {
  const x = readPositions(simulation);
  let sum = 0;
  for (let c = 1; c < x.length; c += 3) sum += x[c];
  return (3 * sum) / x.length;
}
