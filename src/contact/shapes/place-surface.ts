import { POSE_SIZE, placeVertices } from "../../core/body-motion.ts";
import type { BodySurface } from "./collider.ts";

/** The vertices of a body that is a mesh, where it is at a time [s]; `poses` of all bodies, `body` its number, three numbers a vertex. */
export function placeSurface(surface: BodySurface, poses: Float64Array, body: number, time: number, out: Float64Array): void {
  if (surface.place !== undefined) surface.place(poses, out, 0, time);
  else placeVertices(surface.positions, poses, POSE_SIZE * body, out, 0);
}
