import { POSE_SIZE } from "./body-motion.ts";
import { describeValue, InputError } from "./errors.ts";

/** Poses of 12 numbers from matrices of 16, column by column. */
export function readBones(matrices: ArrayLike<number>, boneCount: number, path: string): Float64Array {
  if (matrices?.length !== 16 * boneCount) {
    throw new InputError(path, `${matrices?.length ?? 0} numbers`, `give 16 a bone, ${16 * boneCount}`);
  }
  const poses = new Float64Array(POSE_SIZE * boneCount);
  for (let b = 0; b < boneCount; b++) {
    for (let c = 0; c < 3; c++) {
      for (let column = 0; column < 4; column++) {
        const value = matrices[16 * b + 4 * column + c];
        if (!Number.isFinite(value))
          throw new InputError(`${path}[${16 * b + 4 * column + c}]`, describeValue(value), "give a finite number");
        poses[POSE_SIZE * b + (column < 3 ? 3 * c + column : 9 + c)] = value;
      }
    }
  }
  return poses;
}
