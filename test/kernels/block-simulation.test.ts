import { describe, expect, test } from "vitest";
import { createSimulation, InputError, type Simulation } from "../../src/index.ts";
import { some } from "../support/full.ts";
import { apart, read, run } from "./support.ts";

/** A sheet of soft springs, 16 neighbours a particle, that swings down from two corners and is stretched by its weight: nothing buckles by chance. */
function sheet(solver: object, more: object = {}, springs: object = {}): Promise<Simulation> {
  return createSimulation({
    drape: 1,
    timestep: 1 / 60,
    solver,
    cloths: [
      {
        grid: { columns: 17, rows: 15, width: 0.8, height: 0.7, v: [0, -0.3, 1] },
        springs: { stretch: 20, shear: 10, bend: 1, bendDiagonal: 0.5, ...springs },
        triangleStiffness: { u: 20, v: 15, shearU: 8, shearV: 10 },
        masses: 2e-3,
        damping: { viscous: 5e-3, relative: 5e-3 },
        pins: ["top-left", "top-right"],
      },
    ],
    wind: { velocity: [0.5, 0.2, 1], density: 0.6 },
    ...more,
  });
}

const both = (solver: object, ...more: object[]): Promise<Simulation[]> =>
  Promise.all(["wasm", "typescript"].map((kernels) => sheet({ ...solver, kernels }, ...more)));

const SOLVERS = [
  { method: "gauss-seidel" },
  { method: "gauss-seidel", tolerance: 1e-3, jacobian: "clamped" },
  { method: "block-jacobi" },
  { method: "block-jacobi", damping: "printed", sweeps: 4, jacobianSprings: "stretch" },
  { method: "implicit-euler", tolerance: 1e-5 },
  { method: "implicit-euler", tolerance: 1e-5, velocityTolerance: 1e-3, bending: false },
  { method: "theta", theta: 0.6, tolerance: 1e-5 },
  { method: "implicit-midpoint", tolerance: 1e-5 },
  { method: "choi-ko", tolerance: 1e-5 },
  { method: "triangle-implicit", tolerance: 1e-5 },
  { method: "triangle-implicit", shear: "baraff-witkin", tolerance: 1e-5, bending: false },
];

describe.each(some(SOLVERS, 5))("a sheet by kernels with blocks in WebAssembly, %o", (solver) => {
  test("moves as with those in TypeScript", async () => {
    const [wasm, plain] = await both(solver);
    expect(apart(run(wasm, 30), run(plain, 30))).toBeLessThan(1e-4);
    expect(apart(wasm, await sheet(solver))).toBeGreaterThan(0.1); // it has moved
    expect(wasm.hash()).not.toBe(plain.hash()); // and was computed otherwise
    expect(Math.abs(wasm.report.iterations - plain.report.iterations)).toBeLessThanOrEqual(1);
    expect(wasm.report.converged).toBe(plain.report.converged);
  });

  test("goes on bit for bit from a snapshot", async () => {
    const simulation = await sheet({ ...solver, kernels: "wasm" });
    const snapshot = run(simulation, 10).snapshot();
    const hash = run(simulation, 10).hash();
    simulation.restore(snapshot);
    expect(run(simulation, 10).hash()).toBe(hash);
    const other = await sheet({ ...solver, kernels: "wasm" });
    other.restore(snapshot);
    expect(run(other, 10).hash()).toBe(hash);
  });

  test("follows handles and removed springs", async () => {
    const simulations = await both(solver);
    for (const simulation of simulations) {
      run(simulation, 5).edit.grab(120, [0.1, -0.1, 0.2]);
      run(simulation, 5);
      expect(simulation.edit.removeSprings([[40, 41]])).toBeGreaterThan(0);
      run(simulation, 5).edit.release(120);
      run(simulation, 5);
    }
    expect(apart(simulations[0], simulations[1])).toBeLessThan(1e-4);
  });
});

test("a mesh that the engine renumbers is swept in the scene's order", async () => {
  const cloths = [
    {
      disk: { radius: 0.4, rings: 8 },
      springs: { stretch: 60, bend: 1 },
      masses: 2e-3,
      damping: { viscous: 2e-3 },
      pins: [3],
    },
  ];
  const [wasm, plain] = await both({ method: "gauss-seidel", sweeps: 2 }, { cloths });
  expect(apart(run(wasm, 30), run(plain, 30))).toBeLessThan(1e-4);
  expect(wasm.hash()).not.toBe(plain.hash());
});

test("sweeps over springs too stiff for single precision are TypeScript's, to the bit", async () => {
  const [wasm, plain] = await both({ method: "gauss-seidel" }, {}, { stretch: 1e8 });
  expect(run(wasm, 5).hash()).toBe(run(plain, 5).hash());
});

describe("what the kernels do not do is an error where WebAssembly is insisted on, and TypeScript's else", () => {
  const large = {
    cloths: [{ grid: { columns: 40, rows: 40, width: 1, height: 1 }, springs: { stretch: 5 }, pins: ["top-left"] }],
  };

  test.each([
    [{ method: "implicit-euler", tolerance: 1e-6 }, "tolerance: got 0.000001"],
    [{ method: "bdf2", tolerance: 1e-6 }, "tolerance: got 0.000001"],
    [{ method: "triangle-implicit", tolerance: 1e-6 }, "tolerance: got 0.000001"],
    [{ method: "gauss-seidel", tolerance: 1e-6 }, "tolerance: got 0.000001"],
    [{ method: "gauss-seidel", order: "coloured" }, 'order: got "coloured"'],
    [{ method: "theta", theta: 0 }, "theta: got 0"],
  ])("%o", async (solver, words) => {
    const refused = sheet({ ...solver, kernels: "wasm" });
    await expect(refused).rejects.toThrow(InputError);
    await expect(refused).rejects.toThrow(words);
    await expect(refused).rejects.toThrow("typescript");
    const [auto, plain] = await Promise.all(["auto", "typescript"].map((kernels) => sheet({ ...solver, kernels }, large)));
    expect(run(auto, 2).hash()).toBe(run(plain, 2).hash());
  });
});

describe.each([
  { method: "gauss-seidel" },
  { method: "implicit-euler", tolerance: 1e-5 },
  { method: "triangle-implicit", tolerance: 1e-5 },
])("a sheet that falls on a ball, %o", (solver) => {
  const more = {
    cloths: [
      {
        grid: {
          columns: 14,
          rows: 14,
          width: 0.6,
          height: 0.6,
          u: [1, 0, 0],
          v: [0, 0, 1],
          origin: [-0.3, 0.02, -0.3],
        },
        springs: { stretch: 60, shear: 30, bend: 1, bendDiagonal: 0.5 },
        triangleStiffness: { u: 60, v: 60, shearU: 30, shearV: 30 },
        masses: 2e-3,
        damping: { viscous: 0.01 },
      },
    ],
    colliders: [{ sphere: { center: [0, -0.2, 0], radius: 0.2 }, friction: 0.8 }],
    wind: { velocity: [0, 0, 0], density: 0 },
  };

  test("comes to lie on it as with kernels in TypeScript", async () => {
    const [wasm, plain] = await both(solver, more);
    for (const simulation of [wasm, plain]) {
      run(simulation, 120);
      expect(simulation.view.measure().contacts).toBeGreaterThan(5);
    }
    expect(apart(wasm, plain)).toBeLessThan(2e-3);
    const x = read(wasm);
    for (let i = 0; i < x.length; i += 3) {
      const [dx, dy, dz] = [x[i], x[i + 1] + 0.2, x[i + 2]];
      expect(Math.sqrt(dx * dx + dy * dy + dz * dz)).toBeGreaterThan(0.199);
    }
  });

  test("does so again bit for bit, also from a snapshot between the two ways to compute", async () => {
    const first = await sheet({ ...solver, kernels: "wasm" }, more);
    const snapshot = run(first, 4).snapshot();
    const hash = run(first, 30).hash();
    const second = await sheet({ ...solver, kernels: "wasm" }, more);
    second.restore(snapshot);
    expect(run(second, 30).hash()).toBe(hash);
  });
});
