import { expect, test } from "vitest";
import { createSimulation, METHODS, type SceneInput } from "../../src/index.ts";

const GRID = { columns: 4, rows: 4, width: 1, height: 1, v: [0, 0, 1] };

test.each(METHODS.map(({ name }) => name))("%s feels another gravity from the next step on", async (method) => {
  const scene = { drape: 1, timestep: 1e-3, gravity: [0, 0, 0], solver: { method }, cloths: [{ grid: GRID }] };
  const simulation = await createSimulation(scene as SceneInput);
  const velocities = new Float32Array(48);
  for (let n = 0; n < 3; n++) simulation.step();
  simulation.readVelocities(velocities);
  expect(Math.abs(velocities[1])).toBeLessThan(1e-6);
  simulation.setGravity([0, -10, 0]);
  for (let n = 0; n < 3; n++) simulation.step();
  simulation.readVelocities(velocities);
  expect(velocities[1]).toBeLessThan(-0.01);
});
