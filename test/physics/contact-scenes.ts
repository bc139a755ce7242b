import type { createSimulation, Simulation } from "../../src/index.ts";

export { threadScene } from "../../src/papers/physics/thread.ts";

export type Scene = Parameters<typeof createSimulation>[0];

export const GRAVITY = 9.81;
/** tan θ of the inclines. */
export const SLOPE = 0.5;

/** Methods with a step limit want small steps. */
const EXPLICIT = ["explicit-euler", "symplectic-euler", "verlet", "rk4"];

export function stepFor(method: string, implicit: number, explicit: number): number {
  return EXPLICIT.includes(method) ? explicit : implicit;
}

export function readX(simulation: Simulation): Float64Array {
  const x = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(x);
  return x;
}

/** Largest speed of a vertex [m/s]. */
export function fastest(simulation: Simulation): number {
  const v = new Float64Array(3 * simulation.particleCount);
  simulation.readVelocities(v);
  let most = 0;
  for (let c = 0; c < v.length; c += 3) most = Math.max(most, Math.hypot(v[c], v[c + 1], v[c + 2]));
  return most;
}

export function runFor(simulation: Simulation, seconds: number): void {
  const steps = Math.round(seconds / simulation.timestep);
  for (let n = 0; n < steps; n++) simulation.step();
}
