import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NumericalError } from "../../src/core/errors.ts";
import { createRandom } from "../../src/core/random.ts";
import { type Border, type BorderColumn, borderSize, createBorder, solveBordered } from "../../src/linalg/border.ts";
import { createSupernodalFactor, type SupernodalFactor } from "../../src/linalg/supernodal-factor.ts";
import { findSupernodes } from "../../src/linalg/supernodes.ts";
import { graphOfPattern } from "../../src/linalg/symmetric-matrix.ts";
import { type DenseMatrix, selectDense, solveDense, zeroMatrix } from "../support/dense.ts";
import { relativeDifference } from "../support/finite-difference.ts";
import { ORDER_NAMES, type RandomSparse, randomGrid, randomSparse, someOrder, toSymmetric } from "../support/random-sparse.ts";

const EXACT = 1e-11;

function factorOf({ matrix, graph }: RandomSparse, order: Uint32Array): SupernodalFactor {
  const factor = createSupernodalFactor(findSupernodes(matrix, graph, order));
  factor.factor(matrix.diagonal, matrix.offDiagonal, 1);
  return factor;
}

/** x (old numbering) and q for b (old numbering) and r, three interleaved right-hand sides each; q and r by column. */
function solve(
  factor: SupernodalFactor,
  border: Border | undefined,
  b: Float64Array,
  r: Float64Array = new Float64Array(3 * (border?.count ?? 0)),
): { x: Float64Array; q: Float64Array } {
  const { order } = factor.structure;
  const y = new Float64Array(b.length);
  const work = new Float64Array(borderSize(border?.count ?? 0));
  border?.slot.forEach((slot, n) => {
    work.set(r.subarray(3 * n, 3 * n + 3), 3 * slot);
  });
  order.forEach((old, k) => {
    y.set(b.subarray(3 * old, 3 * old + 3), 3 * k);
  });
  solveBordered(factor, border, y, work);
  const x = new Float64Array(b.length);
  order.forEach((old, k) => {
    x.set(y.subarray(3 * k, 3 * k + 3), 3 * old);
  });
  const q = new Float64Array(r.length);
  border?.slot.forEach((slot, n) => {
    q.set(work.subarray(3 * slot, 3 * slot + 3), 3 * n);
  });
  return { x, q };
}

const side = (values: Float64Array, c: number): Float64Array => values.filter((_, n) => n % 3 === c);

function randomNumbers(count: number, seed: number): Float64Array {
  const random = createRandom(seed);
  return Float64Array.from({ length: count }, () => 2 * random() - 1);
}

/** Different whole numbers below `limit`. */
function pick(count: number, limit: number, seed: number): number[] {
  const random = createRandom(seed);
  const found = new Set<number>();
  while (found.size < Math.min(count, limit)) found.add(Math.floor(random() * limit));
  return [...found];
}

/** A − Σ k w wᵀ over springs between pairs, by hand. */
function withoutSprings(A: DenseMatrix, springs: [number, number, number][]): DenseMatrix {
  const out = A.map((row) => row.slice());
  for (const [i, j, k] of springs) {
    out[i][i] -= k;
    out[j][j] -= k;
    out[i][j] += k;
    out[j][i] += k;
  }
  return out;
}

const cases = fc.tuple(
  fc.integer({ min: 2, max: 30 }),
  fc.nat({ max: 1e6 }),
  fc.constantFrom(0, 0.1, 0.3, 1),
  fc.constantFrom(...ORDER_NAMES),
  fc.integer({ min: 1, max: 8 }),
);

describe("a border around a factored matrix", () => {
  test("holds rows: they are 0, and the others what elimination without them gives", () => {
    fc.assert(
      fc.property(cases, ([size, seed, density, name, changes]) => {
        const sparse = randomSparse(size, seed, density);
        const factor = factorOf(sparse, someOrder(sparse.graph, name, seed));
        const held = pick(Math.min(changes, size - 1), size, seed + 1);
        const columns: BorderColumn[] = held.map((row) => ({ rows: [row], values: [1] }));
        const border = createBorder(factor, columns, new Float64Array(held.length ** 2));
        const b = randomNumbers(3 * size, seed + 2);
        const { x, q } = solve(factor, border, b);
        const free = Array.from({ length: size }, (_, i) => i).filter((i) => !held.includes(i));
        for (let c = 0; c < 3; c++) {
          const expected = solveDense(
            selectDense(sparse.A, free),
            free.map((i) => b[3 * i + c]),
          );
          expect(
            relativeDifference(
              free.map((i) => x[3 * i + c]),
              expected,
            ),
          ).toBeLessThan(EXACT);
          held.forEach((i, k) => {
            expect(Math.abs(x[3 * i + c])).toBeLessThan(EXACT);
            // q is what holds the row: b − A x
            const force = b[3 * i + c] - sparse.A[i].reduce((sum, a, j) => sum + a * x[3 * j + c], 0);
            expect(Math.abs(q[3 * k + c] - force)).toBeLessThan(EXACT * 10);
          });
        }
      }),
    );
  });

  test("takes springs away", () => {
    fc.assert(
      fc.property(cases, ([size, seed, density, name, changes]) => {
        const without = randomSparse(size, seed, density);
        const weights = randomNumbers(changes, seed + 3);
        const springs = Array.from(weights, (w, n): [number, number, number] => {
          const [i, j] = pick(2, size, seed + 10 * n);
          return [i, j, 1 + 3 * Math.abs(w)];
        });
        const A = withoutSprings(
          without.A,
          springs.map(([i, j, k]) => [i, j, -k]),
        );
        const all = sparseOf(A);
        const factor = factorOf(all, someOrder(all.graph, name, seed));
        const corner = new Float64Array(changes ** 2);
        springs.forEach(([, , k], n) => {
          corner[n * changes + n] = 1 / k;
        });
        const columns = springs.map(([i, j]) => ({ rows: [i, j], values: [1, -1] }));
        const b = randomNumbers(3 * size, seed + 4);
        const { x } = solve(factor, createBorder(factor, columns, corner), b);
        for (let c = 0; c < 3; c++) {
          expect(relativeDifference(side(x, c), solveDense(without.A, side(b, c)))).toBeLessThan(EXACT);
        }
      }),
    );
  });

  test("adds rows", () => {
    fc.assert(
      fc.property(cases, ([size, seed, density, name, changes]) => {
        const count = Math.min(changes, size - 1);
        const whole = randomSparse(size, seed, density);
        const added = pick(count, size, seed + 5);
        // in the factored matrix the rows stand alone
        const A = whole.A.map((row, i) => row.map((value, j) => (i !== j && (added.includes(i) || added.includes(j)) ? 0 : value)));
        const sparse = sparseOf(A);
        const factor = factorOf(sparse, someOrder(sparse.graph, name, seed));
        const others = Array.from({ length: size }, (_, i) => i).filter((i) => !added.includes(i));
        const columns = added.map((row) => ({ rows: others, values: others.map((i) => whole.A[row][i]) }));
        const corner = Float64Array.from(added.flatMap((i) => added.map((j) => whole.A[i][j])));
        const b = randomNumbers(3 * size, seed + 6);
        const known = b.slice();
        for (const i of added) known.fill(0, 3 * i, 3 * i + 3);
        const r = Float64Array.from(added.flatMap((i) => [...b.subarray(3 * i, 3 * i + 3)]));
        const { x, q } = solve(factor, createBorder(factor, columns, corner), known, r);
        added.forEach((i, k) => {
          x.set(q.subarray(3 * k, 3 * k + 3), 3 * i);
        });
        for (let c = 0; c < 3; c++) {
          expect(relativeDifference(side(x, c), solveDense(whole.A, side(b, c)))).toBeLessThan(EXACT);
        }
      }),
    );
  });

  test("does all of it at once, as the dense solution of the whole bordered system", () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 0, max: 5 }), ([size, seed, density, name, changes], held) => {
        const sparse = randomSparse(size, seed, density);
        const factor = factorOf(sparse, someOrder(sparse.graph, name, seed));
        const random = createRandom(seed + 7);
        // columns with a heavy corner first, then held rows, as quasi-definite as a cloth's
        const rows = pick(held, size, seed + 8);
        const count = changes + rows.length;
        const columns: BorderColumn[] = [];
        for (let n = 0; n < changes; n++) {
          const places = pick(3, size, seed + 20 + n);
          columns.push({ rows: places, values: places.map(() => 2 * random() - 1) });
        }
        for (const row of rows) columns.push({ rows: [row], values: [1] });
        const corner = new Float64Array(count * count);
        for (let n = 0; n < changes; n++) {
          for (let m = 0; m < n; m++) corner[n * count + m] = corner[m * count + n] = random() - 0.5;
          corner[n * count + n] = 60;
        }
        const whole = zeroMatrix(size + count);
        for (let i = 0; i < size; i++) whole[i].set(sparse.A[i]);
        columns.forEach((column, n) => {
          column.rows.forEach((row, e) => {
            whole[row][size + n] = whole[size + n][row] = column.values[e];
          });
          for (let m = 0; m < count; m++) whole[size + n][size + m] = corner[n * count + m];
        });
        const b = randomNumbers(3 * size, seed + 9);
        const r = randomNumbers(3 * count, seed + 10);
        const { x, q } = solve(factor, createBorder(factor, columns, corner), b, r);
        for (let c = 0; c < 3; c++) {
          const expected = solveDense(whole, [...side(b, c), ...side(r, c)]);
          const found = [...side(x, c), ...side(q, c)];
          expect(relativeDifference(found, expected)).toBeLessThan(EXACT);
        }
      }),
    );
  });

  test("may be 128 columns wide", () => {
    const sparse = randomGrid(20, 20, 6);
    const factor = factorOf(sparse, someOrder(sparse.graph, "reverse Cuthill–McKee", 0));
    const held = pick(128, 400, 12);
    const border = createBorder(
      factor,
      held.map((row) => ({ rows: [row], values: [1] })),
      new Float64Array(128 * 128),
    );
    const b = randomNumbers(1200, 13);
    const { x } = solve(factor, border, b);
    const free = Array.from({ length: 400 }, (_, i) => i).filter((i) => !held.includes(i));
    const expected = solveDense(
      selectDense(sparse.A, free),
      free.map((i) => b[3 * i]),
    );
    expect(
      relativeDifference(
        free.map((i) => x[3 * i]),
        expected,
      ),
    ).toBeLessThan(EXACT);
  });

  test("leaves the factor alone: without it the answer has the very same bits as before", () => {
    const sparse = randomGrid(8, 9, 4);
    const factor = factorOf(sparse, someOrder(sparse.graph, "reverse Cuthill–McKee", 0));
    const values = factor.values.slice();
    const b = randomNumbers(3 * 72, 14);
    const before = solve(factor, undefined, b).x;
    const border = createBorder(factor, [{ rows: [30], values: [1] }], new Float64Array(1));
    const between = solve(factor, border, b).x;
    expect(relativeDifference(between, before)).toBeGreaterThan(1e-3);
    expect(solve(factor, border, b).x).toEqual(between);
    expect(solve(factor, undefined, b).x).toEqual(before);
    expect(factor.values).toEqual(values);
  });

  test("refuses a change that leaves nothing to solve", () => {
    const sparse = randomGrid(3, 3, 4);
    const factor = factorOf(sparse, someOrder(sparse.graph, "natural", 0));
    const twice = [2, 2].map((row) => ({ rows: [row], values: [1] }));
    expect(() => createBorder(factor, twice, new Float64Array(4))).toThrow(NumericalError);
  });
});

function sparseOf(A: DenseMatrix): RandomSparse {
  const matrix = toSymmetric(A);
  return { A, matrix, graph: graphOfPattern(matrix) };
}
