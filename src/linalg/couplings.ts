/**
 * Terms of a block matrix that come and go from step to step: each ties up to four rows by signed weights β, stiffly along a normal or in
 * all directions,
 *
 *     A_ij += w β_i β_j n nᵀ     or     A_ij += w β_i β_j I.
 *
 * They are no blocks of the matrix: the product goes through r = Σ β_i x_i.
 */
export interface Couplings {
  count: number;
  /** Four rows and weights each; a row with the weight 0 is none. */
  readonly rows: Uint32Array;
  readonly weights: Float64Array;
  /** Unit normals, three numbers each. */
  readonly normals: Float64Array;
  /** 1 for one that ties all directions, 0 for one along its normal. */
  readonly everyWay: Uint8Array;
  /** What r is to be [m/s], three numbers each. */
  readonly targets: Float64Array;
  /** w [kg]. */
  readonly stiffness: Float64Array;
}

export function createCouplings(capacity: number): Couplings {
  return {
    count: 0,
    rows: new Uint32Array(4 * capacity),
    weights: new Float64Array(4 * capacity),
    normals: new Float64Array(3 * capacity),
    everyWay: new Uint8Array(capacity),
    targets: new Float64Array(3 * capacity),
    stiffness: new Float64Array(capacity),
  };
}

/** y += A x of the couplings alone, dot[0] += xᵀAx. */
export function addCouplingProduct(couplings: Couplings, x: Float64Array, y: Float64Array, dot: Float64Array): void {
  const { count, rows, weights, normals, everyWay, stiffness } = couplings;
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
    let rx = b0 * x[i0] + b1 * x[i1] + b2 * x[i2] + b3 * x[i3];
    let ry = b0 * x[i0 + 1] + b1 * x[i1 + 1] + b2 * x[i2 + 1] + b3 * x[i3 + 1];
    let rz = b0 * x[i0 + 2] + b1 * x[i1 + 2] + b2 * x[i2 + 2] + b3 * x[i3 + 2];
    const w = stiffness[k];
    if (everyWay[k] === 0) {
      const nx = normals[3 * k];
      const ny = normals[3 * k + 1];
      const nz = normals[3 * k + 2];
      const along = nx * rx + ny * ry + nz * rz;
      sum += w * along * along;
      rx = along * nx;
      ry = along * ny;
      rz = along * nz;
    } else {
      sum += w * (rx * rx + ry * ry + rz * rz);
    }
    rx *= w;
    ry *= w;
    rz *= w;
    y[i0] += b0 * rx;
    y[i0 + 1] += b0 * ry;
    y[i0 + 2] += b0 * rz;
    y[i1] += b1 * rx;
    y[i1 + 1] += b1 * ry;
    y[i1 + 2] += b1 * rz;
    y[i2] += b2 * rx;
    y[i2 + 1] += b2 * ry;
    y[i2 + 2] += b2 * rz;
    y[i3] += b3 * rx;
    y[i3 + 1] += b3 * ry;
    y[i3 + 2] += b3 * rz;
  }
  dot[0] += sum;
}

/**
 * Gives each the stiffness w = κ/Σ(β² s/d), with the mean d of the diagonal of a row and the sum s of β² over all that tie the row: all
 * together tie it κ times as stiffly as it is held without. `shares` is scratch, a number a row.
 */
export function weighCouplings(
  couplings: Couplings,
  diagonal: Float64Array,
  kappa: number,
  shares: Float64Array,
): void {
  const { count, rows, weights, stiffness } = couplings;
  shares.fill(0);
  for (let e = 0; e < 4 * count; e++) shares[rows[e]] += weights[e] * weights[e];
  for (let k = 0; k < count; k++) {
    let sum = 0;
    for (let e = 4 * k; e < 4 * k + 4; e++) {
      const o = 6 * rows[e];
      const mean = (diagonal[o] + diagonal[o + 3] + diagonal[o + 5]) / 3;
      sum += (weights[e] * weights[e] * shares[rows[e]]) / mean;
    }
    stiffness[k] = sum > 0 ? kappa / sum : 0;
  }
}

/** Adds their part of the diagonal blocks. */
export function addCouplingDiagonal(couplings: Couplings, diagonal: Float64Array): void {
  const { count, rows, weights, normals, everyWay, stiffness } = couplings;
  for (let k = 0; k < count; k++) {
    const nx = normals[3 * k];
    const ny = normals[3 * k + 1];
    const nz = normals[3 * k + 2];
    for (let e = 4 * k; e < 4 * k + 4; e++) {
      const o = 6 * rows[e];
      const w = stiffness[k] * weights[e] * weights[e];
      if (everyWay[k] !== 0) {
        diagonal[o] += w;
        diagonal[o + 3] += w;
        diagonal[o + 5] += w;
        continue;
      }
      diagonal[o] += w * nx * nx;
      diagonal[o + 1] += w * nx * ny;
      diagonal[o + 2] += w * nx * nz;
      diagonal[o + 3] += w * ny * ny;
      diagonal[o + 4] += w * ny * nz;
      diagonal[o + 5] += w * nz * nz;
    }
  }
}

/** The impulse w (target − r) of coupling k at the velocities v, along the normal where that is all it ties, into `impulse` [N s]. */
export function computeCouplingImpulse(couplings: Couplings, k: number, v: Float64Array, impulse: Float64Array): void {
  const { rows, weights, normals, everyWay, targets, stiffness } = couplings;
  const w = stiffness[k];
  for (let c = 0; c < 3; c++) {
    let r = 0;
    for (let e = 4 * k; e < 4 * k + 4; e++) r += weights[e] * v[3 * rows[e] + c];
    impulse[c] = w * (targets[3 * k + c] - r);
  }
  if (everyWay[k] !== 0) return;
  let along = 0;
  for (let c = 0; c < 3; c++) along += normals[3 * k + c] * impulse[c];
  for (let c = 0; c < 3; c++) impulse[c] = along * normals[3 * k + c];
}

/** b += the impulses of all couplings at the velocities v; `impulse` is scratch of three. */
export function addCouplingImpulses(
  couplings: Couplings,
  v: Float64Array,
  b: Float64Array,
  impulse: Float64Array,
): void {
  const { count, rows, weights } = couplings;
  for (let k = 0; k < count; k++) {
    computeCouplingImpulse(couplings, k, v, impulse);
    for (let e = 4 * k; e < 4 * k + 4; e++) {
      for (let c = 0; c < 3; c++) b[3 * rows[e] + c] += weights[e] * impulse[c];
    }
  }
}
