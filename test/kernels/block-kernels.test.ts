import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Couplings, Pins, Sliders } from "../../src/core/constraints.ts";
import { invertSymmetric } from "../../src/core/mat3.ts";
import { createRandom } from "../../src/core/random.ts";
import { addForces, createForces, type ForceOptions } from "../../src/forces/catalog.ts";
import { JACOBIAN_MODELS } from "../../src/forces/spring-jacobian.ts";
import { loadSharedKernels } from "../../src/kernels/all-kernels.ts";
import { type BlockKernels, createBlockKernels } from "../../src/kernels/blocks/block-kernels.ts";
import { SWEEPS_AT_ONCE } from "../../src/kernels/blocks/block-limits.ts";
import { createBlockSweeps } from "../../src/kernels/blocks/block-sweeps.ts";
import { shareOutPairs } from "../../src/kernels/blocks/half-edge-owners.ts";
import { planSweeps } from "../../src/kernels/blocks/sweep-rows.ts";
import { planSweepStrips } from "../../src/kernels/blocks/sweep-strips.ts";
import {
  CONVERGED,
  DAMPING_SCALE,
  INVERSE_THETA,
  ITERATIONS,
  MAX_ITERATIONS,
  RESIDUAL,
  RESULT,
  SECONDS,
  STIFFNESS_SCALE,
  TOLERANCE,
} from "../../src/kernels/layout/block-numbers.ts";
import type { KernelModule } from "../../src/kernels/module.ts";
import { computeBlockProduct } from "../../src/linalg/block-matrix.ts";
import { createBlockPcg } from "../../src/linalg/block-pcg.ts";
import { buildBlockRows, sweepBlockRows } from "../../src/linalg/block-sweep.ts";
import { createCouplings } from "../../src/linalg/couplings.ts";
import { createImplicitSystem, type ImplicitSystem } from "../../src/methods/implicit/implicit-system.ts";
import { relativeResidual, type SweepTables } from "../../src/methods/implicit/sweep-solver.ts";
import { buildScene } from "../../src/scene/build-scene.ts";
import { refuseMesh } from "../../src/scene/create-simulation.ts";
import { parseScene } from "../../src/scene/parse-scene.ts";
import { repeats } from "../support/full.ts";
import { requireKernels } from "./support.ts";

/** Single precision, after blocks a hundred times as stiff along the cloth as across it were inverted in it. */
const CLOSE = 3e-5;
const H = 1 / 30;

/** The kernels for one thread and for several. */
let modules: KernelModule[];
beforeAll(async () => {
  const shared = await loadSharedKernels(3);
  expect(shared?.team?.threads).toBe(3);
  modules = [await requireKernels(), shared as KernelModule];
});

/** Both ways to the same step: the kernels, and what they are to compute, by the code of src/linalg. */
interface Pair {
  readonly kernels: BlockKernels;
  readonly tables: SweepTables;
  readonly order: Uint32Array;
  readonly held: Uint8Array;
  readonly x: Float64Array;
  readonly v: Float64Array;
  /** The right-hand side for Δv. */
  readonly b: Float64Array;
  readonly pins: Pins;
  readonly system: ImplicitSystem;
}

interface Case {
  readonly seed: number;
  readonly cloth: "cotton" | "springs" | "network";
  readonly columns: number;
  readonly rows: number;
  readonly springModel: string;
  readonly jacobian: (typeof JACOBIAN_MODELS)[number];
  readonly jacobianSprings: "all" | "stretch";
  readonly theta: number;
  /** Of a particle [kg]. */
  readonly masses: number;
  /** Whether some particles slide on bodies, with friction where conjugate gradients are used. */
  readonly slides: boolean;
  /** Whether some particles are tied together, as what touches is; for conjugate gradients only. */
  readonly ties: boolean;
  /** Whether rows are in any order, or as the cloth numbers them. */
  readonly isShuffled: boolean;
  readonly isShared: boolean;
}

function describeCloth({ cloth, columns, rows, springModel, masses }: Case, random: () => number): object {
  if (cloth === "network") {
    const count = columns * rows;
    const pick = (): number => Math.floor(random() * count);
    // some pairs twice, some particles alone
    const springs = Array.from({ length: 4 * count }, () => [pick(), pick()])
      .filter(([i, j]) => i !== j)
      .map(([i, j], s) => [i, j, 0.05 + 0.1 * random(), 1 + 9 * random(), s % 3 === 0 ? "bend" : "stretch"]);
    const positions = Array.from({ length: count }, () => [0.2 * random(), 0.2 * random(), 0.2 * random()]);
    const network = { positions, masses: 0.01, springs: [...springs, ...springs.slice(0, 3)] };
    return { network, springModel, damping: { viscous: 0.02, relative: 0.01 } };
  }
  const grid = { columns, rows, width: 0.02 * columns, height: 0.02 * rows };
  if (cloth === "cotton") {
    return { grid, springModel, fabric: { base: "cotton", damping: 3, stretchWarp: 40, stretchWeft: 60, shear: 5 } };
  }
  const springs = { stretch: 30, shear: 20, bend: 3, bendDiagonal: 2 };
  return { grid, springModel, springs, masses, damping: { viscous: 0.01, relative: 0.004 } };
}

/** Some free particles with random normals and, tangential to them, velocities. */
function createSliders(n: number, held: Uint8Array, random: () => number): Sliders {
  const free = Array.from({ length: n }, (_, i) => i).filter((i) => held[i] === 0 && random() < 0.2);
  const unit = (): number[] => {
    const vector = [random() - 0.5, random() - 0.5, random() - 0.5];
    const length = Math.sqrt(vector.reduce((sum, c) => sum + c * c, 0));
    return vector.map((c) => c / length);
  };
  const normals = free.map(unit);
  const slips = normals.map((normal) => {
    const some = unit();
    const along = some.reduce((sum, c, k) => sum + c * normal[k], 0);
    return some.map((c, k) => c - along * normal[k]);
  });
  return {
    indices: Uint32Array.from(free),
    normals: Float64Array.from(normals.flat()),
    count: free.length,
    impulses: new Float64Array(free.length),
    grips: Float64Array.from(free, (_, k) => (k % 2) * 0.1 * random()),
    slips: Float64Array.from(slips.flat()),
  };
}

/** Some ties between any particles, held ones among them; across their normals stiff, less so, or not at all. */
function createTies(n: number, random: () => number): Couplings {
  const count = 1 + Math.floor(0.3 * n);
  const couplings = createCouplings(count);
  couplings.count = count;
  for (let k = 0; k < count; k++) {
    const share = random();
    couplings.weights.set([-1, share, 1 - share, random() < 0.5 ? 0 : 0.3], 4 * k);
    for (let e = 4 * k; e < 4 * k + 4; e++) couplings.rows[e] = Math.floor(n * random());
    const normal = [random() - 0.5, random() - 0.5, random() - 0.5];
    const length = Math.sqrt(normal.reduce((sum, c) => sum + c * c, 0));
    for (let c = 0; c < 3; c++) {
      couplings.normals[3 * k + c] = normal[c] / length;
      couplings.targets[3 * k + c] = 2 * random() - 1;
    }
    couplings.across[k] = [0, 1e-3 * random(), Number.POSITIVE_INFINITY][k % 3];
  }
  return couplings;
}

async function createPair(about: Case): Promise<Pair> {
  const { jacobian, jacobianSprings, theta } = about;
  const random = createRandom(about.seed);
  const scene = parseScene({ drape: 1, cloths: [describeCloth(about, random)] });
  const { cloth, environment, positions } = await buildScene(scene, refuseMesh);
  const { particleCount: n, mass } = cloth;
  const held = new Uint8Array(n);
  const indices = new Uint32Array(n);
  held[0] = 1;
  held[Math.floor(random() * n)] = 1;
  let count = 0;
  for (let i = 0; i < n; i++) if (held[i] !== 0) indices[count++] = i;
  const isSolved = about.seed % 2 === 0;
  const slides = about.slides && isSolved; // sweeps leave sliders to the correction
  const pins: Pins = { held, indices, count, ...(slides ? { sliders: createSliders(n, held, random) } : {}) };
  if (about.ties && isSolved) pins.contacts = createTies(n, random);
  const order = Uint32Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0 && about.isShuffled; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  const noise = (scale: number): Float64Array => positions.map(() => scale * (2 * random() - 1));
  const x = noise(3e-3).map((d, c) => positions[c] + d);
  x.copyWithin(3, 0, 3); // a spring of no length
  const v = noise(1);
  const forceOptions: ForceOptions = { jacobian, jacobianSprings, alpha: 0.8, bending: true };
  const forces = createForces(cloth, environment, forceOptions);

  const system = createImplicitSystem(cloth, forces, pins);
  const { matrix } = system;
  const force = new Float64Array(3 * n);
  const product = new Float64Array(3 * n);
  const dot = new Float64Array(1);
  addForces(forces.elastic, x, v, 0, force);
  addForces(forces.external, x, v, 0, force);
  system.assemble(x, H * theta, H * H * theta * theta);
  computeBlockProduct(matrix, v, product, dot);
  const b = force.map((f, c) => H * f - product[c] / theta);
  system.addMass();
  if (isSolved) {
    system.addFriction(H, b);
    system.addContacts(v, b);
  }
  const inverse = new Float64Array(6 * n);
  for (let i = 0; i < n; i++) invertSymmetric(matrix.diagonal, 6 * i, inverse, 6 * i);
  const whole = force.map((f, c) => mass[Math.floor(c / 3)] * v[c] + H * f);
  const tables: SweepTables = { matrix, rows: buildBlockRows(matrix), inverse, b: whole, held, dot };

  const kernels = createBlockKernels(
    {
      cloth,
      pins,
      forces,
      forceOptions,
      order,
      stiffest: 1e6,
      blockFloor: 0,
      isSolved,
      ...(!isSolved && { planRows: planSweeps }),
    },
    modules[about.isShared ? 1 : 0],
  );
  kernels.numbers[SECONDS] = H;
  kernels.numbers[STIFFNESS_SCALE] = H * H * theta * theta;
  kernels.numbers[DAMPING_SCALE] = H * theta;
  kernels.numbers[INVERSE_THETA] = 1 / theta;
  addForces(forces.external, x, v, 0, kernels.impulse);
  for (let c = 0; c < 3 * n; c++) kernels.impulse[c] *= H;
  kernels.begin(x, v);
  return { kernels, tables, order, held, x, v, b, pins, system };
}

function read(kernels: BlockKernels): Float64Array {
  kernels.read();
  return kernels.deltaV;
}

/** The largest difference over the largest number. */
function difference(a: Float64Array, b: Float64Array): number {
  let most = 1e-30;
  let apart = 0;
  for (let c = 0; c < a.length; c++) {
    most = Math.max(most, Math.abs(a[c]));
    apart = Math.max(apart, Math.abs(a[c] - b[c]));
  }
  return apart / most;
}

/** Sweeps of src/linalg from Δv = 0, in the order of the pair. */
function sweepPlainly({ tables, order, held, b }: Pair, sweeps: number, isJacobi: boolean): Float64Array {
  const { matrix, rows, inverse } = tables;
  const y = new Float64Array(b.length);
  for (let k = 0; k < sweeps; k++) {
    sweepBlockRows(matrix, rows, inverse, b, held, order, 0, order.length, isJacobi ? y.slice() : y, y);
  }
  return y;
}

/** Odd seeds for sweeps, even ones for conjugate gradients. */
const cases: fc.Arbitrary<Case> = fc.record({
  seed: fc.integer({ min: 1, max: 1e9 }).map((seed) => 2 * seed + 1),
  cloth: fc.constantFrom("cotton", "springs", "network"),
  columns: fc.integer({ min: 2, max: 11 }),
  rows: fc.integer({ min: 2, max: 11 }),
  springModel: fc.constantFrom("symmetric", "asymmetric"),
  jacobian: fc.constantFrom(...JACOBIAN_MODELS.filter((model) => model !== "exact")),
  jacobianSprings: fc.constantFrom("all", "stretch"),
  theta: fc.constantFrom(0.5, 0.7, 1),
  masses: fc.constant(1e-3),
  slides: fc.boolean(),
  ties: fc.boolean(),
  isShuffled: fc.constant(true),
  isShared: fc.constant(false),
});

/** Enough particles for two chunks and for many strips. */
const large: fc.Arbitrary<Partial<Case>> = fc.record({
  columns: fc.integer({ min: 55, max: 62 }),
  rows: fc.integer({ min: 59, max: 64 }),
  isShuffled: fc.boolean(),
  isShared: fc.boolean(),
});

async function check(property: (pair: Pair, about: Case) => void, arbitrary = cases): Promise<void> {
  const both = fc.tuple(arbitrary, large).map(([about, more]): Case => ({ ...about, ...more }));
  for (const [some, numRuns] of [[arbitrary, repeats(60)] as const, [both, repeats(4)] as const]) {
    await fc.assert(
      fc.asyncProperty(some, async (about) => property(await createPair(about), about)),
      { numRuns },
    );
  }
}

// where other work leaves threads no core, each job waits for them
describe("kernels with blocks agree with src/linalg to single precision", () => {
  test("on forces, blocks and their inverses: one Jacobi sweep", () =>
    check((pair) => {
      createBlockSweeps(pair.kernels).sweepJacobi(1);
      expect(difference(sweepPlainly(pair, 1, true), read(pair.kernels))).toBeLessThan(CLOSE);
    }));

  test("on several Jacobi sweeps, odd and even", () =>
    check((pair, { columns }) => {
      const sweeps = 2 + (columns % 3);
      createBlockSweeps(pair.kernels).sweepJacobi(sweeps);
      expect(difference(sweepPlainly(pair, sweeps, true), read(pair.kernels))).toBeLessThan(CLOSE);
    }));

  test("on Gauss–Seidel sweeps in any order, and on what is left after them", () =>
    check((pair) => {
      const { kernels, tables, v, held } = pair;
      createBlockSweeps(kernels).sweep(3);
      const expected = sweepPlainly(pair, 3, false);
      const deltaV = read(kernels);
      expect(difference(expected, deltaV)).toBeLessThan(CLOSE);
      for (let c = 0; c < deltaV.length; c++) if (held[Math.floor(c / 3)] !== 0) expect(deltaV[c]).toBe(0);
      const after = v.map((value, c) => value + deltaV[c]);
      const residual = relativeResidual(tables, after, new Float64Array(v.length));
      createBlockSweeps(kernels).computeResidual();
      // that of θ ≠ 1 is another: the right-hand side for v + Δv is not b + A v then
      if (kernels.numbers[INVERSE_THETA] === 1 && pair.pins.sliders === undefined) {
        expect(Math.abs(kernels.numbers[RESULT] - residual)).toBeLessThan(CLOSE * (residual + 0.01));
      }
    }));

  test("on conjugate gradients: about as many iterations, the same solution, 0 where particles are held", () =>
    check(
      ({ kernels, tables, pins, system, held, x, v, b }) => {
        const { numbers } = kernels;
        numbers[TOLERANCE] = 1e-5;
        numbers[MAX_ITERATIONS] = 1000;
        kernels.solve();
        const y = new Float64Array(b.length);
        const rest = b.slice();
        const result = createBlockPcg(held.length).solve(tables.matrix, rest, pins.indices, pins.count, 1e-5, 1000, y);
        expect(numbers[CONVERGED]).toBe(1);
        expect(numbers[RESIDUAL]).toBeLessThanOrEqual(1e-5);
        expect(Math.abs(numbers[ITERATIONS] - result.iterations)).toBeLessThanOrEqual(3 + 0.35 * result.iterations);
        const deltaV = read(kernels);
        expect(difference(y, deltaV)).toBeLessThan(0.02); // two solutions of that tolerance
        const product = new Float64Array(b.length);
        computeBlockProduct(tables.matrix, deltaV, product, new Float64Array(1));
        const slides = new Set(pins.sliders?.indices);
        let left = 0;
        let whole = 0;
        for (let c = 0; c < b.length; c++) {
          const i = Math.floor(c / 3);
          if (held[i] !== 0) {
            expect(deltaV[c]).toBe(0);
            continue;
          }
          whole += b[c] * b[c];
          if (!slides.has(i)) left += (b[c] - product[c]) * (b[c] - product[c]);
        }
        expect(Math.sqrt(left / whole)).toBeLessThan(1.5e-5);
        kernels.begin(x, v);
        kernels.write();
        kernels.solve();
        expect(numbers[ITERATIONS]).toBeLessThanOrEqual(0.3 * result.iterations + 1); // it was there already, but for rounding
        if (pins.sliders === undefined) return;
        const impulses = pins.sliders.impulses.slice();
        system.readImpulses(y, rest);
        expect(difference(pins.sliders.impulses, impulses)).toBeLessThan(0.02);
      },
      cases.map((about) => ({ ...about, seed: about.seed + 1 })),
    ));

  test("on several sweeps at once, to the bit as one after the other", () =>
    check((pair, { columns, rows }) => {
      const { kernels, x, v } = pair;
      const count = 2 + ((columns + rows) % 9);
      for (let k = 0; k < count; k++) createBlockSweeps(kernels).sweep(1);
      const expected = read(kernels).slice();
      kernels.begin(x, v);
      createBlockSweeps(kernels).sweep(count);
      expect(read(kernels)).toEqual(expected);
      expect(difference(sweepPlainly(pair, count, false), expected)).toBeLessThan(CLOSE);
    }));

  test("on exact blocks, some of which push across", () =>
    check(
      (pair) => {
        createBlockSweeps(pair.kernels).sweep(2);
        expect(difference(sweepPlainly(pair, 2, false), read(pair.kernels))).toBeLessThan(CLOSE);
      },
      // heavy enough to be positive definite all the same
      cases.map((about) => ({ ...about, jacobian: "exact" as const, cloth: "springs" as const, masses: 0.1 })),
    ));
});

test("of two rows that share a pair one owns it, and almost all own multiples of four", () => {
  const side = 40;
  const lists = Array.from({ length: side * side }, (_, i) => {
    const [column, row] = [i % side, Math.floor(i / side)];
    const near: number[] = [];
    for (const [u, w] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
      [1, 1],
      [-1, -1],
      [1, -1],
      [-1, 1],
      [2, 0],
      [-2, 0],
      [0, 2],
      [0, -2],
    ]) {
      if (column + u >= 0 && column + u < side && row + w >= 0 && row + w < side) near.push(i + u + side * w);
    }
    return near;
  });
  const start = new Uint32Array(lists.length + 1);
  lists.forEach((list, i) => {
    start[i + 1] = start[i] + list.length;
  });
  const other = Uint32Array.from(lists.flat());
  const order = Uint32Array.from(lists, (_, i) => lists.length - 1 - i);
  const owned = shareOutPairs(start, other, order, order);
  const pairs = new Set<string>();
  let even = 0;
  for (let i = 0; i < lists.length; i++) {
    let count = 0;
    for (let e = start[i]; e < start[i + 1]; e++) {
      if (owned[e] === 0) continue;
      count++;
      pairs.add([i, other[e]].sort((a, b) => a - b).join());
    }
    if (count % 4 === 0) even++;
  }
  expect(owned.reduce((sum, one) => sum + one, 0)).toBe(other.length / 2);
  expect(pairs.size).toBe(other.length / 2);
  expect(even).toBeGreaterThan(0.98 * lists.length);
});

describe("strips of rows that are swept at the same time", () => {
  /** Neighbours i ± 1 and i ± 50, numbered as they are or at random. */
  function plan(isShuffled: boolean): ReturnType<typeof planSweepStrips> {
    const count = 6000;
    const lists = Array.from({ length: count }, (_, i) => [i - 50, i - 1, i + 1, i + 50].filter((j) => j >= 0 && j < count));
    const start = new Uint32Array(count + 1);
    lists.forEach(({ length }, i) => {
      start[i + 1] = start[i] + length;
    });
    const order = Uint32Array.from(lists, (_, i) => i);
    const random = createRandom(7);
    for (let i = count - 1; i > 0 && isShuffled; i--) {
      const j = Math.floor(random() * (i + 1));
      [order[i], order[j]] = [order[j], order[i]];
    }
    const rank = new Uint32Array(count);
    order.forEach((i, row) => {
      rank[i] = row;
    });
    return planSweepStrips(start, Uint32Array.from(lists.flat()), order, rank);
  }

  test.each([false, true])("come after all that they wait for, shuffled: %s", (isShuffled) => {
    const { tasks, near, ranges } = plan(isShuffled);
    expect(tasks.length).toBe(SWEEPS_AT_ONCE * ranges.length);
    const done = new Uint32Array(ranges.length);
    for (const task of tasks) {
      const [sweep, strip] = [task >> 16, task & 0xffff];
      expect(done[strip]).toBe(sweep);
      for (const other of near[strip]) {
        expect(done[other]).toBeGreaterThanOrEqual(other < strip ? sweep + 1 : sweep);
      }
      done[strip]++;
    }
  });

  test("are several at the same time where neighbours have numbers close together", () => {
    expect(plan(false).width).toBeGreaterThan(4);
    expect(plan(true).width).toBe(1);
  });
});
