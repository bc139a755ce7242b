import { describe, expect, it } from "vitest";
import { createSimulation, type Simulation } from "../../src/index.ts";
import { setPositions } from "../stress/jitter.ts";
import { some } from "../support/full.ts";
import { fastest, readX, type Scene } from "./contact-scenes.ts";
import { levelCloth } from "./surface-scenes.ts";

const SIDE = 11;
const COUNT = SIDE * SIDE;
const WIDTH = 0.2;
const DEPTH = 0.02;

/** Where the upper sheet starts, in place of (x, z) at the height of 1 cm. */
type Placement = (x: number, z: number) => readonly [number, number, number];

const PLACEMENTS: readonly (readonly [string, Placement])[] = [
  // tilted: one border is 2 cm below the lower sheet, the other well above
  ["a border", (x, z) => [x, 0.04 - (0.06 * (x + 0.1)) / WIDTH, z]],
  ["a bump in the middle", (x, z) => [x, 0.01 - 0.03 * Math.max(0, 1 - (x * x + z * z) / 0.0025), z]],
  ["an upright sheet's lower border", (x, z) => [0.003 + 0.03 * z, x + 0.1 - DEPTH, z * 0.7]],
];

async function tangled(place: Placement, gravity: number, pinned: boolean): Promise<Simulation> {
  const all = Array.from({ length: COUNT }, (_, i) => i);
  const fabric = { fabric: { base: "jersey", damping: 2 } };
  const scene: Scene = {
    drape: 1,
    gravity: [0, -gravity, 0],
    timestep: 1 / 100,
    solver: { method: "implicit-euler", tolerance: 1e-3, velocityTolerance: 1e-3 },
    collision: { self: true, thickness: 0.001 },
    cloths: [
      levelCloth(SIDE, WIDTH, [0, 0, 0], { ...fabric, ...(pinned ? { pins: [{ vertices: all }] } : {}) }),
      levelCloth(SIDE, WIDTH, [0, 0.01, 0], fabric),
    ],
  };
  const simulation = await createSimulation(scene);
  const x = readX(simulation);
  for (let i = 0; i < COUNT; i++) {
    const o = 3 * (COUNT + i);
    // turned a little: no edge lies along another
    const [px, pz] = [x[o] + 0.031 * x[o + 2] + 0.0023, x[o + 2] - 0.031 * x[o] + 0.0017];
    x.set(place(px, pz), o);
  }
  setPositions(simulation, x);
  return simulation;
}

describe.each(some(PLACEMENTS, 1))("two sheets, %s of one pushed 2 cm through the other", (_name, place) => {
  it.each([
    ["floating free", 0, false],
    ["the lower one pinned, without gravity", 0, true],
    ["the lower one pinned, with gravity", 9.81, true],
  ])("%s: are apart within 1 s, and no vertex is ever faster than 5 m/s", async (_how, gravity, pinned) => {
    const simulation = await tangled(place, gravity, pinned);
    expect(simulation.view.inspect().intersections).toBeGreaterThan(5);
    let most = 0;
    let free = 0;
    for (let n = 1; n <= 100; n++) {
      simulation.step();
      most = Math.max(most, fastest(simulation));
      const { intersections } = simulation.view.inspect();
      if (intersections > 0) free = 0;
      else if (free === 0) free = n;
    }
    expect(most).toBeLessThan(5);
    expect(simulation.view.inspect().intersections).toBe(0);
    expect(free, "steps until free, for good").toBeGreaterThan(0);
    for (const value of readX(simulation)) expect(Math.abs(value)).toBeLessThan(10);
  });
});
