import { describe, expect, test } from "vitest";
import { createSimulation, InputError, type SceneInput, type Simulation } from "../../src/index.ts";
import { loadSharedKernels } from "../../src/kernels/all-kernels.ts";
import { some } from "../support/full.ts";
import { run } from "./support.ts";

/** A sheet that swings from two corners: enough particles for several chunks of work. */
function sheet(solver: object, threads: number, columns = 61): Promise<Simulation> {
  const scene = {
    drape: 1,
    timestep: 1 / 60,
    solver: { kernels: "wasm", ...solver },
    cloths: [
      {
        grid: { columns, rows: 90, width: 0.6, height: 0.9, u: [1, 0, 0], v: [0, -0.3, 1] },
        springs: { stretch: 2000, shear: 500, bend: 5 },
        triangleStiffness: { u: 2000, v: 2000, shearU: 500, shearV: 500 },
        masses: 4e-5,
        damping: { viscous: 1e-5 },
        pins: ["top-left", "top-right"],
      },
    ],
    wind: { velocity: [0.5, 0.2, 1], density: 0.6 },
  };
  return createSimulation(scene as SceneInput, { threads });
}

const SOLVERS = [
  { method: "linear-edge" },
  { method: "two-level" },
  { method: "linear-edge", predictor: "previous", iterations: 3 },
  { method: "linear-edge", acceleration: "lbfgs", integrator: "bdf2", iterations: 5 },
  { method: "gauss-seidel" },
  { method: "gauss-seidel", sweeps: 11 },
  { method: "gauss-seidel", tolerance: 1e-3, maxIterations: 12, jacobian: "clamped" },
  { method: "block-jacobi", jacobian: "clamped" },
  { method: "implicit-euler", tolerance: 1e-4 },
  { method: "theta", theta: 0.6, tolerance: 1e-3 },
  { method: "implicit-euler", tolerance: 1e-4, preconditioner: "multigrid" },
  { method: "choi-ko", tolerance: 1e-4 },
  { method: "choi-ko", tolerance: 1e-3, preconditioner: "multigrid" },
  { method: "bdf2-paid", tolerance: 1e-3, preconditioner: "multigrid" },
  { method: "triangle-implicit", shear: "baraff-witkin", tolerance: 1e-3, preconditioner: "multigrid" },
  { method: "triangle-implicit", tolerance: 1e-4, maxIterations: 10 },
  { method: "triangle-implicit", shear: "baraff-witkin", tolerance: 1e-4, maxIterations: 10 },
];

test("there are threads here, and the kernels have them", async () => {
  expect((await loadSharedKernels(3))?.team?.threads).toBe(3);
  expect((await loadSharedKernels(1))?.team).toBeUndefined();
});

describe.each(some(SOLVERS, 3))("%o", (solver) => {
  test("gives the same bits with 1, 2 and 4 threads", async () => {
    const hashes: number[] = [];
    for (const threads of [1, 2, 4]) hashes.push(run(await sheet(solver, threads), 12).hash());
    expect(hashes[1]).toBe(hashes[0]);
    expect(hashes[2]).toBe(hashes[0]);
  });

  test("goes on bit for bit from a snapshot of another number of threads", async () => {
    const first = run(await sheet(solver, 2), 5);
    const other = await sheet(solver, 1);
    other.restore(first.snapshot());
    expect(run(other, 4).hash()).toBe(run(first, 4).hash());
  });
});

test.each(some([{ method: "gauss-seidel" }, { method: "two-level" }, { method: "implicit-euler", tolerance: 1e-4 }], 1))(
  "%o gives the same bits with 1 and 3 threads where cloth meets a ball and itself",
  async (solver) => {
    const scene = {
      drape: 1,
      timestep: 1 / 60,
      solver: { kernels: "wasm", ...solver },
      cloths: [
        {
          grid: { columns: 60, rows: 60, width: 0.6, height: 0.6, v: [0, 0, 1], origin: [-0.3, 0.003, -0.3] },
          springs: { stretch: 200, shear: 100, bend: 1 },
          masses: 4e-5,
          damping: { viscous: 1e-5 },
        },
      ],
      colliders: [{ sphere: { center: [0, -0.2, 0], radius: 0.2 }, friction: 0.4 }],
      collision: { self: true },
    };
    const both = await Promise.all([1, 3].map((threads) => createSimulation(scene as SceneInput, { threads })));
    for (const simulation of both) run(simulation, 12);
    expect(both[0].view.measure().contacts).toBeGreaterThan(20);
    expect(both[1].hash()).toBe(both[0].hash());
  },
);

test("several simulations share the threads, step by step in turn", async () => {
  const alone = [run(await sheet({ method: "linear-edge" }, 1), 6), run(await sheet({ method: "linear-edge" }, 1, 50), 6)];
  const together = [await sheet({ method: "linear-edge" }, 3), await sheet({ method: "linear-edge" }, 3, 50)];
  for (let n = 0; n < 6; n++) for (const simulation of together) simulation.step();
  expect(together.map((simulation) => simulation.hash())).toEqual(alone.map((simulation) => simulation.hash()));
});

test("a cut goes on with threads", async () => {
  const both = await Promise.all([1, 3].map((threads) => sheet({ method: "linear-edge" }, threads)));
  for (const simulation of both) {
    run(simulation, 3);
    simulation.edit.cut(Array.from({ length: 30 }, (_, k) => [30 + 61 * k, 30 + 61 * (k + 1)]));
    run(simulation, 3);
  }
  expect(both[1].hash()).toBe(both[0].hash());
});

test("a number of threads that is none is refused", async () => {
  for (const threads of [0, 1.5, Number.NaN, -1]) {
    await expect(sheet({ method: "linear-edge" }, threads)).rejects.toThrow(InputError);
  }
});
