import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import { computeOrdering, ORDERINGS } from "../../src/linalg/ordering.ts";
import { computeSpy } from "../../src/linalg/spy.ts";
import { graphOfPattern, type SymmetricPattern } from "../../src/linalg/symmetric-matrix.ts";

/** A full matrix of yes and no, one array a row. */
type DensePattern = boolean[][];

function makePattern(dense: DensePattern): SymmetricPattern {
  const rows = dense.map((row, i) => [...row.keys()].filter((j) => j > i && row[j]));
  const rowStart = new Uint32Array(dense.length + 1);
  rows.forEach((row, i) => {
    rowStart[i + 1] = rowStart[i] + row.length;
  });
  return { rowCount: dense.length, rowStart, column: Uint32Array.from(rows.flat()) };
}

function randomDense(size: number, seed: number, density: number): DensePattern {
  const random = createRandom(seed);
  const dense = Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => i === j));
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) dense[i][j] = dense[j][i] = random() < density;
  }
  return dense;
}

/** The pattern of L by playing the elimination through, column by column. */
function eliminate(dense: DensePattern): DensePattern {
  const n = dense.length;
  const L = dense.map((row, i) => row.map((entry, j) => entry && j <= i));
  for (let k = 0; k < n; k++) {
    for (let i = k + 1; i < n; i++) {
      for (let j = k + 1; j <= i; j++) if (L[i][k] && L[j][k]) L[i][j] = true;
    }
  }
  return L;
}

/** How many entries fall on each pixel of a smaller square. */
function reduce(dense: DensePattern, size: number): number[] {
  const counts = new Array<number>(size * size).fill(0);
  const pixel = (k: number): number => Math.floor(k * (size / dense.length));
  dense.forEach((row, i) => {
    row.forEach((entry, j) => {
      if (entry) counts[size * pixel(i) + pixel(j)]++;
    });
  });
  return counts;
}

const count = (dense: DensePattern): number => dense.flat().filter(Boolean).length;
const sum = (values: Uint32Array): number => values.reduce((total, value) => total + value, 0);
const cases = fc.tuple(
  fc.integer({ min: 1, max: 26 }),
  fc.nat({ max: 1e6 }),
  fc.constantFrom(0, 0.05, 0.12, 0.3, 1),
  fc.integer({ min: 1, max: 30 }),
);

describe.each([...ORDERINGS])("computeSpy, %s", (ordering) => {
  test("shows the matrix and the factor that a dense elimination finds, and counts their entries", () => {
    fc.assert(
      fc.property(cases, ([n, seed, density, maxSize]) => {
        const dense = randomDense(n, seed, density);
        const pattern = makePattern(dense);
        const { order, name } = computeOrdering(graphOfPattern(pattern), ordering);
        expect([...order].sort((a, b) => a - b)).toEqual([...dense.keys()]);
        const ordered = dense.map((_, i) => dense.map((_, j) => dense[order[i]][order[j]]));
        const L = eliminate(ordered);

        const spy = computeSpy(pattern, ordering, maxSize);
        const size = Math.min(n, maxSize);
        expect(spy).toMatchObject({ ordering: name, rowCount: n, size });
        expect([spy.matrixEntries, spy.factorEntries]).toEqual([count(dense), count(L)]);
        expect([...spy.matrix]).toEqual(reduce(ordered, size));
        expect([...spy.factor]).toEqual(reduce(L, size));
        expect([sum(spy.matrix), sum(spy.factor)]).toEqual([spy.matrixEntries, spy.factorEntries]);
      }),
      { numRuns: 60 },
    );
  });

  test("takes a matrix without rows", () => {
    const spy = computeSpy(makePattern([]), ordering);
    expect(spy).toMatchObject({ rowCount: 0, matrixEntries: 0, factorEntries: 0 });
    expect([sum(spy.matrix), sum(spy.factor)]).toEqual([0, 0]);
  });
});

test("a chain whose ends are joined fills one entry in a row, by hand", () => {
  const ring = [
    [true, true, false, true],
    [true, true, true, false],
    [false, true, true, true],
    [true, false, true, true],
  ];
  const spy = computeSpy(makePattern(ring), "natural");
  expect(spy).toMatchObject({ ordering: "natural", size: 4, matrixEntries: 12, factorEntries: 9 });
  // 3 hangs on 0, so eliminating 0 joins 1 and 3; the rest is there already
  expect([...spy.factor]).toEqual([1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1]);
});
