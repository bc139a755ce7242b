import { describe, expect, it } from "vitest";
import type { Simulation } from "../../src/index.ts";
import type { NetworkScene } from "../support/reference.ts";
import { randomNetworkScene } from "./random-network.ts";
import { simulate } from "./run-scene.ts";
import { sampleSheet } from "./sample-sheet.ts";

/** An undamped strip, 0.75 m long, that falls from the horizontal and swings; hω stays below 0.5. */
function swingingStrip(solver: NetworkScene["solver"]): NetworkScene {
  const network = sampleSheet({
    columns: 2,
    rows: 7,
    spacing: 0.125,
    stiffness: 100,
    bendModulus: 1e-4,
    mass: () => 0.02,
  });
  return { drape: 1, timestep: 0.002, solver, cloths: [{ network, pins: [0, 1] }] };
}

function totalEnergy(simulation: Simulation): number {
  const { kinetic, elastic, gravitational } = simulation.view.measure();
  return kinetic + elastic + gravitational;
}

describe("on an undamped swinging strip the energy stays bounded for 10⁴ steps", () => {
  const STEPS = 10_000;
  const FIFTH = STEPS / 5;

  /** Largest error as a share of the energy of the swing: measured 4.8 %, 0.33 % and 0.26 %. */
  it.each([
    ["symplectic-euler", 0.1],
    ["verlet", 0.01],
    ["newton-midpoint", 0.01],
  ])("with %s", async (method, bound) => {
    const simulation = await simulate(swingingStrip({ method, tolerance: 1e-12 }));
    const start = totalEnergy(simulation);
    let low = 0;
    let high = 0;
    let deepest = 0;
    const means = [0, 0, 0, 0, 0];
    for (let n = 0; n < STEPS; n++) {
      simulation.step();
      const error = totalEnergy(simulation) - start;
      low = Math.min(low, error);
      high = Math.max(high, error);
      means[Math.floor(n / FIFTH)] += error / FIFTH;
      deepest = Math.min(deepest, simulation.view.measure().gravitational);
    }
    const swing = Math.abs(deepest);
    expect(swing).toBeGreaterThan(1); // it did fall: 14 × 0.02 kg by almost half of 0.75 m
    expect(Math.max(high, -low)).toBeLessThan(bound * swing);
    // no drift: once the folds are as lively as they get, the mean error of a fifth of the run stays
    expect(Math.abs(means[4] - means[1])).toBeLessThan(0.2 * (high - low));
  });

  it("but not with explicit Euler, which gains until it explodes", async () => {
    const simulation = await simulate(swingingStrip({ method: "explicit-euler" }));
    expect(() => {
      for (let n = 0; n < STEPS; n++) simulation.step();
    }).toThrow(/explicit-euler became unstable at step \d+/);
  });
});

describe("without gravity, wind and damping, the energy never increases", () => {
  /** `exact` only at steps where compressed springs leave its matrix positive definite. */
  const cases: [solver: NetworkScene["solver"], timestep: number][] = [
    [{ method: "implicit-euler", tolerance: 1e-12 }, 0.005],
    [{ method: "implicit-euler", tolerance: 1e-12 }, 0.02],
    [{ method: "implicit-euler", tolerance: 1e-12 }, 0.1],
    [{ method: "implicit-euler", jacobian: "exact", tolerance: 1e-12 }, 0.005],
    [{ method: "implicit-euler", jacobian: "exact", tolerance: 1e-12 }, 0.02],
    [{ method: "newton-euler", tolerance: 1e-12 }, 0.005],
    [{ method: "newton-euler", tolerance: 1e-12 }, 0.02],
    [{ method: "newton-euler", tolerance: 1e-12 }, 0.1],
  ];

  it.each(cases)("in %o at steps of %d s", async (solver, timestep) => {
    for (const seed of [61, 62, 63]) {
      const base = randomNetworkScene(seed, {
        shape: "sheet",
        springModel: "symmetric",
        bending: "modulus",
        wind: false,
        damping: { viscous: 0, relative: 0 },
      });
      const simulation = await simulate({ ...base, gravity: [0, 0, 0], timestep, solver });
      let before = totalEnergy(simulation);
      for (let n = 0; n < 60; n++) {
        simulation.step();
        const after = totalEnergy(simulation);
        expect(after, `seed ${seed}, step ${n + 1}`).toBeLessThan(before * (1 + 1e-10));
        before = after;
      }
    }
  });
});
