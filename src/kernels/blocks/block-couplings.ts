import type { Couplings } from "../../core/constraints.ts";
import { invertSymmetric } from "../../core/mat3.ts";
import { addCouplingDiagonal, CONTACT_STIFFNESS, computeCouplingImpulse, weighCouplings } from "../../linalg/couplings.ts";
import { TIE_SIZE } from "./block-limits.ts";

/**
 * Ties between particles that touch (src/linalg/couplings.ts), as the kernels with blocks see them. They are no blocks: a product goes through
 * r = Σ β x. Of the rows that they tie the diagonal blocks are formed once more, in double precision, for the ties' part of them.
 */
export interface BlockCouplings {
  /** Sixteen numbers each: four byte offsets of vectors (words), four weights β, n and 0, w − w_t and w_t. */
  readonly records: Float32Array;
  readonly words: Uint32Array;
  /** Weighs the ties, tells the kernels of them, adds their impulses at the velocities v to b and their part of the diagonal to the inverses. */
  tie(couplings: Couplings, v: Float64Array): void;
}

/** The kernels' arrays: see src/kernels/blocks/block-kernels.ts. */
export interface TiedRows {
  readonly rank: Uint32Array;
  readonly held: Uint8Array;
  readonly rowStart: Uint32Array;
  readonly blocks: Float32Array;
  /** See src/kernels/blocks/row-filler.ts. */
  readonly diagonals?: Float32Array | undefined;
  readonly rows: Float32Array;
  readonly b: Float32Array;
  readonly blockFloor: number;
}

export function createBlockCouplings(system: TiedRows, records: Float32Array): BlockCouplings {
  const { rank, held, rowStart, blocks, diagonals, rows, b, blockFloor } = system;
  const words = new Uint32Array(records.buffer, records.byteOffset, records.length);
  const n = rank.length;
  const diagonal = new Float64Array(6 * n);
  const means = new Float64Array(n);
  const shares = new Float64Array(n);
  const isTied = new Uint8Array(n);
  const tied = new Uint32Array(n);
  const impulse = new Float64Array(3);

  /** D of particle i, M′ + Σ (aI + ssᵀ) or what stands in the place of the sum, and the mean of its diagonal. */
  function computeDiagonal(i: number): void {
    const row = rank[i];
    const inertia = rows[16 * row + 12];
    let whole = inertia;
    let xx = 0;
    let xy = 0;
    let xz = 0;
    let yy = 0;
    let yz = 0;
    let zz = 0;
    const end = diagonals === undefined ? rowStart[row + 1] : 0;
    for (let group = rowStart[row]; group < end; group++) {
      for (let o = 16 * group; o < 16 * group + 4; o++) {
        const x = blocks[o + 4];
        const y = blocks[o + 8];
        const z = blocks[o + 12];
        whole += blocks[o];
        xx += x * x;
        xy += x * y;
        xz += x * z;
        yy += y * y;
        yz += y * z;
        zz += z * z;
      }
    }
    if (diagonals !== undefined) {
      const o = 8 * row;
      xx += diagonals[o];
      xy += diagonals[o + 1];
      xz += diagonals[o + 2];
      yy += diagonals[o + 4];
      yz += diagonals[o + 5];
      zz += diagonals[o + 6];
    }
    const d = 6 * i;
    diagonal[d] = whole + xx;
    diagonal[d + 1] = xy;
    diagonal[d + 2] = xz;
    diagonal[d + 3] = whole + yy;
    diagonal[d + 4] = yz;
    diagonal[d + 5] = whole + zz;
    means[i] = whole + (xx + yy + zz) / 3;
  }

  function invertDiagonal(i: number): void {
    const d = 6 * i;
    const more = blockFloor * (diagonal[d] + diagonal[d + 3] + diagonal[d + 5]);
    diagonal[d] += more;
    diagonal[d + 3] += more;
    diagonal[d + 5] += more;
    invertSymmetric(diagonal, d, diagonal, d);
    const o = 16 * rank[i];
    rows[o] = diagonal[d];
    rows[o + 1] = diagonal[d + 1];
    rows[o + 2] = diagonal[d + 2];
    rows[o + 4] = diagonal[d + 1];
    rows[o + 5] = diagonal[d + 3];
    rows[o + 6] = diagonal[d + 4];
    rows[o + 8] = diagonal[d + 2];
    rows[o + 9] = diagonal[d + 4];
    rows[o + 10] = diagonal[d + 5];
  }

  return {
    records,
    words,
    tie(couplings, v) {
      const { count, rows: particles, weights, normals, across, stiffness: along } = couplings;
      let tiedCount = 0;
      for (let e = 0; e < 4 * count; e++) {
        const i = particles[e];
        if (isTied[i] !== 0) continue;
        isTied[i] = 1;
        tied[tiedCount++] = i;
        computeDiagonal(i);
      }
      weighCouplings(couplings, means, CONTACT_STIFFNESS, shares);
      addCouplingDiagonal(couplings, diagonal);
      for (let k = 0; k < count; k++) {
        const o = TIE_SIZE * k;
        computeCouplingImpulse(couplings, k, v, impulse);
        for (let e = 0; e < 4; e++) {
          const i = particles[4 * k + e];
          const beta = weights[4 * k + e];
          words[o + e] = 16 * rank[i];
          records[o + 4 + e] = beta;
          if (held[i] === 0) for (let c = 0; c < 3; c++) b[4 * rank[i] + c] += beta * impulse[c];
        }
        for (let c = 0; c < 3; c++) records[o + 8 + c] = normals[3 * k + c];
        records[o + 12] = along[k] - across[k];
        records[o + 13] = across[k];
      }
      for (let k = 0; k < tiedCount; k++) {
        isTied[tied[k]] = 0;
        if (held[tied[k]] === 0) invertDiagonal(tied[k]);
      }
    },
  };
}
