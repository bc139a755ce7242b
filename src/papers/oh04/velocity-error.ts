import { NumericalError } from "../../core/errors.ts";
import { createSimulation } from "../../scene/create-simulation.ts";
import type { Simulation } from "../../sim/simulation.ts";
import type { Task } from "../experiment.ts";
import { readVelocities } from "../run-steps.ts";
import { type Flapping, flappingSheet } from "./flapping-sheet.ts";

/** How long velocities are compared [s]. */
export const SECONDS = 2;
/** Times at which they are [s]: every step of a method is a multiple of it. */
const FRAME = 0.005;

/** Mean length of the vectors, or of the differences of two lists of them. */
export function meanLength(a: Float64Array, b?: Float64Array): number {
  let sum = 0;
  for (let c = 0; c < a.length; c += 3) {
    const x = a[c] - (b?.[c] ?? 0);
    const y = a[c + 1] - (b?.[c + 1] ?? 0);
    const z = a[c + 2] - (b?.[c + 2] ?? 0);
    sum += Math.sqrt(x * x + y * y + z * z);
  }
  return (3 * sum) / a.length;
}

/** Velocities at every frame, by the Verlet method with short steps. */
export async function trueVelocities(flapping: Flapping, timestep: number, task: Task): Promise<Float64Array[]> {
  const simulation = await createSimulation(flappingSheet(flapping, { method: "verlet" }, timestep));
  const substeps = Math.round(FRAME / timestep);
  const frames: Float64Array[] = [];
  const count = Math.round(SECONDS / FRAME);
  for (let n = 1; n <= count; n++) {
    for (let k = 0; k < substeps; k++) simulation.step();
    frames.push(readVelocities(simulation));
    if (n % 20 === 0) await task.progress(n / count);
  }
  return frames;
}

/** Mean velocity error over the run [m/s]; not a number once the method is lost. */
export async function velocityError(simulation: Simulation, truth: readonly Float64Array[], task: Task): Promise<number> {
  const every = Math.round(simulation.timestep / FRAME);
  const count = truth.length / every;
  let sum = 0;
  for (let n = 1; n <= count; n++) {
    try {
      simulation.step();
    } catch (error) {
      if (error instanceof NumericalError) return Number.NaN;
      throw error;
    }
    sum += meanLength(readVelocities(simulation), truth[n * every - 1]) / count;
    if (n % 20 === 0) await task.progress(n / count);
  }
  return sum;
}
