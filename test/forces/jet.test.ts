import fc from "fast-check";
import { expect, test } from "vitest";
import { copyJet, type Jet, jetTerm } from "../../src/forces/jet.ts";
import { createSimulation, InputError, type SceneInput } from "../../src/index.ts";
import type { SolverInput } from "../../src/scene/scene-input.ts";
import { centralDifference } from "../support/finite-difference.ts";
import { largest, termForce } from "../support/term-matrix.ts";

const TRIANGLE = Uint32Array.of(0, 1, 2);
/** N = (0, 0, 1): area 1, normal z; its middle is the origin. */
const FLAT = Float64Array.of(-2 / 3, -1 / 3, 0, 4 / 3, -1 / 3, 0, -2 / 3, 2 / 3, 0);
const JET: Jet = { origin: [0, 0, 5], direction: [0, 0, -1], speed: 4, radius: 2, density: 0.6 };

function blow(jet: Jet, x: Float64Array, v?: Float64Array): Float64Array {
  return termForce(jetTerm(TRIANGLE, { gravity: new Float64Array(3), wind: undefined, jet, seed: 1 }), x, v);
}

function shifted(by: readonly number[]): Float64Array {
  return FLAT.map((value, c) => value + by[c % 3]);
}

test("on the axis ρ A (n·w') n, a third to each corner, w' relative to the cloth", () => {
  const still = blow(JET, FLAT);
  const moving = blow(JET, FLAT, Float64Array.of(0, 0, -3, 7, 0, -3, 0, 7, 0));
  for (let c = 0; c < 9; c++) {
    expect(still[c]).toBeCloseTo(c % 3 === 2 ? -0.6 * 4 * (1 / 3) : 0, 14);
    expect(moving[c]).toBeCloseTo(c % 3 === 2 ? -0.6 * (4 - 2) * (1 / 3) : 0, 14);
  }
});

test("beside the axis it fades by (1 − r²/R²)², to nothing at R and behind the origin", () => {
  const middle = blow(JET, FLAT)[2];
  expect(blow(JET, shifted([1, 0, 0]))[2]).toBeCloseTo(middle * 0.75 ** 2, 14);
  expect(blow(JET, shifted([0, 1, 0.7]))[5]).toBeCloseTo(middle * 0.75 ** 2, 14);
  expect(largest(blow(JET, shifted([2, 0, 0])))).toBe(0);
  expect(largest(blow(JET, shifted([0, 0, 5.1])))).toBe(0);
});

test("the force is a smooth function of place: also across the rim its differences go on without a jump", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 2.5, noNaN: true }), (r) => {
      const slope = centralDifference((at) => blow(JET, shifted([at[0], 0, 0]))[2], Float64Array.of(r), 0, 1e-6);
      const rest = Math.max(0, 1 - (r * r) / 4);
      expect(slope).toBeCloseTo(blow(JET, FLAT)[2] * 2 * rest * (-r / 2), 6);
    }),
  );
});

test("a jet that makes no sense is refused; its direction becomes a unit vector", () => {
  expect(copyJet({ ...JET, direction: [0, 3, -4] }).direction).toEqual([0, 0.6, -0.8]);
  for (const wrong of [{ radius: 0 }, { direction: [0, 0, 0] }, { speed: Number.NaN }, { origin: [0, 0] }]) {
    expect(() => copyJet({ ...JET, ...wrong } as Jet)).toThrow(InputError);
  }
});

test.each(["implicit-euler", "linear-edge", "two-level", "gauss-seidel", "verlet"])(
  "%s: a hanging sheet is blown away where the jet is, hangs on beside it, and a snapshot blows on bit for bit",
  async (method) => {
    const grid = { columns: 12, rows: 12, width: 1, height: 1 };
    const timestep = method === "verlet" ? 1e-4 : 1 / 60;
    const scene: SceneInput = {
      drape: 1,
      timestep,
      solver: { method } as SolverInput,
      cloths: [{ grid, fabric: "silk", pins: ["top"] }],
    };
    const simulation = await createSimulation(scene);
    simulation.setJet({ origin: [1, -1, 2], direction: [0, 0, -1], speed: 6, radius: 0.4, density: 0.5 });
    const steps = Math.round(0.1 / timestep);
    for (let n = 0; n < steps; n++) simulation.step();
    const x = new Float64Array(3 * simulation.particleCount);
    simulation.readPositions(x);
    const z = (column: number, row: number): number => x[3 * (12 * row + column) + 2];
    expect(Math.abs(z(11, 11))).toBeGreaterThan(0.001);
    expect(Math.abs(z(0, 11))).toBeLessThan(0.6 * Math.abs(z(11, 11)));

    const twin = await createSimulation(scene);
    twin.restore(structuredClone(simulation.snapshot()));
    for (const one of [simulation, twin]) for (let n = 0; n < 3; n++) one.step();
    expect(twin.hash()).toBe(simulation.hash());
    simulation.setJet(undefined);
    simulation.step();
    twin.step();
    expect(twin.hash()).not.toBe(simulation.hash());
  },
);
