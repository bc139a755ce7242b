import { NumericalError } from "../core/errors.ts";
import type { Simulation } from "../sim/simulation.ts";
import type { Task } from "./experiment.ts";

/** Progress is told no more often than this [ms]. */
const TELL = 200;

/** How a run went. */
export interface StepsRun {
  /** Steps that were taken: all of them, or those until the method was lost. */
  readonly steps: number;
  /** The method gave a number that is not finite or beyond all bounds. */
  readonly isLost: boolean;
  /** Milliseconds of each step. */
  readonly ms: readonly number[];
}

/** Takes steps until they are done or the method is lost; `after` sees the simulation after each, and may end the run by returning false. */
export async function runSteps(
  simulation: Simulation,
  count: number,
  task: Task,
  after: (step: number) => unknown = () => {},
): Promise<StepsRun> {
  const ms: number[] = [];
  let told = performance.now();
  for (let n = 1; n <= count; n++) {
    const start = performance.now();
    try {
      simulation.step();
    } catch (error) {
      if (error instanceof NumericalError) return { steps: n - 1, isLost: true, ms };
      throw error;
    }
    const end = performance.now();
    ms.push(end - start);
    if (after(n) === false) return { steps: n, isLost: false, ms };
    if (n < count && end - told < TELL) continue;
    told = end;
    await task.progress(n / count);
  }
  return { steps: count, isLost: false, ms };
}

/** The part of a task from one share of it to another: its progress 0 to 1 is theirs. */
export function partOf(task: Task, from: number, to: number): Task {
  return { isQuick: task.isQuick, progress: (part) => task.progress(from + (to - from) * part) };
}

/** Where all vertices are [m], three numbers each, in the scene's order. */
export function readPositions(simulation: Simulation): Float64Array {
  const x = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(x);
  return x;
}

/** How fast all vertices are [m/s], in the same way. */
export function readVelocities(simulation: Simulation): Float64Array {
  const v = new Float64Array(3 * simulation.particleCount);
  simulation.readVelocities(v);
  return v;
}

/** Root mean square distance between the particles of two states of a cloth. */
export function rmsDistance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let c = 0; c < a.length; c++) sum += (a[c] - b[c]) * (a[c] - b[c]);
  return Math.sqrt((3 * sum) / a.length);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
