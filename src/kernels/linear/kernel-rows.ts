import type { RowMatrix } from "../../linalg/multigrid/row-matrix.ts";
import * as at from "../layout/job-words.ts";
import { type KernelMemory, sizeOf } from "../memory.ts";

/**
 * A sparse matrix by rows as its kernel sees it (src/kernels/assembly/linear/matrix-rows.ts): the bytes at which rows begin, and entries of two words, the bytes to the column in a vector and a number. Rows
 * are filled up to a multiple of four entries.
 */
export interface KernelRows {
  readonly starts: Uint32Array;
  readonly columns: Uint32Array;
  readonly values: Float32Array;
  /** Where a job finds it. */
  readonly words: Readonly<Record<number, number>>;
}

const AT_ONCE = 4;

const padded = (entries: number): number => AT_ONCE * Math.ceil(entries / AT_ONCE);

/** Entries of a matrix with its rows filled up; of a square one that is subtracted without its diagonal, one of each row. */
export function countEntries({ rowCount, rowStart }: RowMatrix, isSubtracted: boolean): number {
  let count = 0;
  for (let i = 0; i < rowCount; i++) count += padded(rowStart[i + 1] - rowStart[i] - (isSubtracted ? 1 : 0));
  return count;
}

/** The same of a full matrix. */
export function countDense(size: number): number {
  return size * padded(size);
}

/** Bytes that `createKernelRows` takes. */
export function sizeOfRows(rowCount: number, entries: number): number {
  return sizeOf(4 * rowCount + 4) + sizeOf(8 * entries);
}

export function createKernelRows(memory: KernelMemory, rowCount: number, entries: number): KernelRows {
  const starts = memory.words(rowCount + 1);
  const columns = memory.words(2 * entries);
  const values = new Float32Array(columns.buffer, columns.byteOffset, columns.length);
  return { starts, columns, values, words: { [at.ROWS_STARTS]: starts.byteOffset, [at.ROWS_ENTRIES]: columns.byteOffset } };
}

/** Its numbers; of one that is subtracted −a_ij, without its diagonal. */
export function fillRows(
  { starts, columns, values }: KernelRows,
  { rowCount, rowStart, column, value }: RowMatrix,
  isSubtracted: boolean,
): void {
  let place = 0;
  for (let i = 0; i < rowCount; i++) {
    starts[i] = 4 * place;
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
      if (isSubtracted && column[e] === i) continue;
      columns[place] = 16 * column[e];
      values[place + 1] = isSubtracted ? -value[e] : value[e];
      place += 2;
    }
    const end = starts[i] / 4 + 2 * padded((place - starts[i] / 4) / 2);
    for (; place < end; place += 2) {
      columns[place] = columns[place - 2];
      values[place + 1] = 0;
    }
  }
  starts[rowCount] = 4 * place;
}

/** Those of a full square matrix, row by row. */
export function fillDense({ starts, columns, values }: KernelRows, value: Float64Array, size: number): void {
  const width = padded(size);
  for (let i = 0; i < size; i++) {
    starts[i] = 8 * width * i;
    for (let j = 0; j < width; j++) {
      columns[2 * (width * i + j)] = 16 * Math.min(j, size - 1);
      values[2 * (width * i + j) + 1] = j < size ? value[size * i + j] : 0;
    }
  }
  starts[size] = 8 * width * size;
}
