import { FLAT_SINE_SQUARED } from "../../kernels/layout/contact-limits.ts";
/**
 * What a contact of two features looks like in an array of CONTACT_SIZE numbers, as every test of the narrow phase writes it.
 *
 *   0–3  β, the weights of the four vertices: first feature negative, second positive, each side summing to one
 *   4–6  n, the unit normal, from the first feature to the second
 *   7    distance of the two features, n·Σβx [m]
 *   8    time as a fraction of the step; only continuous tests write it
 *
 *            ● p                                   b1
 *            ↑ n       point–triangle:             ╱        edge–edge:
 *       c────┼────b    vertices (a, b, c, p),    b0         vertices (a0, a1, b0, b1),
 *        ╲   w   ╱     β = (−w1, −w2, −w3, 1)     ↑ n       β = (−(1−a), −a, 1−b, b)
 *          ╲ a ╱                              a0──┴───a1
 */
export const CONTACT_SIZE: number = 9;
export const CONTACT_NORMAL: number = 4;
export const CONTACT_DISTANCE: number = 7;
export const CONTACT_TIME: number = 8;

/** n·Σβx of a contact between vertices a, b, c and d, into out[0]. */
export function computeAlong(contact: Float64Array, x: Float64Array, a: number, b: number, c: number, d: number, out: Float64Array): void {
  let along = 0;
  for (let k = 0; k < 3; k++) {
    const sum = contact[0] * x[3 * a + k] + contact[1] * x[3 * b + k] + contact[2] * x[3 * c + k] + contact[3] * x[3 * d + k];
    along += contact[CONTACT_NORMAL + k] * sum;
  }
  out[0] = along;
}

// Numbers handed between the functions below go through arrays: as arguments they would be allocated.
const offsets = new Float64Array(9);
const axis = new Float64Array(3);
const sides = new Float64Array(6);

/** Closest points of point `p` and triangle `a b c`; degenerate triangles are segments or points. Lengths in metres. */
export function closestPointTriangle(x: Float64Array, p: number, a: number, b: number, c: number, out: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    const xp = x[3 * p + k];
    offsets[k] = xp - x[3 * a + k];
    offsets[3 + k] = xp - x[3 * b + k];
    offsets[6 + k] = xp - x[3 * c + k];
  }
  closestToTriangle(offsets, out);
}

/** Closest points of edges `a0 a1` and `b0 b1`; parallel edges and edges without length are fine. Lengths in metres. */
export function closestEdgeEdge(x: Float64Array, a0: number, a1: number, b0: number, b1: number, out: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    offsets[k] = x[3 * b0 + k] - x[3 * a0 + k];
    offsets[3 + k] = x[3 * a1 + k] - x[3 * a0 + k];
    offsets[6 + k] = x[3 * b1 + k] - x[3 * b0 + k];
  }
  closestToEdges(offsets, out);
}

/**
 * Point–triangle, from q = (p − a, p − b, p − c). The projection of p has the weights w2 = ((p−a)×e2)·N/N², w3 = (e1×(p−a))·N/N²
 * with e1 = b − a, e2 = c − a, N = e1×e2. If one is negative, the closest point lies on one of the edges with a negative weight
 * opposite; the least distance among those is right even where rounding chose one too many.
 */
export function closestToTriangle(q: Float64Array, out: Float64Array): void {
  const ax = q[0];
  const ay = q[1];
  const az = q[2];
  const ux = ax - q[3];
  const uy = ay - q[4];
  const uz = az - q[5];
  const vx = ax - q[6];
  const vy = ay - q[7];
  const vz = az - q[8];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const nn = nx * nx + ny * ny + nz * nz;
  const flat = !(nn > FLAT_SINE_SQUARED * (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz));
  const wb = (ay * vz - az * vy) * nx + (az * vx - ax * vz) * ny + (ax * vy - ay * vx) * nz;
  const wc = (uy * az - uz * ay) * nx + (uz * ax - ux * az) * ny + (ux * ay - uy * ax) * nz;
  const wa = nn - wb - wc;
  out[3] = 1;
  if (!flat && wa >= 0 && wb >= 0 && wc >= 0) {
    out[1] = -wb / nn;
    out[2] = -wc / nn;
    out[0] = -1 - out[1] - out[2];
    out[4] = nx;
    out[5] = ny;
    out[6] = nz;
    out[7] = nx * ax + ny * ay + nz * az;
    finishNormal(out);
    return;
  }
  let best = Infinity;
  let bestEdge = 0;
  let bestWeight = 0;
  for (let edge = 0; edge < 3; edge++) {
    if (!flat && (edge === 0 ? wc : edge === 1 ? wa : wb) > 0) continue;
    const i = 3 * edge;
    const j = edge === 2 ? 0 : i + 3;
    const ex = q[j] - q[i];
    const ey = q[j + 1] - q[i + 1];
    const ez = q[j + 2] - q[i + 2];
    const along = -(q[i] * ex + q[i + 1] * ey + q[i + 2] * ez);
    const ee = ex * ex + ey * ey + ez * ez;
    const w = along > 0 ? (along < ee ? along / ee : 1) : 0;
    const rx = q[i] + w * ex;
    const ry = q[i + 1] + w * ey;
    const rz = q[i + 2] + w * ez;
    const squared = rx * rx + ry * ry + rz * rz;
    if (squared < best) {
      best = squared;
      bestEdge = edge;
      bestWeight = w;
    }
  }
  const i = 3 * bestEdge;
  const j = bestEdge === 2 ? 0 : i + 3;
  out[0] = 0;
  out[1] = 0;
  out[2] = 0;
  out[bestEdge] = bestWeight - 1;
  out[bestEdge === 2 ? 0 : bestEdge + 1] = -bestWeight;
  for (let k = 0; k < 3; k++) {
    axis[k] = q[j + k] - q[i + k];
    out[4 + k] = q[i + k] + bestWeight * axis[k];
  }
  finishDirection(bestWeight > 0 && bestWeight < 1, out);
  if (out[7] > 0) return;
  out[4] = nx;
  out[5] = ny;
  out[6] = nz;
  for (let k = 0; k < 3; k++) {
    sides[k] = q[k] - q[3 + k];
    sides[3 + k] = q[k] - q[6 + k];
  }
  finishTouching(out);
}

/**
 * Edge–edge, from q = (s, p, q) with s = b0 − a0, p = a1 − a0, q = b1 − b0: the least |s + b q − a p|, at a = (s×q)·N/N²,
 * b = (s×p)·N/N², N = p×q. If that leaves the unit square, the least value lies on a side that was left; for parallel edges
 * on any side. A side is an end of one edge against the whole other edge.
 */
export function closestToEdges(q: Float64Array, out: Float64Array): void {
  const sx = q[0];
  const sy = q[1];
  const sz = q[2];
  const px = q[3];
  const py = q[4];
  const pz = q[5];
  const qx = q[6];
  const qy = q[7];
  const qz = q[8];
  const nx = py * qz - pz * qy;
  const ny = pz * qx - px * qz;
  const nz = px * qy - py * qx;
  const nn = nx * nx + ny * ny + nz * nz;
  const pp = px * px + py * py + pz * pz;
  const qq = qx * qx + qy * qy + qz * qz;
  const flat = !(nn > FLAT_SINE_SQUARED * pp * qq);
  const na = (sy * qz - sz * qy) * nx + (sz * qx - sx * qz) * ny + (sx * qy - sy * qx) * nz;
  const nb = (sy * pz - sz * py) * nx + (sz * px - sx * pz) * ny + (sx * py - sy * px) * nz;
  if (!flat && na >= 0 && na <= nn && nb >= 0 && nb <= nn) {
    out[0] = na / nn - 1;
    out[1] = -na / nn;
    out[2] = 1 - nb / nn;
    out[3] = nb / nn;
    out[4] = nx;
    out[5] = ny;
    out[6] = nz;
    out[7] = nx * sx + ny * sy + nz * sz;
    finishNormal(out);
    return;
  }
  let best = Infinity;
  let a = 0;
  let b = 0;
  for (let side = 0; side < 4; side++) {
    if (!flat && (side === 0 ? na >= 0 : side === 1 ? na <= nn : side === 2 ? nb >= 0 : nb <= nn)) continue;
    let wa = side === 1 ? 1 : 0;
    let wb = side === 3 ? 1 : 0;
    if (side < 2) {
      const along = (wa * px - sx) * qx + (wa * py - sy) * qy + (wa * pz - sz) * qz;
      wb = along > 0 ? (along < qq ? along / qq : 1) : 0;
    } else {
      const along = (sx + wb * qx) * px + (sy + wb * qy) * py + (sz + wb * qz) * pz;
      wa = along > 0 ? (along < pp ? along / pp : 1) : 0;
    }
    const rx = sx + wb * qx - wa * px;
    const ry = sy + wb * qy - wa * py;
    const rz = sz + wb * qz - wa * pz;
    const squared = rx * rx + ry * ry + rz * rz;
    if (squared < best) {
      best = squared;
      a = wa;
      b = wb;
    }
  }
  const along = b > 0 && b < 1 ? 6 : 3;
  out[0] = a - 1;
  out[1] = -a;
  out[2] = 1 - b;
  out[3] = b;
  for (let k = 0; k < 3; k++) {
    axis[k] = q[along + k];
    out[4 + k] = q[k] + b * q[6 + k] - a * q[3 + k];
  }
  finishDirection((b > 0 && b < 1) || (a > 0 && a < 1), out);
  if (out[7] > 0) return;
  out[4] = nx;
  out[5] = ny;
  out[6] = nz;
  for (let k = 0; k < 6; k++) sides[k] = q[3 + k];
  finishTouching(out);
}

/** From a normal of any length and its product with the difference: the unit normal on the positive side, and the distance. */
function finishNormal(out: Float64Array): void {
  const height = out[7];
  const length = Math.sqrt(out[4] * out[4] + out[5] * out[5] + out[6] * out[6]);
  const scale = (height < 0 ? -1 : 1) / length;
  out[4] *= scale;
  out[5] *= scale;
  out[6] *= scale;
  out[7] = Math.abs(height) / length;
}

/**
 * From the difference r: its direction, and the distance. Inside an edge, `axis`, r is perpendicular to it; but r is a small difference of
 * large numbers, and is made so again, or a long edge would pierce the plane that n describes.
 */
function finishDirection(inside: boolean, out: Float64Array): void {
  let x = out[4];
  let y = out[5];
  let z = out[6];
  out[7] = Math.sqrt(x * x + y * y + z * z);
  if (inside) {
    const ex = axis[0];
    const ey = axis[1];
    const ez = axis[2];
    const t = (x * ex + y * ey + z * ez) / (ex * ex + ey * ey + ez * ez);
    x -= t * ex;
    y -= t * ey;
    z -= t * ez;
  }
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) {
    out[7] = 0;
    return;
  }
  out[4] = x / length;
  out[5] = y / length;
  out[6] = z / length;
}

/** Touching features have no direction between them: their common normal, given, or a direction perpendicular to the longer side. */
function finishTouching(out: Float64Array): void {
  const uu = sides[0] * sides[0] + sides[1] * sides[1] + sides[2] * sides[2];
  const vv = sides[3] * sides[3] + sides[4] * sides[4] + sides[5] * sides[5];
  const nn = out[4] * out[4] + out[5] * out[5] + out[6] * out[6];
  out[7] = 0;
  if (nn > FLAT_SINE_SQUARED * uu * vv) {
    finishNormal(out);
    return;
  }
  const longer = uu < vv ? 3 : 0;
  let least = 0;
  for (let k = 1; k < 3; k++) if (Math.abs(sides[longer + k]) < Math.abs(sides[longer + least])) least = k;
  const k1 = (least + 1) % 3;
  const k2 = (least + 2) % 3;
  const a = sides[longer + k1];
  const b = sides[longer + k2];
  const length = Math.sqrt(a * a + b * b);
  out[4 + least] = 0;
  out[4 + k1] = length > 0 ? b / length : 0;
  out[4 + k2] = length > 0 ? -a / length : 1;
}
