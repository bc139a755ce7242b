import { createSimulation, type Simulation } from "../../src/index.ts";
import type { NetworkScene } from "../support/reference.ts";

/** Positions and velocities in the scene's order, packed x, y, z. */
export interface RunState {
  readonly x: ArrayLike<number>;
  readonly v: ArrayLike<number>;
}

/** A scene, or a generated cloth's, that the tests put together themselves. */
export type TestScene = NetworkScene | Parameters<typeof createSimulation>[0];

export function simulate(scene: TestScene): Promise<Simulation> {
  return createSimulation(scene as Parameters<typeof createSimulation>[0]);
}

export async function runScene(scene: TestScene, steps: number): Promise<RunState> {
  const simulation = await simulate(scene);
  for (let n = 0; n < steps; n++) simulation.step();
  return readState(simulation);
}

export function readState(simulation: Simulation): { x: Float64Array; v: Float64Array } {
  const x = new Float64Array(3 * simulation.particleCount);
  const v = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(x);
  simulation.readVelocities(v);
  return { x, v };
}

/** max |a − b| / max |b| */
export function relativeDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let difference = 0;
  let largest = 0;
  for (let c = 0; c < b.length; c++) {
    difference = Math.max(difference, Math.abs(a[c] - b[c]));
    if (Number.isNaN(a[c]) || Number.isNaN(b[c])) return Number.NaN;
    largest = Math.max(largest, Math.abs(b[c]));
  }
  return largest > 0 ? difference / largest : difference;
}
