import type { Supernodes } from "./supernodes.ts";

/**
 * Triangular solves with a supernodal factor, three right-hand sides at once, interleaved: row j has y[3j], y[3j+1], y[3j+2], in
 * the factor's own numbering. Forward: a supernode solves its own rows, then takes  L₂₁ y₁  from the rows below, a dot product
 * a row; backward: what the rows below know is taken from its own rows, then these are solved.
 */
export function solveForward(structure: Supernodes, values: Float64Array, y: Float64Array): void {
  for (let s = 0; s < structure.count; s++) solveSupernodeForward(structure, values, s, y);
}

export function solveSupernodeForward(structure: Supernodes, values: Float64Array, s: number, y: Float64Array): void {
  const { firstColumn, rowStart, rows, panelStart } = structure;
  const first = 3 * firstColumn[s];
  const width = firstColumn[s + 1] - firstColumn[s];
  let l = panelStart[s];
  for (let i = 0; i < width; i++, l += width) {
    const p = first + 3 * i;
    let y0 = y[p];
    let y1 = y[p + 1];
    let y2 = y[p + 2];
    for (let k = 0, q = first; k < i; k++, q += 3) {
      const lik = values[l + k];
      y0 -= lik * y[q];
      y1 -= lik * y[q + 1];
      y2 -= lik * y[q + 2];
    }
    const reciprocal = values[l + i];
    y[p] = y0 * reciprocal;
    y[p + 1] = y1 * reciprocal;
    y[p + 2] = y2 * reciprocal;
  }
  const end = rowStart[s + 1];
  let r = rowStart[s];
  for (; r + 3 < end; r += 4, l += 4 * width) {
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
    const lb = l + width;
    const lc = lb + width;
    const ld = lc + width;
    for (let k = 0, q = first; k < width; k++, q += 3) {
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
    const pa = 3 * rows[r];
    y[pa] -= a0;
    y[pa + 1] -= a1;
    y[pa + 2] -= a2;
    const pb = 3 * rows[r + 1];
    y[pb] -= b0;
    y[pb + 1] -= b1;
    y[pb + 2] -= b2;
    const pc = 3 * rows[r + 2];
    y[pc] -= c0;
    y[pc + 1] -= c1;
    y[pc + 2] -= c2;
    const pd = 3 * rows[r + 3];
    y[pd] -= d0;
    y[pd + 1] -= d1;
    y[pd + 2] -= d2;
  }
  for (; r < end; r++, l += width) {
    let a0 = 0;
    let a1 = 0;
    let a2 = 0;
    for (let k = 0, q = first; k < width; k++, q += 3) {
      const la = values[l + k];
      a0 += la * y[q];
      a1 += la * y[q + 1];
      a2 += la * y[q + 2];
    }
    const p = 3 * rows[r];
    y[p] -= a0;
    y[p + 1] -= a1;
    y[p + 2] -= a2;
  }
}

export function solveBackward(structure: Supernodes, values: Float64Array, y: Float64Array): void {
  for (let s = structure.count - 1; s >= 0; s--) solveSupernodeBackward(structure, values, s, y);
}

function solveSupernodeBackward(structure: Supernodes, values: Float64Array, s: number, y: Float64Array): void {
  const { firstColumn, rowStart, rows, panelStart } = structure;
  const first = 3 * firstColumn[s];
  const width = firstColumn[s + 1] - firstColumn[s];
  const end = rowStart[s + 1];
  let l = panelStart[s] + width * width;
  let r = rowStart[s];
  for (; r + 3 < end; r += 4, l += 4 * width) {
    const pa = 3 * rows[r];
    const pb = 3 * rows[r + 1];
    const pc = 3 * rows[r + 2];
    const pd = 3 * rows[r + 3];
    const a0 = y[pa];
    const a1 = y[pa + 1];
    const a2 = y[pa + 2];
    const b0 = y[pb];
    const b1 = y[pb + 1];
    const b2 = y[pb + 2];
    const c0 = y[pc];
    const c1 = y[pc + 1];
    const c2 = y[pc + 2];
    const d0 = y[pd];
    const d1 = y[pd + 1];
    const d2 = y[pd + 2];
    const lb = l + width;
    const lc = lb + width;
    const ld = lc + width;
    for (let k = 0, q = first; k < width; k++, q += 3) {
      const va = values[l + k];
      const vb = values[lb + k];
      const vc = values[lc + k];
      const vd = values[ld + k];
      y[q] -= va * a0 + vb * b0 + vc * c0 + vd * d0;
      y[q + 1] -= va * a1 + vb * b1 + vc * c1 + vd * d1;
      y[q + 2] -= va * a2 + vb * b2 + vc * c2 + vd * d2;
    }
  }
  for (; r < end; r++, l += width) {
    const p = 3 * rows[r];
    const y0 = y[p];
    const y1 = y[p + 1];
    const y2 = y[p + 2];
    for (let k = 0, q = first; k < width; k++, q += 3) {
      const v = values[l + k];
      y[q] -= v * y0;
      y[q + 1] -= v * y1;
      y[q + 2] -= v * y2;
    }
  }
  l = panelStart[s] + width * (width - 1);
  for (let i = width - 1; i >= 0; i--, l -= width) {
    const p = first + 3 * i;
    const reciprocal = values[l + i];
    const y0 = y[p] * reciprocal;
    const y1 = y[p + 1] * reciprocal;
    const y2 = y[p + 2] * reciprocal;
    y[p] = y0;
    y[p + 1] = y1;
    y[p + 2] = y2;
    for (let k = 0, q = first; k < i; k++, q += 3) {
      const v = values[l + k];
      y[q] -= v * y0;
      y[q + 1] -= v * y1;
      y[q + 2] -= v * y2;
    }
  }
}
