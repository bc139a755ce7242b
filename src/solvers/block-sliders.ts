import type { Sliders } from "./method.ts";

/**
 * Particles that slide on bodies, as the kernels with blocks see them: n·Δv = 0 holds exactly, where src/solvers/implicit-system.ts makes them so heavy
 * along n that nothing moves them. Friction adds T Tᵀ to the diagonal block, T = √(s μN/|v_t|) times the direction across n and v_t.
 */
export interface BlockSliders {
  /** Byte offsets of their vectors; then n and T of each, (x, y, z, 0). */
  readonly rows: Uint32Array;
  readonly normals: Float32Array;
  readonly grips: Float32Array;
}

/**
 * Lets the sliders into a system in single precision: `inverse`, 16 numbers a row with the columns of D⁻¹ first, becomes that of D + T Tᵀ restricted to what is across n,
 *
 *     B = D⁻¹ − D⁻¹T TᵀD⁻¹ / (1 + TᵀD⁻¹T),     B − B n nᵀB / nᵀB n
 *
 * and b, four numbers a row, gets the friction at the start, over `seconds`; 0 for no friction. `rank`: row of each particle.
 */
export function constrainRows(
  { indices, normals, grips, slips, count }: Sliders,
  rank: Uint32Array,
  seconds: number,
  inverse: Float32Array,
  b: Float32Array,
  out: BlockSliders,
): void {
  for (let k = 0; k < count; k++) {
    const row = rank[indices[k]];
    out.rows[k] = 16 * row;
    const nx = normals[3 * k];
    const ny = normals[3 * k + 1];
    const nz = normals[3 * k + 2];
    out.normals[4 * k] = nx;
    out.normals[4 * k + 1] = ny;
    out.normals[4 * k + 2] = nz;
    out.grips.fill(0, 4 * k, 4 * k + 3);
    const w = seconds === 0 ? 0 : seconds * grips[k];
    if (w !== 0) {
      const vx = slips[3 * k];
      const vy = slips[3 * k + 1];
      const vz = slips[3 * k + 2];
      b[4 * row] -= w * vx;
      b[4 * row + 1] -= w * vy;
      b[4 * row + 2] -= w * vz;
      const r = Math.sqrt(w / (vx * vx + vy * vy + vz * vz));
      out.grips[4 * k] = r * (ny * vz - nz * vy);
      out.grips[4 * k + 1] = r * (nz * vx - nx * vz);
      out.grips[4 * k + 2] = r * (nx * vy - ny * vx);
      subtractOuter(inverse, 16 * row, out.grips, 4 * k, 1);
    }
    subtractOuter(inverse, 16 * row, out.normals, 4 * k, 0);
  }
}

/** B ← B − B u uᵀB / (more + uᵀB u), for the columns at `at` and the vector at `from`. */
function subtractOuter(B: Float32Array, at: number, u: Float32Array, from: number, more: number): void {
  const x = u[from];
  const y = u[from + 1];
  const z = u[from + 2];
  const px = B[at] * x + B[at + 4] * y + B[at + 8] * z;
  const py = B[at + 1] * x + B[at + 5] * y + B[at + 9] * z;
  const pz = B[at + 2] * x + B[at + 6] * y + B[at + 10] * z;
  const scale = more + x * px + y * py + z * pz;
  if (!(scale > 0)) return;
  const xx = px / scale;
  const yy = py / scale;
  const zz = pz / scale;
  B[at] -= px * xx;
  B[at + 1] -= py * xx;
  B[at + 2] -= pz * xx;
  B[at + 4] -= px * yy;
  B[at + 5] -= py * yy;
  B[at + 6] -= pz * yy;
  B[at + 8] -= px * zz;
  B[at + 9] -= py * zz;
  B[at + 10] -= pz * zz;
}

/** n·(A Δv − b) of each slider, what keeps it on its body, from A Δv and b; times `scale`. */
export function computeImpulses(
  { rows, normals }: BlockSliders,
  count: number,
  product: Float32Array,
  b: Float32Array,
  scale: number,
  impulses: Float64Array,
): void {
  for (let k = 0; k < count; k++) {
    const o = rows[k] / 4;
    let impulse = 0;
    for (let c = 0; c < 3; c++) impulse += normals[4 * k + c] * (product[o + c] - b[o + c]);
    impulses[k] = scale * impulse;
  }
}
