import type { ForceTerm } from "../../src/forces/force-term.ts";
import { buildBlockMatrix } from "../../src/linalg/block-matrix.ts";
import { assembleDense, type DenseMatrix } from "./dense.ts";

/** The full matrix of one force term at x, times `scale`. */
export function termMatrix(term: ForceTerm, x: Float64Array, scale: number = 1): DenseMatrix {
  const { matrix, slots } = buildBlockMatrix(x.length / 3, [term.pairs]);
  term.addMatrix(x, scale, slots[0], matrix.diagonal, matrix.offDiagonal);
  if (term.addSkew === undefined) return assembleDense(matrix);
  const skew = new Float64Array(3 * matrix.column.length);
  term.addSkew(x, scale, slots[0], skew);
  return assembleDense({ ...matrix, skew });
}

/** The force of one term at (x, v, t) in a new array. */
export function termForce(term: ForceTerm, x: Float64Array, v: Float64Array = new Float64Array(x.length), t: number = 0): Float64Array {
  const f = new Float64Array(x.length);
  term.addForce(x, v, t, f);
  return f;
}

/** Σ f */
export function sumForces(f: Float64Array): Float64Array {
  const sum = new Float64Array(3);
  for (let c = 0; c < f.length; c++) sum[c % 3] += f[c];
  return sum;
}

/** Σ x × f */
export function sumTorques(x: Float64Array, f: Float64Array): Float64Array {
  const sum = new Float64Array(3);
  for (let i = 0; i < x.length; i += 3) {
    sum[0] += x[i + 1] * f[i + 2] - x[i + 2] * f[i + 1];
    sum[1] += x[i + 2] * f[i] - x[i] * f[i + 2];
    sum[2] += x[i] * f[i + 1] - x[i + 1] * f[i];
  }
  return sum;
}

/** Largest absolute entry. */
export function largest(values: Iterable<number>): number {
  let size = 0;
  for (const value of values) if (!(Math.abs(value) <= size)) size = Math.abs(value);
  return size;
}
