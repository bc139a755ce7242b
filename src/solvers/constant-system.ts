import type { Cloth } from "../fabric/cloth.ts";
import type { Forces } from "../forces/catalog.ts";
import type { BlockMatrix } from "../linalg/block-matrix.ts";
import { buildBlockRows } from "../linalg/block-sweep.ts";
import { type CholeskyFactor, factorCholesky, type LowerMatrix, solveCholesky } from "../linalg/sparse-cholesky.ts";
import { reverseCuthillMcKee } from "../mesh/reorder.ts";
import { createImplicitSystem } from "./implicit-system.ts";
import type { Pins } from "./method.ts";

/**
 * The system M + hC + h²K of forces whose matrices do not depend on x. Every block is a number times the identity, so the three
 * coordinates share one scalar matrix over the free particles, factored once by sparse Cholesky and again only when h or the
 * set of held particles changes.
 */
export interface ConstantSystem {
  /** The whole matrix, held particles included. */
  readonly matrix: BlockMatrix;
  /** Factors if need be. To be called before the two below. */
  prepare(h: number, pins: Pins): void;
  /** Solves A y = b over the free particles; y is 0 on held ones. */
  solve(b: Float64Array, y: Float64Array): void;
}

export function createConstantSystem(cloth: Cloth, forces: Forces): ConstantSystem {
  const { particleCount } = cloth;
  const { matrix, assemble, addMass } = createImplicitSystem(cloth, forces);
  const rows = buildBlockRows(matrix);
  const order = reverseCuthillMcKee({ start: rows.start, neighbours: rows.neighbour });
  const nowhere = new Float64Array(3 * particleCount);
  const packed = new Float64Array(3 * particleCount);
  const factoredHeld = new Uint8Array(particleCount);
  let factoredStep = Number.NaN;
  let free: Uint32Array = new Uint32Array(0);
  let factor: CholeskyFactor | undefined;

  function isFactored(h: number, { held }: Pins): boolean {
    if (h !== factoredStep) return false;
    for (let i = 0; i < particleCount; i++) if (held[i] !== factoredHeld[i]) return false;
    return true;
  }

  return {
    matrix,
    prepare(h, pins) {
      if (isFactored(h, pins)) return;
      assemble(nowhere, h, h * h);
      addMass();
      free = order.filter((i) => pins.held[i] === 0);
      factor = factorCholesky(lowerScalarMatrix(matrix, free, particleCount));
      factoredHeld.set(pins.held);
      factoredStep = h;
    },
    solve(b, y) {
      for (let k = 0; k < free.length; k++) {
        for (let c = 0; c < 3; c++) packed[3 * k + c] = b[3 * free[k] + c];
      }
      if (factor !== undefined) solveCholesky(factor, packed);
      y.fill(0);
      for (let k = 0; k < free.length; k++) {
        for (let c = 0; c < 3; c++) y[3 * free[k] + c] = packed[3 * k + c];
      }
    },
  };
}

/** The rows and columns `free` of a block matrix whose blocks are numbers times the identity, as a scalar matrix in that order. */
function lowerScalarMatrix(matrix: BlockMatrix, free: Uint32Array, particleCount: number): LowerMatrix {
  const { rowStart, column, diagonal, offDiagonal } = matrix;
  const rank = new Int32Array(particleCount).fill(-1);
  free.forEach((i, k) => {
    rank[i] = k;
  });
  const entries: number[][] = Array.from(free, () => []);
  for (let i = 0; i < particleCount; i++) {
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
      const a = rank[i];
      const b = rank[column[e]];
      if (a >= 0 && b >= 0) entries[Math.max(a, b)].push(Math.min(a, b), offDiagonal[6 * e]);
    }
  }
  const start = new Uint32Array(free.length + 1);
  const columns: number[] = [];
  const values: number[] = [];
  for (let k = 0; k < free.length; k++) {
    const row = entries[k];
    for (let e = 0; e < row.length; e += 2) {
      columns.push(row[e]);
      values.push(row[e + 1]);
    }
    columns.push(k);
    values.push(diagonal[6 * free[k]]);
    start[k + 1] = columns.length;
  }
  return { rowStart: start, column: Uint32Array.from(columns), value: Float64Array.from(values) };
}
