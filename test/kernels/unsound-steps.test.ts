import { expect, test } from "vitest";
import { createSimulation, NumericalError, type SceneInput } from "../../src/index.ts";

/** Enough particles for kernels in WebAssembly, whose last pass tells the largest number of a step. */
function sheet(more: Partial<SceneInput>): SceneInput {
  const grid = { columns: 40, rows: 40, width: 1, height: 1 };
  return { drape: 1, solver: { method: "linear-edge" }, cloths: [{ grid, fabric: "cotton" }], ...more };
}

test("velocities beyond 1e9 are refused, and the state is that before the step", async () => {
  const simulation = await createSimulation(sheet({ gravity: [0, 0, -1e11] }));
  const before = simulation.hash();
  expect(() => simulation.step()).toThrow(NumericalError);
  expect(simulation.hash()).toBe(before);
  expect(simulation.steps).toBe(0);
});

test("so is a hand that pulls a vertex beyond it, though the method knows nothing of that place", async () => {
  const simulation = await createSimulation(sheet({ gravity: [0, 0, 0] }));
  simulation.step();
  const before = simulation.hash();
  simulation.edit.grab(820, [0, 3e9, 0]);
  expect(() => simulation.step()).toThrow(NumericalError);
  simulation.edit.release(820);
  expect(simulation.hash()).toBe(before);
  simulation.step();
  expect(simulation.steps).toBe(2);
});

test("and what a body or cloth itself has moved is looked at again", async () => {
  const simulation = await createSimulation(
    sheet({ gravity: [0, 0, 0], colliders: [{ sphere: { center: [0.5, -0.5, 0], radius: 0.1 } }] } as never),
  );
  simulation.step();
  simulation.edit.grab(820, [0, 0, 2e9]);
  expect(() => simulation.step()).toThrow(NumericalError);
});
