import { type KernelMemory, sizeOf } from "../memory.ts";
import type { LaidEdges } from "./half-edges.ts";

/**
 * The pairs of neighbours that a product goes over, those that a row owns and those with rows of other chunks, with room for a whole block each (src/kernels/assembly/blocks/full-product.ts): tables as
 * half-edges have them, without what is computed and not kept.
 */
export interface FullPairs {
  readonly rowStart: Uint32Array;
  readonly ownedEnd: Uint32Array;
  readonly commonRows: Uint32Array;
  /** Byte offsets into vectors. */
  readonly columns: Uint32Array;
  /** Bytes of a group of `blocks`, which has one more for each chunk, for what nobody needs. */
  readonly size: number;
  readonly blocks: Float32Array;
}

/** Bytes of a group: symmetric blocks, and others. */
export const SYMMETRIC = 96;
export const SKEW = 144;

/** Bytes that `createFullPairs` takes, at most. */
export function sizeOfFullPairs(n: number, chunks: number, commonRows: number, groups: number, size: number): number {
  return 2 * sizeOf(4 * n + 4) + sizeOf(12 * commonRows) + sizeOf(16 * groups) + sizeOf(size * (groups + chunks));
}

export function createFullPairs(edges: LaidEdges, size: number, memory: KernelMemory): FullPairs {
  const { neighbour } = edges;
  const n = edges.rowStart.length - 1;
  /** Groups that a row has in common with others; they follow those that it owns. */
  const common = new Uint32Array(n);
  for (let k = 0; k < edges.commonRows.length; k += 3) {
    common[edges.commonRows[k]] = edges.commonRows[k + 2] - edges.commonRows[k + 1];
  }
  const rowStart = memory.words(n + 1);
  const ownedEnd = memory.words(n);
  const commonRows = memory.words(edges.commonRows.length);
  for (let row = 0; row < n; row++) {
    ownedEnd[row] = rowStart[row] + edges.ownedEnd[row] - edges.rowStart[row];
    rowStart[row + 1] = ownedEnd[row] + common[row];
  }
  const columns = memory.words(4 * rowStart[n]);
  for (let row = 0; row < n; row++) {
    const from = 4 * (edges.rowStart[row] - rowStart[row]);
    for (let e = 4 * rowStart[row]; e < 4 * rowStart[row + 1]; e++) columns[e] = neighbour[from + e] / 2;
  }
  for (let k = 0; k < commonRows.length; k += 3) {
    const row = edges.commonRows[k];
    commonRows.set([row, ownedEnd[row], rowStart[row + 1]], k);
  }
  const blocks = memory.floats((size / 4) * (rowStart[n] + edges.commonRanges.length / 2));
  return { rowStart, ownedEnd, commonRows, columns, size, blocks };
}
