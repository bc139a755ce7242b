import { writeRotation } from "./blend-pose.ts";
import { identities } from "./body-motion.ts";
import { InputError } from "./errors.ts";
import { isList, joinPath, readList, readNumber, readObject, readQuaternion, readVec3 } from "./read.ts";
import type { QuaternionInput, VectorInput } from "./vec3.ts";

/** Where a body is put from outside: every point p of it, as the scene places it, comes to rotation · p + position. */
export interface BodyTransform {
  /** [m] */
  readonly position: VectorInput;
  /** A quaternion x, y, z, w, or the nine numbers of a rotation matrix, row by row; not turned without. */
  readonly rotation?: QuaternionInput | undefined;
}

/** How far a rotation matrix may be from one. */
const ROTATION_SLACK = 1e-6;

/** The pose of a transform, checked. */
export function readTransform(transform: BodyTransform, path: string): Float64Array {
  const { position, rotation } = readObject(transform, path, ["position", "rotation"]);
  const pose = identities(1);
  pose.set(readVec3(position, joinPath(path, "position"), { unit: "m" }), 9);
  if (rotation !== undefined) readRotation(rotation, joinPath(path, "rotation"), pose);
  return pose;
}

/** The rows of a rotation matrix, or of that of a quaternion, into the first nine numbers of a pose. */
function readRotation(rotation: unknown, path: string, pose: Float64Array): void {
  const rows = isList(rotation) ? readList(rotation, path) : [];
  if (rows.length !== 9) {
    writeRotation(
      readQuaternion(rotation, path, "give a quaternion [x, y, z, w] or a rotation matrix of nine numbers, row by row"),
      pose,
      0,
    );
    return;
  }
  for (let c = 0; c < 9; c++) pose[c] = readNumber(rows[c], `${path}[${c}]`);
  if (!isRotation(pose))
    throw new InputError(path, "nine numbers that are no rotation matrix", "give its rows, of length 1 and perpendicular");
}

/** Whether the first nine numbers are those of a rotation matrix. */
export function isRotation(m: ArrayLike<number>, slack: number = ROTATION_SLACK): boolean {
  for (let a = 0; a < 3; a++) {
    for (let b = a; b < 3; b++) {
      const product = m[3 * a] * m[3 * b] + m[3 * a + 1] * m[3 * b + 1] + m[3 * a + 2] * m[3 * b + 2];
      if (!(Math.abs(product - (a === b ? 1 : 0)) <= slack)) return false;
    }
  }
  const determinant = m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
  return determinant > 0;
}
