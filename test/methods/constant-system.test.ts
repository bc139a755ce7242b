import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Pins } from "../../src/core/constraints.ts";
import { NumericalError } from "../../src/core/errors.ts";
import { createRandom } from "../../src/core/random.ts";
import type { Cloth } from "../../src/fabric/cloth.ts";
import { removeSprings } from "../../src/fabric/cut-cloth.ts";
import { createForces } from "../../src/forces/catalog.ts";
import { createSimulation, type Simulation } from "../../src/index.ts";
import type { createSupernodalFactor } from "../../src/linalg/supernodal-factor.ts";
import type { SymmetricMatrix } from "../../src/linalg/symmetric-matrix.ts";
import { type ConstantSystem, createConstantSystem } from "../../src/methods/linear/constant-system.ts";
import type { SolverInput } from "../../src/scene/scene-input.ts";
import { type DenseMatrix, selectDense, solveDense, zeroMatrix } from "../support/dense.ts";
import { relativeDifference } from "../support/finite-difference.ts";
import { randomCloth } from "../support/random-cloth.ts";
import { readState, simulate, type TestScene } from "./run-scene.ts";

const factored = vi.hoisted(() => ({ count: 0 }));

vi.mock("../../src/linalg/supernodal-factor.ts", async (original) => {
  const module = await original<typeof import("../../src/linalg/supernodal-factor.ts")>();
  const counted: typeof createSupernodalFactor = (structure) => {
    const factor = module.createSupernodalFactor(structure);
    return {
      ...factor,
      factorInSlices(...entries) {
        factored.count++;
        return factor.factorInSlices(...entries);
      },
    };
  };
  return { ...module, createSupernodalFactor: counted };
});

const EXACT = 1e-11;
const ENVIRONMENT = { gravity: Float64Array.of(0, -9.81, 0), wind: undefined, seed: 1 };
const H = 0.03;

/** Forty particles in a tangle, hinges and both dampings. */
function tangle(seed: number, particles = 40): Cloth {
  return randomCloth(seed, { particles, springs: 3 * particles, hinges: 8, viscous: 0.3, relativeDamping: 0.5 }).cloth;
}

function pinsOf(count: number, held: readonly number[]): Pins {
  const pins = { held: new Uint8Array(count), indices: new Uint32Array(count), count: held.length };
  for (const i of held) pins.held[i] = 1;
  pins.indices.set([...held].sort((a, b) => a - b));
  return pins;
}

function systemOf(cloth: Cloth, held: readonly number[], sceneIndex?: Uint32Array): ConstantSystem {
  const forces = createForces(cloth, ENVIRONMENT, { jacobian: "isotropic" });
  const numbers = sceneIndex ?? Uint32Array.from({ length: cloth.particleCount }, (_, i) => i);
  const options = { ordering: "auto", springs: true } as const;
  return createConstantSystem(cloth, forces, pinsOf(cloth.particleCount, held), numbers, options);
}

/** diag(m + sc) + s c_s Lap(1) + s² Lap(k) + s² Σ λ α αᵀ, from the definition. */
function denseSystem(cloth: Cloth, s: number): DenseMatrix {
  const A = zeroMatrix(cloth.particleCount);
  cloth.mass.forEach((m, i) => {
    A[i][i] = m + s * cloth.viscousDamping[i];
  });
  const { springs, hinges } = cloth;
  for (let n = 0; n < springs.count; n++) {
    const [i, j] = springs.ends.subarray(2 * n, 2 * n + 2);
    const weight = s * springs.relativeDamping[n] + s * s * springs.stiffness[n];
    A[i][i] += weight;
    A[j][j] += weight;
    A[i][j] -= weight;
    A[j][i] -= weight;
  }
  for (let q = 0; q < hinges.count; q++) {
    for (let a = 0; a < 4; a++) {
      for (let b = 0; b < 4; b++) {
        A[hinges.vertices[4 * q + a]][hinges.vertices[4 * q + b]] +=
          s * s * hinges.stiffness[q] * hinges.weights[4 * q + a] * hinges.weights[4 * q + b];
      }
    }
  }
  return A;
}

function toDense({ rowCount, rowStart, column, diagonal, offDiagonal }: SymmetricMatrix): DenseMatrix {
  const A = zeroMatrix(rowCount);
  for (let i = 0; i < rowCount; i++) {
    A[i][i] = diagonal[i];
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) A[i][column[e]] = A[column[e]][i] = offDiagonal[e];
  }
  return A;
}

function randomSides(count: number, seed: number): Float64Array {
  const random = createRandom(seed);
  return Float64Array.from({ length: 3 * count }, () => 2 * random() - 1);
}

function pick(count: number, limit: number, seed: number): number[] {
  const random = createRandom(seed);
  const found = new Set<number>();
  while (found.size < count) found.add(Math.floor(random() * limit));
  return [...found];
}

function solve(system: ConstantSystem, b: Float64Array): Float64Array {
  const y = new Float64Array(b.length).fill(Number.NaN);
  system.solve(b, y);
  return y;
}

/** Holds the solution against elimination over the free particles of this cloth. */
function expectSolution(y: Float64Array, b: Float64Array, cloth: Cloth, held: readonly number[], s: number): void {
  const free = Array.from({ length: cloth.particleCount }, (_, i) => i).filter((i) => !held.includes(i));
  const A = selectDense(denseSystem(cloth, s), free);
  for (let c = 0; c < 3; c++) {
    const expected = solveDense(
      A,
      free.map((i) => b[3 * i + c]),
    );
    expect(
      relativeDifference(
        free.map((i) => y[3 * i + c]),
        expected,
      ),
    ).toBeLessThan(EXACT);
    for (const i of held) expect(Math.abs(y[3 * i + c])).toBe(0);
  }
}

describe("the constant system", () => {
  beforeEach(() => {
    factored.count = 0;
  });

  it("is M + sC + s²K from the definition, without the springs that are removed", () => {
    const cloth = tangle(1);
    const system = systemOf(cloth, [3]);
    expect(
      relativeDifference(
        toDense(system.matrix(H)).flatMap((r) => [...r]),
        denseSystem(cloth, H).flatMap((r) => [...r]),
      ),
    ).toBeLessThan(1e-15);
    const gone = [4, 9, 80];
    system.removeSprings(Uint32Array.from(gone));
    const rest = denseSystem(removeSprings(cloth, gone), H);
    expect(
      relativeDifference(
        toDense(system.matrix(H)).flatMap((r) => [...r]),
        rest.flatMap((r) => [...r]),
      ),
    ).toBeLessThan(1e-14);
  });

  it("solves over the free particles whatever was pinned, let go, grabbed and removed since it began", () => {
    const indices = fc.uniqueArray(fc.nat({ max: 39 }), { maxLength: 12 });
    const removals = fc.uniqueArray(fc.nat({ max: 119 }), { maxLength: 40 });
    fc.assert(
      fc.property(fc.nat({ max: 1e6 }), indices, indices, removals, (seed, first, later, gone) => {
        const cloth = tangle(seed % 7);
        const system = systemOf(cloth, first);
        const b = randomSides(40, seed);
        system.prepare(H, pinsOf(40, first));
        expectSolution(solve(system, b), b, cloth, first, H);
        // pins of `first` that are not in `later` are released, others are grabbed
        system.prepare(H, pinsOf(40, later));
        expectSolution(solve(system, b), b, cloth, later, H);
        system.removeSprings(Uint32Array.from(gone).sort());
        system.prepare(H, pinsOf(40, later));
        expectSolution(solve(system, b), b, removeSprings(cloth, gone), later, H);
        system.prepare(0.5 * H, pinsOf(40, later)); // and another step
        expectSolution(solve(system, b), b, removeSprings(cloth, gone), later, 0.5 * H);
      }),
      { numRuns: 60 },
    );
  });

  it("gives what a fresh system gives", () => {
    const cloth = tangle(5, 60);
    const gone = pick(30, 180, 2);
    const system = systemOf(cloth, [0, 1, 2, 3]);
    const b = randomSides(60, 3);
    system.prepare(H, pinsOf(60, [0, 1, 2, 3]));
    system.removeSprings(Uint32Array.from(gone).sort());
    system.prepare(H, pinsOf(60, [2, 20, 21]));
    const fresh = systemOf(removeSprings(cloth, gone), [2, 20, 21]);
    fresh.prepare(H, pinsOf(60, [2, 20, 21]));
    expect(relativeDifference(solve(system, b), solve(fresh, b))).toBeLessThan(EXACT);
  });

  it("is factored when the step changes, not when pins, grabs or springs do", () => {
    const cloth = tangle(6);
    const system = systemOf(cloth, [0]);
    const factorings = (act: () => void): number => {
      const before = factored.count;
      act();
      return factored.count - before;
    };
    expect(factorings(() => system.prepare(H, pinsOf(40, [0])))).toBe(1);
    expect(factorings(() => system.prepare(H, pinsOf(40, [0])))).toBe(0);
    expect(factorings(() => system.prepare(H, pinsOf(40, [0, 7])))).toBe(0);
    expect(factorings(() => system.prepare(H, pinsOf(40, [])))).toBe(0);
    system.removeSprings(Uint32Array.of(3, 5));
    expect(factorings(() => system.prepare(H, pinsOf(40, [])))).toBe(0);
    expect(factorings(() => system.prepare(2 * H, pinsOf(40, [])))).toBe(1);
  });

  it("has the very same bits again when a vertex is let go, and when a pin is back", () => {
    const cloth = tangle(8);
    const system = systemOf(cloth, [0, 1]);
    const b = randomSides(40, 4);
    system.prepare(H, pinsOf(40, [0, 1]));
    const before = solve(system, b);
    system.prepare(H, pinsOf(40, [0, 1, 25]));
    expect(relativeDifference(solve(system, b), before)).toBeGreaterThan(1e-3);
    system.prepare(H, pinsOf(40, [0, 1]));
    expect(solve(system, b)).toEqual(before);
    system.prepare(H, pinsOf(40, [1]));
    solve(system, b);
    system.prepare(H, pinsOf(40, [0, 1]));
    expect(solve(system, b)).toEqual(before);
  });

  it("has the same bits however often springs were removed one after the other", () => {
    const cloth = tangle(9);
    const [one, other] = [systemOf(cloth, [0]), systemOf(cloth, [0])];
    const b = randomSides(40, 5);
    for (const gone of [[4], [4, 6], [4, 6, 50]]) {
      one.prepare(H, pinsOf(40, [0]));
      one.removeSprings(Uint32Array.from(gone));
    }
    other.removeSprings(Uint32Array.of(4, 6, 50));
    for (const system of [one, other]) system.prepare(H, pinsOf(40, [0]));
    expect(solve(one, b)).toEqual(solve(other, b));
  });

  it("takes its base anew beyond 128 changes, of held particles and of springs", () => {
    const cloth = tangle(10, 200);
    const many = pick(140, 200, 6);
    const system = systemOf(cloth, []);
    const b = randomSides(200, 7);
    system.prepare(H, pinsOf(200, []));
    system.prepare(H, pinsOf(200, many));
    expect(factored.count).toBe(2);
    expectSolution(solve(system, b), b, cloth, many, H);
    system.prepare(H, pinsOf(200, [])); // all let go again
    expectSolution(solve(system, b), b, cloth, [], H);
    const gone = pick(150, 600, 8);
    system.removeSprings(Uint32Array.from(gone).sort());
    system.prepare(H, pinsOf(200, [5]));
    expectSolution(solve(system, b), b, removeSprings(cloth, gone), [5], H);
    const few = gone.slice(0, 100);
    system.removeSprings(Uint32Array.from(few).sort()); // as after going back to a snapshot
    system.prepare(H, pinsOf(200, [5]));
    expectSolution(solve(system, b), b, removeSprings(cloth, few), [5], H);
  });

  it("keeps up to 128 changes of each kind at once", () => {
    const cloth = tangle(11, 300);
    const first = pick(60, 300, 9);
    const later = pick(60, 300, 10);
    const gone = pick(128, 900, 11);
    const system = systemOf(cloth, first);
    const b = randomSides(300, 12);
    system.prepare(H, pinsOf(300, first));
    system.removeSprings(Uint32Array.from(gone).sort());
    system.prepare(H, pinsOf(300, later));
    expect(factored.count).toBe(1);
    expectSolution(solve(system, b), b, removeSprings(cloth, gone), later, H);
  });

  it("lets a particle lose all of its springs", () => {
    const cloth = tangle(12);
    const { ends } = cloth.springs;
    const gone = Array.from({ length: cloth.springs.count }, (_, s) => s).filter((s) => ends[2 * s] === 17 || ends[2 * s + 1] === 17);
    const system = systemOf(cloth, [0]);
    const b = randomSides(40, 13);
    system.removeSprings(Uint32Array.from(gone));
    system.prepare(H, pinsOf(40, [0]));
    expectSolution(solve(system, b), b, removeSprings(cloth, gone), [0], H);
  });

  it.each([1e2, 1e4, 1e6])("loses no more digits to its changes than the stiffness costs, h²k/m = %d", (ratio) => {
    const cloth = tangle(14);
    const stiffness = cloth.springs.stiffness.map((k) => (k * ratio) / (100 * H * H));
    const stiff = { ...cloth, springs: { ...cloth.springs, stiffness } };
    const b = randomSides(40, 15);
    const { count, ends } = cloth.springs;
    const some = pick(30, count, 14);
    const allOfOne = Array.from({ length: count }, (_, s) => s).filter((s) => ends[2 * s] === 17 || ends[2 * s + 1] === 17);
    const cases: [first: number[], later: number[], gone: number[]][] = [
      [[0], [0], some],
      [[0], [0], allOfOne],
      [[0], [], []],
      [[], [0, 9], []],
      [[0, 5], [9], some],
      [[], [], allOfOne],
    ];
    for (const [first, later, gone] of cases) {
      const system = systemOf(stiff, first);
      system.prepare(H, pinsOf(40, first));
      system.removeSprings(Uint32Array.from(gone).sort());
      system.prepare(H, pinsOf(40, later));
      const fresh = systemOf(removeSprings(stiff, gone), later);
      fresh.prepare(H, pinsOf(40, later));
      expect(relativeDifference(solve(system, b), solve(fresh, b))).toBeLessThan(5e-15 * ratio);
    }
  });

  it("names the scene's vertex where a negative stiffness leaves it without a factor", () => {
    const cloth = tangle(13);
    const stiffness = cloth.springs.stiffness.slice();
    stiffness[20] = -1e6;
    const spoilt = { ...cloth, springs: { ...cloth.springs, stiffness } };
    const sceneIndex = Uint32Array.from({ length: 40 }, (_, i) => 1000 + i);
    const system = systemOf(spoilt, [], sceneIndex);
    const prepare = (): void => system.prepare(H, pinsOf(40, []));
    expect(prepare).toThrow(NumericalError);
    const [i, j] = cloth.springs.ends.subarray(40, 42);
    expect(prepare).toThrow(new RegExp(`^the system matrix is not positive definite at vertex (${1000 + i}|${1000 + j}): `));
  });
});

/** A sheet that is edited while it moves, by each method with a factored matrix. */
describe.each(["desbrun", "linear-edge", "linear-triangle"])("under %s", (method) => {
  const more = method === "desbrun" ? {} : { iterations: 3, acceleration: "lbfgs" };

  function sheet(integrator: object = {}): Promise<Simulation> {
    return createSimulation({
      drape: 1,
      timestep: 1 / 60,
      solver: { method, ...more, ...integrator } as SolverInput,
      cloths: [{ grid: { columns: 7, rows: 7, width: 1, height: 1, v: [0, 0, 1] }, pins: ["top-left", "top-right"] }],
    });
  }

  beforeEach(() => {
    factored.count = 0;
  });

  it("a run is one factorisation, through grabs, releases and lost springs", async () => {
    const simulation = await sheet();
    for (let n = 0; n < 20; n++) {
      if (n === 3) simulation.edit.grab(24, [0.5, 0.2, 0.5]);
      if (n === 6) simulation.edit.grab(24, [0.6, 0.3, 0.5]);
      if (n === 9) simulation.edit.release(24);
      if (n === 12)
        expect(
          simulation.edit.removeSprings([
            [10, 11],
            [17, 18],
          ]),
        ).toBeGreaterThan(0);
      simulation.step();
    }
    expect(factored.count).toBe(1);
    simulation.step(0.01);
    expect(factored.count).toBe(2);
  });

  it("going on after a grab is the same run, bit for bit, as restoring it from a snapshot", async () => {
    const bdf2 = method === "desbrun" ? {} : { integrator: "bdf2" };
    const simulation = await sheet(bdf2);
    for (let n = 0; n < 5; n++) simulation.step();
    simulation.edit.grab(24, [0.5, 0.2, 0.5]);
    simulation.edit.removeSprings([[10, 11]]);
    for (let n = 0; n < 3; n++) simulation.step();
    const snapshot = simulation.snapshot();
    simulation.edit.release(24);
    for (let n = 0; n < 5; n++) simulation.step();
    const { x } = readState(simulation);
    for (const other of [simulation, await sheet(bdf2)]) {
      other.restore(snapshot);
      other.edit.release(24);
      for (let n = 0; n < 5; n++) other.step();
      expect(readState(other).x).toEqual(x);
    }
  });
});

it("a step that has no factor tells the vertex, numbered over all cloths, and leaves the state as it was", async () => {
  const chain = Array.from({ length: 5 }, (_, i) => [i, i + 1, 1, 1e308, "stretch"]);
  const simulation = await simulate({
    drape: 1,
    solver: { method: "linear-edge" },
    cloths: [
      {
        network: {
          positions: [
            [0, 0, 0],
            [1, 0, 0],
          ],
          masses: 1,
          springs: [[0, 1, 1, 10, "stretch"]],
        },
        pins: [{ vertex: 0, motion: { sine: { direction: [0, 1, 0], amplitude: 0.1, frequency: 4 } } }],
      },
      { network: { positions: chain.concat([[]]).map((_, i) => [i, 1, 0]), masses: 1, springs: chain } },
    ],
  } as unknown as TestScene);
  const before = readState(simulation);
  expect(() => simulation.step()).toThrow(NumericalError);
  expect(() => simulation.step()).toThrow(/at vertex [2-7]: /);
  expect(readState(simulation)).toEqual(before);
  expect(simulation.time).toBe(0);
});

it("bdf2 needs two factorisations, for its first step and for all others", async () => {
  factored.count = 0;
  const simulation = await createSimulation({
    drape: 1,
    solver: { method: "linear-edge", integrator: "bdf2" },
    cloths: [{ grid: { columns: 5, rows: 5, width: 1, height: 1 }, pins: ["top"] }],
  });
  for (let n = 0; n < 10; n++) simulation.step();
  expect(factored.count).toBe(2);
});
