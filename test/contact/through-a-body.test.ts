import { describe, expect, test } from "vitest";
import { createSimulation, type SceneInput } from "../../src/index.ts";
import type { ClothInput, ColliderInput } from "../../src/scene/scene-input.ts";
import { some } from "../support/full.ts";
import { runStart, type StartReport } from "./sunken-sheets.ts";

/** What lies through a hanging sheet, its middle in the plane of the sheet where not said otherwise. */
const BODIES = {
  ball: { sphere: { center: [0.4, 0.9, 0], radius: 0.15 } },
  "ball behind it by a fifth of its radius": { sphere: { center: [0.4, 0.9, -0.03], radius: 0.15 } },
  "capsule along it": { capsule: { from: [0.2, 0.9, 0], to: [0.6, 0.9, 0], radius: 0.1 } },
  "capsule across it": { capsule: { from: [0.4, 0.9, -0.08], to: [0.4, 0.9, 0.08], radius: 0.09 } },
  box: { box: { center: [0.4, 0.9, 0], halfSizes: [0.12, 0.15, 0.1], rounding: 0.01 } },
  cone: { cones: [{ from: [0.3, 0.8, -0.05], to: [0.5, 1, 0.05], radii: [0.1, 0.06] }] },
} satisfies Record<string, ColliderInput>;

const HANGING: ClothInput = {
  grid: { columns: 14, rows: 20, width: 0.8, height: 1.2, origin: [0, 1.5, 0] },
  fabric: "jersey",
  pins: ["top"],
};

const sceneOf = (body: ColliderInput, cloth: Partial<ClothInput> = {}, more: Partial<SceneInput> = {}): SceneInput => ({
  drape: 1,
  timestep: 1 / 60,
  cloths: [{ ...HANGING, ...cloth } as ClothInput],
  colliders: [body],
  ...more,
});

/** Out within `steps`, and on; slow, hardly stretched on the way, with no energy beyond the lift but for what its own weight stretches it. */
function expectOut(run: StartReport, steps = 30): void {
  expect(run.depth).toBeGreaterThan(0.03);
  expect(run.freeAfter).toBeGreaterThan(0);
  expect(run.freeAfter).toBeLessThanOrEqual(steps);
  expect(run.fastest).toBeLessThan(2);
  expect(Math.max(...run.steps.map(({ strain }) => strain))).toBeLessThan(0.1);
  expect(run.steps[59].strain).toBeLessThan(0.05);
  expect(run.excess).toBeLessThan(0.1);
}

describe("a sheet that a body goes through the middle of comes out on one side", () => {
  for (const [name, body] of some(Object.entries(BODIES), 4)) {
    test(`hanging, of a ${name}`, async () => expectOut(await runStart(sceneOf(body))));
  }

  test("lying free in the air, with hardly any stretch", async () => {
    const run = await runStart(sceneOf(BODIES.ball, { pins: [] }));
    expectOut(run);
    expect(run.excess).toBeLessThan(0.002);
  });

  for (const stretch of some(["free", "limited"] as const, 1)) {
    test(`of a stiff fabric, stretch ${stretch}`, async () =>
      expectOut(await runStart(sceneOf(BODIES.ball, { fabric: "cotton", stretch }))));
  }

  test("where cloth meets itself", async () => {
    const run = await runStart(sceneOf(BODIES.ball, {}, { collision: { self: true } }));
    expectOut(run);
    expect(run.steps.every(({ crossings }) => crossings === 0)).toBe(true);
  });

  for (const method of some(["two-level", "auto"] as const, 1)) {
    test(`with method ${method}`, async () => expectOut(await runStart(sceneOf(BODIES.ball, {}, { solver: { method } }))));
  }

  test("of a mesh without order", async () => {
    const disk = { rings: 8, radius: 0.5, origin: [0.4, 1, 0] as const, v: [0, 1, 0] as const };
    expectOut(await runStart(sceneOf(BODIES.ball, { grid: undefined, disk, pins: [] })));
  });

  test("of two balls at once", async () => {
    const ball = (x: number, z: number): ColliderInput => ({ sphere: { center: [x, 0.9, z], radius: 0.1 } });
    expectOut(await runStart(sceneOf(ball(0.2, 0.01), {}, { colliders: [ball(0.2, 0.01), ball(0.6, -0.01)] })));
  });

  test("near side first", async () => {
    for (const side of [1, -1]) {
      const simulation = await createSimulation(sceneOf({ sphere: { center: [0.4, 0.9, -0.03 * side], radius: 0.15 } }));
      for (let n = 0; n < 20; n++) simulation.step();
      const x = new Float64Array(3 * simulation.particleCount);
      simulation.readPositions(x);
      expect(side * x[3 * (10 * 14 + 7) + 2]).toBeGreaterThan(0.1);
    }
  });
});

test("two sheets through a ball come out, and through each other nowhere", async () => {
  const sheet = (z: number): ClothInput =>
    ({ ...HANGING, grid: { columns: 12, rows: 17, width: 0.8, height: 1.2, origin: [0, 1.5, z] } }) as ClothInput;
  const run = await runStart(sceneOf(BODIES.ball, {}, { cloths: [sheet(-0.01), sheet(0.012)], collision: { self: true } }));
  expectOut(run, 60);
});

test("a sheet on its way out goes on from a snapshot, to the same bits", async () => {
  const scene = sceneOf(BODIES.ball);
  const simulation = await createSimulation(scene);
  for (let n = 0; n < 6; n++) simulation.step();
  const middle = simulation.snapshot();
  for (let n = 0; n < 6; n++) simulation.step();
  const other = await createSimulation(scene);
  other.restore(middle);
  for (let n = 0; n < 6; n++) other.step();
  expect(other.hash()).toBe(simulation.hash());
});

describe("as ever", () => {
  test("cloth around a limb goes its nearest ways, to all sides", async () => {
    const [sides, rows] = [24, 10];
    const positions = Array.from({ length: sides * rows }, (_, n) => {
      const angle = (2 * Math.PI * (n % sides)) / sides;
      return [0.08 * Math.cos(angle), 1 + 0.03 * Math.floor(n / sides), 0.08 * Math.sin(angle)];
    });
    const triangles = Array.from({ length: sides * (rows - 1) }, (_, n) => {
      const next = (n % sides) + 1 === sides ? n + 1 - sides : n + 1;
      return [
        [n, next, n + sides],
        [next, next + sides, n + sides],
      ];
    }).flat();
    const tube = { mesh: { positions, triangles }, fabric: "jersey" } as unknown as ClothInput;
    const body: ColliderInput = { capsule: { from: [0, 0.6, 0], to: [0, 1.8, 0], radius: 0.088 } };
    const simulation = await createSimulation({ drape: 1, timestep: 1 / 60, cloths: [tube], colliders: [body] });
    for (let n = 0; n < 20; n++) simulation.step();
    const x = new Float64Array(3 * simulation.particleCount);
    simulation.readPositions(x);
    let [across, along] = [0, 0];
    for (let c = 0; c < x.length; c += 3) {
      across += x[c] / simulation.particleCount;
      along += x[c + 2] / simulation.particleCount;
    }
    expect(Math.hypot(across, along)).toBeLessThan(0.003);
  });
});
