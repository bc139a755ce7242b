import type { Couplings, Pins, Sliders } from "../../core/constraints.ts";
import type { SymmetricMatrix } from "../../linalg/symmetric-matrix.ts";
import type { CoarseStructure } from "./coarse-structure.ts";

/** The part of PᵀHP that no position changes, Pᵀ(M + sC + s²B)P with B the hinges: one number a pair of hats, times the identity. */
export interface CoarseConstant {
  readonly values: Float64Array;
  /** Takes the matrix A for the effective step s, held particles and springs included. */
  take(matrix: SymmetricMatrix, s: number): void;
  /** Takes what is held now; false where that is what was held before. */
  hold(pins: Pins): boolean;
}

/**
 * Held particles enter with so much mass that hats do not move them, as a multiple of the largest number of the diagonal of PᵀAP: a hat that is 1 at a held
 * particle would tear its springs.
 */
const IMMOVABLE = 1e4;

export function createCoarseConstant({ hats, springs, differences, pairs }: CoarseStructure): CoarseConstant {
  const { count, start, hat, weight } = hats;
  /** The pair of a and b is at place[a] + b. */
  const place = Int32Array.from({ length: count }, (_, a) => pairs.start[a] - pairs.first[a]);
  const free = new Float64Array(pairs.start[count]);
  const values = free.slice();
  const still = new Uint8Array(hats.start.length - 1);
  const next = still.slice();
  let isTaken = false;
  let heldMass = 0;

  function addProduct(i: number, j: number, value: number, to: Float64Array): void {
    for (let p = start[i]; p < start[i + 1]; p++) {
      for (let q = start[j]; q < start[j + 1]; q++) {
        if (hat[q] <= hat[p]) to[place[hat[p]] + hat[q]] += value * weight[p] * weight[q];
      }
    }
  }

  /** What is held, and what lies on something, into `next`; false where it is as before. */
  function find({ held, sliders, contacts }: Pins): boolean {
    next.set(held);
    for (let k = 0; k < (sliders?.count ?? 0); k++) next[(sliders as Sliders).indices[k]] = 1;
    for (let k = 0; k < 4 * (contacts?.count ?? 0); k++) {
      if ((contacts as Couplings).weights[k] !== 0) next[(contacts as Couplings).rows[k]] = 1;
    }
    if (!isTaken) return true;
    for (let i = 0; i < next.length; i++) if (next[i] !== still[i]) return true;
    return false;
  }

  /** The springs have the isotropic stiffness s²k in A. */
  function subtractSprings(s: number): void {
    for (let spring = 0; spring < springs.count; spring++) {
      const k = s * s * springs.stiffness[spring];
      const end = differences.start[spring + 1];
      for (let p = differences.start[spring]; p < end; p++) {
        for (let q = differences.start[spring]; q <= p; q++) {
          free[place[differences.hat[p]] + differences.hat[q]] -= k * differences.difference[p] * differences.difference[q];
        }
      }
    }
  }

  return {
    values,
    take({ rowCount, rowStart, column, diagonal, offDiagonal }, s) {
      isTaken = false;
      free.fill(0);
      for (let i = 0; i < rowCount; i++) {
        addProduct(i, i, diagonal[i], free);
        for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
          addProduct(i, column[e], offDiagonal[e], free);
          addProduct(column[e], i, offDiagonal[e], free);
        }
      }
      heldMass = 0;
      for (let a = 0; a < count; a++) heldMass = Math.max(heldMass, IMMOVABLE * free[place[a] + a]);
      subtractSprings(s);
    },
    hold(pins) {
      if (!find(pins)) return false;
      still.set(next);
      isTaken = true;
      values.set(free);
      for (let i = 0; i < still.length; i++) if (still[i] !== 0) addProduct(i, i, heldMass, values);
      return true;
    },
  };
}
