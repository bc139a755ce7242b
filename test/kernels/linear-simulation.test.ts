import { describe, expect, test } from "vitest";
import { createSimulation, type SceneInput, type Simulation } from "../../src/index.ts";
import { some } from "../support/full.ts";
import { apart, run } from "./support.ts";

function sheet(solver: object, relative: number, side = 15, threads = 1): Promise<Simulation> {
  const scene = {
    drape: 1,
    timestep: 1 / 60,
    solver: { method: "linear-edge", ...solver },
    cloths: [
      {
        grid: { columns: side + 2, rows: side, width: 0.8, height: 0.7, v: [0, -0.3, 1] },
        springs: { stretch: 20, shear: 10, bend: 1, bendDiagonal: 0.5 },
        triangleStiffness: { u: 20, v: 15, shearU: 8, shearV: 10 },
        masses: 2e-3,
        damping: { viscous: 5e-3, relative },
        pins: ["top-left", "top-right"],
      },
    ],
    wind: { velocity: [0.5, 0.2, 1], density: 0.6 },
  };
  return createSimulation(scene as SceneInput, { threads });
}

const CASES = [
  { solver: { iterations: 3 }, relative: 5e-3 },
  { solver: { iterations: 10, acceleration: "lbfgs", integrator: "bdf2" }, relative: 5e-3 },
  { solver: { integrator: "midpoint" }, relative: 5e-3 },
  { solver: { method: "two-level" }, relative: 5e-3 },
  { solver: { method: "two-level", substeps: 8, hats: 17 }, relative: 0 },
  { solver: { method: "two-level", fine: "multigrid" }, relative: 5e-3 },
  { solver: { method: "two-level", fine: "multigrid", hats: 0 }, relative: 0 },
  { solver: { predictor: "ier" }, relative: 0 },
  { solver: { predictor: "ier", integrator: "bdf2", iterations: 2 }, relative: 5e-3 },
  { solver: { predictor: "ier", order: 2 }, relative: 0 },
  { solver: { method: "linear-triangle" }, relative: 0 },
  { solver: { method: "linear-triangle", bending: false, iterations: 4 }, relative: 5e-3 },
  { solver: { method: "linear-triangle", predictor: "iar", shearTarget: "own", iterations: 3 }, relative: 0 },
  { solver: { method: "linear-triangle", predictor: "iar", order: 2 }, relative: 5e-3 },
  { solver: { method: "linear-triangle", predictor: "previous", order: 2 }, relative: 0 },
  { solver: { method: "linear-triangle", iterations: 10, acceleration: "lbfgs", integrator: "bdf2" }, relative: 0 },
];

describe.each(some(CASES, 4))("a sheet with what the linear model's kernels did not know once, %o", ({ solver, relative }) => {
  test("moves as with those in TypeScript", async () => {
    const [wasm, plain] = await Promise.all(["wasm", "typescript"].map((kernels) => sheet({ ...solver, kernels }, relative)));
    for (const simulation of [wasm, plain]) {
      run(simulation, 10).edit.grab(120, [0.1, -0.1, 0.2]);
      run(simulation, 5).edit.removeSprings([[40, 41]]);
      run(simulation, 5).edit.release(120);
      run(simulation, 10);
    }
    expect(apart(wasm, plain)).toBeLessThan(1e-4);
    expect(apart(wasm, await sheet(solver, relative))).toBeGreaterThan(0.1); // it has moved
    expect(wasm.hash()).not.toBe(plain.hash()); // and was computed otherwise
  });

  test("has the same bits on one, two and four threads", async () => {
    const hashes = await Promise.all(
      [1, 2, 4].map(async (threads) => run(await sheet({ ...solver, kernels: "wasm" }, relative, 64, threads), 4).hash()),
    );
    expect(new Set(hashes).size).toBe(1);
  });
});

/** Stiffer than any fabric: what hinges couple of hats is no small part of their matrix, and found by conjugate gradients (src/kernels/assembly/linear/hat-solve.ts). */
test.each([
  [1e-3, 8],
  [0.1, 9],
])("cloth that bends as little as %f N·m moves by %i × as many hats as in TypeScript", async (bending, hats) => {
  const side = 12 + hats;
  const [wasm, plain] = await Promise.all(
    ["wasm", "typescript"].map((kernels) => {
      const grid = { columns: side, rows: side, width: 0.8, height: 0.7, v: [0, 0, 1] };
      const cloths = [{ fabric: { base: "cotton", bending }, grid, pins: ["top-left", "top-right"] }];
      return createSimulation({
        drape: 1,
        timestep: 1 / 60,
        solver: { method: "two-level", kernels, hats },
        cloths,
      } as unknown as SceneInput);
    }),
  );
  for (const simulation of [wasm, plain]) run(simulation, 20);
  expect(apart(wasm, plain)).toBeLessThan(1e-5);
});

/** A sheet comes down on one that hangs by its corners, and both swing. */
function layers(kernels: string, fine: string, threads = 1): Promise<Simulation> {
  const layer = (y: number, pins: readonly string[]) => ({
    grid: { columns: 16, rows: 16, width: 0.6, height: 0.6, origin: [0, y, 0], v: [0, 0, 1] },
    fabric: "cotton",
    pins,
  });
  const scene = {
    drape: 1,
    timestep: 1 / 60,
    solver: { method: "two-level", kernels, fine },
    collision: { self: true, thickness: 2e-3 },
    cloths: [layer(0, ["top-left", "top-right", "bottom-left", "bottom-right"]), layer(0.004, ["top-left"])],
  };
  return createSimulation(scene as unknown as SceneInput, { threads });
}

/** Steps until conjugate gradients end an iteration sooner in one of them. */
describe.each([
  ["factor", 12],
  ["multigrid", 3],
] as const)("two layers that meet while two levels solve, by %s", (fine, steps) => {
  test("move as with kernels in TypeScript, until folds go their own way", async () => {
    const [wasm, plain] = await Promise.all([layers("wasm", fine), layers("typescript", fine)]);
    for (const simulation of [wasm, plain]) run(simulation, steps);
    expect(wasm.view.measure().contacts).toBeGreaterThan(50);
    expect(apart(wasm, plain)).toBeLessThan(1e-4);
    expect(apart(wasm, await layers("wasm", fine))).toBeGreaterThan(0.01); // they have moved
    expect(wasm.view.inspect().intersections).toBe(0);
  });

  test("have the same bits on one, two and four threads", async () => {
    const hashes = await Promise.all([1, 2, 4].map(async (threads) => run(await layers("wasm", fine, threads), 6).hash()));
    expect(new Set(hashes).size).toBe(1);
  });
});
