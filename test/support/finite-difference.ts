import type { DenseMatrix } from "./dense.ts";

/** (f(x + step e) − f(x − step e)) / (2 step) along coordinate `index`; x is left as it was. */
export function centralDifference(f: (x: Float64Array) => number, x: Float64Array, index: number, step: number): number {
  const [up, down, width] = bothSides(f, x, index, step);
  return (up - down) / width;
}

/** ∂f/∂x by central differences. */
export function numericalGradient(f: (x: Float64Array) => number, x: Float64Array, step: number): Float64Array {
  return Float64Array.from(x, (_, index) => centralDifference(f, x, index, step));
}

/** ∂f_r/∂x_c by central differences, one row a component of f; f returns a new array at every call. */
export function numericalJacobian(f: (x: Float64Array) => Float64Array, x: Float64Array, step: number): DenseMatrix {
  const columns = Array.from(x, (_, index) => {
    const [up, down, width] = bothSides(f, x, index, step);
    return up.map((value, row) => (value - down[row]) / width);
  });
  return Array.from(columns[0], (_, row) => Float64Array.from(columns, (column) => column[row]));
}

/** f on both sides, and the width between them as it is after rounding. */
function bothSides<T>(f: (x: Float64Array) => T, x: Float64Array, index: number, step: number): [T, T, number] {
  const kept = x[index];
  const above = kept + step;
  const below = kept - step;
  x[index] = above;
  const up = f(x);
  x[index] = below;
  const down = f(x);
  x[index] = kept;
  return [up, down, above - below];
}

/** Largest |actual − expected| over the largest |expected|; plain numbers, vectors or matrices flattened by the caller. */
export function relativeDifference(actual: Iterable<number>, expected: Iterable<number>): number {
  const a = [...actual];
  const b = [...expected];
  if (a.length !== b.length) throw new Error(`compares ${a.length} numbers with ${b.length}`);
  let difference = 0;
  let size = 0;
  for (let i = 0; i < a.length; i++) {
    const gap = Math.abs(a[i] - b[i]);
    if (!(gap <= difference)) difference = gap; // lets NaN through
    size = Math.max(size, Math.abs(b[i]));
  }
  return size === 0 ? difference : difference / size;
}

/** The same over all entries of two matrices. */
export function relativeMatrixDifference(actual: DenseMatrix, expected: DenseMatrix): number {
  return relativeDifference(
    actual.flatMap((row) => [...row]),
    expected.flatMap((row) => [...row]),
  );
}
