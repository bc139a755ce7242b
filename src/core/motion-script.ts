import { POSE_SIZE, type PoseScript } from "./body-motion.ts";
import { computeMotion, type Motion } from "./motion.ts";
import type { PointMotion } from "./point-motion.ts";

/** A scripted motion as it moves points. */
export function pointMotion(motion: Motion): PointMotion {
  return (t, start, i, out) => computeMotion(motion, t, start, i, out);
}

/** The origin and the ends of the three axes, whose places tell the pose of a rigid motion. */
const CORNERS: Float64Array = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);

/** A scripted motion as it moves a body. */
export function poseScript(motion: Motion): { readonly poses: PoseScript; readonly index: number } {
  const moved = new Float64Array(POSE_SIZE);
  return { poses: { count: 1, compute: (t, out) => computePose(motion, t, moved, out) }, index: 0 };
}

function computePose(motion: Motion, t: number, moved: Float64Array, out: Float64Array): void {
  for (let corner = 0; corner < 4; corner++) computeMotion(motion, t, CORNERS, corner, moved);
  for (let c = 0; c < 3; c++) {
    for (let axis = 0; axis < 3; axis++) out[3 * c + axis] = moved[3 + 3 * axis + c] - moved[c];
    out[9 + c] = moved[c];
  }
  if (motion.rotation !== undefined) return;
  for (let k = 0; k < 9; k++) out[k] = k % 4 === 0 ? 1 : 0; // a mere shift, free of rounding
}
