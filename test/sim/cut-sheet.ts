import type { Simulation } from "../../src/index.ts";
import { readState } from "../methods/run-scene.ts";
import type { Json } from "../scene/sample-scenes.ts";

export type Pair = [number, number];

/** A soft sheet of a fabric, columns × 7, 0.125 m from row to row: free, or with what `cloth` and `fields` say. */
export function sheet(method: string, columns: number, cloth: Json = {}, fields: Json = {}): Json {
  return {
    drape: 1,
    timestep: 0.004,
    solver: { method, tolerance: 1e-13, sweeps: 64 },
    cloths: [
      {
        grid: { columns, rows: 7, width: 0.125 * (columns - 1), height: 0.75, v: [0, 0, 1] },
        fabric: { density: 0.5, stretchWarp: 40, stretchWeft: 30, shear: 8, bending: 1e-4, damping: 0.1 },
        springModel: "symmetric",
        ...cloth,
      },
    ],
    ...fields,
  };
}

export function path(...vertices: number[]): Pair[] {
  return vertices.slice(1).map((to, n) => [vertices[n], to]);
}

/** The edges of a column of a sheet from its first row to row `last`. */
export function column(c: number, columns: number, last = 6): Pair[] {
  return path(...Array.from({ length: last + 1 }, (_, r) => r * columns + c));
}

export function run(simulation: Simulation, steps: number): Simulation {
  for (let n = 0; n < steps; n++) simulation.step();
  return simulation;
}

export function place(simulation: Simulation, vertex: number): number[] {
  return [...readState(simulation).x.subarray(3 * vertex, 3 * vertex + 3)];
}
