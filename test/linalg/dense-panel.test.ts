import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import { factorPanel, subtractOuterProduct } from "../../src/linalg/dense-panel.ts";
import { choleskyDense, randomSparse } from "../support/random-sparse.ts";

const OUTSIDE = 7.5;
const sizes = fc.tuple(fc.integer({ min: 1, max: 11 }), fc.integer({ min: 0, max: 13 }), fc.nat({ max: 1e6 }));

/** The first `width` columns of a positive definite matrix, row by row, with strange numbers above the diagonal and all around. */
function panel(width: number, below: number, seed: number): { values: Float64Array; base: number; A: Float64Array[] } {
  const rows = width + below;
  const { A } = randomSparse(rows, seed, 1);
  const base = 5;
  const values = new Float64Array(base + rows * width + 4).fill(OUTSIDE);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < width; j++) values[base + i * width + j] = j > i ? Number.NaN : A[i][j];
  }
  return { values, base, A };
}

describe("factorPanel", () => {
  test("leaves the columns of the dense factor, with reciprocals on the diagonal, and nothing else changed", () => {
    fc.assert(
      fc.property(sizes, ([width, below, seed]) => {
        const { values, base, A } = panel(width, below, seed);
        const rows = width + below;
        expect(factorPanel(values, base, width, rows)).toBe(-1);
        const { L } = choleskyDense(A);
        for (let i = 0; i < rows; i++) {
          for (let j = 0; j < Math.min(i + 1, width); j++) {
            const expected = i === j ? 1 / L[i][j] : L[i][j];
            expect(Math.abs(values[base + i * width + j] - expected)).toBeLessThan(1e-13);
          }
        }
        expect([...values.slice(0, base), ...values.slice(base + rows * width)]).toEqual(new Array(base + 4).fill(OUTSIDE));
      }),
    );
  });

  test("tells the first column whose pivot is not positive", () => {
    fc.assert(
      fc.property(sizes, fc.nat(), fc.constantFrom(0, -1, Number.NaN), ([width, below, seed], pick, value) => {
        const { values, base } = panel(width, below, seed);
        const column = pick % width;
        values[base + column * width + column] = value;
        expect(factorPanel(values, base, width, width + below)).toBe(column);
      }),
    );
  });
});

describe("subtractOuterProduct", () => {
  test("takes B Bᵀ from the lower triangle and touches nothing outside the square", () => {
    fc.assert(
      fc.property(sizes, ([width, rows, seed]) => {
        const random = createRandom(seed);
        const base = 3;
        const update = 6;
        const B = Float64Array.from({ length: base + rows * width }, () => 2 * random() - 1);
        const into = Float64Array.from({ length: update + rows * rows + 5 }, () => 2 * random() - 1);
        const before = into.slice();
        subtractOuterProduct(B, base, width, rows, into, update);
        for (let i = 0; i < rows; i++) {
          for (let j = 0; j <= i; j++) {
            let sum = 0;
            for (let k = 0; k < width; k++) sum += B[base + i * width + k] * B[base + j * width + k];
            const place = update + i * rows + j;
            expect(Math.abs(into[place] - (before[place] - sum))).toBeLessThan(1e-14 * (1 + width));
          }
        }
        expect(into.slice(0, update)).toEqual(before.slice(0, update));
        expect(into.slice(update + rows * rows)).toEqual(before.slice(update + rows * rows));
      }),
    );
  });
});
