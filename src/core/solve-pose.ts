import { POSE_SIZE } from "./body-motion.ts";

/** The point p that a pose takes to `x[3i..]`, A p + t = x, by Cramer's rule: a bone may be scaled. */
export function solvePose(poses: Float64Array, at: number, x: Float64Array, i: number, p: Float64Array): void {
  const [a, b, c, d, e, f, g, h, k, tx, ty, tz] = poses.subarray(at, at + POSE_SIZE);
  const [u, v, w] = [x[3 * i] - tx, x[3 * i + 1] - ty, x[3 * i + 2] - tz];
  const determinant = a * (e * k - f * h) - b * (d * k - f * g) + c * (d * h - e * g);
  const scale = determinant === 0 ? 0 : 1 / determinant;
  p[0] = scale * (u * (e * k - f * h) - b * (v * k - f * w) + c * (v * h - e * w));
  p[1] = scale * (a * (v * k - f * w) - u * (d * k - f * g) + c * (d * w - v * g));
  p[2] = scale * (a * (e * w - v * h) - b * (d * w - v * g) + u * (d * h - e * g));
}
