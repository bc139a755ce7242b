import { createSimulation, type Simulation } from "../../src/index.ts";
import type { SceneInput, SolverInput } from "../../src/scene/scene-input.ts";
import { run } from "../kernels/support.ts";

/** A square metre of stiff cotton that swings down from two corners. */
export const cotton = (side: number): object => ({
  grid: { columns: side, rows: side, width: 1, height: 1, origin: [-0.5, 0.5, -0.5], v: [0, 0, 1] },
  fabric: "cotton",
  pins: ["top-left", "top-right"],
});

export const simulate = (side: number, solver: object, more: object = {}): Promise<Simulation> =>
  createSimulation({ drape: 1, timestep: 1 / 60, cloths: [cotton(side)], ...more, solver: solver as SolverInput } as SceneInput, {
    threads: 1,
  });

/** A sheet of soft springs, or triangles, that is stretched by its weight: nothing buckles by chance. */
export function soft(solver: object): Promise<Simulation> {
  const springs = { stretch: 20, shear: 10, bend: 1, bendDiagonal: 0.5 };
  const grid = { columns: 24, rows: 20, width: 0.8, height: 0.7, v: [0, -0.3, 1] };
  const triangleStiffness = { u: 20, v: 20, shearU: 10, shearV: 10 };
  const damping = { viscous: 5e-3, relative: 5e-3 };
  return simulate(0, solver, { cloths: [{ grid, springs, triangleStiffness, masses: 2e-3, damping, pins: ["top-left", "top-right"] }] });
}

/** Iterations a step, on average over so many. */
export function countIterations(simulation: Simulation, steps: number): number {
  let sum = 0;
  for (let n = 0; n < steps; n++) sum += run(simulation, 1).report.iterations;
  return sum / steps;
}
