import { describe, expect, it } from "vitest";
import type { Simulation } from "../../src/index.ts";
import type { NetworkScene } from "../support/reference.ts";
import { type RandomNetworkOptions, randomNetworkScene } from "./random-network.ts";
import { simulate } from "./run-scene.ts";

const STEPS = 50;
const TOLERANCE = 1e-14;

const UNDAMPED: RandomNetworkOptions = {
  shape: "sheet",
  springModel: "symmetric",
  bending: "modulus",
  wind: false,
  damping: { viscous: 0, relative: 0 },
};

/** A free body with unequal masses and no force from outside. */
function freeBody(seed: number, options: RandomNetworkOptions, solver: NetworkScene["solver"]): NetworkScene {
  const scene = randomNetworkScene(seed, options);
  return { ...scene, gravity: [0, 0, 0], timestep: 0.004, cloths: [{ ...scene.cloths[0], pins: [] }], solver };
}

/** Largest change of a momentum over the run, in units of Σ m |v| (and of that times 1 m for the angular one). */
async function momentumChange(scene: NetworkScene): Promise<{ linear: number; angular: number }> {
  const simulation = await simulate(scene);
  const start = simulation.view.measure();
  const scale = momentumScale(scene);
  let linear = 0;
  let angular = 0;
  for (let n = 0; n < STEPS; n++) {
    simulation.step();
    const now: ReturnType<Simulation["view"]["measure"]> = simulation.view.measure();
    for (let axis = 0; axis < 3; axis++) {
      linear = Math.max(linear, Math.abs(now.momentum[axis] - start.momentum[axis]));
      angular = Math.max(angular, Math.abs(now.angularMomentum[axis] - start.angularMomentum[axis]));
    }
  }
  return { linear: linear / scale, angular: angular / scale };
}

function momentumScale({ cloths: [{ network }] }: NetworkScene): number {
  const masses = network.masses as number[];
  return (network.velocities ?? []).reduce((total, v, i) => total + masses[i] * Math.hypot(...v), 0);
}

/** Methods that solve their step exactly; a truncated sweep does not keep momentum. */
const EXACT_METHODS = [
  "explicit-euler",
  "symplectic-euler",
  "verlet",
  "rk4",
  "implicit-euler",
  "theta",
  "implicit-midpoint",
  "newton-euler",
  "newton-midpoint",
  "choi-ko",
  "desbrun",
  "paid",
  "bdf2",
  "bdf2-paid",
  "rosenbrock",
];

describe("linear momentum of a free body is exact", () => {
  const models = { symmetric: UNDAMPED, asymmetric: { ...UNDAMPED, springModel: "asymmetric" as const } };
  const cases = EXACT_METHODS.flatMap((name) => Object.entries(models).map(([law, options]) => [name, law, options] as const));

  it.each(cases)("in %s with %s springs", async (method, _law, options) => {
    const { linear } = await momentumChange(freeBody(71, options, { method, tolerance: TOLERANCE }));
    expect(linear).toBeLessThan(1e-12);
  });

  it.each(EXACT_METHODS)("in %s under relative damping, which conserves it too", async (method) => {
    const options = { ...UNDAMPED, damping: { viscous: 0, relative: 0.05 } };
    const { linear } = await momentumChange(freeBody(72, options, { method, tolerance: TOLERANCE }));
    expect(linear).toBeLessThan(1e-12);
  });
});

describe("linear momentum of a free body is not kept by sweeps, but ever better by more of them", () => {
  it.each(["gauss-seidel", "block-jacobi", "scalar-jacobi"])("in %s", async (method) => {
    const drift = async (sweeps: number): Promise<number> => (await momentumChange(freeBody(76, UNDAMPED, { method, sweeps }))).linear;
    expect(await drift(2)).toBeGreaterThan(1e-5);
    expect(await drift(8)).toBeLessThan((await drift(2)) / 50);
    expect(await drift(100)).toBeLessThan(1e-12);
  });
});

describe("angular momentum of a free body", () => {
  it("is exact in desbrun with its correction, hinges included", async () => {
    const { linear, angular } = await momentumChange(freeBody(73, UNDAMPED, { method: "desbrun", momentum: true }));
    expect(linear).toBeLessThan(1e-13);
    expect(angular).toBeLessThan(1e-13);
  });

  it.each(["symplectic-euler", "verlet", "newton-midpoint"])("is exact in %s, hinges included", async (method) => {
    const { angular } = await momentumChange(freeBody(73, UNDAMPED, { method, tolerance: TOLERANCE }));
    expect(angular).toBeLessThan(1e-12);
  });

  it("is exact in implicit Euler with projected blocks: every impulse lies along its spring", async () => {
    const solver = { method: "implicit-euler", jacobian: "projected", tolerance: TOLERANCE };
    const { angular } = await momentumChange(freeBody(74, { ...UNDAMPED, bending: "none" }, solver));
    expect(angular).toBeLessThan(1e-12);
  });

  it.each([
    "explicit-euler",
    "implicit-euler",
    "newton-euler",
    "implicit-midpoint",
    "desbrun",
    "paid",
    "bdf2",
    "bdf2-paid",
    "gauss-seidel",
    "block-jacobi",
    "scalar-jacobi",
  ])("is not exact in %s", async (method) => {
    const { angular } = await momentumChange(freeBody(75, UNDAMPED, { method, tolerance: TOLERANCE }));
    expect(angular).toBeGreaterThan(1e-8);
  });
});
