import { describe, expect, test } from "vitest";
import { createSimulation, InputError, METHODS, type SceneInput, type Simulation } from "../../src/index.ts";
import type { SolverInput } from "../../src/scene/scene-input.ts";

/** Explicit methods need a small step for this cloth. */
const EXPLICIT = ["explicit-euler", "symplectic-euler", "verlet", "rk4"];

function sheet(method: string, more: Record<string, unknown> = {}): Promise<Simulation> {
  const scene: SceneInput = {
    drape: 1,
    timestep: EXPLICIT.includes(method) ? 1e-4 : 1 / 100,
    solver: { method } as SolverInput,
    cloths: [{ grid: { columns: 7, rows: 7, width: 0.6, height: 0.6, v: [0, 0, 1] }, pins: [0, 6], ...more }],
  };
  return createSimulation(scene);
}

function place(simulation: Simulation, vertex: number): number[] {
  const x = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(x);
  return Array.from(x.subarray(3 * vertex, 3 * vertex + 3));
}

function run(simulation: Simulation, steps: number): Simulation {
  for (let n = 0; n < steps; n++) simulation.step();
  return simulation;
}

describe.each(METHODS.map(({ name }) => name))("%s", (method) => {
  test("a vertex pinned on the way stays where it was, one unpinned goes, and a snapshot knows of both", async () => {
    const simulation = run(await sheet(method), 12);
    const there = place(simulation, 45);
    const corner = place(simulation, 6);
    simulation.edit.pin(45);
    simulation.edit.unpin(6);
    expect(Array.from(simulation.edit.pinnedVertices())).toEqual([0, 45]);
    run(simulation, 6);
    const twin = await sheet(method);
    twin.restore(structuredClone(simulation.snapshot()));
    expect(Array.from(twin.edit.pinnedVertices())).toEqual([0, 45]);
    run(simulation, 6);
    run(twin, 6);
    for (let c = 0; c < 3; c++) expect(place(simulation, 45)[c]).toBeCloseTo(there[c], 14);
    expect(place(simulation, 6)).not.toEqual(corner);
    expect(twin.hash()).toBe(simulation.hash());
    simulation.edit.unpin(45);
    run(simulation, 6);
    expect(place(simulation, 45)).not.toEqual(there);
  });
});

test("a pin set by hand outlives the scene's release and does not follow its motion", async () => {
  const motion = { sine: { direction: [0, 1, 0], amplitude: 0.1, frequency: 1 } };
  const simulation = await sheet("implicit-euler", { pins: [{ vertex: 0, motion, release: 0.05 }, 6] });
  run(simulation, 3);
  const there = place(simulation, 0);
  simulation.edit.pin(0);
  run(simulation, 20);
  expect(place(simulation, 0)).toEqual(there);
});

test("a hand that takes a pinned vertex leaves it pinned where it lets go", async () => {
  const simulation = run(await sheet("linear-edge"), 5);
  simulation.edit.pin(45);
  simulation.edit.grab(45, [0.3, 0.2, 0.5]);
  run(simulation, 2);
  simulation.edit.release(45);
  run(simulation, 10);
  for (const [c, value] of [0.3, 0.2, 0.5].entries()) expect(place(simulation, 45)[c]).toBeCloseTo(value, 14);
});

test("copies that a cut makes of a pinned vertex are pinned; undoing by a snapshot puts pins and cloth back", async () => {
  const simulation = run(await sheet("linear-edge"), 5);
  const before = simulation.snapshot();
  simulation.edit.pin(24);
  simulation.edit.cut([
    [3, 10],
    [10, 17],
    [17, 24],
    [24, 31],
  ]);
  expect(simulation.particleCount).toBe(53);
  expect(simulation.edit.pinnedVertices().filter((vertex) => simulation.origin[vertex] === 24)).toHaveLength(2);
  simulation.restore(before);
  expect(simulation.particleCount).toBe(49);
  expect(Array.from(simulation.edit.pinnedVertices())).toEqual([0, 6]);
  expect(() => simulation.edit.pin(49)).toThrow(InputError);
});
