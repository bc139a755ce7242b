import { type BodyMotion, POSE_SIZE, toBody, turnToWorld } from "../collision/body-motion.ts";
import { type Collider, isBeyond, MEASURED } from "../collision/collider.ts";
import { TOUCHING } from "../collision/contact-law.ts";
import type { PointContacts } from "../collision/point-contacts.ts";

/** Particles that could get to a body at this speed in the step are looked at [m/s], or within so many thicknesses. */
const RANGE_SPEED = 1;
const RANGE_THICKNESSES = 4;

/**
 * The particles close to bodies without a mesh at the end of a step, so that cloth which pushes cloth does not push it into them: they may
 * go as far as the body's thickness, or as deep as they were at the start.
 */
export function createBodyPoints(
  colliders: readonly Collider[],
  bodies: BodyMotion,
  particleCount: number,
): PointContacts {
  const solids: number[] = [];
  colliders.forEach(({ shape }, body) => {
    if (shape.surface === undefined) solids.push(body);
  });
  const capacity = solids.length * particleCount;
  const vertices = new Uint32Array(capacity);
  const normals = new Float64Array(3 * capacity);
  const limits = new Float64Array(capacity);
  const touching = new Uint8Array(capacity);
  const point = new Float64Array(3);
  const measured = new Float64Array(MEASURED);
  const normal = new Float64Array(3);
  let count = 0;
  return {
    get count() {
      return count;
    },
    vertices,
    normals,
    limits,
    touching,
    find(xs, xe, inverseMass, h) {
      count = 0;
      for (const body of solids) {
        const { shape, thickness } = colliders[body];
        const range = Math.max(RANGE_SPEED * h, RANGE_THICKNESSES * thickness);
        for (let i = 0; i < particleCount; i++) {
          if (inverseMass[i] === 0) continue;
          toBody(bodies.end, POSE_SIZE * body, xe, i, point);
          if (isBeyond(shape, point, range + thickness)) continue;
          shape.measure(point, measured);
          let gap = measured[0] - thickness;
          if (!(gap < range)) continue;
          turnToWorld(bodies.end, POSE_SIZE * body, measured, 1, normal);
          touching[count] = gap > TOUCHING ? 0 : 1;
          if (gap < 0) {
            toBody(bodies.start, POSE_SIZE * body, xs, i, point);
            shape.measure(point, measured);
            gap -= Math.min(0, measured[0] - thickness);
          }
          let limit = -gap / h;
          for (let c = 0; c < 3; c++) {
            normals[3 * count + c] = normal[c];
            limit += (normal[c] * (xe[3 * i + c] - xs[3 * i + c])) / h;
          }
          limits[count] = limit;
          vertices[count++] = i;
        }
      }
    },
  };
}
