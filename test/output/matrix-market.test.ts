import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SymmetricMatrix } from "../../src/linalg/symmetric-matrix.ts";
import { formatMatrixMarket } from "../../src/output/matrix-market.ts";
import { createSimulation } from "../../src/scene/create-simulation.ts";
import type { SolverInput } from "../../src/scene/scene-input.ts";
import { readMatrixMarket } from "./read-matrix-market.ts";

const HEADER = "%%MatrixMarket matrix coordinate real symmetric";

/** [ 4 −1 · ]
 *  [ −1 5 ½ ]
 *  [ ·  ½ 6 ] */
const SMALL: SymmetricMatrix = {
  rowCount: 3,
  rowStart: Uint32Array.of(0, 1, 2, 2),
  column: Uint32Array.of(1, 2),
  diagonal: Float64Array.of(4, 5, 6),
  offDiagonal: Float64Array.of(-1, 0.5),
};

/** Any double but −0, which text does not tell from 0. */
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);

const matrices = fc.integer({ min: 0, max: 12 }).chain((rowCount) =>
  fc
    .record({
      diagonal: fc.array(number, { minLength: rowCount, maxLength: rowCount }),
      rows: fc.array(fc.array(fc.option(number, { nil: undefined }), { minLength: rowCount, maxLength: rowCount }), {
        minLength: rowCount,
        maxLength: rowCount,
      }),
    })
    .map(({ diagonal, rows }) => makeMatrix(diagonal, rows)),
);

/** Takes what stands above the diagonal of `rows`. */
function makeMatrix(diagonal: number[], rows: (number | undefined)[][]): SymmetricMatrix {
  const rowStart = new Uint32Array(diagonal.length + 1);
  const entries = rows.map((row, i) => row.flatMap((value, j) => (j > i && value !== undefined ? [{ column: j, value }] : [])));
  entries.forEach((row, i) => {
    rowStart[i + 1] = rowStart[i] + row.length;
  });
  return {
    rowCount: diagonal.length,
    rowStart,
    column: Uint32Array.from(entries.flat(), ({ column }) => column),
    diagonal: Float64Array.from(diagonal),
    offDiagonal: Float64Array.from(entries.flat(), ({ value }) => value),
  };
}

/** The entries as the file's reader has them. */
function entriesOf({ rowCount, rowStart, column, diagonal, offDiagonal }: SymmetricMatrix): Map<string, number> {
  const entries = new Map<string, number>();
  for (let i = 0; i < rowCount; i++) {
    entries.set(`${i + 1} ${i + 1}`, diagonal[i]);
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) entries.set(`${column[e] + 1} ${i + 1}`, offDiagonal[e]);
  }
  return entries;
}

describe("formatMatrixMarket", () => {
  test("writes a small matrix as the format has it", () => {
    expect(formatMatrixMarket(SMALL, ["by hand", "two\nlines"])).toBe(
      `${HEADER}\n% by hand\n% two lines\n3 3 5\n1 1 4\n2 1 -1\n2 2 5\n3 2 0.5\n3 3 6\n`,
    );
  });

  test("is read back to the same bits", () => {
    fc.assert(
      fc.property(matrices, (matrix) => {
        const file = readMatrixMarket(formatMatrixMarket(matrix, ["a comment"]));
        expect(file).toMatchObject({ header: HEADER, comments: ["% a comment"], rowCount: matrix.rowCount });
        expect(file.entries).toEqual(entriesOf(matrix));
      }),
    );
  });

  test.each(["linear-edge", "linear-triangle", "two-level", "desbrun"])("writes the matrix of %s whole", async (method) => {
    const grid = { columns: 5, rows: 4, width: 1, height: 1 };
    const simulation = await createSimulation({ drape: 1, solver: { method } as SolverInput, cloths: [{ grid, pins: ["top-left"] }] });
    const matrix = simulation.view.matrix() as SymmetricMatrix;
    const { rowCount, entries } = readMatrixMarket(formatMatrixMarket(matrix, []));
    expect(rowCount).toBe(20);
    expect(entries).toEqual(entriesOf(matrix));
    expect([...matrix.diagonal].every((value) => value > 0)).toBe(true);
    expect(matrix.column.length).toBeGreaterThan(20);
  });
});
