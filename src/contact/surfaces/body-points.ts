import { POSE_SIZE, toBody, turnToWorld } from "../../core/body-motion.ts";
import { lengthenArray } from "../../core/lengthen-array.ts";
import { ON_BODY } from "../bodies/coulomb-law.ts";
import { type NearBodies, RANGE_GAPS, RANGE_SPEED, staysAbove } from "../bodies/near-bodies.ts";
import { MEASURED } from "../shapes/collider.ts";
import { pairGap } from "../shapes/surface-pair.ts";

/** Vertices at bodies that have no mesh: contacts n·v_i ≥ limit of one vertex with a thing outside the list. */
export interface PointContacts {
  count: number;
  vertices: Uint32Array;
  /** Outward normals, packed by threes. */
  normals: Float64Array;
  /** The least velocity along the normal, averaged over the step, that does not lead into the body [m/s]. */
  limits: Float64Array;
  /** 1 where a vertex lies on the body, 0 where there is a gap yet. */
  touching: Uint8Array;
  /** Finds those of movable vertices, of the `involved` ones, close to where bodies are at the end of a step of h seconds from xs to xe. */
  find(xs: Float64Array, xe: Float64Array, inverseMass: Float64Array, h: number, involved: Uint8Array): void;
}

/**
 * The particles close to bodies without a mesh at the end of a step, so that cloth which pushes cloth does not push it into them: they may
 * go as far as the gap between cloth and body, or as deep as they were at the start.
 */
export function createBodyPoints(near: NearBodies): PointContacts {
  const { colliders, motion, cloth } = near;
  const point = new Float64Array(3);
  const measured = new Float64Array(MEASURED);
  const normal = new Float64Array(3);
  const points: PointContacts = {
    count: 0,
    vertices: new Uint32Array(64),
    normals: new Float64Array(3 * 64),
    limits: new Float64Array(64),
    touching: new Uint8Array(64),
    find(xs, xe, inverseMass, h, involved) {
      points.count = 0;
      near.cover(xe);
      const { count: pairCount, bodies: which, particles, from, phi } = near.pairs;
      for (let k = 0; k < pairCount; k++) {
        const i = particles[k];
        if (involved[i] === 0 || inverseMass[i] === 0) continue;
        const body = which[k];
        const { shape, thickness } = colliders[body];
        const least = pairGap(thickness, cloth.thickness[i]);
        const range = Math.max(RANGE_SPEED * h, RANGE_GAPS * least);
        toBody(motion.end, POSE_SIZE * body, xe, i, point);
        if (staysAbove(from, phi, k, shape, point, range + least)) continue;
        shape.measure(point, measured);
        let gap = measured[0] - least;
        if (!(gap < range)) continue;
        turnToWorld(motion.end, POSE_SIZE * body, measured, 1, normal);
        if (points.count === points.limits.length) grow(points);
        const { count, vertices, normals, limits, touching } = points;
        touching[count] = gap > ON_BODY ? 0 : 1;
        if (gap < 0) gap -= Math.min(0, phi[k] - least);
        let limit = -gap / h;
        for (let c = 0; c < 3; c++) {
          normals[3 * count + c] = normal[c];
          limit += (normal[c] * (xe[3 * i + c] - xs[3 * i + c])) / h;
        }
        limits[count] = limit;
        vertices[count] = i;
        points.count++;
      }
    },
  };
  return points;
}

function grow(points: PointContacts): void {
  points.vertices = lengthenArray(points.vertices);
  points.normals = lengthenArray(points.normals);
  points.limits = lengthenArray(points.limits);
  points.touching = lengthenArray(points.touching);
}
