import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NumericalError } from "../../src/core/errors.ts";
import { predictFill } from "../../src/linalg/elimination-tree.ts";
import { factorCholesky } from "../../src/linalg/sparse-cholesky.ts";
import { createSupernodalFactor, NotPositiveDefinite, type SupernodalFactor } from "../../src/linalg/supernodal-factor.ts";
import { findSupernodes } from "../../src/linalg/supernodes.ts";
import { type DenseMatrix, selectDense, zeroMatrix } from "../support/dense.ts";
import { relativeMatrixDifference } from "../support/finite-difference.ts";
import {
  choleskyDense,
  ORDER_NAMES,
  type RandomSparse,
  randomGrid,
  randomSparse,
  someOrder,
  toSymmetric,
} from "../support/random-sparse.ts";

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

/** L in full; its diagonal is kept as reciprocals. */
function toDense({ structure, values }: SupernodalFactor): DenseMatrix {
  const { columnCount, count, firstColumn, rowStart, rows, panelStart } = structure;
  const L = zeroMatrix(columnCount);
  for (let s = 0; s < count; s++) {
    const first = firstColumn[s];
    const width = firstColumn[s + 1] - first;
    const below = [...rows.slice(rowStart[s], rowStart[s + 1])];
    const own = Array.from({ length: width }, (_, k) => first + k);
    [...own, ...below].forEach((row, r) => {
      for (let c = 0; c < width && first + c <= row; c++) {
        const value = values[panelStart[s] + r * width + c];
        L[row][first + c] = row === first + c ? 1 / value : value;
      }
    });
  }
  return L;
}

function timesTranspose(L: DenseMatrix): DenseMatrix {
  return L.map((row) => Float64Array.from(L, (other) => row.reduce((sum, l, c) => sum + l * other[c], 0)));
}

/** How many entries the simplicial factor has. */
function simplicialCount(P: DenseMatrix): number {
  const rows = P.map((row, i) => [...row.keys()].filter((j) => j <= i && (row[j] !== 0 || j === i)));
  const rowStart = new Uint32Array(P.length + 1);
  rows.forEach((row, i) => {
    rowStart[i + 1] = rowStart[i] + row.length;
  });
  const { value } = factorCholesky({
    rowStart,
    column: Uint32Array.from(rows.flat()),
    value: Float64Array.from(rows.flatMap((row, i) => row.map((j) => P[i][j]))),
  });
  return value.length;
}

describe("the supernodal factor", () => {
  test("is L Lᵀ = P A Pᵀ, entry by entry the dense one, in good orders and bad", () => {
    fc.assert(
      fc.property(cases, ([size, seed, density, name]) => {
        const sparse = randomSparse(size, seed, density);
        const order = someOrder(sparse.graph, name, seed);
        const L = toDense(factorOf(sparse, order));
        const P = selectDense(sparse.A, [...order]);
        expect(relativeMatrixDifference(timesTranspose(L), P)).toBeLessThan(1e-14);
        expect(relativeMatrixDifference(L, choleskyDense(P).L)).toBeLessThan(1e-13);
      }),
    );
  });

  test.each(ORDER_NAMES)("is right on the pattern of a cloth, where supernodes are wide: order %s", (name) => {
    const sparse = randomGrid(14, 11, 5);
    const order = someOrder(sparse.graph, name, 3);
    const factor = factorOf(sparse, order);
    const P = selectDense(sparse.A, [...order]);
    expect(relativeMatrixDifference(toDense(factor), choleskyDense(P).L)).toBeLessThan(1e-13);
    const widths = Array.from(
      { length: factor.structure.count },
      (_, s) => factor.structure.firstColumn[s + 1] - factor.structure.firstColumn[s],
    );
    expect(Math.max(...widths)).toBeGreaterThan(8);
  });

  test("predicts as many nonzeros as the simplicial factor has", () => {
    fc.assert(
      fc.property(cases, ([size, seed, density, name]) => {
        const sparse = randomSparse(size, seed, density);
        const order = someOrder(sparse.graph, name, seed);
        const { fill } = findSupernodes(sparse.matrix, sparse.graph, order);
        expect(fill).toBe(simplicialCount(selectDense(sparse.A, [...order])));
        expect(fill).toBe(predictFill(sparse.graph, order));
      }),
    );
  });

  test("takes other values on the same structure, bit for bit as a fresh one", () => {
    fc.assert(
      fc.property(cases, ([size, seed, density, name]) => {
        const sparse = randomSparse(size, seed, density);
        const order = someOrder(sparse.graph, name, seed);
        const { diagonal, offDiagonal } = sparse.matrix;
        const used = factorOf(sparse, order);
        const { structure } = used;
        const first = used.values.slice();
        const other = [diagonal.map((d, i) => 1.5 * d + 0.1 * i), offDiagonal.map((value) => 0.7 * value)] as const;
        used.factor(...other, 1);
        const fresh = createSupernodalFactor(findSupernodes(sparse.matrix, sparse.graph, order));
        fresh.factor(...other, 1);
        expect(used.values).toEqual(fresh.values);
        expect(used.structure).toBe(structure);
        used.factor(diagonal, offDiagonal, 1);
        expect(used.values).toEqual(first);
      }),
    );
  });

  test("reads its numbers at any stride, as the blocks of a block matrix hold them", () => {
    const sparse = randomSparse(20, 8, 0.2);
    const order = someOrder(sparse.graph, "shuffled", 1);
    const spread = (values: Float64Array): Float64Array => {
      const out = new Float64Array(6 * values.length).fill(Number.NaN);
      values.forEach((value, i) => {
        out[6 * i] = value;
      });
      return out;
    };
    const strided = createSupernodalFactor(findSupernodes(sparse.matrix, sparse.graph, order));
    strided.factor(spread(sparse.matrix.diagonal), spread(sparse.matrix.offDiagonal), 6);
    expect(strided.values).toEqual(factorOf(sparse, order).values);
  });

  test("names the row, in the matrix's own numbering, where it stops being positive definite", () => {
    fc.assert(
      fc.property(cases, fc.nat(), ([size, seed, density, name], pick) => {
        const { A, graph } = randomSparse(size, seed, density);
        const order = someOrder(graph, name, seed);
        A[pick % size][pick % size] = -0.5; // its neighbours can only take more from it
        const { failed } = choleskyDense(selectDense(A, [...order]));
        const matrix = toSymmetric(A);
        const factor = createSupernodalFactor(findSupernodes(matrix, graph, order));
        let error: unknown;
        try {
          factor.factor(matrix.diagonal, matrix.offDiagonal, 1);
        } catch (caught) {
          error = caught;
        }
        expect(error).toBeInstanceOf(NotPositiveDefinite);
        expect(error).toBeInstanceOf(NumericalError);
        expect((error as NotPositiveDefinite).row).toBe(order[failed]);
        expect((error as Error).message).toBe(`the matrix is not positive definite at row ${order[failed]}`);
        // and it works again with better numbers
        const good = randomSparse(size, seed, density);
        factor.factor(good.matrix.diagonal, good.matrix.offDiagonal, 1);
        expect(factor.values).toEqual(factorOf(good, order).values);
      }),
    );
  });

  test.each([Number.NaN, 0, Number.NEGATIVE_INFINITY])("refuses a diagonal entry of %d", (value) => {
    const sparse = randomSparse(6, 2, 0.3);
    const diagonal = sparse.matrix.diagonal.slice();
    diagonal[4] = value;
    const factor = createSupernodalFactor(findSupernodes(sparse.matrix, sparse.graph, someOrder(sparse.graph, "natural", 0)));
    expect(() => factor.factor(diagonal, sparse.matrix.offDiagonal, 1)).toThrow(NotPositiveDefinite);
  });

  test("of nothing is nothing", () => {
    const sparse = randomSparse(0, 1, 0);
    expect(factorOf(sparse, new Uint32Array(0)).values.length).toBe(0);
  });
});
