/** Sparse rows of weights: row r takes `weight[e]` times the point `index[e]`, for e from `start[r]` to `start[r + 1] − 1`. */
export interface Stencil {
  readonly start: Uint32Array;
  /** Ascending within a row. */
  readonly index: Uint32Array;
  readonly weight: Float64Array;
}

export function createIdentityStencil(count: number): Stencil {
  const start = Uint32Array.from({ length: count + 1 }, (_, i) => i);
  return { start, index: start.slice(0, count), weight: new Float64Array(count).fill(1) };
}

/** Rows from lists of (index, weight) in any order; an index that comes twice in a row counts with the sum. */
export function createStencil(columnCount: number, start: Uint32Array, index: ArrayLike<number>, weight: ArrayLike<number>): Stencil {
  const outer = { start, index, weight };
  return multiply(outer, createIdentityStencil(columnCount), columnCount);
}

/** The stencil that does `inner` and then `outer`. */
export function composeStencils(outer: Stencil, inner: Stencil, columnCount: number): Stencil {
  return multiply(outer, inner, columnCount);
}

interface Rows {
  readonly start: Uint32Array;
  readonly index: ArrayLike<number>;
  readonly weight: ArrayLike<number>;
}

function multiply(outer: Rows, inner: Stencil, columnCount: number): Stencil {
  const rowCount = outer.start.length - 1;
  const start = new Uint32Array(rowCount + 1);
  const index: number[] = [];
  const weight: number[] = [];
  const sum = new Float64Array(columnCount);
  const seenIn = new Int32Array(columnCount).fill(-1);
  for (let r = 0; r < rowCount; r++) {
    const from = index.length;
    for (let e = outer.start[r]; e < outer.start[r + 1]; e++) {
      const row = outer.index[e];
      for (let f = inner.start[row]; f < inner.start[row + 1]; f++) {
        const column = inner.index[f];
        if (seenIn[column] !== r) {
          seenIn[column] = r;
          sum[column] = 0;
          index.push(column);
        }
        sum[column] += outer.weight[e] * inner.weight[f];
      }
    }
    sortTail(index, from);
    for (let e = from; e < index.length; e++) weight.push(sum[index[e]]);
    start[r + 1] = index.length;
  }
  return { start, index: Uint32Array.from(index), weight: Float64Array.from(weight) };
}

/** Sorts the values from `from` on; rows are short. */
function sortTail(values: number[], from: number): void {
  for (let i = from + 1; i < values.length; i++) {
    const value = values[i];
    let j = i;
    while (j > from && values[j - 1] > value) {
      values[j] = values[j - 1];
      j--;
    }
    values[j] = value;
  }
}

/** out = S x for points, packed x, y, z, in the rows from `from` to `to` − 1. */
export function computeStencilPoints(stencil: Stencil, from: number, to: number, x: Float64Array, out: Float32Array | Float64Array): void {
  const { start, index, weight } = stencil;
  for (let r = from; r < to; r++) {
    let px = 0;
    let py = 0;
    let pz = 0;
    const end = start[r + 1];
    for (let e = start[r]; e < end; e++) {
      const w = weight[e];
      const i = 3 * index[e];
      px += w * x[i];
      py += w * x[i + 1];
      pz += w * x[i + 2];
    }
    out[3 * r] = px;
    out[3 * r + 1] = py;
    out[3 * r + 2] = pz;
  }
}
