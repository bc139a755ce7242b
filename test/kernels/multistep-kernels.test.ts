import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Pins } from "../../src/core/constraints.ts";
import { createRandom } from "../../src/core/random.ts";
import { createForces, type ForceOptions } from "../../src/forces/catalog.ts";
import { addHingeForces } from "../../src/forces/hinges.ts";
import { addPaidSpringForces } from "../../src/forces/paid-force.ts";
import { JACOBIAN_MODELS } from "../../src/forces/spring-jacobian.ts";
import { createSimulation, type SceneInput, type Simulation } from "../../src/index.ts";
import { createBlockKernels } from "../../src/kernels/blocks/block-kernels.ts";
import { createBlockSweeps } from "../../src/kernels/blocks/block-sweeps.ts";
import { planPaidRows } from "../../src/kernels/blocks/paid-rows.ts";
import { loadBlockKernels } from "../../src/kernels/core-kernels.ts";
import {
  CONVERGED,
  DAMPING_SCALE,
  INVERSE_THETA,
  MAX_ITERATIONS,
  SECONDS,
  STIFFNESS_SCALE,
  TOLERANCE,
} from "../../src/kernels/layout/block-numbers.ts";
import type { KernelModule } from "../../src/kernels/module.ts";
import { computeBlockProduct } from "../../src/linalg/block-matrix.ts";
import { createBlockPcg } from "../../src/linalg/block-pcg.ts";
import { createImplicitSystem } from "../../src/methods/implicit/implicit-system.ts";
import { buildScene } from "../../src/scene/build-scene.ts";
import { refuseMesh } from "../../src/scene/create-simulation.ts";
import { parseScene } from "../../src/scene/parse-scene.ts";
import { repeats, some } from "../support/full.ts";
import { apart, requireKernels, run } from "./support.ts";

let module: KernelModule;
beforeAll(async () => {
  module = await requireKernels();
});

/** The largest difference over the largest number. */
function difference(a: Float64Array, b: Float64Array): number {
  const most = a.reduce((largest, value) => Math.max(largest, Math.abs(value)), 1e-30);
  return a.reduce((largest, value, c) => Math.max(largest, Math.abs(value - b[c])), 0) / most;
}

const H = 1 / 40;
/** A number of single precision is rounded by so much of itself. */
const SINGLE = 2 ** -24;

interface Case {
  readonly seed: number;
  readonly columns: number;
  readonly rows: number;
  readonly fabric: boolean;
  readonly springModel: string;
  readonly jacobian: (typeof JACOBIAN_MODELS)[number];
  readonly tension: "old" | "rotated";
}

/** Random positions, and where they are predicted to be: x apart from the grid by up to a sixth of an edge, x̂ again from x. */
async function createCase({ seed, columns, rows, fabric, springModel }: Case) {
  const random = createRandom(seed);
  const grid = { columns, rows, width: 0.02 * columns, height: 0.02 * rows };
  const cloth = fabric
    ? { grid, springModel, fabric: { base: "cotton", damping: 3, stretchWarp: 40, stretchWeft: 60, shear: 5 } }
    : {
        grid,
        springModel,
        springs: { stretch: 30, shear: 20, bend: 3, bendDiagonal: 2 },
        masses: 1e-3,
        damping: { viscous: 0.01, relative: 0.004 },
      };
  const built = await buildScene(parseScene({ drape: 1, cloths: [cloth] }), refuseMesh);
  const { positions } = built;
  const noise = (scale: number): Float64Array => positions.map(() => scale * (2 * random() - 1));
  const x = noise(3e-3).map((d, c) => positions[c] + d);
  x.copyWithin(3, 0, 3); // a spring of no length
  const predicted = noise(3e-3).map((d, c) => x[c] + d);
  const held = new Uint8Array(built.cloth.particleCount);
  held[Math.floor(random() * held.length)] = 1;
  const pins: Pins = { held, indices: Uint32Array.of(held.indexOf(1)), count: 1 };
  return { ...built, x, predicted, v: noise(1), impulse: noise(1e-3), pins };
}

describe("PAID forces and the mean of two stiffnesses in WebAssembly agree with TypeScript to single precision", () => {
  const cases: fc.Arbitrary<Case> = fc.record({
    seed: fc.integer({ min: 1, max: 1e9 }),
    columns: fc.integer({ min: 2, max: 20 }),
    rows: fc.integer({ min: 2, max: 20 }),
    fabric: fc.boolean(),
    springModel: fc.constantFrom("symmetric", "asymmetric"),
    jacobian: fc.constantFrom(...JACOBIAN_MODELS.filter((model) => model !== "exact")),
    tension: fc.constantFrom("old", "rotated"),
  });

  /** Enough for two chunks. */
  const MANY: Case = {
    seed: 1,
    columns: 60,
    rows: 60,
    fabric: true,
    springModel: "symmetric",
    jacobian: "clamped",
    tension: "old",
  };

  test("on inverses of diagonal blocks times the right-hand side to 1e-4, and on solutions to 1e-5 of it to 0.02", () =>
    fc.assert(
      fc.asyncProperty(cases, async (about) => {
        const { cloth, environment, x, predicted, v, impulse, pins } = await createCase(about);
        const { particleCount: n, springs, hinges } = cloth;
        const forceOptions: ForceOptions = { jacobian: about.jacobian, bending: true };
        const forces = createForces(cloth, environment, forceOptions);
        const system = createImplicitSystem(cloth, forces, pins);
        const force = new Float64Array(3 * n);
        addPaidSpringForces(springs, x, predicted, about.tension === "rotated", force);
        addHingeForces(hinges, predicted, force);
        const b = force.map((f, c) => (pins.held[Math.floor(c / 3)] === 0 ? impulse[c] + H * f : 0));
        system.assemble(x, H, H * H, predicted);
        system.addMass();
        const y = new Float64Array(3 * n);
        const pcg = createBlockPcg(n);
        pcg.solve(system.matrix, b.slice(), pins.indices, pins.count, 1e-6, 1000, y);

        const order = Uint32Array.from({ length: n }, (_, i) => (i * 7919) % n); // a prime: each once
        const kernels = createBlockKernels(
          {
            cloth,
            pins,
            forces,
            forceOptions,
            stiffest: 1e6,
            blockFloor: 0,
            isSolved: true,
            order: new Set(order).size === n ? order : order.map((_, i) => i),
            rows: planPaidRows(about.tension),
          },
          module,
        );
        const { numbers } = kernels;
        numbers[SECONDS] = H;
        numbers[STIFFNESS_SCALE] = H * H;
        numbers[DAMPING_SCALE] = H;
        numbers[INVERSE_THETA] = 1;
        numbers[TOLERANCE] = 1e-5;
        numbers[MAX_ITERATIONS] = 1000;
        kernels.impulse.set(impulse);
        kernels.begin(x, v, false, predicted);
        createBlockSweeps(kernels).sweepJacobi(1);
        kernels.read();
        const jacobi = new Float64Array(3 * n);
        pcg.solve(system.matrix, b.slice(), pins.indices, pins.count, 1e-30, 1, jacobi); // along D⁻¹b
        const scale = jacobi.reduce((most, value, c) => (Math.abs(value) > Math.abs(jacobi[most]) ? c : most), 0);
        const ratio = jacobi[scale] / kernels.deltaV[scale];
        expect(
          difference(
            jacobi,
            kernels.deltaV.map((value) => ratio * value),
          ),
        ).toBeLessThan(1e-4);
        kernels.begin(x, v, false, predicted);
        kernels.solve();
        kernels.read();
        expect(numbers[CONVERGED]).toBe(1);
        expect(difference(y, kernels.deltaV)).toBeLessThan(0.02);
        const { matrix } = system;
        const product = new Float64Array(3 * n);
        const sizes = new Float64Array(3 * n);
        computeBlockProduct(matrix, kernels.deltaV, product, new Float64Array(1));
        const absolute = { ...matrix, diagonal: matrix.diagonal.map(Math.abs), offDiagonal: matrix.offDiagonal.map(Math.abs) };
        computeBlockProduct(absolute, kernels.deltaV.map(Math.abs), sizes, new Float64Array(1));
        let left = 0;
        let whole = 0;
        let rounded = 0;
        for (let c = 0; c < 3 * n; c++) {
          if (pins.held[Math.floor(c / 3)] !== 0) continue;
          whole += b[c] * b[c];
          left += (b[c] - product[c]) * (b[c] - product[c]);
          rounded += sizes[c] * sizes[c];
        }
        // To the tolerance, and what single precision rounds: of the size of |A|·|Δv|, which cancels where springs are stiff.
        expect(Math.sqrt(left)).toBeLessThan(1.1e-5 * Math.sqrt(whole) + 4 * SINGLE * Math.sqrt(rounded));
      }),
      { numRuns: repeats(40), examples: [[MANY]] },
    ));

  test("and those of drape/core, which have none, leave it to TypeScript", async () => {
    const core = await loadBlockKernels();
    const { cloth, environment, pins } = await createCase({
      seed: 1,
      columns: 3,
      rows: 3,
      fabric: true,
      springModel: "symmetric",
      jacobian: "clamped",
      tension: "old",
    });
    const order = cloth.mass.map((_, i) => i);
    const forces = createForces(cloth, environment);
    const setup = { cloth, pins, forces, forceOptions: {}, order: Uint32Array.from(order), stiffest: 1, blockFloor: 0 };
    const create = () => createBlockKernels({ ...setup, isSolved: true, rows: planPaidRows("old") }, core as KernelModule);
    expect(create).toThrow(/PAID/);
  });
});

/** As in block-simulation.test.ts: soft springs, stretched by their weight, so that nothing buckles by chance. */
function sheet(solver: object, more: object = {}, threads = 1): Promise<Simulation> {
  const scene = {
    drape: 1,
    timestep: 1 / 60,
    solver,
    cloths: [
      {
        grid: { columns: 17, rows: 15, width: 0.8, height: 0.7, v: [0, -0.3, 1] },
        springs: { stretch: 20, shear: 10, bend: 1, bendDiagonal: 0.5 },
        masses: 2e-3,
        damping: { viscous: 5e-3, relative: 5e-3 },
        pins: ["top-left", { vertices: [16], motion: { sine: { direction: [0, 1, 0], amplitude: 0.05, frequency: 1 } } }],
      },
    ],
    wind: { velocity: [0.5, 0.2, 1], density: 0.6 },
    ...more,
  };
  return createSimulation(scene as SceneInput, { threads });
}

const both = (solver: object, more: object = {}): Promise<Simulation[]> =>
  Promise.all(["wasm", "typescript"].map((kernels) => sheet({ ...solver, kernels }, more)));

const SOLVERS = [
  { method: "bdf2", tolerance: 1e-5 },
  { method: "bdf2", tolerance: 1e-5, bending: false, jacobianSprings: "stretch" },
  { method: "paid", tolerance: 1e-5 },
  { method: "paid", tolerance: 1e-5, tension: "rotated" },
  { method: "bdf2-paid", tolerance: 1e-5, tension: "rotated", velocityTolerance: 1e-4 },
];

describe.each(some(SOLVERS, 2))("a sheet by Oh's methods in WebAssembly, %o", (solver) => {
  test("moves as with kernels in TypeScript, also from another step on", async () => {
    const [wasm, plain] = await both(solver);
    for (const simulation of [wasm, plain]) {
      run(simulation, 20);
      simulation.step(1 / 100); // BDF2 begins anew
      run(simulation, 10);
    }
    expect(apart(wasm, plain)).toBeLessThan(1e-4);
    expect(apart(wasm, await sheet(solver))).toBeGreaterThan(0.1); // it has moved
    expect(wasm.hash()).not.toBe(plain.hash()); // and was computed otherwise
    expect(Math.abs(wasm.report.iterations - plain.report.iterations)).toBeLessThanOrEqual(1);
  });

  test("goes on bit for bit from a snapshot, and after handles and removed springs as in TypeScript", async () => {
    const simulation = await sheet({ ...solver, kernels: "wasm" });
    const snapshot = run(simulation, 10).snapshot();
    const hash = run(simulation, 10).hash();
    const other = await sheet({ ...solver, kernels: "wasm" });
    other.restore(snapshot);
    expect(run(other, 10).hash()).toBe(hash);
    const simulations = await both(solver);
    for (const each of simulations) {
      run(each, 5).edit.grab(120, [0.1, -0.1, 0.2]);
      run(each, 5);
      expect(each.edit.removeSprings([[40, 41]])).toBeGreaterThan(0);
      run(each, 5).edit.release(120);
      run(each, 5);
    }
    expect(apart(simulations[0], simulations[1])).toBeLessThan(1e-4);
  });

  test("falls on a ball, slides and comes to lie on it as in TypeScript", async () => {
    const grid = { columns: 14, rows: 14, width: 0.6, height: 0.6, u: [1, 0, 0], v: [0, 0, 1] };
    const more = {
      cloths: [
        {
          grid: { ...grid, origin: [-0.3, 0.02, -0.3] },
          springs: { stretch: 60, shear: 30, bend: 1, bendDiagonal: 0.5 },
          masses: 2e-3,
          damping: { viscous: 0.01 },
        },
      ],
      colliders: [{ sphere: { center: [0, -0.2, 0], radius: 0.2 }, friction: 0.8 }],
      wind: { velocity: [0, 0, 0], density: 0 },
    };
    const [wasm, plain] = await both(solver, more);
    for (const simulation of [wasm, plain]) expect(run(simulation, 60).view.measure().contacts).toBeGreaterThan(5);
    expect(apart(wasm, plain)).toBeLessThan(5e-3);
  });
});

test("Oh's methods have the same bits on one, two and three threads", async () => {
  for (const solver of [SOLVERS[0], SOLVERS[4]]) {
    const cloths = [
      {
        grid: { columns: 64, rows: 64, width: 1, height: 1, v: [0, -0.3, 1] },
        springs: { stretch: 20, shear: 10, bend: 1, bendDiagonal: 0.5 },
        masses: 2e-3,
        pins: ["top-left"],
      },
    ];
    const hashes = await Promise.all(
      [1, 2, 3].map(async (threads) => run(await sheet({ ...solver, tolerance: 1e-3, kernels: "wasm" }, { cloths }, threads), 4).hash()),
    );
    expect(new Set(hashes).size).toBe(1);
  }
});
