import { expect, test } from "vitest";
import { createSimulation, type SceneInput } from "../../src/index.ts";
import { createRehearsal } from "../../studio/src/worker/rehearsal.ts";

function sheet(side: number): SceneInput {
  const grid = { columns: side, rows: side, width: 1, height: 1 };
  return { drape: 1, solver: { method: "gauss-seidel" }, cloths: [{ grid, pins: ["top"] }] };
}

test("cuts are rehearsed for large cloth, come to an end, and leave the cloth alone", async () => {
  const scene = sheet(64);
  const simulation = await createSimulation(scene);
  const before = simulation.hash();
  const rehearsal = await createRehearsal(simulation, scene);
  let steps = 1;
  while (rehearsal?.take()) steps++;
  expect(steps).toBeGreaterThan(16); // a step a cut at least
  expect(steps).toBeLessThan(100);
  expect(simulation.hash()).toBe(before);
});

test("small cloth needs no rehearsal", async () => {
  const scene = sheet(20);
  expect(await createRehearsal(await createSimulation(scene), scene)).toBe(undefined);
});
