/** A ← A⁻¹ of a symmetric positive definite matrix, row by row, by sweeps of its lower triangle; `column` is room for one. False, with the numbers spoilt, where A is not positive definite. */
export function invertDense(a: Float64Array, size: number, column: Float64Array): boolean {
  for (let k = 0; k < size; k++) {
    const pivot = a[k * size + k];
    if (!(pivot > 0)) return false;
    for (let j = 0; j < size; j++) column[j] = j < k ? a[k * size + j] : a[j * size + k];
    for (let i = 0; i < size; i++) {
      const factor = column[i] / pivot;
      const row = i * size;
      if (i === k) {
        for (let j = 0; j < k; j++) a[row + j] = column[j] / pivot;
        a[row + k] = -1 / pivot;
        continue;
      }
      if (factor === 0) continue;
      for (let j = 0; j <= i; j++) a[row + j] -= factor * column[j];
      if (k < i) a[row + k] = factor;
    }
  }
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      const value = -a[i * size + j];
      a[i * size + j] = value;
      a[j * size + i] = value;
    }
  }
  return true;
}
