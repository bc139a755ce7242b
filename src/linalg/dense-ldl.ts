/**
 * L D Lᵀ of a small dense symmetric matrix of n × n numbers, row by row, in place: L below the diagonal (its own diagonal is 1), D on it.
 * Only the lower triangle is read. There is no pivoting: the matrix must be quasi-definite (positive definite in some rows and
 * columns, negative definite in the others), which has the factors in any order. Returns the first row whose pivot is 0 or
 * not finite, −1 if none is.
 */
export function factorLdl(n: number, a: Float64Array): number {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      let sum = a[i * n + j];
      for (let k = 0; k < j; k++) sum -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = sum; // l_ij d_j until the row is complete
    }
    let pivot = a[i * n + i];
    for (let j = 0; j < i; j++) {
      const scaled = a[i * n + j];
      const l = scaled / a[j * n + j];
      pivot -= l * scaled;
      a[i * n + j] = l;
    }
    if (!(Math.abs(pivot) > 0 && Math.abs(pivot) < Number.POSITIVE_INFINITY)) return i;
    a[i * n + i] = pivot;
  }
  return -1;
}

/** Solves L D Lᵀ x = b in place for three right-hand sides, interleaved. */
export function solveLdl(n: number, a: Float64Array, x: Float64Array): void {
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) {
      const l = a[i * n + k];
      for (let c = 0; c < 3; c++) x[3 * i + c] -= l * x[3 * k + c];
    }
  }
  for (let i = 0; i < n; i++) {
    const d = a[i * n + i];
    for (let c = 0; c < 3; c++) x[3 * i + c] /= d;
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = 0; k < i; k++) {
      const l = a[i * n + k];
      for (let c = 0; c < 3; c++) x[3 * k + c] -= l * x[3 * i + c];
    }
  }
}
