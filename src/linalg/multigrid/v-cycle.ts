import type { HeldLevels } from "./held-levels.ts";
import { addRowProduct } from "./row-matrix.ts";

/**
 * y = B b, B being one V-cycle with a damped Jacobi sweep on each way, and 0 on held rows. It is symmetric and 0 < B ≤ A⁻¹, the inverse of the matrix without held rows: what it leaves of
 * an error, I − BA, is a sweep, a step towards the projection off the coarser level and the sweep again, each of which the norm of A never grows by. A step whose mass is B⁻¹ ≥ A is
 * therefore as stable as with A.
 */
export type VCycle = (b: Float64Array, y: Float64Array) => void;

export function createVCycle({ levels, added, weight, free, inverse }: HeldLevels): VCycle {
  const vectors = (): Float64Array[] => levels.map(({ matrix }) => new Float64Array(3 * matrix.rowCount));
  const [right, solution, residual] = [vectors(), vectors(), vectors()];

  /** r = b − (A + Δ) x */
  function subtract(n: number): void {
    const [b, x, r] = [right[n], solution[n], residual[n]];
    addRowProduct(levels[n].matrix, -1, x, b, r);
    addScaled(added[n], -1, x, r);
  }

  function sweep(n: number, from: Float64Array): void {
    addScaled(weight[n], 1, from, solution[n]);
  }

  /** x = A⁻¹ b */
  function solveCoarsest(a: Float64Array, b: Float64Array, x: Float64Array): void {
    const size = b.length / 3;
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) for (let c = 0; c < 3; c++) x[3 * i + c] += a[i * size + j] * b[3 * j + c];
    }
  }

  function clearHeld(x: Float64Array): void {
    for (let i = 0; i < free.length; i++) for (let c = 3 * i; c < 3 * i + 3; c++) x[c] *= free[i];
  }

  function descend(n: number): void {
    const { prolong, restrict } = levels[n];
    const [b, x, r] = [right[n], solution[n], residual[n]];
    x.fill(0);
    if (restrict === undefined && inverse !== undefined) {
      solveCoarsest(inverse, b, x);
      return;
    }
    sweep(n, b);
    if (restrict !== undefined && prolong !== undefined) {
      subtract(n);
      if (n === 0) clearHeld(r);
      right[n + 1].fill(0);
      addRowProduct(restrict, 1, r, right[n + 1], right[n + 1]);
      descend(n + 1);
      addRowProduct(prolong, 1, solution[n + 1], x, x);
      if (n === 0) clearHeld(x);
    }
    subtract(n);
    sweep(n, r);
  }

  return (b, y) => {
    right[0].set(b);
    descend(0);
    y.set(solution[0]);
  };
}

/** y += f s x, with one number s a row */
function addScaled(s: ArrayLike<number>, f: number, x: Float64Array, y: Float64Array): void {
  for (let i = 0; i < s.length; i++) {
    const scale = f * s[i];
    y[3 * i] += scale * x[3 * i];
    y[3 * i + 1] += scale * x[3 * i + 1];
    y[3 * i + 2] += scale * x[3 * i + 2];
  }
}
