import { describe, expect, it } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import { createHeldLevels } from "../../src/linalg/multigrid/held-levels.ts";
import { buildHierarchy, type Hierarchy } from "../../src/linalg/multigrid/hierarchy.ts";
import { addRowProduct, multiplyRows, type RowMatrix, transposeRows, wholeRows } from "../../src/linalg/multigrid/row-matrix.ts";
import { createVCycle } from "../../src/linalg/multigrid/v-cycle.ts";
import type { SymmetricMatrix } from "../../src/linalg/symmetric-matrix.ts";
import { some } from "../support/full.ts";

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
  const { levels } = buildHierarchy(matrix);
  const cycle = createVCycle(createHeldLevels(levels));
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
    const { levels } = buildHierarchy(sheetMatrix(40, 100));
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
    const [{ prolong }] = buildHierarchy(sheetMatrix(20, 1e9)).levels;
    const { rowStart, value } = prolong as RowMatrix;
    for (let i = 0; i + 1 < rowStart.length; i++)
      expect(value.slice(rowStart[i], rowStart[i + 1]).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 6);
  });

  it("is one level where rows are few, or joined to nothing", () => {
    expect(buildHierarchy(sheetMatrix(7, 100)).levels).toHaveLength(1);
    expect(buildHierarchy(sheetMatrix(20, 1e-6)).levels).toHaveLength(1);
  });
});

/** Held rows with a hierarchy that was built without knowing of them. */
function prepareHeld(matrix: SymmetricMatrix, held: Uint8Array, like?: Hierarchy) {
  const rows = createHeldLevels(buildHierarchy(matrix, like).levels);
  rows.hold(held);
  const cycle = createVCycle(rows);
  const whole = wholeRows(matrix);
  const size = 3 * matrix.rowCount;
  const zero = new Float64Array(size);
  const clear = (x: Float64Array): Float64Array => x.map((value, c) => (held[Math.floor(c / 3)] === 0 ? value : 0));
  const multiply = (x: Float64Array): Float64Array => {
    const out = new Float64Array(size);
    addRowProduct(whole, 1, clear(x), zero, out);
    return clear(out);
  };
  const apply = (b: Float64Array): Float64Array => {
    const y = new Float64Array(size);
    cycle(b, y);
    return y;
  };
  return { rows, size, clear, multiply, apply };
}

describe("what is held after the hierarchy was built", () => {
  const side = 30;
  const center = (side * (side + 1)) / 2;
  const cases: readonly (readonly [string, (i: number) => boolean])[] = [
    ["nothing", () => false],
    ["corners", (i) => i === 0 || i === side - 1],
    ["an edge", (i) => i < side],
    ["one in the middle", (i) => i === center],
    ["a patch", (i) => Math.hypot((i % side) - 15, Math.floor(i / side) - 15) < 6],
    ["here and there", (i) => (i * 7919) % 37 === 0],
    ["all but one", (i) => i !== center],
  ];
  const all = some(
    [1, 1e5].flatMap((stiffness) => cases.map(([name, isHeld]) => [name, stiffness, isHeld] as const)),
    9,
  );

  it.each(all)("leaves a cycle symmetric, 0 there, and below the inverse of the rest: %s, stiffness %d", (_, stiffness, isHeld) => {
    const matrix = sheetMatrix(side, stiffness);
    const held = Uint8Array.from({ length: side * side }, (_, i) => (isHeld(i) ? 1 : 0));
    const { size, clear, multiply, apply } = prepareHeld(matrix, held);
    const [a, b] = [randomVector(size, 2), randomVector(size, 3)];
    const y = apply(b);
    expect(y.every((value, c) => held[Math.floor(c / 3)] === 0 || value === 0)).toBe(true);
    expect(Math.abs(dot(a, y) - dot(b, apply(a)))).toBeLessThan(1e-12 * Math.abs(dot(a, apply(a))));
    let [largest, left] = [0, 0];
    let x = clear(randomVector(size, 4));
    for (let n = 0; n < 200; n++) {
      const image = apply(multiply(x));
      largest = Math.sqrt(dot(image, multiply(image)) / dot(x, multiply(x)));
      const scale = 1 / Math.sqrt(dot(image, image));
      x = image.map((value) => scale * value);
    }
    expect(largest).toBeLessThan(1 + 1e-12);
    let error = clear(randomVector(size, 6));
    for (let n = 0; n < 40; n++) {
      const image = apply(multiply(error));
      const next = error.map((value, c) => value - image[c]);
      left = Math.sqrt(dot(next, multiply(next)) / dot(error, multiply(error)));
      const length = Math.sqrt(dot(next, next));
      if (length === 0) break;
      error = next.map((value) => value / length);
    }
    expect(left).toBeLessThan(0.8);
  });

  it("is forgotten when it is released, to the bit", () => {
    const levels = createHeldLevels(buildHierarchy(sheetMatrix(side, 100)).levels);
    const before = structuredClone([levels.added, levels.weight, levels.free, levels.inverse]);
    levels.hold(Uint8Array.from({ length: side * side }, (_, i) => (i % 5) & 1));
    expect(levels.added[1].some((value) => value > 0)).toBe(true);
    levels.hold(new Uint8Array(side * side));
    expect([levels.added, levels.weight, levels.free, levels.inverse]).toEqual(before);
  });
});

describe("entries that the first level does without", () => {
  /** Springs in a row, and hinges over three of them. */
  const rowCount = 400;
  const hinge = 5e-5;
  const matrix: SymmetricMatrix = (() => {
    const diagonal = new Float64Array(rowCount).fill(1e-3);
    const rows: [number, number][][] = Array.from({ length: rowCount }, () => []);
    const add = (i: number, j: number, value: number): void => {
      if (i === j) diagonal[i] += value;
      else rows[Math.min(i, j)].push([Math.max(i, j), value]);
    };
    for (let i = 0; i + 1 < rowCount; i++) {
      diagonal[i] += 1;
      diagonal[i + 1] += 1;
      rows[i].push([i + 1, -1 - (i + 2 < rowCount ? 2 * hinge : 0) - (i > 0 ? 2 * hinge : 0)]);
    }
    for (let i = 0; i + 2 < rowCount; i++) {
      add(i, i, hinge);
      add(i + 1, i + 1, 4 * hinge);
      add(i + 2, i + 2, hinge);
      add(i, i + 2, hinge);
    }
    const rowStart = new Uint32Array(rowCount + 1);
    rows.forEach((row, i) => {
      rowStart[i + 1] = rowStart[i] + row.length;
    });
    const flat = rows.flat();
    return {
      rowCount,
      rowStart,
      column: Uint32Array.from(flat, ([j]) => j),
      diagonal,
      offDiagonal: Float64Array.from(flat, ([, value]) => value),
    };
  })();

  it("are those of hinges; sums of rows stay", () => {
    const { whole, levels } = buildHierarchy(matrix);
    const [{ matrix: first }] = levels;
    expect(whole.column.length - first.column.length).toBe(2 * (rowCount - 2));
    const sums = ({ rowStart, value }: RowMatrix): number[] =>
      Array.from({ length: rowCount }, (_, i) => value.slice(rowStart[i], rowStart[i + 1]).reduce((sum, a) => sum + a, 0));
    sums(first).forEach((sum, i) => {
      expect(sum).toBeCloseTo(sums(whole)[i], 14);
    });
  });

  /** The same where what was dropped pulls, as damping may. */
  const pulling = {
    ...matrix,
    diagonal: matrix.diagonal.map((d) => d + 4 * hinge),
    offDiagonal: matrix.offDiagonal.map((a) => -Math.abs(a)),
  };

  it.each([
    ["the whole", matrix],
    ["one in which they are negative", pulling],
  ] as const)("leave a cycle below the inverse of %s", (_, whole) => {
    const { size, multiply, apply } = prepareHeld(whole, new Uint8Array(rowCount), buildHierarchy(matrix));
    let largest = 0;
    let x = randomVector(size, 4);
    for (let n = 0; n < 300; n++) {
      const image = apply(multiply(x));
      largest = Math.sqrt(dot(image, multiply(image)) / dot(x, multiply(x)));
      const scale = 1 / Math.sqrt(dot(image, image));
      x = image.map((value) => scale * value);
    }
    expect(largest).toBeLessThan(1 + 1e-12);
  });

  it("are the same where numbers are others, and so are all patterns", () => {
    const like = buildHierarchy(matrix);
    const scaled = {
      ...matrix,
      diagonal: matrix.diagonal.map((d, i) => d + 1 + (i % 3)),
      offDiagonal: matrix.offDiagonal.map((a) => 0.1 * a),
    };
    const { levels } = buildHierarchy(scaled, like);
    const patterns = (of: typeof levels) =>
      of.map(({ matrix: m, prolong, restrict }) => [m, prolong, restrict].map((rows) => rows && [rows.rowStart, rows.column]));
    expect(patterns(levels)).toEqual(patterns(like.levels));
    expect(levels[1].matrix.value).not.toEqual(like.levels[1].matrix.value);
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
