import { writeRotation } from "./blend-pose.ts";
import { identities } from "./body-motion.ts";
import { describeValue, InputError } from "./errors.ts";
import type { Vec3 } from "./vec3.ts";

/** Where a body is put from outside: every point p of it, as the scene places it, comes to rotation · p + position. */
export interface BodyTransform {
  /** [m] */
  readonly position: Vec3;
  /** A quaternion x, y, z, w, or the nine numbers of a rotation matrix, row by row; not turned without. */
  readonly rotation?: ArrayLike<number>;
}

/** How far a rotation matrix may be from one. */
const ROTATION_SLACK = 1e-6;

/** The pose of a transform, checked. */
export function readTransform(transform: BodyTransform, path: string): Float64Array {
  const pose = identities(1);
  const { position, rotation } = transform ?? {};
  const numbers = (list: ArrayLike<number> | undefined): number[] => Array.from(list ?? [], Number);
  const offset = numbers(position);
  if (offset.length !== 3 || !offset.every(Number.isFinite)) {
    throw new InputError(`${path}.position`, describeValue(position), "give three finite numbers [m]");
  }
  pose.set(offset, 9);
  if (rotation === undefined) return pose;
  const values = numbers(rotation);
  if (values.length === 4) writeRotation(values, pose, 0);
  else if (values.length === 9) pose.set(values);
  if (!isRotation(pose) || (values.length !== 4 && values.length !== 9)) {
    throw new InputError(
      `${path}.rotation`,
      describeValue(values),
      "give a quaternion [x, y, z, w] or the nine numbers of a rotation matrix, row by row",
    );
  }
  return pose;
}

/** Whether the first nine numbers are those of a rotation matrix. */
export function isRotation(m: ArrayLike<number>): boolean {
  for (let a = 0; a < 3; a++) {
    for (let b = a; b < 3; b++) {
      const product = m[3 * a] * m[3 * b] + m[3 * a + 1] * m[3 * b + 1] + m[3 * a + 2] * m[3 * b + 2];
      if (!(Math.abs(product - (a === b ? 1 : 0)) <= ROTATION_SLACK)) return false;
    }
  }
  const determinant = m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
  return determinant > 0;
}
