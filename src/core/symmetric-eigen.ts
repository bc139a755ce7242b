/** Sweeps of Jacobi rotations after which a symmetric 3×3 matrix is diagonal to rounding. */
const SWEEPS = 8;

/**
 * Eigenvalues and eigenvectors of a symmetric 3×3 matrix (packed xx, xy, xz, yy, yz, zz) by Jacobi rotations, with + − × ÷ √ only.
 * `values` receives three numbers, `vectors` the eigenvectors as columns of a 3×3 matrix by rows.
 */
export function computeSymmetricEigen(packed: Float64Array, values: Float64Array, vectors: Float64Array): void {
  const a = [packed[0], packed[1], packed[2], packed[1], packed[3], packed[4], packed[2], packed[4], packed[5]];
  vectors.fill(0);
  vectors[0] = vectors[4] = vectors[8] = 1;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let p = 0; p < 2; p++) {
      for (let q = p + 1; q < 3; q++) {
        const off = a[3 * p + q];
        if (off === 0) continue;
        // t = tan φ of the rotation that clears a_pq
        const ratio = (a[4 * q] - a[4 * p]) / (2 * off);
        const t = (ratio >= 0 ? 1 : -1) / (Math.abs(ratio) + Math.sqrt(ratio * ratio + 1));
        const c = 1 / Math.sqrt(t * t + 1);
        const s = t * c;
        for (let k = 0; k < 3; k++) rotate(a, 3 * k + p, 3 * k + q, c, s);
        for (let k = 0; k < 3; k++) rotate(a, 3 * p + k, 3 * q + k, c, s);
        for (let k = 0; k < 3; k++) rotate(vectors, 3 * k + p, 3 * k + q, c, s);
      }
    }
  }
  values[0] = a[0];
  values[1] = a[4];
  values[2] = a[8];
}

function rotate(a: number[] | Float64Array, i: number, j: number, c: number, s: number): void {
  const ai = a[i];
  const aj = a[j];
  a[i] = c * ai - s * aj;
  a[j] = s * ai + c * aj;
}
