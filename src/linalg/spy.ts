import { invertPermutation } from "../mesh/invert-permutation.ts";
import { eliminationTree } from "./elimination-tree.ts";
import { computeOrdering, type Ordering } from "./ordering.ts";
import { graphOfPattern, type SymmetricPattern } from "./symmetric-matrix.ts";

/** A matrix and its Cholesky factor as pictures, the way [Choi13, fig. 7.1–7.6] shows them, and as counts. */
export interface Spy {
  /** The ordering in use: of `auto`, the one it chose. */
  readonly ordering: string;
  readonly rowCount: number;
  /** Nonzeros of the whole symmetric matrix, and of L with its diagonal. */
  readonly matrixEntries: number;
  readonly factorEntries: number;
  /** Pixels a side; where the matrix is larger, a pixel counts the entries that fall on it. */
  readonly size: number;
  /** How many entries fall on each pixel, row by row from the top. */
  readonly matrix: Uint32Array;
  readonly factor: Uint32Array;
}

export function computeSpy(pattern: SymmetricPattern, ordering: Ordering, maxSize: number = 256): Spy {
  const { rowCount, column } = pattern;
  const graph = graphOfPattern(pattern);
  const { name, order, fill } = computeOrdering(graph, ordering);
  const rank = invertPermutation(order);
  const parent = eliminationTree(graph, order);
  const size = Math.max(1, Math.min(maxSize, rowCount));
  const scale = rowCount > 0 ? size / rowCount : 0;
  const matrix = new Uint32Array(size * size);
  const factor = new Uint32Array(size * size);
  const mark = new Int32Array(rowCount).fill(-1);
  for (let k = 0; k < rowCount; k++) {
    const line = size * Math.floor(k * scale);
    matrix[line + Math.floor(k * scale)]++;
    factor[line + Math.floor(k * scale)]++;
    mark[k] = k;
    const old = order[k];
    for (let e = graph.start[old]; e < graph.start[old + 1]; e++) {
      const j = rank[graph.neighbours[e]];
      matrix[line + Math.floor(j * scale)]++;
      // row k of L: the way up the tree from each column of row k of the matrix
      for (let up = j; up < k && up >= 0 && mark[up] !== k; up = parent[up]) {
        mark[up] = k;
        factor[line + Math.floor(up * scale)]++;
      }
    }
  }
  return {
    ordering: name,
    rowCount,
    matrixEntries: rowCount + 2 * column.length,
    factorEntries: fill,
    size,
    matrix,
    factor,
  };
}
