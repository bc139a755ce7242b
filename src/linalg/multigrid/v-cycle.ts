import { type CholeskyFactor, factorCholesky, solveCholesky } from "../sparse-cholesky.ts";
import type { Level } from "./hierarchy.ts";
import { addRowProduct, type RowMatrix } from "./row-matrix.ts";

/**
 * y = B b, B being one V-cycle with a damped Jacobi sweep on each way. It is symmetric and 0 < B ≤ A⁻¹: what it leaves of an error, I − BA, is a sweep, a projection off the coarser
 * level and the sweep again, each of which the norm of A never grows by. A step whose mass is B⁻¹ ≥ A is therefore as stable as with A.
 */
export type VCycle = (b: Float64Array, y: Float64Array) => void;

export function createVCycle(levels: readonly Level[]): VCycle {
  const sizes = levels.map(({ matrix }) => 3 * matrix.rowCount);
  const right = sizes.map((size) => new Float64Array(size));
  const solution = sizes.map((size) => new Float64Array(size));
  const residual = sizes.map((size) => new Float64Array(size));
  const factor = factorRows(levels[levels.length - 1].matrix);

  function sweep({ weight }: Level, from: Float64Array, to: Float64Array): void {
    for (let c = 0; c < from.length; c++) to[c] += weight[Math.floor(c / 3)] * from[c];
  }

  function descend(n: number): void {
    const level = levels[n];
    const { prolong, restrict } = level;
    const [b, x, r] = [right[n], solution[n], residual[n]];
    if (prolong === undefined || restrict === undefined) {
      x.set(b);
      solveCholesky(factor, x);
      return;
    }
    x.fill(0);
    sweep(level, b, x);
    addRowProduct(level.matrix, -1, x, b, r);
    right[n + 1].fill(0);
    addRowProduct(restrict, 1, r, right[n + 1], right[n + 1]);
    descend(n + 1);
    addRowProduct(prolong, 1, solution[n + 1], x, x);
    addRowProduct(level.matrix, -1, x, b, r);
    sweep(level, r, x);
  }

  return (b, y) => {
    right[0].set(b);
    descend(0);
    y.set(solution[0]);
  };
}

/** The factor of the coarsest level. */
function factorRows({ rowCount, rowStart, column, value }: RowMatrix): CholeskyFactor {
  const start = new Uint32Array(rowCount + 1);
  const columns: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < rowCount; i++) {
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
      if (column[e] > i) continue;
      columns.push(column[e]);
      values.push(value[e]);
    }
    start[i + 1] = columns.length;
  }
  return factorCholesky({ rowStart: start, column: Uint32Array.from(columns), value: Float64Array.from(values) });
}
