import { computeAngle, computeSineCosine } from "../core/trig.ts";

/** Turns that a prediction can look back on. */
const MOST_TURNS = 5;
/** Where `vectors` of computeRotatedDirection has two numbers for itself, behind the vectors. */
const ANGLE = 3 * (MOST_TURNS + 1);
/** How many numbers they are. */
export const ROTATION_VECTORS: number = ANGLE + 2;

/** Weights of the turns, newest first, for predictions of order 1 and 2   [Choi13, eq. 3.8–3.9]. */
export const ROTATION_WEIGHTS: readonly (readonly number[])[] = [[1], [2, -1]];

/**
 * Where a vector will point if it keeps turning: the unit direction R(hω) û   [Choi13, eq. 3.5–3.11, 4.15]. `vectors` holds the
 * vector now, one step ago and so on, three numbers each, one more than there are weights; the direction goes to out[offset …].
 *
 *     hω = Σ α_m hω^{n−m},   hω^n the rotation by the smaller angle from the vector before to that of now
 *
 * One weight 1 (order 1) needs no angle: û is turned on by what it turned last, R û = 2 (û·û⁻) û − û⁻. Parallel and opposite vectors have no axis
 * of rotation (eq. 3.6 divides 0 by 0): ω = 0, and so where one of the two vectors is 0. A vector 0 now has the direction 0.
 * It all goes through arrays because a number handed to a call that is not inlined is allocated.
 */
export function computeRotatedDirection(vectors: Float64Array, weights: readonly number[], out: Float64Array, offset: number): void {
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
  if (weights.length === 1 && weights[0] === 1) {
    // before × now: as long as the sine
    const cx = py * nz - pz * ny;
    const cy = pz * nx - px * nz;
    const cz = px * ny - py * nx;
    const sine = Math.sqrt(cx * cx + cy * cy + cz * cz);
    const dot = nx * px + ny * py + nz * pz;
    const lengthBefore = Math.sqrt(px * px + py * py + pz * pz);
    // 2 (û·û⁻) and −1/|x⁻|, or 1 and 0 where nothing turns
    const keep = sine > 0 ? (2 * dot * inverse) / lengthBefore : 1;
    const back = sine > 0 ? 1 / lengthBefore : 0;
    out[offset] = keep * ux - back * px;
    out[offset + 1] = keep * uy - back * py;
    out[offset + 2] = keep * uz - back * pz;
    return;
  }

  let wx = 0;
  let wy = 0;
  let wz = 0;
  for (let m = 0; m < weights.length; m++) {
    const q = 3 * m;
    const ax = vectors[q + 4] * vectors[q + 2] - vectors[q + 5] * vectors[q + 1];
    const ay = vectors[q + 5] * vectors[q] - vectors[q + 3] * vectors[q + 2];
    const az = vectors[q + 3] * vectors[q + 1] - vectors[q + 4] * vectors[q];
    const s = Math.sqrt(ax * ax + ay * ay + az * az);
    if (!(s > 0)) continue;
    vectors[ANGLE] = s;
    vectors[ANGLE + 1] = vectors[q] * vectors[q + 3] + vectors[q + 1] * vectors[q + 4] + vectors[q + 2] * vectors[q + 5];
    computeAngle(vectors, ANGLE);
    const turn = (weights[m] * vectors[ANGLE]) / s;
    wx += turn * ax;
    wy += turn * ay;
    wz += turn * az;
  }
  // Rodrigues: û + sin θ â×û + (1 − cos θ) â×(â×û)
  const angle = Math.sqrt(wx * wx + wy * wy + wz * wz);
  vectors[ANGLE] = angle;
  computeSineCosine(vectors, ANGLE);
  const along = angle > 0 ? vectors[ANGLE] / angle : 1;
  const inward = angle > 0 ? (1 - vectors[ANGLE + 1]) / (angle * angle) : 0.5;
  const rx = wy * uz - wz * uy;
  const ry = wz * ux - wx * uz;
  const rz = wx * uy - wy * ux;
  out[offset] = ux + along * rx + inward * (wy * rz - wz * ry);
  out[offset + 1] = uy + along * ry + inward * (wz * rx - wx * rz);
  out[offset + 2] = uz + along * rz + inward * (wx * ry - wy * rx);
}
