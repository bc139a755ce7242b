import type { Couplings } from "../core/constraints.ts";

export function createCouplings(capacity: number): Couplings {
  return {
    count: 0,
    rows: new Uint32Array(4 * capacity),
    weights: new Float64Array(4 * capacity),
    normals: new Float64Array(3 * capacity),
    targets: new Float64Array(3 * capacity),
    stiffness: new Float64Array(capacity),
    across: new Float64Array(capacity),
  };
}

/** y += A x of the couplings alone, dot[0] += xᵀAx. */
export function addCouplingProduct(couplings: Couplings, x: Float64Array, y: Float64Array, dot: Float64Array): void {
  const { count, rows, weights, normals, across, stiffness } = couplings;
  let sum = 0;
  for (let k = 0; k < count; k++) {
    const q = 4 * k;
    const i0 = 3 * rows[q];
    const i1 = 3 * rows[q + 1];
    const i2 = 3 * rows[q + 2];
    const i3 = 3 * rows[q + 3];
    const b0 = weights[q];
    const b1 = weights[q + 1];
    const b2 = weights[q + 2];
    const b3 = weights[q + 3];
    const rx = b0 * x[i0] + b1 * x[i1] + b2 * x[i2] + b3 * x[i3];
    const ry = b0 * x[i0 + 1] + b1 * x[i1 + 1] + b2 * x[i2 + 1] + b3 * x[i3 + 1];
    const rz = b0 * x[i0 + 2] + b1 * x[i1 + 2] + b2 * x[i2 + 2] + b3 * x[i3 + 2];
    const nx = normals[3 * k];
    const ny = normals[3 * k + 1];
    const nz = normals[3 * k + 2];
    const wt = across[k];
    const along = (stiffness[k] - wt) * (nx * rx + ny * ry + nz * rz);
    const tx = wt * rx + along * nx;
    const ty = wt * ry + along * ny;
    const tz = wt * rz + along * nz;
    sum += rx * tx + ry * ty + rz * tz;
    y[i0] += b0 * tx;
    y[i0 + 1] += b0 * ty;
    y[i0 + 2] += b0 * tz;
    y[i1] += b1 * tx;
    y[i1 + 1] += b1 * ty;
    y[i1 + 2] += b1 * tz;
    y[i2] += b2 * tx;
    y[i2 + 1] += b2 * ty;
    y[i2 + 2] += b2 * tz;
    y[i3] += b3 * tx;
    y[i3 + 1] += b3 * ty;
    y[i3 + 2] += b3 * tz;
  }
  dot[0] += sum;
}

/** κ of contacts. */
export const CONTACT_STIFFNESS = 0.5;

/**
 * Gives each the stiffness w = κ/Σ(β² s/d), with the mean d of the diagonal of a row, in `means`, and the sum s of β² over all that tie the
 * row: all together tie it κ times as stiffly as it is held without. `shares` is scratch, a number a row.
 */
export function weighCouplings(couplings: Couplings, means: Float64Array, kappa: number, shares: Float64Array): void {
  const { count, rows, weights, stiffness, across } = couplings;
  shares.fill(0);
  for (let e = 0; e < 4 * count; e++) shares[rows[e]] += weights[e] * weights[e];
  for (let k = 0; k < count; k++) {
    let sum = 0;
    for (let e = 4 * k; e < 4 * k + 4; e++) {
      sum += (weights[e] * weights[e] * shares[rows[e]]) / means[rows[e]];
    }
    stiffness[k] = sum > 0 ? kappa / sum : 0;
    across[k] = Math.min(across[k], stiffness[k]);
  }
}

/** Adds their part of the diagonal blocks. */
export function addCouplingDiagonal(couplings: Couplings, diagonal: Float64Array): void {
  const { count, rows, weights, normals, across, stiffness } = couplings;
  for (let k = 0; k < count; k++) {
    const nx = normals[3 * k];
    const ny = normals[3 * k + 1];
    const nz = normals[3 * k + 2];
    for (let e = 4 * k; e < 4 * k + 4; e++) {
      const o = 6 * rows[e];
      const squared = weights[e] * weights[e];
      const wt = across[k] * squared;
      const w = (stiffness[k] - across[k]) * squared;
      diagonal[o] += w * nx * nx + wt;
      diagonal[o + 1] += w * nx * ny;
      diagonal[o + 2] += w * nx * nz;
      diagonal[o + 3] += w * ny * ny + wt;
      diagonal[o + 4] += w * ny * nz;
      diagonal[o + 5] += w * nz * nz + wt;
    }
  }
}

/** The impulse (w n nᵀ + w_t (I − n nᵀ)) (target − r) of coupling k at the velocities v, into `impulse` [N s]. */
export function computeCouplingImpulse(couplings: Couplings, k: number, v: Float64Array, impulse: Float64Array): void {
  const { rows, weights, normals, across, targets, stiffness } = couplings;
  let along = 0;
  for (let c = 0; c < 3; c++) {
    let lack = targets[3 * k + c];
    for (let e = 4 * k; e < 4 * k + 4; e++) lack -= weights[e] * v[3 * rows[e] + c];
    along += normals[3 * k + c] * lack;
    impulse[c] = across[k] * lack;
  }
  along *= stiffness[k] - across[k];
  for (let c = 0; c < 3; c++) impulse[c] += along * normals[3 * k + c];
}

/** b += the impulses of all couplings at the velocities v; `impulse` is scratch of three. */
export function addCouplingImpulses(couplings: Couplings, v: Float64Array, b: Float64Array, impulse: Float64Array): void {
  const { count, rows, weights } = couplings;
  for (let k = 0; k < count; k++) {
    computeCouplingImpulse(couplings, k, v, impulse);
    for (let e = 4 * k; e < 4 * k + 4; e++) {
      for (let c = 0; c < 3; c++) b[3 * rows[e] + c] += weights[e] * impulse[c];
    }
  }
}
