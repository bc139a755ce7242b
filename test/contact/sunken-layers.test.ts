import { describe, expect, test } from "vitest";
import { createSimulation, type SceneInput, type Simulation } from "../../src/index.ts";
import { some, testFull } from "../support/full.ts";
import { BODIES, type BodyName, runStart, type StartReport, type SunkenOptions, sunkenScene } from "./sunken-sheets.ts";

/** Beyond what it takes to raise the cloth [J]: what is left of a stretch while it is lifted, and of the contact of layers that lie on each other. */
const REST = 0.006;
const LYING = 0.025;

/** How deep the deepest vertex starts, by seed: 1, 2 or 3 cm. */
const depthOf = (seed: number): number => 0.01 * (1 + (seed % 3));

async function expectFree(body: BodyName, layers: number, seed: number): Promise<void> {
  expectGentle(await runStart(sunkenScene({ body, layers, seed, depth: depthOf(seed), side: 16 })), depthOf(seed), 100);
}

function expectGentle(run: StartReport, depth: number, crossings: number): void {
  expect(run.crossings).toBeGreaterThan(crossings);
  expect(run.depth).toBeGreaterThan(depth - 0.004);
  expect(run.freeAfter).toBeGreaterThan(0);
  expect(run.freeAfter).toBeLessThan(15);
  expect(run.fastest).toBeLessThan(5);
  expect(run.excessUntilFree).toBeLessThan(REST);
  expect(run.excess).toBeLessThan(LYING);
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

describe("a cloth that starts in a body", () => {
  const start = (body: BodyName, self: boolean): SunkenOptions => ({
    body,
    layers: 1,
    seed: 2,
    depth: 0.03,
    side: 16,
    collision: { self },
  });

  for (const self of [false, true]) {
    for (const body of some(Object.keys(BODIES) as BodyName[], 3)) {
      test(`comes out of a ${body} in one piece, slowly, ${self ? "where" : "though no"} cloth meets itself`, async () => {
        expectGentle(await runStart(sunkenScene(start(body, self))), 0.03, body === "mesh" ? 20 : -1);
      });
    }
  }

  test("is not torn where it is held", async () => {
    const { cloths, ...scene } = sunkenScene(start("box", false));
    const run = await runStart({ ...scene, cloths: [{ ...cloths[0], pins: [0, 15] }] }, 30);
    expect(run.fastest).toBeLessThan(3);
    expect(run.steps.every(({ strain }) => strain < 1)).toBe(true);
  });

  test("comes down softly from a snapshot too, and after a cut, to the same bits", async () => {
    const scene = sunkenScene(start("plane", false));
    const simulation = await createSimulation(scene);
    for (let n = 0; n < 4; n++) simulation.step();
    const middle = simulation.snapshot();
    const fall = (of: Simulation): number => {
      for (let n = 0; n < 4; n++) of.step();
      return of.hash();
    };
    const hash = fall(simulation);
    const other = await createSimulation(scene);
    other.restore(middle);
    expect(fall(other)).toBe(hash);
    other.restore(middle);
    other.edit.cut([[0, 1]]);
    fall(other);
    expect(other.view.measure().kinetic).toBeLessThan(0.001);
  });
});

test("two garments that start through each other on a figure come apart, and none of them is stretched", async () => {
  const on = (kind: string, vertices: string, fabric: string): object => ({
    garment: { kind },
    fabric,
    attachments: [{ vertices, to: "figure" }],
  });
  const cloths = [on("trousers", "waist", "linen"), on("dress", "shoulders", "satin")];
  const scene = { drape: 1, figures: [{}], cloths, collision: { self: true }, timestep: 1 / 60 } as unknown as SceneInput;
  const run = await runStart(scene, 20);
  expect(run.crossings).toBeGreaterThan(300);
  expect(run.freeAfter).toBeGreaterThan(0);
  expect(run.fastest).toBeLessThan(1);
  expect(run.steps.every(({ strain }) => strain < 0.2)).toBe(true);
});
