/**
 * The orderings on the 13-point stencil of a grid with stretch, shear and bend springs: nonzeros of L beside what other programs reach,
 * and with `auto` the milliseconds of ordering, symbolic and numeric factorisation and of a solve with three right-hand sides, by supernodes and
 * column by column.   npm run bench -- ordering-fill [SIZE…] [budget=1000]
 */

import { timeRuns } from "../src/core/time-runs.ts";
import { computeOrdering, ORDERINGS } from "../src/linalg/ordering.ts";
import { graphOfPattern, type SymmetricMatrix } from "../src/linalg/symmetric-matrix.ts";
import { timeSimplicial, timeSupernodal } from "../src/papers/choi13/factor-times.ts";
import { readArguments } from "./support/arguments.ts";
import { publish, type Row } from "./support/table.ts";

/** Nonzeros of L that others reach: METIS 5 and the minimum degree of CHOLMOD, and SciPy's reverse Cuthill–McKee. */
const REFERENCES: Readonly<Record<number, Readonly<Record<string, number>>>> = {
  74: {
    natural: 799714,
    "reverse-cuthill-mckee": 550893,
    "minimum-degree": 329020,
    "nested-dissection": 294723,
    auto: 294723,
  },
  316: { "reverse-cuthill-mckee": 42271002, "minimum-degree": 11907817, "nested-dissection": 9266103, auto: 9266103 },
};
const KAPPA = 60;
const UPPER_STENCIL = [
  [0, 1],
  [0, 2],
  [1, -1],
  [1, 0],
  [1, 1],
  [2, 0],
] as const;

const { words, numbers } = readArguments({ budget: 1000 });
const sizes = words.length > 0 ? words.map(Number) : [35, 50, 65, 74, 160, 316];
const fills: Row[] = [];
const times: Row[] = [];
for (const size of sizes) {
  const matrix = stencilMatrix(size, KAPPA);
  const graph = graphOfPattern(matrix);
  for (const name of ORDERINGS) {
    const start = performance.now();
    const ordering = computeOrdering(graph, name);
    const ms = performance.now() - start;
    const reference = REFERENCES[size]?.[name];
    fills.push({
      size,
      vertices: matrix.rowCount,
      ordering: name,
      is: ordering.name,
      fill: ordering.fill,
      reference: reference ?? "",
      ratio: reference === undefined ? "" : (ordering.fill / reference).toFixed(3),
      ms: ms.toFixed(1),
    });
  }
  let { order } = computeOrdering(graph, "auto");
  const [orderingMs] = timeRuns(
    () => {
      order = computeOrdering(graph, "auto").order;
    },
    1,
    numbers.budget,
  );
  const panels = timeSupernodal(matrix, order, numbers.budget);
  const columns = timeSimplicial(matrix, order, numbers.budget);
  times.push({
    size,
    vertices: matrix.rowCount,
    ordering: orderingMs.toFixed(1),
    symbolic: panels.symbolic.toFixed(1),
    numeric: panels.numeric.toFixed(2),
    solve: panels.solve.toFixed(3),
    columnsNumeric: columns.numeric.toFixed(2),
    columnsSolve: columns.solve.toFixed(3),
    numericRatio: (columns.numeric / panels.numeric).toFixed(2),
    solveRatio: (columns.solve / panels.solve).toFixed(2),
  });
}
console.log("nonzeros of L, diagonal included; auto and nested dissection beside METIS");
publish("ordering-fill", "13-point stencil", fills);
console.log("\nmilliseconds with auto (min): by supernodes, and column by column, whose numeric part includes the symbolic one");
publish("ordering-times", `13-point stencil; h²k/m=${KAPPA}; three right-hand sides`, times);

/** I + κ·Laplacian of the stencil of a grid with stretch, shear and bend springs: the eight neighbours and the four two away. */
function stencilMatrix(size: number, kappa: number): SymmetricMatrix {
  const rowCount = size * size;
  const rowStart = new Uint32Array(rowCount + 1);
  const column: number[] = [];
  const diagonal = new Float64Array(rowCount).fill(1);
  for (let r = 0; r < size; r++) {
    for (let c = 0; c < size; c++) {
      const i = r * size + c;
      for (const [dr, dc] of UPPER_STENCIL) {
        if (r + dr >= size || c + dc < 0 || c + dc >= size) continue;
        const j = i + dr * size + dc;
        column.push(j);
        diagonal[i] += kappa;
        diagonal[j] += kappa;
      }
      rowStart[i + 1] = column.length;
    }
  }
  const offDiagonal = new Float64Array(column.length).fill(-kappa);
  return { rowCount, rowStart, column: Uint32Array.from(column), diagonal, offDiagonal };
}
