import type { SymmetricMatrix } from "../symmetric-matrix.ts";

/** A sparse matrix by rows: its columns rise within each. */
export interface RowMatrix {
  readonly rowCount: number;
  readonly columnCount: number;
  readonly rowStart: Uint32Array;
  readonly column: Uint32Array;
  readonly value: Float64Array;
}

/** Collects a row of a product. */
interface RowSum {
  add(column: number, value: number): void;
}

/** The rows that `fill` gives, one after the other. */
export function collectRows(rowCount: number, columnCount: number, fill: (row: number, sum: RowSum) => void): RowMatrix {
  const rowStart = new Uint32Array(rowCount + 1);
  let columns = new Uint32Array(4 * rowCount + columnCount);
  let values = new Float64Array(columns.length);
  /** Where the entry of a column is in the row that is collected, one more than that; 0 where it has none. */
  const place = new Uint32Array(columnCount);
  let end = 0;
  const row = {
    add(column: number, value: number): void {
      const at = place[column];
      if (at > 0) {
        values[at - 1] += value;
        return;
      }
      columns[end] = column;
      values[end++] = value;
      place[column] = end;
    },
  };
  for (let i = 0; i < rowCount; i++) {
    if (columns.length < end + columnCount) {
      columns = extend(columns, new Uint32Array(2 * columns.length));
      values = extend(values, new Float64Array(columns.length));
    }
    rowStart[i] = end;
    fill(i, row);
    for (let e = rowStart[i]; e < end; e++) place[columns[e]] = 0;
    sortRow(columns, values, rowStart[i], end);
  }
  rowStart[rowCount] = end;
  return { rowCount, columnCount, rowStart, column: columns.slice(0, end), value: values.slice(0, end) };
}

function extend<T extends Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** Puts the entries of a row, which are few, in the order of their columns. */
function sortRow(columns: Uint32Array, values: Float64Array, from: number, end: number): void {
  for (let e = from + 1; e < end; e++) {
    const column = columns[e];
    const value = values[e];
    let k = e;
    for (; k > from && columns[k - 1] > column; k--) {
      columns[k] = columns[k - 1];
      values[k] = values[k - 1];
    }
    columns[k] = column;
    values[k] = value;
  }
}

/** All rows of a symmetric matrix, both halves and the diagonal. */
export function wholeRows({ rowCount, rowStart, column, diagonal, offDiagonal }: SymmetricMatrix): RowMatrix {
  const start = new Uint32Array(rowCount + 1);
  for (let i = 0; i < rowCount; i++) {
    start[i + 1] += rowStart[i + 1] - rowStart[i] + 1;
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) start[column[e] + 1]++;
  }
  for (let i = 0; i < rowCount; i++) start[i + 1] += start[i];
  const whole = { column: new Uint32Array(start[rowCount]), value: new Float64Array(start[rowCount]) };
  const next = start.slice(0, rowCount);
  const put = (row: number, at: number, value: number): void => {
    whole.column[next[row]] = at;
    whole.value[next[row]++] = value;
  };
  for (let i = 0; i < rowCount; i++) {
    put(i, i, diagonal[i]);
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
      put(i, column[e], offDiagonal[e]);
      put(column[e], i, offDiagonal[e]);
    }
  }
  return transposeRows({ rowCount, columnCount: rowCount, rowStart: start, ...whole }); // itself, its columns in order
}

export function transposeRows({ rowCount, columnCount, rowStart, column, value }: RowMatrix): RowMatrix {
  const start = new Uint32Array(columnCount + 1);
  for (const c of column) start[c + 1]++;
  for (let c = 0; c < columnCount; c++) start[c + 1] += start[c];
  const next = start.slice(0, columnCount);
  const rows = new Uint32Array(column.length);
  const values = new Float64Array(column.length);
  for (let i = 0; i < rowCount; i++) {
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
      const at = next[column[e]]++;
      rows[at] = i;
      values[at] = value[e];
    }
  }
  return { rowCount: columnCount, columnCount: rowCount, rowStart: start, column: rows, value: values };
}

/** A B */
export function multiplyRows(a: RowMatrix, b: RowMatrix): RowMatrix {
  return collectRows(a.rowCount, b.columnCount, (i, sum) => {
    for (let e = a.rowStart[i]; e < a.rowStart[i + 1]; e++) {
      const k = a.column[e];
      for (let f = b.rowStart[k]; f < b.rowStart[k + 1]; f++) sum.add(b.column[f], a.value[e] * b.value[f]);
    }
  });
}

/** out = y + f A x for three numbers a row; y may be out. */
export function addRowProduct(matrix: RowMatrix, f: number, x: Float64Array, y: Float64Array, out: Float64Array): void {
  const { rowCount, rowStart, column, value } = matrix;
  for (let i = 0; i < rowCount; i++) {
    let sx = 0;
    let sy = 0;
    let sz = 0;
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
      const j = 3 * column[e];
      const a = value[e];
      sx += a * x[j];
      sy += a * x[j + 1];
      sz += a * x[j + 2];
    }
    out[3 * i] = y[3 * i] + f * sx;
    out[3 * i + 1] = y[3 * i + 1] + f * sy;
    out[3 * i + 2] = y[3 * i + 2] + f * sz;
  }
}
