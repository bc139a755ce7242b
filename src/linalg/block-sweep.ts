import type { BlockMatrix } from "./block-matrix.ts";

/**
 * Relaxation sweeps over a block matrix A, for A y = b, with the inverses of the diagonal blocks at hand:
 *
 *     y_i ← A_ii⁻¹ (b_i − Σ_{j≠i} A_ij y_j)
 *
 * A row needs its blocks on both sides of the diagonal. The matrix keeps each block once, so `BlockRows` lists for every row
 * its neighbours and the slot of the block they share.
 */
export interface BlockRows {
  readonly start: Uint32Array;
  readonly neighbour: Uint32Array;
  readonly slot: Uint32Array;
}

export function buildBlockRows(matrix: BlockMatrix): BlockRows {
  const { rowCount, rowStart, column } = matrix;
  const start = new Uint32Array(rowCount + 1);
  for (let i = 0; i < rowCount; i++) {
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
      start[i + 1]++;
      start[column[e] + 1]++;
    }
  }
  for (let i = 0; i < rowCount; i++) start[i + 1] += start[i];
  const fill = start.slice();
  const neighbour = new Uint32Array(2 * column.length);
  const slot = new Uint32Array(2 * column.length);
  for (let i = 0; i < rowCount; i++) {
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
      const j = column[e];
      neighbour[fill[i]] = j;
      slot[fill[i]++] = e;
      neighbour[fill[j]] = i;
      slot[fill[j]++] = e;
    }
  }
  return { start, neighbour, slot };
}

/**
 * Sweeps the rows order[first] … order[last − 1], leaving out the held ones, reading `from` and writing `to`.
 * With `from` = `to` it is Gauss–Seidel in that order   [Kim06, eq. 8], with two arrays Jacobi   [Kang02, eq. 19].
 */
export function sweepBlockRows(
  matrix: BlockMatrix,
  rows: BlockRows,
  inverse: Float64Array,
  b: Float64Array,
  held: Uint8Array,
  order: Uint32Array,
  first: number,
  last: number,
  from: Float64Array,
  to: Float64Array,
): void {
  const { offDiagonal } = matrix;
  const { start, neighbour, slot } = rows;
  for (let k = first; k < last; k++) {
    const i = order[k];
    const p = 3 * i;
    if (held[i] !== 0) {
      to[p] = from[p];
      to[p + 1] = from[p + 1];
      to[p + 2] = from[p + 2];
      continue;
    }
    let s0 = b[p];
    let s1 = b[p + 1];
    let s2 = b[p + 2];
    const end = start[i + 1];
    for (let e = start[i]; e < end; e++) {
      const q = 3 * neighbour[e];
      const o = 6 * slot[e];
      const y0 = from[q];
      const y1 = from[q + 1];
      const y2 = from[q + 2];
      const xy = offDiagonal[o + 1];
      const xz = offDiagonal[o + 2];
      const yz = offDiagonal[o + 4];
      s0 -= offDiagonal[o] * y0 + xy * y1 + xz * y2;
      s1 -= xy * y0 + offDiagonal[o + 3] * y1 + yz * y2;
      s2 -= xz * y0 + yz * y1 + offDiagonal[o + 5] * y2;
    }
    const d = 6 * i;
    const ixy = inverse[d + 1];
    const ixz = inverse[d + 2];
    const iyz = inverse[d + 4];
    to[p] = inverse[d] * s0 + ixy * s1 + ixz * s2;
    to[p + 1] = ixy * s0 + inverse[d + 3] * s1 + iyz * s2;
    to[p + 2] = ixz * s0 + iyz * s1 + inverse[d + 5] * s2;
  }
}
