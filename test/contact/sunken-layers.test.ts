import { describe, expect, test } from "vitest";
import { createSimulation } from "../../src/index.ts";
import { some, testFull } from "../support/full.ts";
import { BODIES, type BodyName, runStart, sunkenScene } from "./sunken-sheets.ts";

/** Beyond what it takes to raise the cloth [J]: what is left of a stretch while it is lifted, and of the contact of layers that lie on each other. */
const REST = 0.006;
const LYING = 0.025;
const AT_TRIANGLES = 0.15;

/** How deep the deepest vertex starts, by seed: 1, 2 or 3 cm. */
const depthOf = (seed: number): number => 0.01 * (1 + (seed % 3));

async function expectFree(body: BodyName, layers: number, seed: number): Promise<void> {
  const run = await runStart(sunkenScene({ body, layers, seed, depth: depthOf(seed), side: 16 }));
  expect(run.crossings).toBeGreaterThan(100);
  expect(run.depth).toBeGreaterThan(depthOf(seed) - 0.004);
  expect(run.freeAfter).toBeGreaterThan(0);
  expect(run.freeAfter).toBeLessThan(15);
  expect(run.fastest).toBeLessThan(5);
  // out of triangles each layer is drawn for itself in the end
  expect(run.excessUntilFree).toBeLessThan(body === "mesh" ? AT_TRIANGLES : REST);
  expect(run.excess).toBeLessThan(body === "mesh" ? AT_TRIANGLES : LYING);
}

describe("cloths that start through each other in a body", () => {
  for (const body of some(Object.keys(BODIES) as BodyName[], 3)) {
    test(`come out of a ${body} in two layers, slowly, and lie on it a second later with no energy gained beyond the lift`, async () => {
      for (const seed of some([2, 1], 1)) await expectFree(body, 2, seed);
    });
  }

  for (const body of ["plane", "cones"] as const) {
    testFull(`come out of a ${body} in five layers just so`, () => expectFree(body, 5, 2));
  }

  test("are met by a body where the lift has put them", () => expectFree("cones", 2, 8));

  test("come down softly from a snapshot too, to the same bits", async () => {
    const scene = sunkenScene({ body: "plane", layers: 2, seed: 3, depth: 0.01, side: 12 });
    const simulation = await createSimulation(scene);
    const start = simulation.snapshot();
    for (let n = 0; n < 6; n++) simulation.step();
    const middle = simulation.snapshot();
    for (let n = 0; n < 6; n++) simulation.step();
    const hash = simulation.hash();
    const other = await createSimulation(scene);
    other.restore(middle);
    for (let n = 0; n < 6; n++) other.step();
    expect(other.hash()).toBe(hash);
    other.restore(start);
    for (let n = 0; n < 12; n++) other.step();
    expect(other.hash()).toBe(hash);
  });

  test("are drawn apart as anywhere where no body is near", async () => {
    const run = await runStart(sunkenScene({ layers: 2, seed: 2, side: 16 }), 12);
    expect(run.freeAfter).toBeGreaterThan(0);
    expect(run.excess).toBeLessThan(0.1);
  });
});
