import { describe, expect, test } from "vitest";
import { createSimulation, type SceneInput, type Simulation } from "../../src/index.ts";
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
        masses: 2e-3,
        damping: { viscous: 5e-3, relative },
        pins: ["top-left", "top-right"],
      },
    ],
    wind: { velocity: [0.5, 0.2, 1], density: 0.6 },
  };
  return createSimulation(scene as unknown as SceneInput, { threads });
}

describe.each([
  { solver: { iterations: 3 }, relative: 5e-3 },
  { solver: { iterations: 10, acceleration: "lbfgs", integrator: "bdf2" }, relative: 5e-3 },
  { solver: { predictor: "ier" }, relative: 0 },
  { solver: { predictor: "ier", integrator: "bdf2", iterations: 2 }, relative: 5e-3 },
])("a sheet with what the linear model's kernels did not know once, %o", ({ solver, relative }) => {
  test("moves as with those in TypeScript", async () => {
    const [wasm, plain] = await Promise.all(
      ["wasm", "typescript"].map((kernels) => sheet({ ...solver, kernels }, relative)),
    );
    for (const simulation of [wasm, plain]) {
      run(simulation, 10).grab(120, [0.1, -0.1, 0.2]);
      run(simulation, 5).removeSprings([[40, 41]]);
      run(simulation, 5).release(120);
      run(simulation, 10);
    }
    expect(apart(wasm, plain)).toBeLessThan(1e-4);
    expect(apart(wasm, await sheet(solver, relative))).toBeGreaterThan(0.1); // it has moved
    expect(wasm.hash()).not.toBe(plain.hash()); // and was computed otherwise
  });

  test("has the same bits on one, two and three threads", async () => {
    const hashes = await Promise.all(
      [1, 2, 3].map(async (threads) =>
        run(await sheet({ ...solver, kernels: "wasm" }, relative, 64, threads), 4).hash(),
      ),
    );
    expect(new Set(hashes).size).toBe(1);
  });
});

test("ier of second order is computed in TypeScript, and an error where WebAssembly is insisted on", async () => {
  await expect(sheet({ predictor: "ier", order: 2, kernels: "wasm" }, 0)).rejects.toThrow(/second order/);
  const [auto, plain] = await Promise.all(
    ["auto", "typescript"].map((kernels) => sheet({ predictor: "ier", order: 2, kernels }, 0, 40)),
  );
  expect(apart(run(auto, 3), run(plain, 3))).toBeLessThan(1e-9); // but for the factor, which WebAssembly makes in double precision
});
