import { invertDense } from "../invert-dense.ts";
import { describeIndefinite, FEW_ROWS, type Level } from "./hierarchy.ts";
import type { RowMatrix } from "./row-matrix.ts";

/**
 * The levels of a hierarchy while some rows of the first are held. P without those rows is P', and its coarse matrix would be P'ᵀAP'; the one that there is gets a diagonal instead, by
 * which it is no less,
 *
 *     PᵀAP + Δ ≥ P'ᵀAP' = PᵀAP − Σ_i (P_iᵀ u_i + u_iᵀ P_i),   u_i = Σ_j c_j a_ij P_j,   c_j = ½ where j is held, else 1,
 *
 * i being the held rows: Δ is what the entries of each row of the sum are together, taken as positive (Gershgorin). On coarser levels Δ is restricted likewise. So matrices are
 * built once, whatever is held, and sweeps keep their ω: A ≤ λD with λ ≥ 1 makes A + Δ ≤ λ (D + Δ).
 */
export interface HeldLevels {
  readonly levels: readonly Level[];
  /** Δ of each level. */
  readonly added: readonly Float64Array[];
  /** What a sweep multiplies residuals by on each level, ω/(a_ii + Δ_i), or 1/(a_ii + Δ_i) of a row without other entries; 0 on held rows. */
  readonly weight: readonly Float64Array[];
  /** 1 for each row of the first level that is free, 0 for held ones. */
  readonly free: Float64Array;
  /** The inverse of the coarsest matrix with its Δ, row by row; none where it has too many rows, which two sweeps are enough for then. */
  readonly inverse: Float64Array | undefined;
  /** From now on the rows are held that are not 0 here. */
  hold(held: Uint8Array): void;
}

export function createHeldLevels(levels: readonly Level[]): HeldLevels {
  const added = levels.map(({ diagonal }) => new Float64Array(diagonal.length));
  const weight = levels.map(({ diagonal }) => new Float64Array(diagonal.length));
  const free = new Float64Array(levels[0].diagonal.length);
  const last = levels.length - 1;
  const size = levels[last].diagonal.length;
  const scratch = createSparseRow(levels[Math.min(1, last)].diagonal.length);
  const column = new Float64Array(size);
  const inverse = size <= FEW_ROWS ? new Float64Array(size * size) : undefined;

  function hold(held: Uint8Array): void {
    for (let i = 0; i < free.length; i++) free[i] = held[i] === 0 ? 1 : 0;
    for (let n = 0; n < last; n++) {
      added[n + 1].fill(0);
      if (n === 0) addHeld(levels[0], held, scratch, added[1]);
      else addRestricted(levels[n].prolong as RowMatrix, added[n], added[n + 1]);
    }
    for (const [n, { matrix, diagonal, omega }] of levels.entries()) {
      const { rowStart } = matrix;
      for (let i = 0; i < diagonal.length; i++) {
        const isAlone = rowStart[i + 1] === rowStart[i] + 1; // one sweep solves it
        weight[n][i] = (isAlone ? 1 : omega) / (diagonal[i] + added[n][i]);
      }
    }
    for (let i = 0; i < free.length; i++) weight[0][i] *= free[i];
    if (inverse !== undefined) invertRows(levels[last].matrix, added[last], last === 0 ? held : undefined, column, inverse);
  }

  hold(new Uint8Array(free.length));
  return { levels, added, weight, free, inverse, hold };
}

/** Room for a row of numbers, few of which are not 0: theirs are listed. */
interface SparseRow {
  readonly value: Float64Array;
  readonly isListed: Uint8Array;
  readonly list: Uint32Array;
}

function createSparseRow(size: number): SparseRow {
  return { value: new Float64Array(size), isListed: new Uint8Array(size), list: new Uint32Array(size) };
}

/** Δ of the level below the first; u is scratch. */
function addHeld({ matrix, prolong }: Level, held: Uint8Array, u: SparseRow, out: Float64Array): void {
  const { rowStart, column, value } = matrix;
  const p = prolong as RowMatrix;
  for (let i = 0; i < matrix.rowCount; i++) {
    if (held[i] === 0) continue;
    let count = 0;
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
      const j = column[e];
      const a = held[j] === 0 ? value[e] : 0.5 * value[e];
      for (let f = p.rowStart[j]; f < p.rowStart[j + 1]; f++) {
        const k = p.column[f];
        if (u.isListed[k] === 0) {
          u.isListed[k] = 1;
          u.list[count++] = k;
        }
        u.value[k] += a * p.value[f];
      }
    }
    let own = 0;
    for (let f = p.rowStart[i]; f < p.rowStart[i + 1]; f++) own += Math.abs(p.value[f]);
    let sum = 0;
    for (let n = 0; n < count; n++) {
      const k = u.list[n];
      sum += Math.abs(u.value[k]);
      out[k] += own * Math.abs(u.value[k]);
      u.value[k] = 0;
      u.isListed[k] = 0;
    }
    for (let f = p.rowStart[i]; f < p.rowStart[i + 1]; f++) out[p.column[f]] += sum * Math.abs(p.value[f]);
  }
}

/** The sums of the rows of |P|ᵀ Δ |P|. */
function addRestricted({ rowStart, column, value }: RowMatrix, from: Float64Array, out: Float64Array): void {
  for (let i = 0; i < from.length; i++) {
    if (from[i] === 0) continue;
    let sum = 0;
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) sum += Math.abs(value[e]);
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) out[column[e]] += from[i] * sum * Math.abs(value[e]);
  }
}

/** Held rows stand alone. */
function invertRows(
  { rowCount, rowStart, column, value }: RowMatrix,
  added: Float64Array,
  held: Uint8Array | undefined,
  scratch: Float64Array,
  out: Float64Array,
): void {
  out.fill(0);
  for (let i = 0; i < rowCount; i++) {
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
      const j = column[e];
      if (j === i || held === undefined || (held[i] === 0 && held[j] === 0)) out[i * rowCount + j] = value[e];
    }
    out[i * rowCount + i] += added[i];
  }
  if (!invertDense(out, rowCount, scratch)) throw describeIndefinite();
  if (held === undefined) return;
  for (let i = 0; i < rowCount; i++) if (held[i] !== 0) out[i * rowCount + i] = 0;
}
