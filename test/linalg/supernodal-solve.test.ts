import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import { createSupernodalFactor, type SupernodalFactor } from "../../src/linalg/supernodal-factor.ts";
import { solveBackward, solveForward } from "../../src/linalg/supernodal-solve.ts";
import { findSupernodes } from "../../src/linalg/supernodes.ts";
import { type DenseMatrix, multiplyDense, selectDense, solveDense } from "../support/dense.ts";
import { relativeDifference } from "../support/finite-difference.ts";
import { choleskyDense, ORDER_NAMES, type RandomSparse, randomGrid, randomSparse, someOrder } from "../support/random-sparse.ts";

const cases = fc.tuple(
  fc.integer({ min: 1, max: 40 }),
  fc.nat({ max: 1e6 }),
  fc.constantFrom(0, 0.03, 0.1, 0.3, 1),
  fc.constantFrom(...ORDER_NAMES),
);

function factorOf({ matrix, graph }: RandomSparse, order: Uint32Array): SupernodalFactor {
  const factor = createSupernodalFactor(findSupernodes(matrix, graph, order));
  factor.factor(matrix.diagonal, matrix.offDiagonal, 1);
  return factor;
}

function randomSides(size: number, seed: number): Float64Array {
  const random = createRandom(seed);
  return Float64Array.from({ length: 3 * size }, () => 2 * random() - 1);
}

const side = (values: Float64Array, c: number): Float64Array => values.filter((_, n) => n % 3 === c);

/** Conjugate gradients without any preconditioner, until the residual is rounding. */
function conjugateGradients(A: DenseMatrix, b: Float64Array): Float64Array {
  const dot = (u: Float64Array, v: Float64Array): number => u.reduce((sum, value, i) => sum + value * v[i], 0);
  const x = new Float64Array(b.length);
  let r = b.slice();
  let p = r.slice();
  for (let n = 0; n < 20 * b.length && dot(r, r) > 1e-28 * dot(b, b); n++) {
    const Ap = multiplyDense(A, p);
    const step = dot(r, r) / dot(p, Ap);
    const next = r.map((value, i) => value - step * Ap[i]);
    x.forEach((value, i) => {
      x[i] = value + step * p[i];
    });
    const turn = dot(next, next) / dot(r, r);
    p = next.map((value, i) => value + turn * p[i]);
    r = next;
  }
  return x;
}

describe("solving with the supernodal factor", () => {
  test("gives three right-hand sides at once what elimination and conjugate gradients give each", () => {
    fc.assert(
      fc.property(cases, ([size, seed, density, name]) => {
        const sparse = randomSparse(size, seed, density);
        const order = someOrder(sparse.graph, name, seed);
        const { structure, values, scratch } = factorOf(sparse, order);
        const P = selectDense(sparse.A, [...order]);
        const b = randomSides(size, seed + 1);
        const y = b.slice();
        solveForward(structure, values, y, scratch);
        solveBackward(structure, values, y, scratch);
        for (let c = 0; c < 3; c++) {
          expect(relativeDifference(side(y, c), solveDense(P, side(b, c)))).toBeLessThan(1e-12);
          expect(relativeDifference(side(y, c), conjugateGradients(P, side(b, c)))).toBeLessThan(1e-10);
        }
      }),
    );
  });

  test("forward alone is L⁻¹ b, backward alone L⁻ᵀ b", () => {
    fc.assert(
      fc.property(cases, ([size, seed, density, name]) => {
        const sparse = randomSparse(size, seed, density);
        const order = someOrder(sparse.graph, name, seed);
        const { structure, values, scratch } = factorOf(sparse, order);
        const { L } = choleskyDense(selectDense(sparse.A, [...order]));
        const transposed = L.map((_, i) => Float64Array.from(L, (row) => row[i]));
        const b = randomSides(size, seed + 2);
        for (const [solve, matrix] of [
          [solveForward, L],
          [solveBackward, transposed],
        ] as const) {
          const y = b.slice();
          solve(structure, values, y, scratch);
          for (let c = 0; c < 3; c++) {
            expect(relativeDifference(side(y, c), solveDense(matrix, side(b, c)))).toBeLessThan(1e-12);
          }
        }
      }),
    );
  });

  test.each(ORDER_NAMES)("is right on the pattern of a cloth, in the order %s", (name) => {
    const sparse = randomGrid(13, 12, 7);
    const order = someOrder(sparse.graph, name, 4);
    const { structure, values, scratch } = factorOf(sparse, order);
    const b = randomSides(156, 9);
    const y = b.slice();
    solveForward(structure, values, y, scratch);
    solveBackward(structure, values, y, scratch);
    const P = selectDense(sparse.A, [...order]);
    for (let c = 0; c < 3; c++) {
      expect(relativeDifference(side(y, c), solveDense(P, side(b, c)))).toBeLessThan(1e-12);
      expect(relativeDifference(side(y, c), conjugateGradients(P, side(b, c)))).toBeLessThan(1e-10);
    }
  });

  test("the three sides do not see each other", () => {
    const sparse = randomGrid(9, 9, 2);
    const { structure, values, scratch } = factorOf(sparse, someOrder(sparse.graph, "reverse Cuthill–McKee", 0));
    const all = randomSides(81, 3);
    const one = all.map((value, n) => (n % 3 === 1 ? value : 0));
    for (const y of [all, one]) {
      solveForward(structure, values, y, scratch);
      solveBackward(structure, values, y, scratch);
    }
    expect(side(one, 1)).toEqual(side(all, 1));
    expect(side(one, 0).every((value) => value === 0)).toBe(true);
  });
});
