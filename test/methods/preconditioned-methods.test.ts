import { describe, expect, test } from "vitest";
import type { ForceTerm } from "../../src/forces/force-term.ts";
import type { ForceFactory } from "../../src/forces/wind.ts";
import { createSimulation, type Simulation } from "../../src/index.ts";
import type { SceneInput } from "../../src/scene/scene-input.ts";
import { apart, read, run } from "../kernels/support.ts";
import { some } from "../support/full.ts";
import { cotton, countIterations, simulate, soft } from "./preconditioned-sheets.ts";

// Multigrid as the preconditioner of methods whose blocks are not those of springs alone, or that solve more than once a step.

const WITH_KERNELS = [
  { method: "paid", tension: "rotated" },
  { method: "choi-ko" },
  { method: "triangle-implicit" },
  { method: "triangle-implicit", shear: "baraff-witkin" },
  { method: "bdf2-paid" },
];
const ALL = [
  ...WITH_KERNELS,
  { method: "rosenbrock", jacobian: "exact" },
  { method: "newton-euler" },
  { method: "newton-midpoint" },
  { method: "implicit-euler" },
];

/** The bottom edge but one is cut off from the side, half of it. */
const SEAM = Array.from({ length: 12 }, (_, k) => [24 * 18 + k, 24 * 18 + k + 1] as [number, number]);

test.each(ALL)("%o moves as by blocks alone, before a cut and after", async (solver) => {
  const go = async (preconditioner: string): Promise<[Simulation, iterations: number]> => {
    const simulation = run(await soft({ ...solver, tolerance: 1e-9, preconditioner, kernels: "typescript" }), 4);
    simulation.edit.cut(SEAM);
    const iterations = countIterations(simulation, 4);
    expect(simulation.report.converged).toBe(true);
    return [simulation, iterations];
  };
  const [[multigrid, few], [blocks, many]] = [await go("multigrid"), await go("blocks")];
  expect(apart(multigrid, blocks)).toBeLessThan(1e-9);
  expect(multigrid.particleCount).toBeGreaterThan(24 * 20);
  expect(multigrid.hash()).not.toBe(blocks.hash());
  expect(few).toBeLessThan(0.8 * many);
});

describe.each(some(WITH_KERNELS, 2))("%o with kernels", (solver) => {
  const settings = { ...solver, tolerance: 1e-5, preconditioner: "multigrid", kernels: "wasm" };

  test("moves as in TypeScript", async () => {
    const wasm = run(await soft(settings), 10);
    const plain = run(await soft({ ...settings, kernels: "typescript" }), 10);
    expect(apart(wasm, plain)).toBeLessThan(3e-5);
    expect(apart(wasm, await soft(settings))).toBeGreaterThan(0.05); // it has moved
    expect(wasm.hash()).not.toBe(plain.hash());
    expect(Math.abs(wasm.report.iterations - plain.report.iterations)).toBeLessThanOrEqual(1);
  });

  test("takes few iterations on large stiff cloth that has begun to fold", async () => {
    const sheet = (preconditioner: string): Promise<Simulation> => simulate(80, { ...settings, tolerance: 1e-3, preconditioner });
    const [multigrid, blocks] = [run(await sheet("multigrid"), 9), await sheet("blocks")];
    blocks.restore(multigrid.snapshot());
    const [few, many] = [countIterations(multigrid, 1), countIterations(blocks, 1)];
    expect(few).toBeLessThan(80);
    expect(few).toBeLessThan(0.5 * many);
  });
});

test.each([
  { method: "rosenbrock", tolerance: 1e-6 },
  { method: "newton-euler", tolerance: 1e-4 },
  { method: "newton-midpoint", tolerance: 1e-4 },
])("%o takes few iterations on stiff cloth", async (solver) => {
  const count = async (preconditioner: string): Promise<number> =>
    countIterations(await simulate(24, { ...solver, preconditioner }, { timestep: 1 / 240 }), 3);
  const [multigrid, blocks] = [await count("multigrid"), await count("blocks")];
  expect(multigrid).toBeLessThan(0.5 * blocks);
});

describe.each(some([...WITH_KERNELS, { method: "rosenbrock" }, { method: "newton-euler" }], 3))("%o", (solver) => {
  const settings = { ...solver, tolerance: 1e-3, preconditioner: "multigrid", kernels: "wasm" };
  const sheet = (): Promise<Simulation> => simulate(30, settings, { timestep: 1 / 240 });

  test("keeps what is held and grabbed where it is, and goes on bit for bit from a snapshot", async () => {
    const simulation = run(await sheet(), 2);
    const before = read(simulation);
    const grabbed = 30 * 29 + 14;
    simulation.edit.grab(grabbed, [0, 1, 2].map((c) => before[3 * grabbed + c]) as [number, number, number]);
    run(simulation, 3);
    const snapshot = simulation.snapshot();
    const hash = run(simulation, 3).hash();
    const after = read(simulation);
    for (const vertex of [0, 29, grabbed]) for (let c = 3 * vertex; c < 3 * vertex + 3; c++) expect(after[c]).toBeCloseTo(before[c], 6);
    simulation.step(1 / 100);
    simulation.restore(snapshot);
    expect(run(simulation, 3).hash()).toBe(hash);
    const other = await sheet();
    other.restore(snapshot);
    expect(run(other, 3).hash()).toBe(hash);
  });
});

test.each(some([{ method: "paid" }, { method: "triangle-implicit" }, { method: "bdf2-paid" }, { method: "choi-ko" }], 1))(
  "%o solves for cloth that meets a ball and itself as well",
  async (solver) => {
    const grid = { columns: 24, rows: 24, width: 0.6, height: 0.6, v: [0, 0, 1], origin: [-0.3, 0.003, -0.3] };
    const more = {
      cloths: [{ ...cotton(24), pins: [], grid, stretch: "free" }],
      colliders: [{ sphere: { center: [0, -0.2, 0], radius: 0.2 }, friction: 0.4 }],
      collision: { self: true },
    };
    const count = async (preconditioner: string): Promise<number> => {
      const simulation = await simulate(24, { ...solver, tolerance: 1e-3, kernels: "wasm", preconditioner }, more);
      const iterations = countIterations(simulation, 20);
      expect(simulation.report.converged).toBe(true);
      expect(simulation.view.measure().contacts).toBeGreaterThan(20);
      return iterations;
    };
    const [multigrid, blocks] = [await count("multigrid"), await count("blocks")];
    expect(multigrid).toBeLessThan(blocks);
  },
);

test("a force of one's own, whose matrix V-cycles cannot have, is solved for all the same", async () => {
  const STIFFNESS = 50;
  /** Pulls everything to the plane y = 0: its blocks are no numbers times the identity. */
  const level: ForceFactory = ({ particleCount }): ForceTerm => ({
    name: "level",
    role: "elastic",
    constantMatrix: true,
    pairs: new Uint32Array(0),
    energy: (x) => x.reduce((sum, value, c) => sum + (c % 3 === 1 ? 0.5 * STIFFNESS * value * value : 0), 0),
    addForce(x, _v, _t, f) {
      for (let c = 1; c < f.length; c += 3) f[c] -= STIFFNESS * x[c];
    },
    addMatrix(_x, scale, _slots, diagonal) {
      for (let i = 0; i < particleCount; i++) diagonal[6 * i + 3] += scale * STIFFNESS;
    },
  });
  const go = async (preconditioner: string): Promise<Simulation> => {
    const solver = { method: "implicit-euler", tolerance: 1e-9, preconditioner };
    const scene = {
      drape: 1,
      timestep: 1 / 60,
      cloths: [{ ...cotton(20), springs: { stretch: 20, shear: 10, bend: 1 }, fabric: undefined }],
    };
    return run(await createSimulation({ ...scene, solver } as SceneInput, { forces: [level] }), 5);
  };
  const [multigrid, blocks] = [await go("multigrid"), await go("blocks")];
  expect(multigrid.report.converged).toBe(true);
  expect(apart(multigrid, blocks)).toBeLessThan(1e-9);
});
