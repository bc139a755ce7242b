import { POSE_SIZE, toBody, turnToWorld } from "../../core/body-motion.ts";
import { enlarge } from "../../core/enlarge.ts";
import { ON_BODY } from "../bodies/coulomb-law.ts";
import { type NearBodies, RANGE_GAPS, RANGE_SPEED, staysAbove } from "../bodies/near-bodies.ts";
import { MEASURED } from "../shapes/collider.ts";
import { pairGap } from "../shapes/surface-pair.ts";
import type { PointContacts } from "./point-contacts.ts";

/**
 * The particles close to bodies without a mesh at the end of a step, so that cloth which pushes cloth does not push it into them: they may
 * go as far as the gap between cloth and body, or as deep as they were at the start.
 */
export function createBodyPoints(near: NearBodies): PointContacts {
  const { colliders, motion, cloth } = near;
  let vertices = new Uint32Array(64);
  let normals = new Float64Array(3 * 64);
  let limits = new Float64Array(64);
  let touching = new Uint8Array(64);
  const point = new Float64Array(3);
  const measured = new Float64Array(MEASURED);
  const normal = new Float64Array(3);
  let count = 0;

  function grow(): void {
    vertices = enlarge(vertices, 2 * count);
    normals = enlarge(normals, 6 * count);
    limits = enlarge(limits, 2 * count);
    touching = enlarge(touching, 2 * count);
  }

  return {
    get count() {
      return count;
    },
    get vertices() {
      return vertices;
    },
    get normals() {
      return normals;
    },
    get limits() {
      return limits;
    },
    get touching() {
      return touching;
    },
    find(xs, xe, inverseMass, h, involved) {
      count = 0;
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
        if (count === vertices.length) grow();
        touching[count] = gap > ON_BODY ? 0 : 1;
        if (gap < 0) gap -= Math.min(0, phi[k] - least);
        let limit = -gap / h;
        for (let c = 0; c < 3; c++) {
          normals[3 * count + c] = normal[c];
          limit += (normal[c] * (xe[3 * i + c] - xs[3 * i + c])) / h;
        }
        limits[count] = limit;
        vertices[count++] = i;
      }
    },
  };
}
