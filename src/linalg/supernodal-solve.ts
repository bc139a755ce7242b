import type { Supernodes } from "./supernodes.ts";

/**
 * Triangular solves with a supernodal factor, three right-hand sides at once, interleaved: row j has y[3j], y[3j+1], y[3j+2], in
 * the factor's own numbering. Forward: a supernode solves its own rows, then takes  L₂₁ y₁  from the rows below, a dot product
 * a row; backward: what the rows below know is taken from its own rows, then these are solved. Four rows of a panel go together:
 * twelve sums from seven loads. `scratch` holds SOLVE_SCRATCH numbers.
 */
export function solveForward(structure: Supernodes, values: Float64Array, y: Float64Array, scratch: Float64Array): void {
  for (let s = 0; s < structure.count; s++) solveSupernodeForward(structure, values, s, y, scratch);
}

export function solveBackward(structure: Supernodes, values: Float64Array, y: Float64Array, scratch: Float64Array): void {
  for (let s = structure.count - 1; s >= 0; s--) solveSupernodeBackward(structure, values, s, y, scratch);
}

export const SOLVE_SCRATCH = 12;

/** One supernode of the forward solve. The unknowns of its first `from` columns, a multiple of 4, are known to be 0. */
export function solveSupernodeForward(
  structure: Supernodes,
  values: Float64Array,
  s: number,
  y: Float64Array,
  sums: Float64Array,
  from: number = 0,
): void {
  const { firstColumn, rowStart, rows, panelStart } = structure;
  const first = 3 * (firstColumn[s] + from);
  const width = firstColumn[s + 1] - firstColumn[s];
  const count = width - from;
  let l = panelStart[s] + from * width + from;
  let i = 0;
  for (; i + 3 < count; i += 4, l += 4 * width) {
    dotFourRows(values, l, width, i, y, first, sums);
    for (let r = 0; r < 4; r++) solveRow(values, l + r * width, i, i + r, y, first, sums, 3 * r);
  }
  for (; i < count; i++, l += width) {
    sums[0] = 0;
    sums[1] = 0;
    sums[2] = 0;
    solveRow(values, l, 0, i, y, first, sums, 0);
  }
  const end = rowStart[s + 1];
  let r = rowStart[s];
  for (; r + 3 < end; r += 4, l += 4 * width) {
    dotFourRows(values, l, width, count, y, first, sums);
    for (let k = 0; k < 4; k++) {
      const p = 3 * rows[r + k];
      y[p] -= sums[3 * k];
      y[p + 1] -= sums[3 * k + 1];
      y[p + 2] -= sums[3 * k + 2];
    }
  }
  for (; r < end; r++, l += width) {
    let a0 = 0;
    let a1 = 0;
    let a2 = 0;
    for (let k = 0, q = first; k < count; k++, q += 3) {
      const v = values[l + k];
      a0 += v * y[q];
      a1 += v * y[q + 1];
      a2 += v * y[q + 2];
    }
    const p = 3 * rows[r];
    y[p] -= a0;
    y[p + 1] -= a1;
    y[p + 2] -= a2;
  }
}

/** Row i of the triangle, of which the columns below `from` are already in sums[offset …]. */
function solveRow(
  values: Float64Array,
  l: number,
  from: number,
  i: number,
  y: Float64Array,
  first: number,
  sums: Float64Array,
  offset: number,
): void {
  const p = first + 3 * i;
  let y0 = y[p] - sums[offset];
  let y1 = y[p + 1] - sums[offset + 1];
  let y2 = y[p + 2] - sums[offset + 2];
  for (let k = from, q = first + 3 * from; k < i; k++, q += 3) {
    const v = values[l + k];
    y0 -= v * y[q];
    y1 -= v * y[q + 1];
    y2 -= v * y[q + 2];
  }
  const reciprocal = values[l + i];
  y[p] = y0 * reciprocal;
  y[p + 1] = y1 * reciprocal;
  y[p + 2] = y2 * reciprocal;
}

/** sums[3r + c] = Σ_{k < count} L[r][k] y_c[k] over four rows of a panel from l on. */
function dotFourRows(
  values: Float64Array,
  l: number,
  width: number,
  count: number,
  y: Float64Array,
  first: number,
  sums: Float64Array,
): void {
  const lb = l + width;
  const lc = lb + width;
  const ld = lc + width;
  let a0 = 0;
  let a1 = 0;
  let a2 = 0;
  let b0 = 0;
  let b1 = 0;
  let b2 = 0;
  let c0 = 0;
  let c1 = 0;
  let c2 = 0;
  let d0 = 0;
  let d1 = 0;
  let d2 = 0;
  for (let k = 0, q = first; k < count; k++, q += 3) {
    const y0 = y[q];
    const y1 = y[q + 1];
    const y2 = y[q + 2];
    const va = values[l + k];
    a0 += va * y0;
    a1 += va * y1;
    a2 += va * y2;
    const vb = values[lb + k];
    b0 += vb * y0;
    b1 += vb * y1;
    b2 += vb * y2;
    const vc = values[lc + k];
    c0 += vc * y0;
    c1 += vc * y1;
    c2 += vc * y2;
    const vd = values[ld + k];
    d0 += vd * y0;
    d1 += vd * y1;
    d2 += vd * y2;
  }
  sums[0] = a0;
  sums[1] = a1;
  sums[2] = a2;
  sums[3] = b0;
  sums[4] = b1;
  sums[5] = b2;
  sums[6] = c0;
  sums[7] = c1;
  sums[8] = c2;
  sums[9] = d0;
  sums[10] = d1;
  sums[11] = d2;
}

function solveSupernodeBackward(structure: Supernodes, values: Float64Array, s: number, y: Float64Array, known: Float64Array): void {
  const { firstColumn, rowStart, rows, panelStart } = structure;
  const first = 3 * firstColumn[s];
  const width = firstColumn[s + 1] - firstColumn[s];
  const end = rowStart[s + 1];
  let l = panelStart[s] + width * width;
  let r = rowStart[s];
  for (; r + 3 < end; r += 4, l += 4 * width) {
    for (let k = 0; k < 4; k++) {
      const p = 3 * rows[r + k];
      known[3 * k] = y[p];
      known[3 * k + 1] = y[p + 1];
      known[3 * k + 2] = y[p + 2];
    }
    subtractFourRows(values, l, width, width, known, y, first);
  }
  for (; r < end; r++, l += width) subtractRow(values, l, width, y, 3 * rows[r], first);

  // the triangle from below: the rows left over, then four by four
  let i = width;
  for (; i % 4 !== 0; i--) solveRowBackward(values, panelStart[s] + (i - 1) * width, 0, i - 1, y, first);
  for (; i > 0; i -= 4) {
    l = panelStart[s] + (i - 4) * width;
    for (let k = 3; k >= 0; k--) solveRowBackward(values, l + k * width, i - 4, i - 4 + k, y, first);
    for (let k = 0; k < 12; k++) known[k] = y[first + 3 * (i - 4) + k];
    subtractFourRows(values, l, width, i - 4, known, y, first);
  }
}

/** Row i of the triangle: its unknown, and what that takes from the rows `from` to i − 1. */
function solveRowBackward(values: Float64Array, l: number, from: number, i: number, y: Float64Array, first: number): void {
  const p = first + 3 * i;
  const reciprocal = values[l + i];
  y[p] *= reciprocal;
  y[p + 1] *= reciprocal;
  y[p + 2] *= reciprocal;
  subtractRow(values, l + from, i - from, y, p, first + 3 * from);
}

/** y_c[k] −= L[k] y_c at p, for k below `count`. */
function subtractRow(values: Float64Array, l: number, count: number, y: Float64Array, p: number, first: number): void {
  const y0 = y[p];
  const y1 = y[p + 1];
  const y2 = y[p + 2];
  for (let k = 0, q = first; k < count; k++, q += 3) {
    const v = values[l + k];
    y[q] -= v * y0;
    y[q + 1] -= v * y1;
    y[q + 2] -= v * y2;
  }
}

/** y_c[k] −= Σ_r L[r][k] known[3r + c] over four rows of a panel from l on, for k below `count`. */
function subtractFourRows(
  values: Float64Array,
  l: number,
  width: number,
  count: number,
  known: Float64Array,
  y: Float64Array,
  first: number,
): void {
  const a0 = known[0];
  const a1 = known[1];
  const a2 = known[2];
  const b0 = known[3];
  const b1 = known[4];
  const b2 = known[5];
  const c0 = known[6];
  const c1 = known[7];
  const c2 = known[8];
  const d0 = known[9];
  const d1 = known[10];
  const d2 = known[11];
  const lb = l + width;
  const lc = lb + width;
  const ld = lc + width;
  for (let k = 0, q = first; k < count; k++, q += 3) {
    const va = values[l + k];
    const vb = values[lb + k];
    const vc = values[lc + k];
    const vd = values[ld + k];
    y[q] -= va * a0 + vb * b0 + vc * c0 + vd * d0;
    y[q + 1] -= va * a1 + vb * b1 + vc * c1 + vd * d1;
    y[q + 2] -= va * a2 + vb * b2 + vc * c2 + vd * d2;
  }
}
