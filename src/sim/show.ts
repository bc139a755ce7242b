import { blendPose } from "../core/blend-pose.ts";
import { POSE_SIZE } from "../core/body-motion.ts";
import { checkArray } from "../core/check-array.ts";
import type { Run } from "./run.ts";

/** How far between the last two steps positions and poses are shown, 0 to 1: 1 is the last one. */
export function shownShare({ isWhole, blend, rig }: Run): number {
  return isWhole || rig.state.steps === 0 ? 1 : blend;
}

/** Positions [m], in the scene's order. */
export function readPositions(run: Run, out: Float32Array | Float64Array): void {
  const { state, previous, revision } = run.rig;
  checkArray(out, state.x.length, "three a vertex");
  const share = shownShare(run);
  if (share === 1) {
    scatter(run, state.x, out);
    return;
  }
  const { sceneIndex } = revision;
  for (let i = 0; i < sceneIndex.length; i++) {
    const o = 3 * sceneIndex[i];
    for (let c = 0; c < 3; c++) {
      const before = previous[3 * i + c];
      out[o + c] = before + share * (state.x[3 * i + c] - before);
    }
  }
}

/** Writes vectors in the scene's order. */
export function scatter({ rig }: Run, values: Float64Array, out: Float32Array | Float64Array): void {
  const { sceneIndex } = rig.revision;
  for (let i = 0; i < sceneIndex.length; i++) {
    const o = 3 * sceneIndex[i];
    out[o] = values[3 * i];
    out[o + 1] = values[3 * i + 1];
    out[o + 2] = values[3 * i + 2];
  }
}

/** The poses that go with the positions `readPositions` gives, or `share` of the way through the last step. */
export function blendPoses(run: Run, out: Float32Array | Float64Array, share: number = shownShare(run)): void {
  const { start, end, pivots } = run.bodies;
  if (share === 1) for (let c = 0; c < out.length; c++) out[c] = end[c];
  else for (let b = 0; POSE_SIZE * b < out.length; b++) blendPose(start, end, share, pivots, b, out);
}
