/** Vectors and dense matrices as plain lists, for tests that must not share code with the engine. */
export type Vec = number[];
export type Mat = number[][];

/** Gaussian elimination with row exchanges. */
export function eliminate(A: Mat, b: Vec): Vec {
  const n = b.length;
  for (let p = 0; p < n; p++) {
    let pivot = p;
    for (let r = p + 1; r < n; r++) if (Math.abs(A[r][p]) > Math.abs(A[pivot][p])) pivot = r;
    [A[p], A[pivot]] = [A[pivot], A[p]];
    [b[p], b[pivot]] = [b[pivot], b[p]];
    for (let r = p + 1; r < n; r++) {
      const factor = A[r][p] / A[p][p];
      if (factor === 0) continue;
      for (let q = p; q < n; q++) A[r][q] -= factor * A[p][q];
      b[r] -= factor * b[p];
    }
  }
  for (let p = n - 1; p >= 0; p--) {
    for (let q = p + 1; q < n; q++) b[p] -= A[p][q] * b[q];
    b[p] /= A[p][p];
  }
  return b;
}

/** Solves A y = b with the rows and columns of pinned particles (three each) deleted; their y is 0. */
export function solveFree(A: Mat, b: Vec, pinned: boolean[]): Vec {
  const free = b.map((_, c) => c).filter((c) => !pinned[Math.floor(c / 3)]);
  const y = b.map(() => 0);
  const solution = eliminate(
    free.map((p) => free.map((q) => A[p][q])),
    free.map((p) => b[p]),
  );
  free.forEach((c, k) => {
    y[c] = solution[k];
  });
  return y;
}

export const zeros = (size: number): Mat => Array.from({ length: size }, () => new Array<number>(size).fill(0));
export const at = (x: Vec, i: number): Vec => x.slice(3 * i, 3 * i + 3);
export const minus = (a: Vec, b: Vec): Vec => a.map((value, c) => value - b[c]);
/** a + s b */
export const sum = (a: Vec, b: Vec, s = 1): Vec => a.map((value, c) => value + s * b[c]);
export const times = (A: Mat, x: Vec): Vec => A.map((row) => dot(row, x));
export const dot = (a: Vec, b: Vec): number => a.reduce((total, value, c) => total + value * b[c], 0);
export const length = (a: Vec): number => Math.sqrt(dot(a, a));
export const unit = (a: Vec): Vec => a.map((value) => value / length(a));
export const cross = (a: Vec, b: Vec): Vec => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
