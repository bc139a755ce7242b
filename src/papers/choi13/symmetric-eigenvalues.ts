import type { SymmetricMatrix } from "../../linalg/symmetric-matrix.ts";

/** All eigenvalues, ascending, by cyclic Jacobi rotations on the dense matrix: sure and slow, for a few hundred rows. */
export function symmetricEigenvalues(matrix: SymmetricMatrix): Float64Array {
  const { rowCount: n, rowStart, column, diagonal, offDiagonal } = matrix;
  const a = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    a[i * n + i] = diagonal[i];
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
      a[i * n + column[e]] = offDiagonal[e];
      a[column[e] * n + i] = offDiagonal[e];
    }
  }
  for (let sweep = 0; sweep < 30; sweep++) {
    let rest = 0;
    for (let p = 0; p < n; p++) for (let q = 0; q < p; q++) rest += a[p * n + q] * a[p * n + q];
    if (rest < 1e-26 * n) break;
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) clear(a, n, p, q);
  }
  return Float64Array.from({ length: n }, (_, i) => a[i * n + i]).sort();
}

/** Turns rows and columns p and q so that a_pq becomes 0. */
function clear(a: Float64Array, n: number, p: number, q: number): void {
  const off = a[p * n + q];
  if (Math.abs(off) < 1e-300) return;
  const ratio = (a[q * n + q] - a[p * n + p]) / (2 * off);
  const t = (ratio >= 0 ? 1 : -1) / (Math.abs(ratio) + Math.sqrt(ratio * ratio + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < n; k++) {
    const kp = a[k * n + p];
    const kq = a[k * n + q];
    a[k * n + p] = c * kp - s * kq;
    a[k * n + q] = s * kp + c * kq;
  }
  for (let k = 0; k < n; k++) {
    const pk = a[p * n + k];
    const qk = a[q * n + k];
    a[p * n + k] = c * pk - s * qk;
    a[q * n + k] = s * pk + c * qk;
  }
}
