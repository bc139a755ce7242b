import { placeSurface } from "../contact/shapes/place-surface.ts";
import { POSE_SIZE } from "../core/body-motion.ts";
import { skinSurface } from "../figure/figure.ts";
import type { BakedBody } from "./baked-bodies.ts";

/** Where the vertices of a body or figure are under the poses of all bodies at a time [s], packed by threes [m]. */
export function placeBody(body: BakedBody, poses: Float64Array, time: number, out: Float64Array): void {
  const { figure, pose } = body;
  if (figure === undefined) placeSurface(body, poses, pose, time, out);
  else skinSurface(figure, poses.subarray(POSE_SIZE * pose, POSE_SIZE * (pose + figure.bones.length)), out);
}
