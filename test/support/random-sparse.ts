import { createRandom } from "../../src/core/random.ts";
import { postorderedOrder } from "../../src/linalg/elimination-tree.ts";
import { graphOfPattern, type SymmetricMatrix } from "../../src/linalg/symmetric-matrix.ts";
import type { Adjacency } from "../../src/mesh/adjacency.ts";
import { reverseCuthillMcKee } from "../../src/mesh/reorder.ts";
import { type DenseMatrix, zeroMatrix } from "./dense.ts";

/** A symmetric positive definite matrix, full and sparse, and the graph of its pattern. */
export interface RandomSparse {
  readonly A: DenseMatrix;
  readonly matrix: SymmetricMatrix;
  readonly graph: Adjacency;
}

/** Entries at random places, a diagonal just heavy enough; the same seed gives the same matrix. */
export function randomSparse(size: number, seed: number, density: number): RandomSparse {
  const random = createRandom(seed);
  const A = zeroMatrix(size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) if (random() < density) A[i][j] = A[j][i] = 2 * random() - 1;
  }
  return heavyDiagonal(A, random);
}

/** The pattern of a grid with diagonals and second neighbours, as a cloth has it. */
export function randomGrid(columns: number, rows: number, seed: number): RandomSparse {
  const random = createRandom(seed);
  const A = zeroMatrix(columns * rows);
  for (let i = 0; i < A.length; i++) {
    for (let j = 0; j < i; j++) {
      const dc = Math.abs((i % columns) - (j % columns));
      const dr = Math.floor(i / columns) - Math.floor(j / columns);
      if ((dc <= 1 && dr <= 1) || dc + dr === 2) A[i][j] = A[j][i] = -random();
    }
  }
  return heavyDiagonal(A, random);
}

function heavyDiagonal(A: DenseMatrix, random: () => number): RandomSparse {
  for (let i = 0; i < A.length; i++) A[i][i] = 0.1 + random() + A[i].reduce((sum, value) => sum + Math.abs(value), 0);
  const matrix = toSymmetric(A);
  return { A, matrix, graph: graphOfPattern(matrix) };
}

export function toSymmetric(A: DenseMatrix): SymmetricMatrix {
  const rows = A.map((row, i) => [...row.keys()].filter((j) => j > i && row[j] !== 0));
  const rowStart = new Uint32Array(A.length + 1);
  rows.forEach((row, i) => {
    rowStart[i + 1] = rowStart[i] + row.length;
  });
  return {
    rowCount: A.length,
    rowStart,
    column: Uint32Array.from(rows.flat()),
    diagonal: Float64Array.from(A, (row, i) => row[i]),
    offDiagonal: Float64Array.from(rows.flatMap((row, i) => row.map((j) => A[i][j]))),
  };
}

export const ORDER_NAMES = ["natural", "reversed", "shuffled", "reverse Cuthill–McKee"] as const;

/** An order of elimination, good or bad, as the factorisation wants it: children before parents. */
export function someOrder(graph: Adjacency, name: (typeof ORDER_NAMES)[number], seed: number): Uint32Array {
  const order = Uint32Array.from({ length: graph.start.length - 1 }, (_, i) => i);
  if (name === "reversed") order.reverse();
  if (name === "shuffled") {
    const random = createRandom(seed);
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [order[i], order[j]] = [order[j], order[i]];
    }
  }
  return postorderedOrder(graph, name === "reverse Cuthill–McKee" ? reverseCuthillMcKee(graph) : order);
}

/** L of A = L Lᵀ, by the textbook; −1 and the row instead of L where there is none. */
export function choleskyDense(A: DenseMatrix): { L: DenseMatrix; failed: number } {
  const n = A.length;
  const L = zeroMatrix(n);
  for (let j = 0; j < n; j++) {
    let pivot = A[j][j];
    for (let k = 0; k < j; k++) pivot -= L[j][k] ** 2;
    if (!(pivot > 0)) return { L, failed: j };
    L[j][j] = Math.sqrt(pivot);
    for (let i = j + 1; i < n; i++) {
      let sum = A[i][j];
      for (let k = 0; k < j; k++) sum -= L[i][k] * L[j][k];
      L[i][j] = sum / L[j][j];
    }
  }
  return { L, failed: -1 };
}
