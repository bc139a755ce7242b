import { type BodyMotion, POSE_SIZE, toBody } from "../../core/body-motion.ts";
import { DEEP_START } from "../../kernels/layout/contact-limits.ts";
import { type Collider, isBeyond, MEASURED } from "../shapes/collider.ts";
import { type ClothSurface, pairGap } from "../shapes/surface-pair.ts";

/** Whether cloth starts so deep in a body that has a φ that it has to be lifted out of it (tangle-lift). */
export function startsDeep(
  colliders: readonly Collider[],
  { start }: BodyMotion,
  cloth: Pick<ClothSurface, "thickness">,
  x: Float64Array,
): boolean {
  const point = new Float64Array(3);
  const measured = new Float64Array(MEASURED);
  return colliders.some(({ shape, thickness }, body) => {
    if (shape.surface !== undefined) return false;
    for (let i = 0; i < cloth.thickness.length; i++) {
      toBody(start, POSE_SIZE * body, x, i, point);
      if (isBeyond(shape, point, 0)) continue;
      shape.measure(point, measured);
      if (measured[0] < measured[4] * (pairGap(thickness, cloth.thickness[i]) - DEEP_START)) return true;
    }
    return false;
  });
}
