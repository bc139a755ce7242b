import { computeAngle, computeSineCosine } from "../core/trig.ts";

/** How many numbers `vectors` of computeRotatedDirection holds: three vectors, and two numbers for itself. */
export const ROTATION_VECTORS: number = 11;

/**
 * Where a vector will point if it keeps turning: the unit direction R(hω) û   [Choi13, eq. 3.5–3.9, 4.15]. `vectors` holds the
 * vector now, one step and two steps ago, three numbers each; the direction goes to out[offset …].
 *
 *     order 1:  hω = hω^n, the rotation by the smaller angle from the vector before to that of now
 *     order 2:  hω = 2 hω^n − hω^{n−1}
 *
 * Order 1 needs no angle: û is turned on by what it turned last, R û = 2 (û·û⁻) û − û⁻. Parallel and opposite vectors have no axis
 * of rotation (eq. 3.6 divides 0 by 0): ω = 0, and so where one of the two vectors is 0. A vector 0 now has the direction 0.
 * It all goes through arrays because a number handed to a call that is not inlined is allocated.
 */
export function computeRotatedDirection(vectors: Float64Array, order: 1 | 2, out: Float64Array, offset: number): void {
  const nx = vectors[0];
  const ny = vectors[1];
  const nz = vectors[2];
  const px = vectors[3];
  const py = vectors[4];
  const pz = vectors[5];
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const inverse = length > 0 ? 1 / length : 0;
  const ux = nx * inverse;
  const uy = ny * inverse;
  const uz = nz * inverse;
  // before × now: the axis, as long as the sine
  const cx = py * nz - pz * ny;
  const cy = pz * nx - px * nz;
  const cz = px * ny - py * nx;
  const sine = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const dot = nx * px + ny * py + nz * pz;
  if (order === 1) {
    const lengthBefore = Math.sqrt(px * px + py * py + pz * pz);
    // 2 (û·û⁻) and −1/|x⁻|, or 1 and 0 where nothing turns
    const keep = sine > 0 ? (2 * dot * inverse) / lengthBefore : 1;
    const back = sine > 0 ? 1 / lengthBefore : 0;
    out[offset] = keep * ux - back * px;
    out[offset + 1] = keep * uy - back * py;
    out[offset + 2] = keep * uz - back * pz;
    return;
  }

  const bx = vectors[6];
  const by = vectors[7];
  const bz = vectors[8];
  const ex = by * pz - bz * py;
  const ey = bz * px - bx * pz;
  const ez = bx * py - by * px;
  const sineBefore = Math.sqrt(ex * ex + ey * ey + ez * ez);
  vectors[9] = sine;
  vectors[10] = dot;
  computeAngle(vectors, 9);
  const turn = sine > 0 ? (2 * vectors[9]) / sine : 0;
  vectors[9] = sineBefore;
  vectors[10] = px * bx + py * by + pz * bz;
  computeAngle(vectors, 9);
  const turnBefore = sineBefore > 0 ? vectors[9] / sineBefore : 0;
  const wx = turn * cx - turnBefore * ex;
  const wy = turn * cy - turnBefore * ey;
  const wz = turn * cz - turnBefore * ez;
  // Rodrigues: û + sin θ â×û + (1 − cos θ) â×(â×û)
  const angle = Math.sqrt(wx * wx + wy * wy + wz * wz);
  vectors[9] = angle;
  computeSineCosine(vectors, 9);
  const along = angle > 0 ? vectors[9] / angle : 1;
  const inward = angle > 0 ? (1 - vectors[10]) / (angle * angle) : 0.5;
  const rx = wy * uz - wz * uy;
  const ry = wz * ux - wx * uz;
  const rz = wx * uy - wy * ux;
  out[offset] = ux + along * rx + inward * (wy * rz - wz * ry);
  out[offset + 1] = uy + along * ry + inward * (wz * rx - wx * rz);
  out[offset + 2] = uz + along * rz + inward * (wx * ry - wy * rx);
}
