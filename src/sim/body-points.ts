import { type BodyMotion, POSE_SIZE, toBody, turnToWorld } from "../collision/body-motion.ts";
import type { PointContacts } from "../collision/cloth-contact.ts";
import { type Collider, MEASURED } from "../collision/collider.ts";
import { TOUCHING } from "../collision/contact-law.ts";

/** The particles close to bodies without a mesh at the end of a step, so that cloth which pushes cloth does not push it into them. */
export interface BodyPoints extends PointContacts {
  /** Looks at particles with an inverse mass, at the end of a step of h seconds. */
  find(x: Float64Array, inverseMass: Float64Array, h: number): void;
}

/** Particles that could get to a body at this speed in the step are looked at [m/s], or within so many thicknesses. */
const RANGE_SPEED = 1;
const RANGE_THICKNESSES = 4;

export function createBodyPoints(
  colliders: readonly Collider[],
  bodies: BodyMotion,
  particleCount: number,
): BodyPoints {
  const solids: number[] = [];
  colliders.forEach(({ shape }, body) => {
    if (shape.surface === undefined) solids.push(body);
  });
  const capacity = solids.length * particleCount;
  const vertices = new Uint32Array(capacity);
  const normals = new Float64Array(3 * capacity);
  const gaps = new Float64Array(capacity);
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
    gaps,
    find(x, inverseMass, h) {
      count = 0;
      for (const body of solids) {
        const { shape, thickness } = colliders[body];
        const range = Math.max(RANGE_SPEED * h, RANGE_THICKNESSES * thickness);
        for (let i = 0; i < particleCount; i++) {
          if (inverseMass[i] === 0) continue;
          toBody(bodies.end, POSE_SIZE * body, x, i, point);
          shape.measure(point, measured);
          const gap = measured[0] - thickness;
          if (!(gap < range)) continue;
          turnToWorld(bodies.end, POSE_SIZE * body, measured, 1, normal);
          for (let c = 0; c < 3; c++) normals[3 * count + c] = normal[c];
          gaps[count] = gap > TOUCHING ? gap : 0;
          vertices[count++] = i;
        }
      }
    },
  };
}
