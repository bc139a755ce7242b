import { POSE_SIZE } from "../core/body-motion.ts";

/** The coordinates of a file: what a unit of it is [m], and which axis points up. A scene's are metres with y up. */
export interface FileSpace {
  readonly metresPerUnit: number;
  readonly up: "y" | "z";
}

export const SCENE_SPACE: FileSpace = { metresPerUnit: 1, up: "y" };

/** Which of x, y, z each coordinate is, and with which sign: a quarter turn about x brings y to z. */
const TURNS = {
  y: { from: [0, 1, 2], sign: [1, 1, 1] },
  z: { from: [0, 2, 1], sign: [1, -1, 1] },
} as const;

/** Points, or velocities, of the scene as the file has them, in place. */
export function moveToSpace(points: Float32Array | Float64Array, { metresPerUnit, up }: FileSpace): void {
  turnToSpace(points, up);
  if (metresPerUnit !== 1) for (let k = 0; k < points.length; k++) points[k] /= metresPerUnit;
}

/** The same for directions, which have no unit. */
export function turnToSpace(directions: Float32Array | Float64Array, up: FileSpace["up"]): void {
  if (up === "y") return;
  for (let k = 0; k < directions.length; k += 3) {
    const y = directions[k + 1];
    directions[k + 1] = 0 - directions[k + 2]; // and no −0
    directions[k + 2] = y;
  }
}

/** Poses that move bodies within the file's coordinates as `poses` do within the scene's. */
export function posesInSpace(poses: Float64Array, { metresPerUnit, up }: FileSpace): Float64Array {
  const { from, sign } = TURNS[up];
  return poses.map((_, k) => {
    const start = k - (k % POSE_SIZE);
    const c = k % POSE_SIZE;
    if (c >= 9) return (sign[c - 9] * poses[start + 9 + from[c - 9]]) / metresPerUnit;
    const [row, column] = [Math.floor(c / 3), c % 3];
    return sign[row] * sign[column] * poses[start + 3 * from[row] + from[column]];
  });
}
