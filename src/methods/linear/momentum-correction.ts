import { computeSymmetricEigen } from "../../core/symmetric-eigen.ts";
import type { Cloth } from "../../fabric/cloth.ts";

/** Moments of inertia below this fraction of the largest belong to particles on a line, which have no such turn. */
const NO_INERTIA = 1e-12;

/**
 * Desbrun's momentum correction, for bodies that nothing holds: the internal impulses q_i of a step should sum to nothing, so
 * what they do sum to is taken out again as a rigid motion,
 *
 *     Q = Σ q,  T = Σ y × q,  I = Σ m (|y|² 1 − y yᵀ),   v*_i −= Q/Σm + (I⁻¹T) × y_i,   y_i = x_i − x_G
 *
 * With x* = x + h v* the angular momentum Σ x* × m v* = Σ x × m v*, so y taken from the start of the step makes both momenta exact.
 */
export interface MomentumCorrection {
  /** `impulse` holds q; changes the velocities of every body without held particles. */
  apply(x: Float64Array, impulse: Float64Array, held: Uint8Array, v: Float64Array): void;
}

export function createMomentumCorrection(cloth: Cloth, pairLists: readonly Uint32Array[]): MomentumCorrection {
  const { mass, particleCount } = cloth;
  const { body, bodyCount } = findBodies(particleCount, pairLists);
  const isHeld = new Uint8Array(bodyCount);
  // per body: Σm, Σ m x, Q, T, I packed symmetric: 1 + 3 + 3 + 3 + 6
  const sums = new Float64Array(16 * bodyCount);
  const inertia = new Float64Array(6);
  const values = new Float64Array(3);
  const vectors = new Float64Array(9);

  /** Replaces T of a body by the turn I⁻¹T. */
  function solveTurn(o: number): void {
    for (let c = 0; c < 6; c++) inertia[c] = sums[o + 10 + c];
    computeSymmetricEigen(inertia, values, vectors);
    const smallest = NO_INERTIA * Math.max(values[0], values[1], values[2]);
    const tx = sums[o + 7];
    const ty = sums[o + 8];
    const tz = sums[o + 9];
    sums.fill(0, o + 7, o + 10);
    for (let k = 0; k < 3; k++) {
      if (!(values[k] > smallest)) continue;
      const along = (vectors[k] * tx + vectors[3 + k] * ty + vectors[6 + k] * tz) / values[k];
      for (let c = 0; c < 3; c++) sums[o + 7 + c] += along * vectors[3 * c + k];
    }
  }

  return {
    apply(x, impulse, held, v) {
      isHeld.fill(0);
      sums.fill(0);
      for (let i = 0; i < particleCount; i++) {
        const o = 16 * body[i];
        if (held[i] !== 0) isHeld[body[i]] = 1;
        sums[o] += mass[i];
        for (let c = 0; c < 3; c++) {
          sums[o + 1 + c] += mass[i] * x[3 * i + c];
          sums[o + 4 + c] += impulse[3 * i + c];
        }
      }
      for (let i = 0; i < particleCount; i++) {
        const o = 16 * body[i];
        const p = 3 * i;
        const m = mass[i];
        const yx = x[p] - sums[o + 1] / sums[o];
        const yy = x[p + 1] - sums[o + 2] / sums[o];
        const yz = x[p + 2] - sums[o + 3] / sums[o];
        sums[o + 7] += yy * impulse[p + 2] - yz * impulse[p + 1];
        sums[o + 8] += yz * impulse[p] - yx * impulse[p + 2];
        sums[o + 9] += yx * impulse[p + 1] - yy * impulse[p];
        sums[o + 10] += m * (yy * yy + yz * yz);
        sums[o + 11] -= m * yx * yy;
        sums[o + 12] -= m * yx * yz;
        sums[o + 13] += m * (yx * yx + yz * yz);
        sums[o + 14] -= m * yy * yz;
        sums[o + 15] += m * (yx * yx + yy * yy);
      }
      for (let n = 0; n < bodyCount; n++) if (isHeld[n] === 0) solveTurn(16 * n);
      for (let i = 0; i < particleCount; i++) {
        if (isHeld[body[i]] !== 0) continue;
        const o = 16 * body[i];
        const p = 3 * i;
        const yx = x[p] - sums[o + 1] / sums[o];
        const yy = x[p + 1] - sums[o + 2] / sums[o];
        const yz = x[p + 2] - sums[o + 3] / sums[o];
        v[p] -= sums[o + 4] / sums[o] + sums[o + 8] * yz - sums[o + 9] * yy;
        v[p + 1] -= sums[o + 5] / sums[o] + sums[o + 9] * yx - sums[o + 7] * yz;
        v[p + 2] -= sums[o + 6] / sums[o] + sums[o + 7] * yy - sums[o + 8] * yx;
      }
    },
  };
}

/** The connected pieces of the cloth. */
function findBodies(count: number, pairLists: readonly Uint32Array[]): { body: Uint32Array; bodyCount: number } {
  const root = Uint32Array.from({ length: count }, (_, i) => i);
  const find = (i: number): number => {
    let r = i;
    while (root[r] !== r) {
      root[r] = root[root[r]];
      r = root[r];
    }
    return r;
  };
  for (const pairs of pairLists) {
    for (let p = 0; p < pairs.length; p += 2) {
      const a = find(pairs[p]);
      const b = find(pairs[p + 1]);
      root[Math.max(a, b)] = Math.min(a, b);
    }
  }
  const body = new Uint32Array(count);
  let bodyCount = 0;
  for (let i = 0; i < count; i++) {
    const r = find(i);
    body[i] = r === i ? bodyCount++ : body[r];
  }
  return { body, bodyCount };
}
