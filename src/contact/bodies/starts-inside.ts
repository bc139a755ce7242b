import { type BodyMotion, POSE_SIZE, toBody } from "../../core/body-motion.ts";
import { type Collider, isBeyond, MEASURED } from "../shapes/collider.ts";

/** Whether some of the cloth starts in a body that has a φ, and may have to be lifted out of it (deep-starts). */
export function startsInside(colliders: readonly Collider[], { start }: BodyMotion, x: Float64Array): boolean {
  const point = new Float64Array(3);
  const measured = new Float64Array(MEASURED);
  return colliders.some(({ shape }, body) => {
    for (let i = 0; i < x.length / 3; i++) {
      toBody(start, POSE_SIZE * body, x, i, point);
      if (isBeyond(shape, point, 0)) continue;
      shape.measure(point, measured);
      if (measured[0] < 0) return true;
    }
    return false;
  });
}
