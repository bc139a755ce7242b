import type { Simulation } from "../sim/simulation.ts";
import type { Task } from "./experiment.ts";

/** So often a run of steps tells how far it is. */
const REPORTS = 20;

/** Takes so many steps and tells how far it is. */
export async function runSteps(simulation: Simulation, steps: number, task: Task): Promise<void> {
  const stride = Math.max(1, Math.floor(steps / REPORTS));
  for (let n = 0; n < steps; n++) {
    if (n % stride === 0) await task.progress(n / steps);
    simulation.step();
  }
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
