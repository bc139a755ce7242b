import { NumericalError } from "../core/errors.ts";

/** A symmetric sparse matrix of numbers, its lower triangle by rows: the columns up to i in row i, in any order. */
export interface LowerMatrix {
  readonly rowStart: Uint32Array;
  readonly column: Uint32Array;
  readonly value: Float64Array;
}

/** L of A = L Lᵀ by columns; the diagonal entry comes first in each. */
export interface CholeskyFactor {
  readonly columnStart: Uint32Array;
  readonly row: Uint32Array;
  readonly value: Float64Array;
}

/**
 * Factors a symmetric positive definite matrix, row by row (up-looking): row k of L solves L₁₁ l = a with the rows above it, and
 * its pattern is found by walking the elimination tree from each nonzero a_kj up to k   [Choi13, sec. 6.2]. The matrix should come in
 * an order of little fill.
 */
export function factorCholesky({ rowStart, column, value }: LowerMatrix): CholeskyFactor {
  const n = rowStart.length - 1;
  const parent = eliminationTree(rowStart, column);
  const columnStart = columnStarts(rowStart, column, parent);
  const row = new Uint32Array(columnStart[n]);
  const factor = new Float64Array(columnStart[n]);
  const fill = columnStart.slice(0, n);
  const work = new Float64Array(n);
  const mark = new Uint32Array(n).fill(n);
  const stack = new Uint32Array(n);
  for (let k = 0; k < n; k++) {
    const top = rowPattern(k, rowStart, column, parent, mark, stack);
    let pivot = 0;
    for (let e = rowStart[k]; e < rowStart[k + 1]; e++) {
      if (column[e] === k) pivot = value[e];
      else work[column[e]] = value[e];
    }
    for (let s = top; s < n; s++) {
      const j = stack[s];
      const start = columnStart[j];
      const lkj = work[j] / factor[start];
      work[j] = 0;
      for (let e = start + 1; e < fill[j]; e++) work[row[e]] -= factor[e] * lkj;
      pivot -= lkj * lkj;
      row[fill[j]] = k;
      factor[fill[j]++] = lkj;
    }
    if (!(pivot > 0)) {
      throw new NumericalError(`the matrix is not positive definite at row ${k}: its pivot is ${pivot}`, 0, 0);
    }
    row[fill[k]] = k;
    factor[fill[k]++] = Math.sqrt(pivot);
  }
  return { columnStart, row, value: factor };
}

const NO_PARENT = 0xffffffff;

/** parent(j) = the first row below j in which column j of L has a nonzero. */
function eliminationTree(rowStart: Uint32Array, column: Uint32Array): Uint32Array {
  const n = rowStart.length - 1;
  const parent = new Uint32Array(n).fill(NO_PARENT);
  const ancestor = new Uint32Array(n).fill(NO_PARENT);
  for (let k = 0; k < n; k++) {
    for (let e = rowStart[k]; e < rowStart[k + 1]; e++) {
      let j = column[e];
      while (j < k) {
        const up = ancestor[j];
        ancestor[j] = k;
        if (up === NO_PARENT) {
          parent[j] = k;
          break;
        }
        j = up;
      }
    }
  }
  return parent;
}

/** The columns of row k of L left of the diagonal, in an order in which each comes after those it depends on: stack[top…n−1]. */
function rowPattern(
  k: number,
  rowStart: Uint32Array,
  column: Uint32Array,
  parent: Uint32Array,
  mark: Uint32Array,
  stack: Uint32Array,
): number {
  let top = mark.length;
  mark[k] = k;
  for (let e = rowStart[k]; e < rowStart[k + 1]; e++) {
    let length = 0;
    for (let j = column[e]; j < k && mark[j] !== k; j = parent[j]) {
      stack[length++] = j;
      mark[j] = k;
    }
    while (length > 0) stack[--top] = stack[--length];
  }
  return top;
}

function columnStarts(rowStart: Uint32Array, column: Uint32Array, parent: Uint32Array): Uint32Array {
  const n = rowStart.length - 1;
  const start = new Uint32Array(n + 1);
  const mark = new Uint32Array(n).fill(n);
  const stack = new Uint32Array(n);
  for (let k = 0; k < n; k++) {
    start[k + 1]++;
    for (let s = rowPattern(k, rowStart, column, parent, mark, stack); s < n; s++) start[stack[s] + 1]++;
  }
  for (let k = 0; k < n; k++) start[k + 1] += start[k];
  return start;
}

/** Solves L Lᵀ y = b in place for three right-hand sides, packed by threes. */
export function solveCholesky({ columnStart, row, value }: CholeskyFactor, y: Float64Array): void {
  const n = columnStart.length - 1;
  for (let j = 0; j < n; j++) {
    const start = columnStart[j];
    const p = 3 * j;
    const y0 = y[p] / value[start];
    const y1 = y[p + 1] / value[start];
    const y2 = y[p + 2] / value[start];
    y[p] = y0;
    y[p + 1] = y1;
    y[p + 2] = y2;
    for (let e = start + 1; e < columnStart[j + 1]; e++) {
      const q = 3 * row[e];
      const l = value[e];
      y[q] -= l * y0;
      y[q + 1] -= l * y1;
      y[q + 2] -= l * y2;
    }
  }
  for (let j = n - 1; j >= 0; j--) {
    const start = columnStart[j];
    const p = 3 * j;
    let y0 = y[p];
    let y1 = y[p + 1];
    let y2 = y[p + 2];
    for (let e = start + 1; e < columnStart[j + 1]; e++) {
      const q = 3 * row[e];
      const l = value[e];
      y0 -= l * y[q];
      y1 -= l * y[q + 1];
      y2 -= l * y[q + 2];
    }
    y[p] = y0 / value[start];
    y[p + 1] = y1 / value[start];
    y[p + 2] = y2 / value[start];
  }
}
