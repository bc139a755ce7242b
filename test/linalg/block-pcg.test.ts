import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import { createForces } from "../../src/forces/catalog.ts";
import { type BlockMatrix, buildBlockMatrix } from "../../src/linalg/block-matrix.ts";
import { createBlockPcg, type PcgResult } from "../../src/linalg/block-pcg.ts";
import { createImplicitSystem } from "../../src/methods/implicit/implicit-system.ts";
import { assembleDense, multiplyDense, selectDense, solveDense } from "../support/dense.ts";
import { relativeDifference } from "../support/finite-difference.ts";
import { randomCloth } from "../support/random-cloth.ts";

const PARTICLES = 9;
const MANY = 1000;
const NONE = new Uint32Array(0);

/** M + hC + h²K of a random cloth at h = 0.1, which is symmetric positive definite, and a right-hand side. */
function randomSystem(seed: number): { matrix: BlockMatrix; b: Float64Array } {
  const { cloth, positions } = randomCloth(seed, {
    particles: PARTICLES,
    springs: 20,
    viscous: 0.3,
    relativeDamping: 0.2,
  });
  const environment = { gravity: new Float64Array(3), wind: undefined, seed };
  const system = createImplicitSystem(cloth, createForces(cloth, environment));
  system.assemble(positions, 0.1, 0.01);
  system.addMass();
  const random = createRandom(seed + 1);
  return { matrix: system.matrix, b: Float64Array.from({ length: 3 * PARTICLES }, () => 2 * random() - 1) };
}

interface Solution {
  readonly y: Float64Array;
  readonly result: PcgResult;
  /** What the solver left in b. */
  readonly left: Float64Array;
}

function solve(
  matrix: BlockMatrix,
  b: Float64Array,
  held: Uint32Array = NONE,
  tolerance: number = 1e-12,
  maxIterations: number = MANY,
): Solution {
  const left = b.slice();
  const y = new Float64Array(b.length).fill(99); // whatever was there is overwritten
  const result = createBlockPcg(matrix.rowCount).solve(matrix, left, held, held.length, tolerance, maxIterations, y);
  return { y, result, left };
}

/** The coordinates of the rows that are not held. */
function freeCoordinates(rowCount: number, held: Uint32Array): number[] {
  const all = Array.from({ length: 3 * rowCount }, (_, c) => c);
  return all.filter((c) => !held.includes(Math.floor(c / 3)));
}

const largest = (values: Float64Array): number => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
const norm = (values: Iterable<number>): number => Math.hypot(...values);
const seeds = fc.nat({ max: 1e9 });

describe("the solution", () => {
  test("is that of Gaussian elimination", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { matrix, b } = randomSystem(seed);
        expect(relativeDifference(solve(matrix, b).y, solveDense(assembleDense(matrix), b))).toBeLessThan(1e-11);
      }),
      { numRuns: 30 },
    );
  });

  test("with held rows is that of the system without their rows and columns; they stay 0", () => {
    fc.assert(
      fc.property(seeds, fc.uniqueArray(fc.nat({ max: PARTICLES - 1 }), { maxLength: PARTICLES - 1 }), (seed, rows) => {
        const { matrix, b } = randomSystem(seed);
        const held = Uint32Array.from(rows);
        const free = freeCoordinates(PARTICLES, held);
        const { y, result } = solve(matrix, b, held, 1e-13);
        const eliminated = solveDense(
          selectDense(assembleDense(matrix), free),
          free.map((c) => b[c]),
        );
        expect(
          relativeDifference(
            free.map((c) => y[c]),
            eliminated,
          ),
        ).toBeLessThan(1e-11);
        expect(y.every((value, c) => free.includes(c) || value === 0)).toBe(true);
        expect(result.indefinite).toBe(false);
      }),
      { numRuns: 30 },
    );
  });

  test("only the first heldCount entries of the list are held", () => {
    const { matrix, b } = randomSystem(1);
    const y = new Float64Array(b.length);
    createBlockPcg(PARTICLES).solve(matrix, b.slice(), Uint32Array.of(2, 5, 7), 1, 1e-12, MANY, y);
    expect(y).toEqual(solve(matrix, b, Uint32Array.of(2)).y);
  });

  test("a residual below the floor ends it early, and counts as converged", () => {
    const { matrix, b } = randomSystem(3);
    const floor = 0.05 * norm(b);
    const y = new Float64Array(b.length);
    const left = b.slice();
    const early = { ...createBlockPcg(PARTICLES).solve(matrix, left, NONE, 0, 1e-12, MANY, y, floor) };
    expect(norm(left)).toBeLessThanOrEqual(floor);
    expect(early.converged).toBe(true);
    expect(early.residual).toBeGreaterThan(1e-12);
    expect(early.iterations).toBeLessThan(solve(matrix, b).result.iterations);
    expect(solve(matrix, b, NONE, 1e-12, 1).result.converged).toBe(false);
  });

  test.each([1e-100, 1e-130, 1e-150, 1e-160, 1e-200, 1e-310])("of a b of %d is right or 0, never garbage", (size) => {
    const { matrix, b } = randomSystem(6);
    const whole = solve(matrix, b);
    const { y, result } = solve(
      matrix,
      b.map((value) => size * value),
    );
    expect(result.residual).toBeLessThan(1e-9);
    expect(largest(y)).toBeLessThanOrEqual(1.01 * size * largest(whole.y));
    if (size > 1e-135)
      expect(
        relativeDifference(
          y,
          whole.y.map((value) => size * value),
        ),
      ).toBeLessThan(1e-4);
  });

  test("of b = 0 is 0, at once, and so it is when every row is held", () => {
    const { matrix, b } = randomSystem(2);
    const everyRow = Uint32Array.from({ length: PARTICLES }, (_, i) => i);
    for (const { y, result } of [solve(matrix, new Float64Array(b.length)), solve(matrix, b, everyRow)]) {
      expect(y.every((value) => value === 0)).toBe(true);
      expect(result).toEqual({ iterations: 0, residual: 0, converged: true, indefinite: false, stagnated: false });
    }
  });

  test("of a block diagonal matrix takes one iteration: the preconditioner is its inverse", () => {
    const { matrix } = buildBlockMatrix(2, []);
    matrix.diagonal.set([2, 1, 0, 3, 0.5, 4, 5, 0, 1, 6, 0, 7]);
    const { y, result } = solve(matrix, Float64Array.of(1, 2, 3, 4, 5, 6), NONE, 1e-14);
    expect(result.iterations).toBe(1);
    expect(relativeDifference(multiplyDense(assembleDense(matrix), y), [1, 2, 3, 4, 5, 6])).toBeLessThan(1e-15);
  });

  test("does not depend on what the solver did before", () => {
    const first = randomSystem(3);
    const second = randomSystem(4);
    const pcg = createBlockPcg(PARTICLES);
    const y = new Float64Array(first.b.length);
    pcg.solve(first.matrix, first.b.slice(), Uint32Array.of(1), 1, 1e-8, MANY, y);
    pcg.solve(second.matrix, second.b.slice(), NONE, 0, 1e-12, MANY, y);
    expect(y).toEqual(solve(second.matrix, second.b).y);
  });
});

describe("the report", () => {
  test.each([1e-1, 1e-3, 1e-6, 1e-10])("at tolerance %d the residual is within it, true, and not there a step earlier", (tolerance) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { matrix, b } = randomSystem(seed);
        const held = Uint32Array.of(0, 4);
        const free = freeCoordinates(PARTICLES, held);
        const { y, result, left } = solve(matrix, b, held, tolerance);
        const product = multiplyDense(assembleDense(matrix), y);
        const size = norm(free.map((c) => b[c]));
        const residual = free.map((c) => b[c] - product[c]);
        expect(result.residual).toBeLessThanOrEqual(tolerance);
        expect(Math.abs(result.residual - norm(residual) / size)).toBeLessThan(1e-14);
        expect(norm(free.map((c, n) => left[c] - residual[n])) / size).toBeLessThan(1e-14);
        const earlier = solve(matrix, b, held, tolerance, result.iterations - 1).result;
        expect(earlier.iterations).toBe(result.iterations - 1);
        expect(earlier.residual).toBeGreaterThan(tolerance);
      }),
      { numRuns: 20 },
    );
  });

  test("an impossible tolerance ends with the iterations it was given and says how far it came", () => {
    const { matrix, b } = randomSystem(5);
    const { result } = solve(matrix, b, NONE, 1e-300, 10);
    expect(result.iterations).toBe(10);
    expect(result.residual).toBeGreaterThan(1e-12);
    expect(result.residual).toBeLessThan(1e-2);
  });

  test("a matrix that is not positive definite is flagged", () => {
    const { matrix, slots } = buildBlockMatrix(2, [Uint32Array.of(0, 1)]);
    matrix.diagonal.set([1, 0, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1]);
    matrix.offDiagonal[6 * slots[0][0]] = 2; // eigenvalues −1 and 3 along x
    const b = Float64Array.of(1, 0, 0, -1, 0, 0);
    expect(solve(matrix, b).result.indefinite).toBe(true);
    expect(solve(matrix, b, Uint32Array.of(1)).result.indefinite).toBe(false); // what is left is definite
  });

  test("a zero matrix ends at once, flagged, and gives nothing away as solved", () => {
    const { matrix } = buildBlockMatrix(1, []);
    const { result } = solve(matrix, Float64Array.of(1, 2, 3));
    expect(result.indefinite).toBe(true);
    expect(result.residual <= 1e-12).toBe(false);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])("a right-hand side with %d in it is not solved, and y shows it", (bad) => {
    const { matrix, b } = randomSystem(6);
    b[4] = bad;
    const { y, result } = solve(matrix, b);
    expect(result.residual <= 1e-12).toBe(false);
    expect(y.every(Number.isFinite)).toBe(false);
  });
});
