import { describe, expect, it } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import { buildHierarchy } from "../../src/linalg/multigrid/hierarchy.ts";
import { addRowProduct, multiplyRows, type RowMatrix, transposeRows, wholeRows } from "../../src/linalg/multigrid/row-matrix.ts";
import { createVCycle } from "../../src/linalg/multigrid/v-cycle.ts";
import type { SymmetricMatrix } from "../../src/linalg/symmetric-matrix.ts";

/** A sheet of side² particles of the mass 1 and springs of s²k to eight neighbours; those of the first row that are `held` stand alone. */
function sheetMatrix(side: number, stiffness: number, held: (i: number) => boolean = () => false): SymmetricMatrix {
  const count = side * side;
  const rows: [number, number][][] = Array.from({ length: count }, () => []);
  const diagonal = new Float64Array(count).fill(1);
  for (let i = 0; i < count; i++) {
    const [x, y] = [i % side, Math.floor(i / side)];
    for (const [dx, dy] of [
      [1, 0],
      [-1, 1],
      [0, 1],
      [1, 1],
    ]) {
      if (x + dx < 0 || x + dx >= side || y + dy >= side) continue;
      const j = i + dx + side * dy;
      diagonal[i] += stiffness;
      diagonal[j] += stiffness;
      if (!held(i) && !held(j)) rows[i].push([j, -stiffness]);
    }
  }
  const rowStart = Uint32Array.from({ length: count + 1 }, (_, i) => rows.slice(0, i).reduce((sum, row) => sum + row.length, 0));
  const flat = rows.flat();
  return {
    rowCount: count,
    rowStart,
    column: Uint32Array.from(flat, ([j]) => j),
    diagonal,
    offDiagonal: Float64Array.from(flat, ([, value]) => value),
  };
}

const dense = ({ rowCount, columnCount, rowStart, column, value }: RowMatrix): number[][] =>
  Array.from({ length: rowCount }, (_, i) => {
    const row = new Array<number>(columnCount).fill(0);
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) row[column[e]] += value[e];
    return row;
  });
const randomVector = (size: number, seed: number): Float64Array => {
  const random = createRandom(seed);
  return Float64Array.from({ length: size }, () => random() - 0.5);
};
const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, value, c) => sum + value * b[c], 0);

/** What is needed to work with A and its V-cycle. */
function prepare(matrix: SymmetricMatrix) {
  const levels = buildHierarchy(matrix);
  const cycle = createVCycle(levels);
  const size = 3 * matrix.rowCount;
  const zero = new Float64Array(size);
  const multiply = (x: Float64Array): Float64Array => {
    const out = new Float64Array(size);
    addRowProduct(levels[0].matrix, 1, x, zero, out);
    return out;
  };
  const apply = (b: Float64Array): Float64Array => {
    const y = new Float64Array(size);
    cycle(b, y);
    return y;
  };
  return { levels, size, multiply, apply };
}

/** Conjugate gradients that the V-cycle preconditions, until the residual has fallen to `goal`. */
function countIterations(matrix: SymmetricMatrix, goal: number): number {
  const { size, multiply, apply } = prepare(matrix);
  const b = randomVector(size, 5);
  const r = b.slice();
  let z = apply(r);
  let p = z.slice();
  let rho = dot(r, z);
  const first = Math.sqrt(dot(b, b));
  for (let n = 1; ; n++) {
    const image = multiply(p);
    const alpha = rho / dot(p, image);
    for (let c = 0; c < size; c++) r[c] -= alpha * image[c];
    if (Math.sqrt(dot(r, r)) < goal * first || n === 100) return n;
    z = apply(r);
    const next = dot(r, z);
    p = p.map((value, c) => z[c] + (next / rho) * value);
    rho = next;
  }
}

describe("matrices by rows", () => {
  const random = createRandom(1);
  const sparse = (rows: number, columns: number): RowMatrix => {
    const entries = Array.from({ length: rows }, () => Array.from({ length: columns }, () => (random() < 0.3 ? random() : 0)));
    const kept = entries.map((row) => row.flatMap((value, column) => (value === 0 ? [] : [{ column, value }])));
    return {
      rowCount: rows,
      columnCount: columns,
      rowStart: Uint32Array.from({ length: rows + 1 }, (_, i) => kept.slice(0, i).flat().length),
      column: Uint32Array.from(kept.flat(), ({ column }) => column),
      value: Float64Array.from(kept.flat(), ({ value }) => value),
    };
  };

  it("are multiplied and transposed", () => {
    const [a, b] = [sparse(7, 5), sparse(5, 9)];
    const [A, B] = [dense(a), dense(b)];
    expect(dense(transposeRows(a))).toEqual(A[0].map((_, j) => A.map((row) => row[j])));
    const product = dense(multiplyRows(a, b));
    A.forEach((row, i) => {
      B[0].forEach((_, j) => {
        expect(product[i][j]).toBeCloseTo(
          row.reduce((sum, value, k) => sum + value * B[k][j], 0),
          12,
        );
      });
    });
  });

  it("have both halves of a symmetric one", () => {
    const rows = dense(wholeRows(sheetMatrix(4, 2)));
    expect(rows).toEqual(rows[0].map((_, j) => rows.map((row) => row[j])));
    expect(rows[5].filter((value) => value === -2)).toHaveLength(8);
    expect(rows[5][5]).toBe(17);
  });
});

describe("the hierarchy", () => {
  it("has Galerkin's matrices, ever fewer rows, and little more entries than the first level", () => {
    const levels = buildHierarchy(sheetMatrix(40, 100));
    expect(levels.length).toBeGreaterThan(1);
    levels.slice(1).forEach(({ matrix }, n) => {
      const { prolong, restrict, matrix: finer } = levels[n];
      expect(matrix).toEqual(multiplyRows(restrict as RowMatrix, multiplyRows(finer, prolong as RowMatrix)));
      expect(matrix.rowCount).toBeLessThan(0.3 * finer.rowCount);
    });
    const entries = levels.reduce((sum, { matrix }) => sum + matrix.column.length, 0);
    expect(entries).toBeLessThan(1.5 * levels[0].matrix.column.length);
  });

  it("makes constants where nothing is held and masses are small beside the springs", () => {
    const [{ prolong }] = buildHierarchy(sheetMatrix(20, 1e9));
    const { rowStart, value } = prolong as RowMatrix;
    for (let i = 0; i + 1 < rowStart.length; i++)
      expect(value.slice(rowStart[i], rowStart[i + 1]).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 6);
  });

  it("is one level where rows are few, or joined to nothing", () => {
    expect(buildHierarchy(sheetMatrix(10, 100))).toHaveLength(1);
    expect(buildHierarchy(sheetMatrix(20, 1e-6))).toHaveLength(1);
  });
});

describe("a V-cycle", () => {
  const isHeld = (i: number): boolean => i < 30 && i % 7 === 0;
  const cases = [
    ["free", sheetMatrix(30, 100)],
    ["held", sheetMatrix(30, 1e4, isHeld)],
    ["soft", sheetMatrix(30, 0.1)],
  ] as const;

  it.each(cases)("is symmetric: %s", (_, matrix) => {
    const { size, apply } = prepare(matrix);
    const [a, b] = [randomVector(size, 2), randomVector(size, 3)];
    const one = dot(a, apply(b));
    expect(Math.abs(one - dot(b, apply(a)))).toBeLessThan(1e-12 * Math.abs(dot(a, apply(a))));
  });

  it.each(cases)("is between 0 and A⁻¹: the eigenvalues of BA, %s", (_, matrix) => {
    const { size, multiply, apply } = prepare(matrix);
    let [largest, left] = [0, 0];
    let x = randomVector(size, 4);
    for (let n = 0; n < 200; n++) {
      const y = apply(multiply(x));
      largest = Math.sqrt(dot(y, multiply(y)) / dot(x, multiply(x)));
      x = y;
      const scale = 1 / Math.sqrt(dot(x, x));
      x = x.map((value) => scale * value);
    }
    expect(largest).toBeLessThan(1 + 1e-9);
    let error = randomVector(size, 6);
    for (let n = 0; n < 100; n++) {
      const y = apply(multiply(error));
      const next = error.map((value, c) => value - y[c]);
      left = Math.sqrt(dot(next, multiply(next)) / dot(error, multiply(error)));
      const scale = 1 / Math.sqrt(dot(next, next));
      error = next.map((value) => scale * value);
    }
    expect(left).toBeLessThan(0.8); // the error falls by this in the norm of A, at least
  });

  it("needs as few iterations on fine meshes as on coarse ones", () => {
    const counts = [20, 40, 80].map((side) =>
      countIterations(
        sheetMatrix(side, 10 * side * side, (i) => i === 0 || i === side - 1),
        1e-2,
      ),
    );
    for (const count of counts) expect(count).toBeLessThanOrEqual(5);
  });
});
