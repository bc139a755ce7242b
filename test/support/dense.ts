import type { BlockMatrix } from "../../src/linalg/block-matrix.ts";

/** A full matrix, one array a row: slow, and simple enough to judge the fast ones. */
export type DenseMatrix = Float64Array[];

export function zeroMatrix(rows: number, columns: number = rows): DenseMatrix {
  return Array.from({ length: rows }, () => new Float64Array(columns));
}

/** All the entries of a block matrix, both triangles. */
export function assembleDense(matrix: BlockMatrix): DenseMatrix {
  const { rowCount, rowStart, column, diagonal, offDiagonal } = matrix;
  const full = zeroMatrix(3 * rowCount);
  for (let i = 0; i < rowCount; i++) {
    addBlock(full, i, i, diagonal, i);
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
      addBlock(full, i, column[e], offDiagonal, e);
      addBlock(full, column[e], i, offDiagonal, e);
      if (matrix.skew !== undefined) addCrossProduct(full, i, column[e], matrix.skew.subarray(3 * e, 3 * e + 3));
    }
  }
  return full;
}

/** Adds the packed symmetric 3×3 block (xx, xy, xz, yy, yz, zz) number `slot` of `blocks` at block row i, block column j. */
function addBlock(full: DenseMatrix, i: number, j: number, blocks: Float64Array, slot: number): void {
  const place = [
    [0, 1, 2],
    [1, 3, 4],
    [2, 4, 5],
  ];
  for (let a = 0; a < 3; a++) {
    for (let b = 0; b < 3; b++) full[3 * i + a][3 * j + b] += blocks[6 * slot + place[a][b]];
  }
}

/** Adds the matrix of s × at block row i, block column j, and its transpose at the mirrored place. */
function addCrossProduct(full: DenseMatrix, i: number, j: number, s: Float64Array): void {
  for (let a = 0; a < 3; a++) {
    const b = (a + 1) % 3;
    const c = (a + 2) % 3;
    for (const [row, column, value] of [
      [3 * i + b, 3 * j + c, -s[a]],
      [3 * i + c, 3 * j + b, s[a]],
    ]) {
      full[row][column] += value;
      full[column][row] += value;
    }
  }
}

/** A x */
export function multiplyDense(A: DenseMatrix, x: ArrayLike<number>): Float64Array {
  return Float64Array.from(A, (row) => row.reduce((sum, entry, c) => sum + entry * x[c], 0));
}

/** The rows and columns of A named by `keep`, in that order. */
export function selectDense(A: DenseMatrix, keep: readonly number[]): DenseMatrix {
  return keep.map((row) => Float64Array.from(keep, (column) => A[row][column]));
}

/** Solves A x = b by Gaussian elimination with row exchanges; A and b are left as they were. */
export function solveDense(A: DenseMatrix, b: ArrayLike<number>): Float64Array {
  const n = A.length;
  const rows = A.map((row, i) => Float64Array.of(...row, b[i]));
  for (let p = 0; p < n; p++) {
    let best = p;
    for (let i = p + 1; i < n; i++) if (Math.abs(rows[i][p]) > Math.abs(rows[best][p])) best = i;
    [rows[p], rows[best]] = [rows[best], rows[p]];
    if (rows[p][p] === 0) throw new Error(`the matrix is singular in column ${p}`);
    for (let i = p + 1; i < n; i++) {
      const factor = rows[i][p] / rows[p][p];
      if (factor === 0) continue;
      for (let c = p; c <= n; c++) rows[i][c] -= factor * rows[p][c];
    }
  }
  const x = new Float64Array(n);
  for (let i = n - 1; i >= 0; i--) {
    let sum = rows[i][n];
    for (let c = i + 1; c < n; c++) sum -= rows[i][c] * x[c];
    x[i] = sum / rows[i][i];
  }
  return x;
}

/** The eigenvalues of a symmetric matrix in ascending order, by Jacobi rotations, to 1e-14 of the largest; A is left as it was. */
export function symmetricEigenvalues(A: DenseMatrix): Float64Array {
  const n = A.length;
  const a = A.map((row) => row.slice());
  for (let sweep = 0; sweep < 60; sweep++) {
    let off = 0;
    let all = 0;
    for (let p = 0; p < n; p++) {
      for (let q = 0; q < n; q++) {
        all += a[p][q] * a[p][q];
        if (p !== q) off += a[p][q] * a[p][q];
      }
    }
    if (off <= 1e-28 * all) return Float64Array.from(a, (row, i) => row[i]).sort();
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) rotate(a, p, q);
  }
  throw new Error("the Jacobi rotations do not converge: is the matrix symmetric and finite?");
}

/** Turns the coordinates p and q so that a[p][q] becomes zero. */
function rotate(a: DenseMatrix, p: number, q: number): void {
  if (a[p][q] === 0) return;
  const tau = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  const t = (tau < 0 ? -1 : 1) / (Math.abs(tau) + Math.sqrt(1 + tau * tau));
  const c = 1 / Math.sqrt(1 + t * t);
  const s = t * c;
  for (let i = 0; i < a.length; i++) {
    const ip = a[i][p];
    const iq = a[i][q];
    a[i][p] = c * ip - s * iq;
    a[i][q] = s * ip + c * iq;
  }
  for (let i = 0; i < a.length; i++) {
    const pi = a[p][i];
    const qi = a[q][i];
    a[p][i] = c * pi - s * qi;
    a[q][i] = s * pi + c * qi;
  }
}
