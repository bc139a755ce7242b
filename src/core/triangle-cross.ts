/** (x_b − x_a) × (x_c − x_a) into `out`, twice the area of a triangle along its normal [m²]; a, b and c are places in x. */
export function computeTriangleCross(x: Float64Array, a: number, b: number, c: number, out: Float64Array): void {
  const bx = x[b] - x[a];
  const by = x[b + 1] - x[a + 1];
  const bz = x[b + 2] - x[a + 2];
  const cx = x[c] - x[a];
  const cy = x[c + 1] - x[a + 1];
  const cz = x[c + 2] - x[a + 2];
  out[0] = by * cz - bz * cy;
  out[1] = bz * cx - bx * cz;
  out[2] = bx * cy - by * cx;
}
