import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import { type BlockMatrix, buildBlockMatrix, computeBlockProduct } from "../../src/linalg/block-matrix.ts";
import { assembleDense, multiplyDense } from "../support/dense.ts";
import { relativeDifference } from "../support/finite-difference.ts";

/** Pairs of different rows, in any order and with repeats; few rows, so that repeats are common. */
const rowsAndPairs = fc.integer({ min: 2, max: 9 }).chain((rowCount) =>
  fc.tuple(
    fc.constant(rowCount),
    fc.array(
      fc.tuple(fc.nat({ max: rowCount - 1 }), fc.nat({ max: rowCount - 2 })).map(([i, j]): [number, number] => [i, j < i ? j : j + 1]),
      { maxLength: 40 },
    ),
  ),
);

function fillAtRandom(matrix: BlockMatrix, seed: number): void {
  const random = createRandom(seed);
  for (const blocks of [matrix.diagonal, matrix.offDiagonal]) {
    for (let c = 0; c < blocks.length; c++) blocks[c] = 2 * random() - 1;
  }
}

describe("the pattern", () => {
  test("every pair has the slot of its block, and each block one slot", () => {
    fc.assert(
      fc.property(rowsAndPairs, ([rowCount, pairs]) => {
        const { matrix, slots } = buildBlockMatrix(rowCount, [Uint32Array.from(pairs.flat())]);
        const name = ([i, j]: [number, number]): string => `${Math.min(i, j)} ${Math.max(i, j)}`;
        const named = new Map<number, string>();
        for (let i = 0; i < rowCount; i++) {
          for (let e = matrix.rowStart[i]; e < matrix.rowStart[i + 1]; e++) named.set(e, name([i, matrix.column[e]]));
        }
        pairs.forEach((pair, p) => {
          expect(named.get(slots[0][p])).toBe(name(pair));
        });
        expect(matrix.column.length).toBe(new Set(pairs.map(name)).size);
        expect(matrix.offDiagonal.length).toBe(6 * matrix.column.length);
      }),
    );
  });

  test("columns ascend within a row and lie right of the diagonal", () => {
    const pairs = Uint32Array.of(3, 0, 0, 2, 0, 1, 2, 1, 2, 3, 0, 3);
    const { matrix, slots } = buildBlockMatrix(4, [pairs]);
    expect([...matrix.rowStart]).toEqual([0, 3, 4, 5, 5]);
    expect([...matrix.column]).toEqual([1, 2, 3, 2, 3]);
    expect([...slots[0]]).toEqual([2, 1, 0, 3, 4, 2]);
  });

  test("two lists share the blocks they have in common", () => {
    const { matrix, slots } = buildBlockMatrix(3, [Uint32Array.of(0, 1, 1, 2), Uint32Array.of(2, 1, 0, 2), new Uint32Array(0)]);
    expect(matrix.column.length).toBe(3);
    expect(slots[0][1]).toBe(slots[1][0]);
    expect(slots.map((list) => list.length)).toEqual([2, 2, 0]);
  });

  test("columns beyond 9 are sorted as numbers", () => {
    const { matrix } = buildBlockMatrix(200, [Uint32Array.of(0, 100, 0, 9, 0, 20)]);
    expect([...matrix.column]).toEqual([9, 20, 100]);
  });

  test("no pairs make a block diagonal matrix", () => {
    const { matrix } = buildBlockMatrix(2, []);
    fillAtRandom(matrix, 1);
    const x = Float64Array.of(1, 2, 3, 4, 5, 6);
    const y = new Float64Array(6);
    computeBlockProduct(matrix, x, y, new Float64Array(1));
    expect(relativeDifference(y, multiplyDense(assembleDense(matrix), x))).toBeLessThan(1e-15);
  });
});

describe("the product", () => {
  test("equals the full matrix times x, and the returned number is x·y", () => {
    fc.assert(
      fc.property(rowsAndPairs, fc.nat(), ([rowCount, pairs], seed) => {
        const { matrix } = buildBlockMatrix(rowCount, [Uint32Array.from(pairs.flat())]);
        fillAtRandom(matrix, seed);
        const random = createRandom(seed + 1);
        const x = Float64Array.from({ length: 3 * rowCount }, () => 2 * random() - 1);
        const y = new Float64Array(3 * rowCount).fill(99); // whatever was there is overwritten
        const sum = new Float64Array(1);
        computeBlockProduct(matrix, x, y, sum);
        const [dot] = sum;
        const expected = multiplyDense(assembleDense(matrix), x);
        expect(relativeDifference(y, expected)).toBeLessThan(1e-13);
        const size = x.reduce((sum, value, c) => sum + Math.abs(value * expected[c]), 0);
        const direct = x.reduce((sum, value, c) => sum + value * expected[c], 0);
        expect(Math.abs(dot - direct)).toBeLessThan(1e-13 * Math.max(size, 1));
      }),
    );
  });

  test("repeated pairs add in their one slot", () => {
    const { matrix, slots } = buildBlockMatrix(2, [Uint32Array.of(0, 1, 1, 0)]);
    for (const slot of slots[0]) matrix.offDiagonal[6 * slot] += 2;
    const y = new Float64Array(6);
    const dot = new Float64Array(1);
    computeBlockProduct(matrix, Float64Array.of(1, 0, 0, 10, 0, 0), y, dot);
    expect(dot[0]).toBe(80);
    expect([...y]).toEqual([40, 0, 0, 4, 0, 0]);
  });
});
