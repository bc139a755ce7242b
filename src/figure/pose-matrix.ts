import { cos, sin } from "../core/trig.ts";

/** Numbers of a pose: a rotation R row by row, then t. It takes a point p of the figure at rest to R p + t. */
export const POSE_SIZE = 12;

/** R_y(y) R_x(x) R_z(z), row by row: z first. Angles in radians. */
export function computeRotation(x: number, y: number, z: number, out: Float64Array, at: number): void {
  const sx = sin(x);
  const cx = cos(x);
  const sy = sin(y);
  const cy = cos(y);
  const sz = sin(z);
  const cz = cos(z);
  out[at] = cy * cz + sy * sx * sz;
  out[at + 1] = sy * sx * cz - cy * sz;
  out[at + 2] = sy * cx;
  out[at + 3] = cx * sz;
  out[at + 4] = cx * cz;
  out[at + 5] = -sx;
  out[at + 6] = cy * sx * sz - sy * cz;
  out[at + 7] = sy * sz + cy * sx * cz;
  out[at + 8] = cy * cx;
}

/** out = A B of matrices of nine numbers; `out` is another array, or another place, than A and B. */
export function multiplyRotations(a: Float64Array, atA: number, b: Float64Array, atB: number, out: Float64Array, at: number): void {
  for (let i = 0; i < 9; i += 3) {
    for (let j = 0; j < 3; j++) {
      out[at + i + j] = a[atA + i] * b[atB + j] + a[atA + i + 1] * b[atB + 3 + j] + a[atA + i + 2] * b[atB + 6 + j];
    }
  }
}

/** out = A Bᵀ, as `multiplyRotations`. */
export function multiplyTransposed(a: Float64Array, atA: number, b: Float64Array, atB: number, out: Float64Array, at: number): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      out[at + 3 * i + j] =
        a[atA + 3 * i] * b[atB + 3 * j] + a[atA + 3 * i + 1] * b[atB + 3 * j + 1] + a[atA + 3 * i + 2] * b[atB + 3 * j + 2];
    }
  }
}

/** Where the pose at `pose` takes the point at `from`. */
export function movePoint(poses: Float64Array, pose: number, points: Float64Array, from: number, out: Float64Array, at: number): void {
  const x = points[from];
  const y = points[from + 1];
  const z = points[from + 2];
  for (let c = 0; c < 3; c++) {
    const row = pose + 3 * c;
    out[at + c] = poses[row] * x + poses[row + 1] * y + poses[row + 2] * z + poses[pose + 9 + c];
  }
}

/** Sets t of the pose at `pose`, whose R is there, so that the rest point at `from` comes to the place at `to`. */
export function fixPoint(poses: Float64Array, pose: number, points: Float64Array, from: number, places: Float64Array, to: number): void {
  const x = points[from];
  const y = points[from + 1];
  const z = points[from + 2];
  for (let c = 0; c < 3; c++) {
    const row = pose + 3 * c;
    poses[pose + 9 + c] = places[to + c] - (poses[row] * x + poses[row + 1] * y + poses[row + 2] * z);
  }
}
