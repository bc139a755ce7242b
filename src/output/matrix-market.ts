import type { SymmetricMatrix } from "../linalg/symmetric-matrix.ts";

/**
 * A symmetric matrix as Matrix Market text (coordinate real symmetric: the lower triangle, rows and columns from 1). Comments come
 * first, a line each; numbers keep their full precision.
 */
export function formatMatrixMarket(matrix: SymmetricMatrix, comments: readonly string[]): string {
  const { rowCount, rowStart, column, diagonal, offDiagonal } = matrix;
  const lines = ["%%MatrixMarket matrix coordinate real symmetric"];
  for (const comment of comments) lines.push(`% ${comment.replace(/\s+/g, " ")}`);
  lines.push(`${rowCount} ${rowCount} ${rowCount + column.length}`);
  // the upper half by rows is the lower one by columns, the order that most readers like best
  for (let i = 0; i < rowCount; i++) {
    lines.push(`${i + 1} ${i + 1} ${diagonal[i]}`);
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) lines.push(`${column[e] + 1} ${i + 1} ${offDiagonal[e]}`);
  }
  return `${lines.join("\n")}\n`;
}
