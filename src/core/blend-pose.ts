/**
 * The pose of body `body` between two, `share` of the way: its pivot goes straight, its rotation the shorter way round by the mean of the
 * quaternions, brought to length 1. Poses are 12 numbers a body, pivots 3, in the coordinates in which the scene places it. Where both poses turn
 * alike, the rotation stays to the bit. A body without a pivot (NaN) may be scaled and sheared: all its numbers go straight.
 */
export function blendPose(
  from: Float64Array,
  to: Float64Array,
  share: number,
  pivots: Float64Array,
  body: number,
  out: Float32Array | Float64Array,
): void {
  const offset = 12 * body;
  if (Number.isNaN(pivots[3 * body])) {
    for (let c = offset; c < offset + 12; c++) out[c] = from[c] + share * (to[c] - from[c]);
    return;
  }
  let turnsAlike = true;
  for (let c = offset; c < offset + 9; c++) if (from[c] !== to[c]) turnsAlike = false;
  if (turnsAlike) {
    for (let c = offset; c < offset + 9; c++) out[c] = to[c];
    for (let c = offset + 9; c < offset + 12; c++) out[c] = from[c] + share * (to[c] - from[c]);
    return;
  }
  computeQuaternion(from, offset, a);
  computeQuaternion(to, offset, b);
  const isNear = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] >= 0;
  const part = isNear ? share : -share; // b and −b turn alike; the nearer one is meant
  for (let c = 0; c < 4; c++) a[c] = (1 - share) * a[c] + part * b[c];
  writeRotation(a, turned, 0);
  for (let c = 0; c < 9; c++) out[offset + c] = turned[c];
  for (let row = 0; row < 3; row++) {
    const start = turnPivot(from, offset + 3 * row, pivots, body) + from[offset + 9 + row];
    const end = turnPivot(to, offset + 3 * row, pivots, body) + to[offset + 9 + row];
    out[offset + 9 + row] = start + share * (end - start) - turnPivot(turned, 3 * row, pivots, body);
  }
}

const a = new Float64Array(4);
const b = new Float64Array(4);
const turned = new Float64Array(9);

/** The row of a rotation at `at`, times the pivot of a body. */
function turnPivot(rotation: Float64Array, at: number, pivots: Float64Array, body: number): number {
  return rotation[at] * pivots[3 * body] + rotation[at + 1] * pivots[3 * body + 1] + rotation[at + 2] * pivots[3 * body + 2];
}

/** The quaternion x, y, z, w of the rotation matrix, row by row, at `offset` of `m`. The largest of the four is found first, by a root. */
export function computeQuaternion(m: Float64Array, offset: number, out: Float64Array): void {
  const xx = m[offset];
  const yy = m[offset + 4];
  const zz = m[offset + 8];
  const squared = Math.max(xx + yy + zz, xx - yy - zz, yy - xx - zz, zz - xx - yy);
  const largest = squared === xx + yy + zz ? 3 : squared === xx - yy - zz ? 0 : squared === yy - xx - zz ? 1 : 2;
  const size = Math.sqrt(1 + squared); // twice the largest
  const part = 0.5 / size;
  for (let c = 0; c < 3; c++) {
    const [next, last] = [(c + 1) % 3, (c + 2) % 3];
    const turn = part * (m[offset + 3 * last + next] - m[offset + 3 * next + last]);
    out[c] = largest === 3 ? turn : part * (m[offset + 3 * c + largest] + m[offset + 3 * largest + c]);
    if (c === largest) out[3] = turn;
  }
  out[largest] = size / 2;
}

/** The matrix of a quaternion x, y, z, w of any length, row by row, into `out[offset..]`. */
export function writeRotation(q: ArrayLike<number>, out: Float32Array | Float64Array, offset: number): void {
  const x = q[0];
  const y = q[1];
  const z = q[2];
  const w = q[3];
  const s = 2 / (x * x + y * y + z * z + w * w);
  out[offset] = 1 - s * (y * y + z * z);
  out[offset + 1] = s * (x * y - z * w);
  out[offset + 2] = s * (x * z + y * w);
  out[offset + 3] = s * (x * y + z * w);
  out[offset + 4] = 1 - s * (x * x + z * z);
  out[offset + 5] = s * (y * z - x * w);
  out[offset + 6] = s * (x * z - y * w);
  out[offset + 7] = s * (y * z + x * w);
  out[offset + 8] = 1 - s * (x * x + y * y);
}
