import { describe, expect, test } from "vitest";
import { createSimulation, type Simulation } from "../../src/index.ts";

const HELD: Record<string, string> = { skirt: "waist", dress: "shoulders", cape: "neck" };

/** A garment of coarse cloth on a figure. */
function dressed(kind: string, motion: object, tolerance = 1e-2): Promise<Simulation> {
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
])("a figure in a %s that does the %s", (kind, cycle) => {
  test("is never in its cloth, nor the cloth in itself", async () => {
    const simulation = await dressed(kind, { cycle, start: 0.5 });
    for (let n = 1; n <= 90; n++) {
      simulation.step();
      if (n % 3 !== 0) continue;
      const { intersections, maxPenetration } = simulation.inspect();
      expect([n, intersections, maxPenetration]).toEqual([n, 0, 0]);
    }
    expect(simulation.measure().contacts).toBeGreaterThan(0);
  }, 120_000);
});

test("on a figure that stands still the cloth comes to rest", async () => {
  const simulation = await dressed("skirt", { cycle: "stand" }, 1e-6);
  for (let n = 0; n < 400; n++) simulation.step();
  let most = 0;
  for (let n = 0; n < 60; n++) {
    simulation.step();
    most = Math.max(most, fastest(simulation));
  }
  expect(most).toBeLessThan(1e-3);
}, 120_000);

test("cloth that an arm presses to the trunk is stretched, stays sound, and recovers within 10 frames", async () => {
  const simulation = await dressed("dress", { cycle: "press", start: 0.5 });
  const strains: number[] = [];
  for (let n = 0; n < 130; n++) {
    simulation.step(); // would throw if it were not sound
    strains.push(simulation.measure().strainMax);
  }
  const pressed = Math.max(...strains);
  expect(pressed).toBeGreaterThan(0.08);
  expect(pressed).toBeLessThan(0.3);
  const parted = strains.findLastIndex((strain) => strain > 0.07);
  expect(parted).toBeLessThan(120);
  expect(strains[parted + 10]).toBeLessThan(0.06);
  expect(simulation.inspect()).toMatchObject({ intersections: 0, maxPenetration: 0 });
}, 120_000);
