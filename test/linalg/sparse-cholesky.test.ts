import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NumericalError } from "../../src/core/errors.ts";
import { createRandom } from "../../src/core/random.ts";
import { type CholeskyFactor, factorCholesky, type LowerMatrix, solveCholesky } from "../../src/linalg/sparse-cholesky.ts";
import { type DenseMatrix, solveDense, zeroMatrix } from "../support/dense.ts";
import { relativeDifference, relativeMatrixDifference } from "../support/finite-difference.ts";

/** A random symmetric matrix with a heavy diagonal, full and sparse; the columns of each row in any order, as they may come. */
function randomMatrix(size: number, seed: number, density: number): { A: DenseMatrix; lower: LowerMatrix } {
  const random = createRandom(seed);
  const A = zeroMatrix(size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) if (random() < density) A[i][j] = A[j][i] = 2 * random() - 1;
  }
  for (let i = 0; i < size; i++) A[i][i] = 0.1 + random() + A[i].reduce((sum, value) => sum + Math.abs(value), 0);
  return { A, lower: toLower(A, (row) => (random() < 0.5 ? row.reverse() : row)) };
}

function toLower(A: DenseMatrix, arrange: (row: number[]) => number[] = (row) => row): LowerMatrix {
  const rows = A.map((row, i) => arrange([...row.keys()].filter((j) => j <= i && (row[j] !== 0 || j === i))));
  const rowStart = new Uint32Array(A.length + 1);
  rows.forEach((row, i) => {
    rowStart[i + 1] = rowStart[i] + row.length;
  });
  return {
    rowStart,
    column: Uint32Array.from(rows.flat()),
    value: Float64Array.from(rows.flatMap((row, i) => row.map((j) => A[i][j]))),
  };
}

function toDense({ columnStart, row, value }: CholeskyFactor): DenseMatrix {
  const L = zeroMatrix(columnStart.length - 1);
  for (let j = 0; j < L.length; j++) for (let e = columnStart[j]; e < columnStart[j + 1]; e++) L[row[e]][j] = value[e];
  return L;
}

/** The entries of L by playing the elimination through on the pattern alone. */
function countFill(A: DenseMatrix): number {
  const pattern = A.map((row, i) => [...row].map((value, j) => value !== 0 || i === j));
  let count = 0;
  for (let k = 0; k < A.length; k++) {
    for (let i = k; i < A.length; i++) {
      if (!pattern[i][k]) continue;
      count++;
      for (let j = k + 1; j <= i; j++) if (pattern[j][k]) pattern[i][j] = pattern[j][i] = true;
    }
  }
  return count;
}

const cases = fc.tuple(fc.integer({ min: 1, max: 24 }), fc.nat({ max: 1e6 }), fc.constantFrom(0, 0.08, 0.2, 0.6, 1));

describe("factorCholesky", () => {
  test("L Lᵀ = A, with a positive diagonal that comes first in its column", () => {
    fc.assert(
      fc.property(cases, ([size, seed, density]) => {
        const { A, lower } = randomMatrix(size, seed, density);
        const factor = factorCholesky(lower);
        const L = toDense(factor);
        const product = L.map((row) => Float64Array.from(L, (other) => row.reduce((sum, l, c) => sum + l * other[c], 0)));
        expect(relativeMatrixDifference(product, A)).toBeLessThan(1e-14);
        for (let j = 0; j < size; j++) {
          expect(factor.row[factor.columnStart[j]]).toBe(j);
          expect(factor.value[factor.columnStart[j]]).toBeGreaterThan(0);
        }
      }),
    );
  });

  test("holds as many entries as the elimination fills, none left over and none missing", () => {
    fc.assert(
      fc.property(cases, ([size, seed, density]) => {
        const { A, lower } = randomMatrix(size, seed, density);
        const { columnStart, row } = factorCholesky(lower);
        expect(columnStart[size]).toBe(countFill(A));
        for (let j = 0; j < size; j++) {
          const rows = [...row.slice(columnStart[j], columnStart[j + 1])];
          expect(rows).toEqual([...new Set(rows)].sort((a, b) => a - b));
        }
      }),
    );
  });

  test.each([
    [
      "a negative entry",
      [
        [2, 0, 0],
        [0, -1, 0],
        [0, 0, 3],
      ],
    ],
    [
      "a zero row",
      [
        [2, 0, 0],
        [0, 1, 0],
        [0, 0, 0],
      ],
    ],
    [
      "an indefinite pair",
      [
        [1, 2, 0],
        [2, 1, 0],
        [0, 0, 1],
      ],
    ],
    [
      "a number that is none",
      [
        [1, 0, 0],
        [0, Number.NaN, 0],
        [0, 0, 1],
      ],
    ],
  ])("refuses %s and names the row", (_name, rows) => {
    const lower = toLower(rows.map((row) => Float64Array.from(row)));
    expect(() => factorCholesky(lower)).toThrow(NumericalError);
    expect(() => factorCholesky(lower)).toThrow(/not positive definite at row \d/);
  });
});

describe("solveCholesky", () => {
  test("solves three right-hand sides at once, as elimination does", () => {
    fc.assert(
      fc.property(cases, ([size, seed, density]) => {
        const { A, lower } = randomMatrix(size, seed, density);
        const random = createRandom(seed + 1);
        const b = Float64Array.from({ length: 3 * size }, () => 2 * random() - 1);
        const y = b.slice();
        solveCholesky(factorCholesky(lower), y);
        for (let c = 0; c < 3; c++) {
          const side = (values: Float64Array): Float64Array => values.filter((_, n) => n % 3 === c);
          expect(relativeDifference(side(y), solveDense(A, side(b)))).toBeLessThan(1e-12);
        }
      }),
    );
  });

  test("nothing to solve is solved", () => {
    const factor = factorCholesky({
      rowStart: new Uint32Array(1),
      column: new Uint32Array(0),
      value: new Float64Array(0),
    });
    expect(() => solveCholesky(factor, new Float64Array(0))).not.toThrow();
  });
});
