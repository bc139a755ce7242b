import type { SymmetricMatrix } from "../../linalg/symmetric-matrix.ts";

/** Conjugate gradients with the diagonal as preconditioner, for three right-hand sides at once (packed by threes), from y = 0 until ‖b − Ay‖ ≤ tolerance ‖b‖. */
export function solveScalarPcg(
  matrix: SymmetricMatrix,
  b: Float64Array,
  y: Float64Array,
  tolerance: number,
): { readonly iterations: number } {
  const size = b.length;
  const r = b.slice();
  const z = new Float64Array(size);
  const p = new Float64Array(size);
  const q = new Float64Array(size);
  const divide = (): void => {
    for (let c = 0; c < size; c++) z[c] = r[c] / matrix.diagonal[Math.floor(c / 3)];
  };
  const dot = (u: Float64Array, w: Float64Array): number => {
    let sum = 0;
    for (let c = 0; c < size; c++) sum += u[c] * w[c];
    return sum;
  };
  y.fill(0);
  divide();
  p.set(z);
  let rz = dot(r, z);
  const goal = tolerance * tolerance * dot(b, b);
  let iterations = 0;
  while (dot(r, r) > goal && iterations < 10 * size) {
    multiply(matrix, p, q);
    const alpha = rz / dot(p, q);
    for (let c = 0; c < size; c++) {
      y[c] += alpha * p[c];
      r[c] -= alpha * q[c];
    }
    divide();
    const next = dot(r, z);
    for (let c = 0; c < size; c++) p[c] = z[c] + (next / rz) * p[c];
    rz = next;
    iterations++;
  }
  return { iterations };
}

function multiply({ rowCount, rowStart, column, diagonal, offDiagonal }: SymmetricMatrix, p: Float64Array, q: Float64Array): void {
  for (let i = 0; i < rowCount; i++) for (let c = 3 * i; c < 3 * i + 3; c++) q[c] = diagonal[i] * p[c];
  for (let i = 0; i < rowCount; i++) {
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
      const j = column[e];
      for (let c = 0; c < 3; c++) {
        q[3 * i + c] += offDiagonal[e] * p[3 * j + c];
        q[3 * j + c] += offDiagonal[e] * p[3 * i + c];
      }
    }
  }
}
