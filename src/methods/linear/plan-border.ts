import type { BorderColumn } from "../../linalg/border.ts";
import type { ConstantMatrix } from "./constant-matrix.ts";

/** The columns of a border around a factor (linalg/border), the values of its corner row by row, and the particles that it releases, in the order of their columns. */
export interface BorderPlan {
  readonly columns: readonly BorderColumn[];
  readonly corner: Float64Array;
  readonly released: readonly number[];
}

/**
 * The border by which a factor that holds the particles in `base` solves for those in `held`, without the springs in `removed`, whose weights in the matrix
 * `weightOf` tells: a column for each particle released, for each spring removed, and for each particle held besides.
 */
export function planBorder(
  { rows, diagonal, offDiagonal, ends }: ConstantMatrix,
  base: Float64Array,
  held: Uint8Array,
  removed: Iterable<number>,
  weightOf: (spring: number) => number,
): BorderPlan {
  const particleCount = base.length;
  const columns: BorderColumn[] = [];
  const place = new Map<number, number>(); // column of each released particle
  const released: number[] = [];
  for (let i = 0; i < particleCount; i++) {
    if (base[i] === 0 || held[i] !== 0) continue;
    place.set(i, released.length);
    released.push(i);
    const neighbours: number[] = [];
    const values: number[] = [];
    for (let e = rows.start[i]; e < rows.start[i + 1]; e++) {
      if (base[rows.neighbour[e]] !== 0) continue;
      neighbours.push(rows.neighbour[e]);
      values.push(offDiagonal[rows.slot[e]]);
    }
    columns.push({ rows: neighbours, values });
  }
  const corner: [row: number, column: number, value: number][] = [];
  for (const [i, column] of place) {
    corner.push([column, column, diagonal[i]]);
    for (let e = rows.start[i]; e < rows.start[i + 1]; e++) {
      const other = place.get(rows.neighbour[e]);
      if (other !== undefined) corner.push([column, other, offDiagonal[rows.slot[e]]]);
    }
  }
  for (const spring of removed) {
    const weight = weightOf(spring);
    if (weight === 0) continue;
    const pair = [ends[2 * spring], ends[2 * spring + 1]];
    const signs = [1, -1];
    const free = [0, 1].filter((end) => base[pair[end]] === 0);
    const column = columns.length;
    columns.push({ rows: free.map((end) => pair[end]), values: free.map((end) => signs[end]) });
    corner.push([column, column, 1 / weight]);
    for (const end of [0, 1]) {
      const other = place.get(pair[end]);
      if (other !== undefined) corner.push([column, other, signs[end]], [other, column, signs[end]]);
    }
  }
  for (let i = 0; i < particleCount; i++) {
    if (held[i] !== 0 && base[i] === 0) columns.push({ rows: [i], values: [1] });
  }
  const count = columns.length;
  const D = new Float64Array(count * count);
  for (const [row, column, value] of corner) D[row * count + column] = value;
  return { columns, corner: D, released };
}
