import { MEASURED } from "../contact/shapes/collider.ts";
import { placeSurface } from "../contact/shapes/place-surface.ts";
import { POSE_SIZE, toBody } from "../core/body-motion.ts";
import { type Bounds, boundsOf } from "../core/bounds.ts";
import type { Run } from "../sim/run.ts";

/** Cloth that sleeps is wakened by a body that comes this near [m]. */
const WAKE_DISTANCE = 0.05;

/** Whether a body, where it was put last, is near enough to cloth that lies still to waken it. */
export function isNearSleepers(run: Run, body: number): boolean {
  const { shape } = run.collision.colliders[body];
  const { x } = run.rig.state;
  const poses = run.bodies.end;
  if (shape.surface === undefined) return isNearSolid(shape.measure, poses, POSE_SIZE * body, x);
  const placed = new Float64Array(shape.surface.positions.length);
  placeSurface(shape.surface, poses, body, run.rig.state.time, placed);
  return areNear(boundsOf(placed), boundsOf(x));
}

function isNearSolid(
  measure: (point: Float64Array, out: Float64Array) => void,
  poses: Float64Array,
  pose: number,
  x: Float64Array,
): boolean {
  const point = new Float64Array(3);
  const measured = new Float64Array(MEASURED);
  for (let i = 0; 3 * i < x.length; i++) {
    toBody(poses, pose, x, i, point);
    measure(point, measured);
    if (measured[0] < WAKE_DISTANCE) return true;
  }
  return false;
}

function areNear(a: Bounds, b: Bounds): boolean {
  return a.low.every((low, c) => low <= b.high[c] + WAKE_DISTANCE && b.low[c] <= a.high[c] + WAKE_DISTANCE);
}
