import { describe, expect, test } from "vitest";
import type { Pins } from "../../src/core/constraints.ts";
import { createRandom } from "../../src/core/random.ts";
import { finish } from "../../src/core/slices.ts";
import { METHODS, type Simulation } from "../../src/index.ts";
import type { Problem } from "../../src/methods/method.ts";
import { prepareMultigridPreconditioning } from "../../src/methods/multigrid/prepare-preconditioning.ts";
import { buildScene } from "../../src/scene/build-scene.ts";
import { refuseMesh } from "../../src/scene/create-simulation.ts";
import { parseScene } from "../../src/scene/parse-scene.ts";
import { apart, read, run } from "../kernels/support.ts";
import { some } from "../support/full.ts";
import { cotton, countIterations, simulate, soft } from "./preconditioned-sheets.ts";

/** A vertex of the free edge. */
const GRABBED = 30 * 29 + 14;

test("methods that solve by conjugate gradients have it, and blocks alone are the default", () => {
  const having = METHODS.filter(({ options }) => options.some(({ name }) => name === "preconditioner"));
  const plain = ["implicit-euler", "theta", "implicit-midpoint"];
  const further = ["choi-ko", "paid", "bdf2", "bdf2-paid", "rosenbrock", "newton-euler", "newton-midpoint", "triangle-implicit"];
  expect(having.map(({ name }) => name)).toEqual([...plain, ...further]);
  for (const { options } of having) expect(options.find(({ name }) => name === "preconditioner")?.default).toBe("blocks");
});

test("auto takes multigrid for large stiff cloth and blocks for other, says so, and has their bits", async () => {
  const hashOf = async (side: number, more: object, preconditioner: string): Promise<[chosen: unknown, hash: number]> => {
    const simulation = await simulate(side, { method: "implicit-euler", tolerance: 1e-2, preconditioner }, more);
    return [simulation.options.preconditioner, run(simulation, 1).hash()];
  };
  for (const [side, more, chosen] of [
    [32, {}, "multigrid"],
    [31, {}, "blocks"],
    [32, { timestep: 1 / 1000 }, "blocks"],
    [32, { collision: { self: true } }, "blocks"],
  ] as const) {
    expect(await hashOf(side, more, "auto")).toEqual(await hashOf(side, more, chosen));
  }
});

test("what it adds is symmetric and nowhere negative, and moves neither what is held nor sliders along their normals", async () => {
  const { cloth, environment } = await buildScene(parseScene({ drape: 1, cloths: [cotton(24)] }), refuseMesh);
  const { particleCount: n } = cloth;
  const indices = Uint32Array.of(0, 23, 100);
  const held = new Uint8Array(n);
  for (const i of indices) held[i] = 1;
  const sliders = { indices: Uint32Array.of(50, 300), normals: Float64Array.of(0, 1, 0, 0.6, 0, 0.8), count: 2 };
  const pins = { held, indices, count: indices.length, sliders } as unknown as Pins;
  const problem = { cloth, environment, pins } as Problem;
  const preconditioning = finish(prepareMultigridPreconditioning(problem, {}));
  preconditioning.prepare(1 / 60);
  const random = createRandom(3);
  const norms = new Float64Array(2);
  const apply = (r: Float64Array): Float64Array => {
    const z = new Float64Array(3 * n);
    preconditioning.improve(r, z, norms);
    return z;
  };
  const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, value, c) => sum + value * b[c], 0);
  for (let k = 0; k < 5; k++) {
    const [a, b] = [0, 1].map(() => Float64Array.from({ length: 3 * n }, () => random() - 0.5));
    const [za, zb] = [apply(a), apply(b)];
    expect(norms[1]).toBeCloseTo(dot(b, zb), 9);
    expect(dot(a, za)).toBeGreaterThan(0);
    expect(Math.abs(dot(a, zb) - dot(b, za))).toBeLessThan(1e-12 * Math.sqrt(dot(a, za) * dot(b, zb)));
    for (const i of indices) expect([...za.subarray(3 * i, 3 * i + 3)].every((value) => value === 0)).toBe(true);
    expect(za[3 * 50 + 1]).toBeCloseTo(0, 12);
    expect(0.6 * za[3 * 300] + 0.8 * za[3 * 300 + 2]).toBeCloseTo(0, 12);
  }
});

test("iterations hardly grow with the cloth, and are far fewer than with blocks", async () => {
  const count = async (side: number, preconditioner: string): Promise<number> =>
    countIterations(await simulate(side, { method: "implicit-euler", tolerance: 1e-2, preconditioner, kernels: "wasm" }), 40);
  const counts = [await count(20, "multigrid"), await count(40, "multigrid"), await count(80, "multigrid")];
  expect(Math.max(...counts)).toBeLessThan(1.5 * Math.min(...counts));
  expect(counts[1]).toBeLessThan(0.25 * (await count(40, "blocks")));
});

const SOLVERS = [
  { method: "implicit-euler" },
  { method: "bdf2" },
  { method: "theta", theta: 0.6 },
  { method: "implicit-midpoint", bending: false },
];

describe.each(some(SOLVERS, 2))("%o preconditioned by multigrid", (solver) => {
  const settings = { ...solver, tolerance: 1e-5, preconditioner: "multigrid", kernels: "wasm" };

  test("moves as by blocks alone, and kernels as TypeScript", async () => {
    const wasm = run(await soft(settings), 30);
    const plain = run(await soft({ ...settings, kernels: "typescript" }), 30);
    const blocks = run(await soft({ ...settings, preconditioner: "blocks", kernels: "typescript" }), 30);
    expect(apart(plain, blocks)).toBeLessThan(1e-4);
    expect(apart(wasm, plain)).toBeLessThan(1e-4);
    expect(apart(wasm, await soft(settings))).toBeGreaterThan(0.1); // it has moved
    expect(wasm.hash()).not.toBe(plain.hash());
    expect(Math.abs(wasm.report.iterations - plain.report.iterations)).toBeLessThanOrEqual(1);
    expect(plain.report.iterations).toBeLessThan(blocks.report.iterations);
  });

  test("keeps what is held and grabbed where it is, and follows removed springs", async () => {
    for (const kernels of ["wasm", "typescript"]) {
      const simulation = run(await simulate(30, { ...settings, tolerance: 1e-3, kernels }), 3);
      const before = read(simulation);
      const place = [0, 1, 2].map((c) => before[3 * GRABBED + c]) as [number, number, number];
      simulation.edit.grab(GRABBED, place);
      run(simulation, 5);
      expect(simulation.edit.removeSprings([[40, 41]])).toBeGreaterThan(0);
      run(simulation, 5);
      const after = read(simulation);
      for (const vertex of [0, 29, GRABBED]) for (let c = 3 * vertex; c < 3 * vertex + 3; c++) expect(after[c]).toBeCloseTo(before[c], 6);
      expect(simulation.report.converged).toBe(true);
    }
  });

  test("goes on bit for bit from a snapshot, also with steps of another length between", async () => {
    const create = (): Promise<Simulation> => simulate(30, settings);
    const simulation = run(await create(), 4);
    const snapshot = simulation.snapshot();
    const hash = run(simulation, 4).hash();
    simulation.step(1 / 100);
    simulation.restore(snapshot);
    expect(run(simulation, 4).hash()).toBe(hash);
    const other = await create();
    other.restore(snapshot);
    expect(run(other, 4).hash()).toBe(hash);
  });
});

test.each(["wasm", "typescript"])("cloth that meets a ball and itself is solved for as well, by %s", async (kernels) => {
  const grid = { columns: 30, rows: 30, width: 0.6, height: 0.6, v: [0, 0, 1], origin: [-0.3, 0.003, -0.3] };
  const more = {
    cloths: [{ ...cotton(30), pins: [], grid }],
    colliders: [{ sphere: { center: [0, -0.2, 0], radius: 0.2 }, friction: 0.4 }],
    collision: { self: true },
  };
  const count = async (preconditioner: string): Promise<number> => {
    const simulation = await simulate(30, { method: "implicit-euler", tolerance: 1e-3, kernels, preconditioner }, more);
    const iterations = countIterations(simulation, kernels === "wasm" ? 40 : 20);
    expect(simulation.report.converged).toBe(true);
    return iterations;
  };
  const [multigrid, blocks] = [await count("multigrid"), await count("blocks")];
  expect(multigrid).toBeLessThan(blocks);
});
