import { nextCorner } from "../mesh/next-corner.ts";

/**
 * How a triangle of fabric pulls at one of its corners, and how stiff it is there. With the map S from material coordinates to space, S_u and S_v
 * its columns, and the gradient (b_u, b_v) of the corner's share in it,
 *
 *     ε_u = |S_u| − 1,   ε_v = |S_v| − 1,   γ = Ŝ_u·Ŝ_v
 *     f = −A [(σ_u b_u + τ b_v) Ŝ_u + (σ_v b_v + τ b_u) Ŝ_v],   σ = Y max(0, ε),   τ = G γ
 *     k = A [(Y_u b_u² + G b_v²) Ŝ_uŜ_uᵀ + (Y_v b_v² + G b_u²) Ŝ_vŜ_vᵀ + G b_u b_v (Ŝ_uŜ_vᵀ + Ŝ_vŜ_uᵀ)]
 *
 * Cloth does not push: what is compressed buckles.
 */

/** Sums over corners: f [N], the six numbers of k [N/m] (as core/mat3), the rest area [m²]. */
export function createCornerSums(): Float64Array {
  return new Float64Array(AREA + 1);
}

export const AREA = 9;

/** Adds corner h at positions x. `traits` are four numbers a triangle: Y_u, Y_v, G [N/m] and one more. */
export function addCorner(
  triangles: Uint32Array,
  material: Float64Array,
  traits: Float64Array,
  x: Float64Array,
  h: number,
  sums: Float64Array,
): void {
  const i = triangles[h];
  const j = triangles[nextCorner(h)];
  const k = triangles[nextCorner(nextCorner(h))];
  const u1 = material[2 * j] - material[2 * i];
  const v1 = material[2 * j + 1] - material[2 * i + 1];
  const u2 = material[2 * k] - material[2 * i];
  const v2 = material[2 * k + 1] - material[2 * i + 1];
  const twice = u1 * v2 - u2 * v1;
  if (twice === 0) return;
  const area = 0.5 * Math.abs(twice);
  // columns of S
  let ax = 0;
  let ay = 0;
  let az = 0;
  let bx = 0;
  let by = 0;
  let bz = 0;
  {
    const dx = x[3 * j] - x[3 * i];
    const dy = x[3 * j + 1] - x[3 * i + 1];
    const dz = x[3 * j + 2] - x[3 * i + 2];
    const ex = x[3 * k] - x[3 * i];
    const ey = x[3 * k + 1] - x[3 * i + 1];
    const ez = x[3 * k + 2] - x[3 * i + 2];
    ax = (dx * v2 - ex * v1) / twice;
    ay = (dy * v2 - ey * v1) / twice;
    az = (dz * v2 - ez * v1) / twice;
    bx = (ex * u1 - dx * u2) / twice;
    by = (ey * u1 - dy * u2) / twice;
    bz = (ez * u1 - dz * u2) / twice;
  }
  const a = Math.sqrt(ax * ax + ay * ay + az * az);
  const b = Math.sqrt(bx * bx + by * by + bz * bz);
  if (!(a > 0 && b > 0)) return;
  ax /= a;
  ay /= a;
  az /= a;
  bx /= b;
  by /= b;
  bz /= b;
  const t = 4 * Math.floor(h / 3);
  const warp = traits[t];
  const weft = traits[t + 1];
  const shear = traits[t + 2];
  const tau = shear * (ax * bx + ay * by + az * bz);
  const bu = (v1 - v2) / twice;
  const bv = (u2 - u1) / twice;
  const fu = -area * (warp * Math.max(0, a - 1) * bu + tau * bv);
  const fv = -area * (weft * Math.max(0, b - 1) * bv + tau * bu);
  sums[0] += fu * ax + fv * bx;
  sums[1] += fu * ay + fv * by;
  sums[2] += fu * az + fv * bz;
  const kuu = area * (warp * bu * bu + shear * bv * bv);
  const kvv = area * (weft * bv * bv + shear * bu * bu);
  const kuv = area * shear * bu * bv;
  sums[3] += kuu * ax * ax + kvv * bx * bx + 2 * kuv * ax * bx;
  sums[4] += kuu * ax * ay + kvv * bx * by + kuv * (ax * by + ay * bx);
  sums[5] += kuu * ax * az + kvv * bx * bz + kuv * (ax * bz + az * bx);
  sums[6] += kuu * ay * ay + kvv * by * by + 2 * kuv * ay * by;
  sums[7] += kuu * ay * az + kvv * by * bz + kuv * (ay * bz + az * by);
  sums[8] += kuu * az * az + kvv * bz * bz + 2 * kuv * az * bz;
  sums[9] += area;
}

/**
 * The stiffness of the corners summed, along a direction of any length [N/m]; at least half their mean, for a pull out of the surface turns it
 * until it lies within.
 */
export function cornerStiffness(sums: Float64Array, direction: Float64Array): number {
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const square = x * x + y * y + z * z;
  const mean = 0.5 * (sums[3] + sums[6] + sums[8]);
  if (square === 0) return mean;
  const along = (sums[3] * x * x + sums[6] * y * y + sums[8] * z * z + 2 * (sums[4] * x * y + sums[5] * x * z + sums[7] * y * z)) / square;
  return Math.max(along, 0.5 * mean);
}
