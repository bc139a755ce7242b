import { collectRows, type RowMatrix } from "./row-matrix.ts";

/** Positive entries below this share of the geometric mean of their diagonal entries are weak. */
const WEAK = 1e-3;

/** 1 for each entry that is weak and positive, as hinges make them: a few millionths of the springs'. */
export function findWeak({ rowCount, rowStart, column, value }: RowMatrix, diagonal: Float64Array): Uint8Array {
  const isWeak = new Uint8Array(column.length);
  for (let i = 0; i < rowCount; i++) {
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
      const j = column[e];
      if (j !== i && value[e] > 0 && value[e] < WEAK * Math.sqrt(diagonal[i] * diagonal[j])) isWeak[e] = 1;
    }
  }
  return isWeak;
}

/**
 * A symmetric matrix without some entries, from which it only grows: for a_ij there is |a_ij| on both diagonals, which is a_ij (e_i − e_j)(e_i − e_j)ᵀ more where a_ij is positive. Constants are
 * then multiplied as before.
 */
export function dropEntries(matrix: RowMatrix, isDropped: Uint8Array): RowMatrix {
  if (!isDropped.includes(1)) return matrix;
  const { rowCount, columnCount, rowStart, column, value } = matrix;
  return collectRows(rowCount, columnCount, (i, sum) => {
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
      if (isDropped[e] === 0) sum.add(column[e], value[e]);
      else sum.add(i, Math.abs(value[e]));
    }
  });
}
