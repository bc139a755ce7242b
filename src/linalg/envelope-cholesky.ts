/**
 * A symmetric positive definite matrix whose rows begin at a first entry and are full from there to the diagonal: the envelope, which its Cholesky factor shares
 * [GeorgeLiu81, ch. 4]. Row i holds the columns first[i] … i at start[i] and on.
 */
export interface Envelope {
  readonly size: number;
  readonly first: Uint32Array;
  readonly start: Uint32Array;
}

export function createEnvelope(first: Uint32Array): Envelope {
  const start = new Uint32Array(first.length + 1);
  for (let i = 0; i < first.length; i++) start[i + 1] = start[i] + i - first[i] + 1;
  return { size: first.length, first, start };
}

/** A = L Lᵀ in place, row by row; false, with the values spoilt, where A is not positive definite. */
export function factorEnvelope({ size, first, start }: Envelope, values: Float64Array): boolean {
  for (let i = 0; i < size; i++) {
    const row = start[i] - first[i];
    let diagonal = values[row + i];
    for (let j = first[i]; j < i; j++) {
      const other = start[j] - first[j];
      let sum = values[row + j];
      for (let k = Math.max(first[i], first[j]); k < j; k++) sum -= values[row + k] * values[other + k];
      sum /= values[other + j];
      values[row + j] = sum;
      diagonal -= sum * sum;
    }
    if (!(diagonal > 0)) return false;
    values[row + i] = Math.sqrt(diagonal);
  }
  return true;
}

/** b ← A⁻¹ b with the factor. */
export function solveEnvelope({ size, first, start }: Envelope, values: Float64Array, b: Float64Array): void {
  for (let i = 0; i < size; i++) {
    const row = start[i] - first[i];
    let sum = b[i];
    for (let j = first[i]; j < i; j++) sum -= values[row + j] * b[j];
    b[i] = sum / values[row + i];
  }
  for (let i = size - 1; i >= 0; i--) {
    const row = start[i] - first[i];
    const value = b[i] / values[row + i];
    b[i] = value;
    for (let j = first[i]; j < i; j++) b[j] -= values[row + j] * value;
  }
}
