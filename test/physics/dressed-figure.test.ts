import { describe, expect, test } from "vitest";
import { createSimulation, type Simulation } from "../../src/index.ts";
import type { FigureMotionInput, GarmentInput } from "../../src/scene/scene-input.ts";
import { REAL_TIME_IMPLICIT, REAL_TIME_SOLVERS, runDressed } from "../stress/dressed.ts";
import { some, testFull } from "../support/full.ts";

const HELD: Record<string, string> = { skirt: "waist", dress: "shoulders", cape: "neck" };

/** A garment of coarse cloth on a figure. */
function dressed(kind: GarmentInput["kind"], motion: FigureMotionInput, tolerance = 1e-2): Promise<Simulation> {
  return createSimulation({
    drape: 1,
    timestep: 1 / 60,
    solver: { method: "implicit-euler", tolerance, velocityTolerance: tolerance },
    figures: [{ motion, friction: 0.3 }],
    cloths: [{ garment: { kind, spacing: 0.05 }, attachments: [{ vertices: HELD[kind], to: "figure" }] }],
    collision: { self: true, thickness: 0.002, friction: 0.3 },
  });
}

function fastest(simulation: Simulation): number {
  const v = new Float64Array(3 * simulation.particleCount);
  simulation.readVelocities(v);
  let most = 0;
  for (let i = 0; i < v.length; i += 3) most = Math.max(most, Math.hypot(v[i], v[i + 1], v[i + 2]));
  return most;
}

describe.each([
  ["skirt", "walk"],
  ["dress", "dance"],
  ["cape", "walk"],
] as const)("a figure in a %s that does the %s", (garment, cycle) => {
  test("is never in its cloth, nor the cloth in itself, and holds it where it should", async () => {
    const solver = { method: "implicit-euler", tolerance: 1e-2, velocityTolerance: 1e-2 };
    const row = await runDressed({ garment, cycle, seconds: 1.5, spacing: 0.05, solver });
    expect(row).toMatchObject({ error: "", steps: 90, intersections: 0, deepest: 0 });
    expect(row.attachmentError).toBeLessThan(1e-9);
    expect(row.maxContacts).toBeGreaterThan(0);
  });
});

describe("a figure in a skirt that walks", () => {
  test.each(some(REAL_TIME_SOLVERS, 2))("wears it with %o", async (solver) => {
    const row = await runDressed({ garment: "skirt", cycle: "walk", seconds: 1, spacing: 0.06, solver });
    expect(row).toMatchObject({ error: "", steps: 60 });
    expect(row.attachmentError).toBeLessThan(1e-9);
    expect(row.meanStrain).toBeLessThan(0.1);
  });

  test("wears it in real time, with few iterations", async () => {
    const row = await runDressed({ garment: "skirt", cycle: "walk", seconds: 1, solver: REAL_TIME_IMPLICIT });
    expect(row).toMatchObject({ error: "", intersections: 0, deepest: 0 });
    expect(row.meanStrain).toBeLessThan(0.02);
  });
});

testFull("on a figure that stands still the cloth comes to rest", async () => {
  const simulation = await dressed("skirt", { cycle: "stand" }, 1e-6);
  for (let n = 0; n < 560; n++) simulation.step(); // a fold of it turns over late
  let most = 0;
  for (let n = 0; n < 60; n++) {
    simulation.step();
    most = Math.max(most, fastest(simulation));
  }
  expect(most).toBeLessThan(1e-3);
});

testFull("cloth that an arm presses to the trunk is stretched to its fabric's limit, stays sound, and recovers", async () => {
  const simulation = await dressed("dress", { cycle: "press", start: 0.5 });
  const strains: number[] = [];
  for (let n = 0; n < 130; n++) {
    simulation.step(); // would throw if it were not sound
    strains.push(simulation.view.measure().strainMax);
  }
  const pressed = Math.max(...strains);
  expect(pressed).toBeGreaterThan(0.05);
  expect(pressed).toBeLessThan(0.085);
  const parted = strains.findLastIndex((strain) => strain > 0.055);
  expect(parted).toBeLessThan(120);
  expect(simulation.view.inspect()).toMatchObject({ intersections: 0, maxPenetration: 0 });
});
