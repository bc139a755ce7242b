import type { SymmetricMatrix } from "../symmetric-matrix.ts";
import { aggregateRows, NONE } from "./aggregate.ts";
import { collectRows, multiplyRows, type RowMatrix, transposeRows, wholeRows } from "./row-matrix.ts";

/**
 * A symmetric positive definite matrix A and coarser ones, by smoothed aggregation [Vanek96]: the rows of aggregates move as one, and these motions are smoothed once,
 *
 *     P = (I − ω D⁻¹ Ā) T,   A_c = Pᵀ A P,   ω = 4/(3 λ),   λ ≈ λ_max(D⁻¹ A),
 *
 * Ā being A with weak entries moved to its diagonal. Rows that are joined to nothing have no part in coarser matrices: one sweep is enough for them.
 */
export interface Level {
  readonly matrix: RowMatrix;
  /** ω/a_ii: what a sweep multiplies a residual by. */
  readonly weight: Float64Array;
  /** P from the level below, and Pᵀ; absent on the coarsest. */
  readonly prolong?: RowMatrix;
  readonly restrict?: RowMatrix;
}

/** An entry is strong above this share of the geometric mean of its diagonal entries; on each coarser level half of it. */
const STRONG = 0.08;
/** No further level below so many rows, where all are solved at once, or where so many of the rows would stay. */
const FEW_ROWS = 200;
const MOST_ROWS_LEFT = 0.7;
const MOST_LEVELS = 12;
/** Power iterations for λ, and what is added to what they find. */
const POWER_ITERATIONS = 12;
const MARGIN = 1.05;

export function buildHierarchy(matrix: SymmetricMatrix): readonly Level[] {
  const levels: Level[] = [];
  let rows = wholeRows(matrix);
  for (let strong = STRONG; ; strong *= 0.5) {
    const diagonal = diagonalOf(rows);
    const largest = findLargest(rows, diagonal);
    const omega = 4 / (3 * largest);
    const weight = diagonal.map((d) => omega / d);
    const isLast = rows.rowCount <= FEW_ROWS || levels.length + 1 === MOST_LEVELS;
    const prolong = isLast ? undefined : smoothAggregates(rows, diagonal, omega, strong);
    if (prolong === undefined || prolong.columnCount > MOST_ROWS_LEFT * rows.rowCount) {
      levels.push({ matrix: rows, weight });
      return levels;
    }
    const restrict = transposeRows(prolong);
    levels.push({ matrix: rows, weight, prolong, restrict });
    rows = multiplyRows(restrict, multiplyRows(rows, prolong));
  }
}

function diagonalOf({ rowCount, rowStart, column, value }: RowMatrix): Float64Array {
  const diagonal = new Float64Array(rowCount);
  for (let i = 0; i < rowCount; i++) {
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) if (column[e] === i) diagonal[i] = value[e];
  }
  return diagonal;
}

/** The largest eigenvalue of D⁻¹A as power iterations find it, and some more, but never above the rows' sums (Gershgorin). Sweeps need no more than two thirds of it. */
function findLargest({ rowCount, rowStart, column, value }: RowMatrix, diagonal: Float64Array): number {
  let bound = 0;
  for (let i = 0; i < rowCount; i++) {
    let sum = 0;
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) sum += Math.abs(value[e]);
    bound = Math.max(bound, sum / diagonal[i]);
  }
  let x = Float64Array.from({ length: rowCount }, (_, i) => 1 + ((i * 7919) % 101) / 101);
  let growth = 0;
  for (let n = 0; n < POWER_ITERATIONS; n++) {
    const y = new Float64Array(rowCount);
    let largest = 0;
    for (let i = 0; i < rowCount; i++) {
      for (let e = rowStart[i]; e < rowStart[i + 1]; e++) y[i] += value[e] * x[column[e]];
      y[i] /= diagonal[i];
      largest = Math.max(largest, Math.abs(y[i]));
    }
    growth = largest;
    x = y.map((v) => v / largest);
  }
  return Math.min(bound, MARGIN * growth);
}

function smoothAggregates(matrix: RowMatrix, diagonal: Float64Array, omega: number, threshold: number): RowMatrix | undefined {
  const { rowCount, rowStart, column, value } = matrix;
  const isStrong = new Uint8Array(column.length);
  const filtered = diagonal.slice();
  for (let i = 0; i < rowCount; i++) {
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
      const j = column[e];
      if (j === i) continue;
      if (Math.abs(value[e]) > threshold * Math.sqrt(diagonal[i] * diagonal[j])) isStrong[e] = 1;
      else filtered[i] += value[e];
    }
  }
  const { count, of } = aggregateRows(matrix, isStrong);
  if (count === 0) return undefined;
  return collectRows(rowCount, count, (i, sum) => {
    if (of[i] === NONE) return;
    sum.add(of[i], 1 - (omega * filtered[i]) / diagonal[i]);
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
      if (isStrong[e] !== 0 && of[column[e]] !== NONE) sum.add(of[column[e]], (-omega * value[e]) / diagonal[i]);
    }
  });
}
