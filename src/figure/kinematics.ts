import { cos, sin } from "../core/trig.ts";
import { createLegRig, type LegRig, plantFeet } from "./foot-planting.ts";
import { computeRotation, fixPoint, movePoint, multiplyRotations, multiplyTransposed, POSE_SIZE } from "./pose-matrix.ts";
import type { Posture } from "./posture.ts";
import { HIPS, LEGS, type Skeleton } from "./skeleton.ts";

/** A skeleton and room to pose it in. */
export interface PosedSkeleton {
  readonly skeleton: Skeleton;
  readonly legs: LegRig;
  readonly scratch: Float64Array;
}

export function createPosedSkeleton(skeleton: Skeleton): PosedSkeleton {
  return { skeleton, legs: createLegRig(skeleton), scratch: new Float64Array(27) };
}

/**
 * Forward kinematics: every bone follows its parent, turned about its own joint by F R_y R_x R_z Fᵀ, where F holds the joint's axes. Legs
 * are planted. Writes POSE_SIZE numbers a bone.
 */
export function posePosture({ skeleton, legs, scratch }: PosedSkeleton, posture: Posture, out: Float64Array): void {
  const { parents, heads, axes } = skeleton;
  const { path, sway, angles } = posture;
  placeHips(skeleton, path, sway, angles, scratch, out);
  for (let bone = 1; bone < parents.length; bone++) {
    if (bone >= LEGS[0] && bone < LEGS[1] + 4) continue;
    const parent = POSE_SIZE * parents[bone];
    const at = POSE_SIZE * bone;
    computeRotation(angles[3 * bone], angles[3 * bone + 1], angles[3 * bone + 2], scratch, 0);
    multiplyTransposed(scratch, 0, axes, 9 * bone, scratch, 9);
    multiplyRotations(axes, 9 * bone, scratch, 9, scratch, 0);
    multiplyRotations(out, parent, scratch, 0, out, at);
    movePoint(out, parent, heads, 3 * bone, scratch, 0);
    fixPoint(out, at, heads, 3 * bone, scratch, 0);
  }
  plantFeet(legs, skeleton, posture, out);
}

function placeHips(
  { heads, scale }: Skeleton,
  path: Float64Array,
  sway: Float64Array,
  angles: Float64Array,
  scratch: Float64Array,
  out: Float64Array,
): void {
  const s = sin(path[2]);
  const c = cos(path[2]);
  const x = heads[0] + scale * sway[0];
  const z = heads[2] + scale * sway[2];
  scratch[0] = c * x + s * z + scale * path[0];
  scratch[1] = heads[1] + scale * sway[1];
  scratch[2] = c * z - s * x + scale * path[1];
  computeRotation(angles[0], angles[1] + path[2], angles[2], out, POSE_SIZE * HIPS);
  fixPoint(out, POSE_SIZE * HIPS, heads, 3 * HIPS, scratch, 0);
}
