import { type Adjacency, adjacencyFromPairs } from "../mesh/adjacency.ts";

/** Where a symmetric matrix has entries: each off-diagonal pair once, in the row of its lower index. A BlockMatrix is one. */
export interface SymmetricPattern {
  readonly rowCount: number;
  readonly rowStart: Uint32Array;
  /** The columns of row i, all above i, at rowStart[i] … rowStart[i + 1] − 1. */
  readonly column: Uint32Array;
}

/** A symmetric sparse matrix of numbers. */
export interface SymmetricMatrix extends SymmetricPattern {
  readonly diagonal: Float64Array;
  /** In the order of `column`. */
  readonly offDiagonal: Float64Array;
}

/** The graph of a matrix: rows joined by an off-diagonal entry. */
export function graphOfPattern({ rowCount, rowStart, column }: SymmetricPattern): Adjacency {
  const pairs = new Uint32Array(2 * column.length);
  for (let i = 0; i < rowCount; i++) {
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
      pairs[2 * e] = i;
      pairs[2 * e + 1] = column[e];
    }
  }
  return adjacencyFromPairs(rowCount, pairs);
}

/** The same matrix with its rows and columns renumbered: row i becomes number[i]. */
export function renumberMatrix(matrix: SymmetricMatrix, number: Uint32Array): SymmetricMatrix {
  const { rowCount, rowStart, column } = matrix;
  const entries: [row: number, column: number, value: number][] = [];
  const diagonal = new Float64Array(rowCount);
  for (let i = 0; i < rowCount; i++) {
    diagonal[number[i]] = matrix.diagonal[i];
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
      const a = number[i];
      const b = number[column[e]];
      entries.push([Math.min(a, b), Math.max(a, b), matrix.offDiagonal[e]]);
    }
  }
  entries.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const start = new Uint32Array(rowCount + 1);
  for (const [row] of entries) start[row + 1]++;
  for (let i = 0; i < rowCount; i++) start[i + 1] += start[i];
  return {
    rowCount,
    rowStart: start,
    column: Uint32Array.from(entries, (entry) => entry[1]),
    diagonal,
    offDiagonal: Float64Array.from(entries, (entry) => entry[2]),
  };
}
