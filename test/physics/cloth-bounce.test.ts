import { describe, expect, it } from "vitest";
import { createSimulation, METHODS, type Simulation } from "../../src/index.ts";
import type { SolverInput } from "../../src/scene/scene-input.ts";
import { levelCloth, meshPlate } from "./surface-scenes.ts";

const SOFT = { fabric: { density: 0.15, stretchWarp: 40, stretchWeft: 30, shear: 8, bending: 1e-4, damping: 0 } };

function upwardSpeeds(simulation: Simulation): number[] {
  const v = new Float64Array(3 * simulation.particleCount);
  simulation.readVelocities(v);
  return [...v.filter((_, c) => c % 3 === 1)];
}

describe.each(["implicit-euler", "newton-euler", "verlet", "linear-edge", "two-level"])(
  "a level patch that lands on a mesh with 1 m/s, with %s",
  (method) => {
    it.each([0, 0.5, 0.8, 1])("leaves it with the share of its speed that the restitution says: %f", async (restitution) => {
      const simulation = await createSimulation({
        drape: 1,
        gravity: [0, 0, 0],
        timestep: 0.001,
        solver: { method, tolerance: 1e-12 } as SolverInput,
        colliders: [{ mesh: meshPlate(1, 3) }],
        collision: { thickness: 0.002, restitution, friction: 0 },
        cloths: [levelCloth(4, 0.1, [0.011, 0.0105, 0.017], { ...SOFT, velocity: [0, -1, 0] })],
      });
      for (let n = 0; n < 30; n++) simulation.step();
      for (const speed of upwardSpeeds(simulation)) {
        expect(speed).toBeGreaterThan(restitution - 0.02);
        expect(speed).toBeLessThan(restitution + 0.02);
      }
    });
  },
);

/** Sweeps that are not done to the end keep no momentum, contact or not; BDF2 begins anew at each particle that contact has changed, alone. */
const CONSERVING = METHODS.filter(({ name, conserves }) => conserves.includes("linear") && !/^bdf2/.test(name)).map(({ name }) => name);

describe.each(CONSERVING)("two free cloths that run into each other, with %s", (method) => {
  it.each([0, 0.4])("keep their momentum, for μ = %f", async (friction) => {
    const simulation = await createSimulation({
      drape: 1,
      gravity: [0, 0, 0],
      timestep: 0.002,
      solver: { method, tolerance: 1e-13 } as SolverInput,
      collision: { self: true, thickness: 0.003, friction },
      cloths: [levelCloth(6, 0.3, [0, 0, 0], SOFT), levelCloth(5, 0.2, [0.013, 0.008, 0.024], { ...SOFT, velocity: [0.3, -1.5, 0.1] })],
    });
    const before = simulation.view.measure().momentum;
    let contacts = 0;
    for (let n = 0; n < 25; n++) {
      simulation.step();
      contacts = Math.max(contacts, simulation.view.measure().contacts);
    }
    expect(contacts).toBeGreaterThan(20);
    expect(simulation.view.inspect().intersections).toBe(0);
    const { momentum } = simulation.view.measure();
    const lost = Math.hypot(...momentum.map((value, c) => value - before[c]));
    expect(lost / Math.hypot(...before)).toBeLessThan(1e-9);
  });
});
