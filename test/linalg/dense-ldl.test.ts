import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import { factorLdl, solveLdl } from "../../src/linalg/dense-ldl.ts";
import { type DenseMatrix, solveDense, zeroMatrix } from "../support/dense.ts";
import { relativeDifference } from "../support/finite-difference.ts";

/** Positive definite in some rows, negative definite in the others, joined at will, the rows in any order. */
function quasiDefinite(size: number, seed: number): DenseMatrix {
  const random = createRandom(seed);
  const sign = Array.from({ length: size }, () => (random() < 0.5 ? 1 : -1));
  const A = zeroMatrix(size);
  for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) A[i][j] = A[j][i] = 2 * random() - 1;
  for (let i = 0; i < size; i++) {
    let weight = 0.2 + random();
    for (let j = 0; j < size; j++) if (j !== i && sign[j] === sign[i]) weight += Math.abs(A[i][j]);
    A[i][i] = sign[i] * weight;
  }
  return A;
}

const pack = (A: DenseMatrix): Float64Array => Float64Array.from(A.flatMap((row) => [...row]));
const cases = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.nat({ max: 1e6 }));

describe("L D Lᵀ of a small matrix", () => {
  test("has L with a diagonal of 1, D of both signs, and their product is the matrix", () => {
    fc.assert(
      fc.property(cases, ([size, seed]) => {
        const A = quasiDefinite(size, seed);
        const a = pack(A);
        expect(factorLdl(size, a)).toBe(-1);
        const l = (i: number, k: number): number => (i === k ? 1 : k < i ? a[i * size + k] : 0);
        for (let i = 0; i < size; i++) {
          expect(Math.sign(a[i * size + i])).toBe(Math.sign(A[i][i])); // Sylvester
          for (let j = 0; j <= i; j++) {
            let sum = 0;
            for (let k = 0; k <= j; k++) sum += l(i, k) * a[k * size + k] * l(j, k);
            expect(Math.abs(sum - A[i][j])).toBeLessThan(1e-12 * size);
          }
        }
      }),
    );
  });

  test("solves three right-hand sides as elimination does", () => {
    fc.assert(
      fc.property(cases, ([size, seed]) => {
        const A = quasiDefinite(size, seed);
        const a = pack(A);
        factorLdl(size, a);
        const random = createRandom(seed + 1);
        const b = Float64Array.from({ length: 3 * size }, () => 2 * random() - 1);
        const x = b.slice();
        solveLdl(size, a, x);
        for (let c = 0; c < 3; c++) {
          const side = (values: Float64Array): Float64Array => values.filter((_, n) => n % 3 === c);
          expect(relativeDifference(side(x), solveDense(A, side(b)))).toBeLessThan(1e-11);
        }
      }),
    );
  });

  test("reads the lower triangle only", () => {
    const A = quasiDefinite(7, 3);
    const whole = pack(A);
    const half = pack(A.map((row, i) => row.map((value, j) => (j > i ? Number.NaN : value))));
    factorLdl(7, whole);
    expect(factorLdl(7, half)).toBe(-1);
    for (let i = 0; i < 7; i++) for (let j = 0; j <= i; j++) expect(half[7 * i + j]).toBe(whole[7 * i + j]);
  });

  test.each([
    [
      "zero",
      [
        [1, 1, 0],
        [1, 1, 0],
        [0, 0, 1],
      ],
      1,
    ],
    [
      "not a number",
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, Number.NaN],
      ],
      2,
    ],
    [
      "infinite",
      [
        [Number.POSITIVE_INFINITY, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      0,
    ],
  ])("tells the first row whose pivot is %s", (_name, rows, expected) => {
    expect(factorLdl(3, Float64Array.from(rows.flat()))).toBe(expected);
  });
});
