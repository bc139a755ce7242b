import { computeQuaternion, writeRotation } from "./blend-pose.ts";
import { isRotation } from "./body-transform.ts";
import { describeValue, InputError } from "./errors.ts";
import { PLACE_SIZE } from "./pose-size.ts";
import { isList, isPlainObject, joinPath, readNumber, readQuaternion, readVec3 } from "./read.ts";
import type { QuaternionInput, VectorInput } from "./vec3.ts";

/**
 * Where the own frame of a body is in the world: a matrix of 16 numbers, column by column, that turns and shifts only; an object with such
 * `elements`, as three's Matrix4; or a position [m] with a quaternion, as three's Object3D.
 */
export type BodyPlace =
  | ArrayLike<number>
  | { readonly elements: ArrayLike<number> }
  | { readonly position: VectorInput; readonly quaternion: QuaternionInput };

export { PLACE_SIZE } from "./pose-size.ts";

/** How far the matrix of a place may be from a rotation; what is left is mended. Matrices in single precision are within it. */
const MATRIX_SLACK = 1e-4;

/** The pose of the own frame, checked. */
export function readPlace(place: unknown, path: string): Float64Array {
  const pose = new Float64Array(12);
  if (isList(place)) readMatrix(place, path, pose);
  else if (isPlainObject(place) && isList(place.elements)) readMatrix(place.elements, joinPath(path, "elements"), pose);
  else if (isPlainObject(place) && "position" in place) {
    pose.set(readVec3(place.position, joinPath(path, "position"), { unit: "m" }), 9);
    writeRotation(readQuaternion(place.quaternion, joinPath(path, "quaternion")), pose, 0);
  } else throw new InputError(path, describeValue(place), PLACE_ADVICE);
  return pose;
}

const PLACE_ADVICE = "give a matrix of 16 numbers, column by column, or { position, quaternion }";
const quaternion = new Float64Array(4);

function readMatrix(m: ArrayLike<unknown>, path: string, pose: Float64Array): void {
  if (m.length !== PLACE_SIZE) throw new InputError(path, `${m.length} numbers`, PLACE_ADVICE);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      const k = 4 * column + row;
      const value = readNumber(m[k], `${path}[${k}]`);
      if (row < 3) pose[column < 3 ? 3 * row + column : 9 + row] = value;
      else if (Math.abs(value - (column === 3 ? 1 : 0)) > MATRIX_SLACK) {
        throw new InputError(path, `a last row with ${value}`, "give a matrix, column by column, whose last row is 0, 0, 0, 1");
      }
    }
  }
  if (!isRotation(pose, MATRIX_SLACK)) {
    throw new InputError(path, "a matrix with scale, shear or a reflection", "give one that turns and shifts only");
  }
  computeQuaternion(pose, 0, quaternion);
  writeRotation(quaternion, pose, 0);
}

/** The pose W F⁻¹ that brings the frame F of a body to W: both are poses of 12 numbers. */
export function poseOfPlace(place: Float64Array, frame: Float64Array): Float64Array {
  const pose = new Float64Array(12);
  for (let a = 0; a < 3; a++) {
    let turned = 0;
    for (let b = 0; b < 3; b++) {
      let sum = 0;
      for (let c = 0; c < 3; c++) sum += place[3 * a + c] * frame[3 * b + c];
      pose[3 * a + b] = sum;
      turned += sum * frame[9 + b];
    }
    pose[9 + a] = place[9 + a] - turned;
  }
  return pose;
}

/** The matrix P F of the frame F of a body with the pose P at `offset` of `poses`, column by column, into `out[at..]`. */
export function writePlace(poses: Float64Array, offset: number, frame: Float64Array, out: Float32Array | Float64Array, at: number): void {
  for (let row = 0; row < 3; row++) {
    const r = offset + 3 * row;
    for (let column = 0; column < 3; column++) {
      out[at + 4 * column + row] = poses[r] * frame[column] + poses[r + 1] * frame[3 + column] + poses[r + 2] * frame[6 + column];
    }
    out[at + 12 + row] = poses[r] * frame[9] + poses[r + 1] * frame[10] + poses[r + 2] * frame[11] + poses[offset + 9 + row];
  }
  for (let column = 0; column < 4; column++) out[at + 4 * column + 3] = column === 3 ? 1 : 0;
}
