import { type Border, borderSize, crossBorder } from "./border.ts";

/** A border around a factor (border.ts), for solves whose halves are anywhere: vectors have the rows of the factor, `stride` numbers each, of which the first three are x, y, z. */
export interface BorderedRows {
  /** Before the forward solve: rows that the factor holds become 0, and what stands in those that are released is kept. */
  begin(y: Float64Array | Float32Array, stride: number): void;
  /** Between the halves, three numbers a row. */
  cross(y: Float64Array): void;
  /** After the backward solve: rows that are held become 0, and those that are released receive theirs. */
  end(y: Float64Array | Float32Array, stride: number): void;
}

/** Rows that the factor holds, those that are to be held, and those that it holds and are released, in the order of their columns. Without a border none differ. */
export interface RowSets {
  readonly base: Uint32Array;
  readonly held: Uint32Array;
  readonly released: Uint32Array;
}

export function createBorderedRows(border: Border | undefined, { base, held, released }: RowSets): BorderedRows {
  const q = new Float64Array(borderSize(border?.count ?? 0));
  return {
    begin(y, stride) {
      q.fill(0);
      for (let k = 0; border !== undefined && k < released.length; k++) copyThree(y, stride * released[k], q, 3 * border.slot[k]);
      clearRows(base, y, stride);
    },
    cross(y) {
      if (border !== undefined) crossBorder(border, y, q);
    },
    end(y, stride) {
      clearRows(held, y, stride);
      for (let k = 0; border !== undefined && k < released.length; k++) copyThree(q, 3 * border.slot[k], y, stride * released[k]);
    },
  };
}

function clearRows(rows: Uint32Array, y: Float64Array | Float32Array, stride: number): void {
  for (let k = 0; k < rows.length; k++) {
    const p = stride * rows[k];
    y[p] = 0;
    y[p + 1] = 0;
    y[p + 2] = 0;
  }
}

function copyThree(from: Float64Array | Float32Array, at: number, to: Float64Array | Float32Array, place: number): void {
  for (let c = 0; c < 3; c++) to[place + c] = from[at + c];
}
