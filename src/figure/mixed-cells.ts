import type { Grid } from "./distance-grid.ts";

/** Numbers of the cells with corners of both kinds, inside (below 0) and outside, ascending. A cell has the number of its lowest corner. */
export function findMixedCells({ columns, rows, layers, values }: Grid): Uint32Array {
  const cells: number[] = [];
  const above = columns;
  const behind = columns * rows;
  for (let k = 0; k + 1 < layers; k++) {
    for (let j = 0; j + 1 < rows; j++) {
      const row = columns * (j + rows * k);
      let left = countInside(values, row, above, behind);
      for (let at = row; at + 1 < row + columns; at++) {
        const right = countInside(values, at + 1, above, behind);
        const inside = left + right;
        if (inside > 0 && inside < 8) cells.push(at);
        left = right;
      }
    }
  }
  return Uint32Array.from(cells);
}

/** How many of a cell side's four corners are inside. */
function countInside(values: Float64Array, at: number, above: number, behind: number): number {
  let count = values[at] < 0 ? 1 : 0;
  if (values[at + above] < 0) count++;
  if (values[at + behind] < 0) count++;
  if (values[at + above + behind] < 0) count++;
  return count;
}
