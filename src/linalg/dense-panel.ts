/**
 * Dense kernels of the supernodal factorisation. A panel holds `rows` rows of `width` numbers, row by row, beginning at `base`.
 */

/**
 * Factors a panel in place: its first `width` rows become L₁₁ with the *reciprocal* of the diagonal on the diagonal, the others
 * L₂₁ = A₂₁ L₁₁⁻ᵀ. Entry (i, j) is (a_ij − Σ_{k<j} l_ik l_jk)/l_jj, a dot product of two contiguous rows; four rows share each row j.
 * Returns the first column whose pivot is not positive, −1 if all are.
 */
export function factorPanel(values: Float64Array, base: number, width: number, rows: number): number {
  for (let j = 0; j < width; j++) {
    const rowJ = base + j * width;
    for (let k = 0; k < j; k++) {
      const rowK = base + k * width;
      let sum = values[rowJ + k];
      for (let e = 0; e < k; e++) sum -= values[rowJ + e] * values[rowK + e];
      values[rowJ + k] = sum * values[rowK + k];
    }
    let pivot = values[rowJ + j];
    for (let e = 0; e < j; e++) pivot -= values[rowJ + e] * values[rowJ + e];
    if (!(pivot > 0)) return j;
    values[rowJ + j] = 1 / Math.sqrt(pivot);
  }
  let i = width;
  for (; i + 3 < rows; i += 4) solveFourRows(values, base, width, base + i * width);
  for (; i < rows; i++) solveRow(values, base, width, base + i * width);
  return -1;
}

function solveRow(values: Float64Array, base: number, width: number, row: number): void {
  for (let j = 0; j < width; j++) {
    const rowJ = base + j * width;
    let sum = values[row + j];
    for (let k = 0; k < j; k++) sum -= values[row + k] * values[rowJ + k];
    values[row + j] = sum * values[rowJ + j];
  }
}

/** Four rows against two columns at a time: eight sums from six loads. */
function solveFourRows(values: Float64Array, base: number, width: number, row: number): void {
  const r0 = row;
  const r1 = r0 + width;
  const r2 = r1 + width;
  const r3 = r2 + width;
  let j = 0;
  for (; j + 1 < width; j += 2) {
    const p = base + j * width;
    const q = p + width;
    let a0 = values[r0 + j];
    let a1 = values[r1 + j];
    let a2 = values[r2 + j];
    let a3 = values[r3 + j];
    let b0 = values[r0 + j + 1];
    let b1 = values[r1 + j + 1];
    let b2 = values[r2 + j + 1];
    let b3 = values[r3 + j + 1];
    for (let k = 0; k < j; k++) {
      const u = values[p + k];
      const w = values[q + k];
      const x0 = values[r0 + k];
      const x1 = values[r1 + k];
      const x2 = values[r2 + k];
      const x3 = values[r3 + k];
      a0 -= x0 * u;
      a1 -= x1 * u;
      a2 -= x2 * u;
      a3 -= x3 * u;
      b0 -= x0 * w;
      b1 -= x1 * w;
      b2 -= x2 * w;
      b3 -= x3 * w;
    }
    const dp = values[p + j];
    const l = values[q + j];
    const dq = values[q + j + 1];
    a0 *= dp;
    a1 *= dp;
    a2 *= dp;
    a3 *= dp;
    values[r0 + j] = a0;
    values[r1 + j] = a1;
    values[r2 + j] = a2;
    values[r3 + j] = a3;
    values[r0 + j + 1] = (b0 - a0 * l) * dq;
    values[r1 + j + 1] = (b1 - a1 * l) * dq;
    values[r2 + j + 1] = (b2 - a2 * l) * dq;
    values[r3 + j + 1] = (b3 - a3 * l) * dq;
  }
  if (j < width) {
    const p = base + j * width;
    for (let r = r0; r <= r3; r += width) {
      let sum = values[r + j];
      for (let k = 0; k < j; k++) sum -= values[r + k] * values[p + k];
      values[r + j] = sum * values[p + j];
    }
  }
}

/**
 * The lower triangle of  U ← U − B Bᵀ,  B of `rows` rows of `width` numbers at `base`, U of `rows` × `rows` numbers at `update` in
 * `into`. Four rows against four: sixteen sums from eight loads; the few entries above the diagonal that a tile touches are
 * scratch.
 */
export function subtractOuterProduct(
  values: Float64Array,
  base: number,
  width: number,
  rows: number,
  into: Float64Array,
  update: number,
): void {
  const tiled = rows - (rows % 4);
  for (let i = 0; i < tiled; i += 4) {
    for (let j = 0; j <= i; j += 4) subtractTile(values, base + i * width, base + j * width, width, into, update + i * rows + j, rows);
  }
  for (let i = tiled; i < rows; i++) {
    const rowI = base + i * width;
    for (let j = 0; j <= i; j++) {
      const rowJ = base + j * width;
      let sum = 0;
      for (let k = 0; k < width; k++) sum += values[rowI + k] * values[rowJ + k];
      into[update + i * rows + j] -= sum;
    }
  }
}

function subtractTile(values: Float64Array, i: number, j: number, width: number, into: Float64Array, target: number, rows: number): void {
  const i1 = i + width;
  const i2 = i1 + width;
  const i3 = i2 + width;
  const j1 = j + width;
  const j2 = j1 + width;
  const j3 = j2 + width;
  let s00 = 0;
  let s01 = 0;
  let s02 = 0;
  let s03 = 0;
  let s10 = 0;
  let s11 = 0;
  let s12 = 0;
  let s13 = 0;
  let s20 = 0;
  let s21 = 0;
  let s22 = 0;
  let s23 = 0;
  let s30 = 0;
  let s31 = 0;
  let s32 = 0;
  let s33 = 0;
  for (let k = 0; k < width; k++) {
    const b0 = values[j + k];
    const b1 = values[j1 + k];
    const b2 = values[j2 + k];
    const b3 = values[j3 + k];
    const a0 = values[i + k];
    s00 += a0 * b0;
    s01 += a0 * b1;
    s02 += a0 * b2;
    s03 += a0 * b3;
    const a1 = values[i1 + k];
    s10 += a1 * b0;
    s11 += a1 * b1;
    s12 += a1 * b2;
    s13 += a1 * b3;
    const a2 = values[i2 + k];
    s20 += a2 * b0;
    s21 += a2 * b1;
    s22 += a2 * b2;
    s23 += a2 * b3;
    const a3 = values[i3 + k];
    s30 += a3 * b0;
    s31 += a3 * b1;
    s32 += a3 * b2;
    s33 += a3 * b3;
  }
  let t = target;
  into[t] -= s00;
  into[t + 1] -= s01;
  into[t + 2] -= s02;
  into[t + 3] -= s03;
  t += rows;
  into[t] -= s10;
  into[t + 1] -= s11;
  into[t + 2] -= s12;
  into[t + 3] -= s13;
  t += rows;
  into[t] -= s20;
  into[t + 1] -= s21;
  into[t + 2] -= s22;
  into[t + 3] -= s23;
  t += rows;
  into[t] -= s30;
  into[t + 1] -= s31;
  into[t + 2] -= s32;
  into[t + 3] -= s33;
}
