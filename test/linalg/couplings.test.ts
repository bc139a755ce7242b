import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Couplings } from "../../src/core/constraints.ts";
import { createRandom } from "../../src/core/random.ts";
import { computeBlockProduct } from "../../src/linalg/block-matrix.ts";
import {
  addCouplingDiagonal,
  addCouplingImpulses,
  addCouplingProduct,
  computeCouplingImpulse,
  createCouplings,
  weighCouplings,
} from "../../src/linalg/couplings.ts";
import { assembleDense, type DenseMatrix, multiplyDense, symmetricEigenvalues, zeroMatrix } from "../support/dense.ts";

const ROWS = 6;

/** Couplings of any kind: rows may repeat within one, weights may be 0, normals have length one. */
function randomCouplings(seed: number, count: number): Couplings {
  const random = createRandom(seed);
  const couplings = createCouplings(count + 2);
  couplings.count = count;
  for (let k = 0; k < count; k++) {
    for (let e = 4 * k; e < 4 * k + 4; e++) {
      couplings.rows[e] = Math.floor(ROWS * random());
      couplings.weights[e] = random() < 0.2 ? 0 : 2 * random() - 1;
    }
    const n = [0, 1, 2].map(() => random() - 0.5);
    for (let c = 0; c < 3; c++) {
      couplings.normals[3 * k + c] = n[c] / Math.hypot(...n);
      couplings.targets[3 * k + c] = 4 * random() - 2;
    }
    couplings.stiffness[k] = 3 * random();
    couplings.across[k] = couplings.stiffness[k] * (random() < 0.5 ? random() : Math.round(random()));
  }
  return couplings;
}

/** B: three rows of numbers that take all velocities to the relative velocity Σ β v. */
function tieRows({ rows, weights }: Couplings, k: number): DenseMatrix {
  const B = zeroMatrix(3, 3 * ROWS);
  for (let e = 4 * k; e < 4 * k + 4; e++) for (let a = 0; a < 3; a++) B[a][3 * rows[e] + a] += weights[e];
  return B;
}

/** C = w n nᵀ + w_t (I − n nᵀ). */
function stiffnessOf({ normals, stiffness, across }: Couplings, k: number): DenseMatrix {
  const n = normals.subarray(3 * k, 3 * k + 3);
  const C = zeroMatrix(3);
  for (let a = 0; a < 3; a++) {
    for (let b = 0; b < 3; b++) C[a][b] = stiffness[k] * n[a] * n[b] + across[k] * ((a === b ? 1 : 0) - n[a] * n[b]);
  }
  return C;
}

/** Σ BᵀCB, written out. */
function denseOf(couplings: Couplings): DenseMatrix {
  const A = zeroMatrix(3 * ROWS);
  for (let k = 0; k < couplings.count; k++) {
    const B = tieRows(couplings, k);
    const C = stiffnessOf(couplings, k);
    for (let i = 0; i < 3 * ROWS; i++) {
      for (let j = 0; j < 3 * ROWS; j++) {
        for (let c = 0; c < 3; c++) for (let d = 0; d < 3; d++) A[i][j] += B[c][i] * C[c][d] * B[d][j];
      }
    }
  }
  return A;
}

function randomVector(seed: number): Float64Array {
  const random = createRandom(seed);
  return Float64Array.from({ length: 3 * ROWS }, () => 2 * random() - 1);
}

function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance = 1e-12): void {
  expect(actual.length).toBe(expected.length);
  for (let c = 0; c < actual.length; c++) expect(Math.abs(actual[c] - expected[c])).toBeLessThan(tolerance);
}

const anyCouplings = fc.record({ seed: fc.nat(), count: fc.integer({ min: 0, max: 9 }) });

describe("couplings", () => {
  test("their product is that of the full matrix Σ w BᵀB, added to what is there, and so is xᵀAx", () => {
    fc.assert(
      fc.property(anyCouplings, ({ seed, count }) => {
        const couplings = randomCouplings(seed, count);
        const [x, y] = [randomVector(seed + 1), randomVector(seed + 2)];
        const full = multiplyDense(denseOf(couplings), x);
        const dot = Float64Array.of(5);
        const expected = y.map((value, c) => value + full[c]);
        const squared = 5 + x.reduce((sum, value, c) => sum + value * full[c], 0);
        addCouplingProduct(couplings, x, y, dot);
        expectClose(y, expected);
        expect(Math.abs(dot[0] - squared)).toBeLessThan(1e-11);
      }),
    );
  });

  test("their matrix is symmetric and positive semidefinite", () => {
    fc.assert(
      fc.property(anyCouplings, ({ seed, count }) => {
        const couplings = randomCouplings(seed, count);
        const A = zeroMatrix(3 * ROWS);
        for (let j = 0; j < 3 * ROWS; j++) {
          const [unit, column] = [new Float64Array(3 * ROWS), new Float64Array(3 * ROWS)];
          unit[j] = 1;
          addCouplingProduct(couplings, unit, column, new Float64Array(1));
          for (let i = 0; i < 3 * ROWS; i++) A[i][j] = column[i];
        }
        for (let i = 0; i < 3 * ROWS; i++) {
          for (let j = 0; j < i; j++) expect(Math.abs(A[i][j] - A[j][i])).toBeLessThan(1e-13);
        }
        expect(symmetricEigenvalues(A)[0]).toBeGreaterThan(-1e-12);
      }),
      { numRuns: 40 },
    );
  });

  test("what they add to the diagonal blocks is the diagonal of the full matrix, unless a row is named twice in one", () => {
    fc.assert(
      fc.property(anyCouplings, ({ seed, count }) => {
        const couplings = randomCouplings(seed, count);
        for (let k = 0; k < count; k++) for (let e = 0; e < 4; e++) couplings.rows[4 * k + e] = (k + e) % ROWS;
        const diagonal = Float64Array.from({ length: 6 * ROWS }, (_, c) => c);
        addCouplingDiagonal(couplings, diagonal);
        const A = denseOf(couplings);
        const places = [
          [0, 0],
          [0, 1],
          [0, 2],
          [1, 1],
          [1, 2],
          [2, 2],
        ];
        for (let i = 0; i < ROWS; i++) {
          const blocks = places.map(([a, b], c) => 6 * i + c + A[3 * i + a][3 * i + b]);
          expectClose(diagonal.subarray(6 * i, 6 * i + 6), blocks);
        }
      }),
    );
  });

  test("impulses are C (target − r), and b gets Bᵀ of them, which is BᵀC target − A v", () => {
    fc.assert(
      fc.property(anyCouplings, ({ seed, count }) => {
        const couplings = randomCouplings(seed, count);
        const v = randomVector(seed + 3);
        const impulse = new Float64Array(3);
        const expected = multiplyDense(denseOf(couplings), v).map((value) => -value);
        for (let k = 0; k < count; k++) {
          const B = tieRows(couplings, k);
          const relative = multiplyDense(B, v);
          const target = couplings.targets.subarray(3 * k, 3 * k + 3);
          const C = stiffnessOf(couplings, k);
          const wanted = multiplyDense(C, target);
          computeCouplingImpulse(couplings, k, v, impulse);
          expectClose(
            impulse,
            multiplyDense(
              C,
              target.map((value, c) => value - relative[c]),
            ),
          );
          for (let i = 0; i < 3 * ROWS; i++) {
            for (let c = 0; c < 3; c++) expected[i] += B[c][i] * wanted[c];
          }
        }
        const b = new Float64Array(3 * ROWS);
        addCouplingImpulses(couplings, v, b, impulse);
        expectClose(b, expected, 1e-11);
        expect(b.some((value) => value !== 0)).toBe(expected.some((value) => value !== 0));
      }),
    );
  });

  test("impulses within a free body have no sum: weights of two features add up to nothing", () => {
    const couplings = randomCouplings(3, 5);
    couplings.weights.set([-0.2, -0.3, -0.5, 1, -0.4, -0.6, 0.7, 0.3, -1, 0, 0, 1, -0.5, -0.5, 0.5, 0.5, 0, -1, 1, 0]);
    const b = new Float64Array(3 * ROWS);
    addCouplingImpulses(couplings, randomVector(4), b, new Float64Array(3));
    expect(Math.max(...b.map(Math.abs))).toBeGreaterThan(0.1);
    for (let c = 0; c < 3; c++) {
      expect(Math.abs(b.reduce((sum, value, i) => (i % 3 === c ? sum + value : sum), 0))).toBeLessThan(1e-14);
    }
  });

  test("the product of a block matrix includes the couplings that it is given", () => {
    const couplings = randomCouplings(11, 6);
    const diagonal = new Float64Array(6 * ROWS);
    for (let i = 0; i < ROWS; i++) for (const c of [0, 3, 5]) diagonal[6 * i + c] = 1 + i;
    const matrix = {
      rowCount: ROWS,
      rowStart: Uint32Array.of(0, 1, 1, 1, 1, 1, 1),
      column: Uint32Array.of(4),
      diagonal,
      offDiagonal: Float64Array.of(1, 2, 3, 4, 5, 6),
    };
    const x = randomVector(12);
    const alone = multiplyDense(assembleDense(matrix), x);
    const tied = multiplyDense(denseOf(couplings), x);
    const [y, dot] = [new Float64Array(3 * ROWS), new Float64Array(1)];
    computeBlockProduct({ ...matrix, couplings }, x, y, dot);
    const expected = alone.map((value, c) => value + tied[c]);
    expectClose(y, expected);
    expect(dot[0]).toBeCloseTo(
      x.reduce((sum, value, c) => sum + value * expected[c], 0),
      11,
    );
  });

  test("a coupling is weighed by the rows that it ties, the lightest counting most, and not at all where it ties nothing", () => {
    const couplings = createCouplings(3);
    couplings.count = 3;
    couplings.rows.set([0, 1, 2, 3, 0, 0, 0, 5, 1, 1, 1, 1]);
    couplings.weights.set([-0.5, -0.5, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0]);
    const means = Float64Array.from({ length: ROWS }, (_, i) => 2 * (i + 1));
    const shares = new Float64Array(ROWS);
    weighCouplings(couplings, means, 0.1, shares);
    const [first, second, none] = couplings.stiffness;
    // means 2, 4, 6, 8, 10, 12: at most κ over Σ β²/d, which holds for one coupling a row
    const alone = 0.1 / (0.25 / 2 + 0.25 / 4 + 1 / 8);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(alone * (1 + 1e-12) * 4);
    expect(second).toBeCloseTo(0.1 * 12, 12);
    expect(none).toBe(0);
    couplings.weights.fill(0, 4);
    weighCouplings(
      couplings,
      means.map((value) => 3 * value),
      0.1,
      shares,
    );
    expect(couplings.stiffness[0] / first).toBeCloseTo(3, 12);
    expect(couplings.stiffness[1]).toBe(0);
  });
});
