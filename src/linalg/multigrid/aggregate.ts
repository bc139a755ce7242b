import type { RowMatrix } from "./row-matrix.ts";

/** Which aggregate each row is in; NONE for those that are strongly joined to no other. */
export interface Aggregates {
  readonly count: number;
  readonly of: Uint32Array;
}

export const NONE = 0xffff_ffff;

/**
 * Rows in groups of neighbours [Vanek96]: whole neighbourhoods first, as far as they do not overlap; then each row that is left goes to the group that it is joined to most strongly;
 * and what still is left makes groups of its own. The rows are gone through as they are numbered.
 */
export function aggregateRows({ rowCount, rowStart, column, value }: RowMatrix, isStrong: Uint8Array): Aggregates {
  const of = new Uint32Array(rowCount).fill(NONE);
  let count = 0;

  function forStrong(i: number, visit: (j: number, e: number) => void): void {
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) if (isStrong[e] !== 0) visit(column[e], e);
  }

  function isUntouched(i: number): boolean {
    let isAlone = true;
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
      if (isStrong[e] === 0) continue;
      if (of[column[e]] !== NONE) return false;
      isAlone = false;
    }
    return !isAlone;
  }

  function gather(i: number): void {
    of[i] = count;
    forStrong(i, (j) => {
      if (of[j] === NONE) of[j] = count;
    });
    count++;
  }

  for (let i = 0; i < rowCount; i++) if (of[i] === NONE && isUntouched(i)) gather(i);
  const whole = of.slice();
  for (let i = 0; i < rowCount; i++) {
    if (of[i] !== NONE) continue;
    let strongest = 0;
    forStrong(i, (j, e) => {
      if (whole[j] === NONE || !(Math.abs(value[e]) > strongest)) return;
      strongest = Math.abs(value[e]);
      of[i] = whole[j];
    });
  }
  for (let i = 0; i < rowCount; i++) {
    let isAlone = true;
    forStrong(i, () => {
      isAlone = false;
    });
    if (of[i] === NONE && !isAlone) gather(i);
  }
  return { count, of };
}
