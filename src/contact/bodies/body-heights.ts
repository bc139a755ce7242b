import { POSE_SIZE, toBody, toWorld, turnToWorld } from "../../core/body-motion.ts";
import { LEAST_SLOPE } from "../../kernels/layout/contact-limits.ts";
import { FAR, isBeyond, MEASURED } from "../shapes/collider.ts";
import { pairGap } from "../shapes/surface-pair.ts";
import type { NearBodies } from "./near-bodies.ts";

/** How high particles are above the body that is nearest to each, at the start of a step. */
export interface BodyHeights {
  /** Beyond the gap that the two keep [m], negative where it is less; FAR where no body is near. */
  readonly heights: Float64Array;
  /** The outward normal of that body there. */
  readonly normals: Float64Array;
  /** How far that body takes what lies on it along in the step [m]. */
  readonly carries: Float64Array;
  /** Measures particle i at x; a body further away than `reach` [m] is not near. */
  measure(i: number, x: Float64Array, reach: number): void;
}

export function createBodyHeights({ colliders, motion, solids, cloth }: NearBodies): BodyHeights {
  const count = cloth.mass.length;
  const heights = new Float64Array(count).fill(FAR);
  const normals = new Float64Array(3 * count);
  const carries = new Float64Array(3 * count);
  const end = new Float64Array(3);
  const point = new Float64Array(3);
  const measured = new Float64Array(MEASURED);
  const normal = new Float64Array(3);
  return {
    heights,
    normals,
    carries,
    measure(i, x, reach) {
      heights[i] = FAR;
      carries.fill(0, 3 * i, 3 * i + 3);
      for (let n = 0; n < solids.length; n++) {
        const { shape, thickness } = colliders[solids[n]];
        const gap = pairGap(thickness, cloth.thickness[i]);
        toBody(motion.start, POSE_SIZE * solids[n], x, i, point);
        if (isBeyond(shape, point, gap + reach)) continue;
        shape.measure(point, measured);
        const height = measured[0] / Math.max(LEAST_SLOPE, measured[4]) - gap; // in the middle of a blend φ is level
        if (!(height < heights[i] && height <= reach)) continue;
        heights[i] = height;
        turnToWorld(motion.start, POSE_SIZE * solids[n], measured, 1, normal);
        toWorld(motion.end, POSE_SIZE * solids[n], point, end);
        for (let c = 0; c < 3; c++) {
          normals[3 * i + c] = normal[c];
          carries[3 * i + c] = end[c] - x[3 * i + c];
        }
      }
    },
  };
}
