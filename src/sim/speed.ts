/** The length of each particle's velocity [m/s]. */
export function computeSpeed(v: Float64Array, out: Float64Array): void {
  for (let i = 0; i < out.length; i++) {
    out[i] = Math.sqrt(v[3 * i] * v[3 * i] + v[3 * i + 1] * v[3 * i + 1] + v[3 * i + 2] * v[3 * i + 2]);
  }
}
