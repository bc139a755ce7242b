import { POSE_SIZE, placeVertices } from "../../core/body-motion.ts";
import type { BodySurface } from "./collider.ts";

/** The vertices of a body that is a mesh, where it is at a time [s], into out[at..]; `poses` of all bodies, `body` its number. */
export function placeSurface(
  surface: BodySurface,
  poses: Float64Array,
  body: number,
  time: number,
  out: Float64Array,
  at: number = 0,
): void {
  if (surface.place !== undefined) surface.place(poses, out, at, time);
  else placeVertices(surface.positions, poses, POSE_SIZE * body, out, at);
}
