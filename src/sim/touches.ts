import { isBeyond } from "../contact/shapes/collider.ts";
import { pairGap } from "../contact/shapes/surface-pair.ts";
import { POSE_SIZE, toBody } from "../core/body-motion.ts";
import type { Run } from "./run.ts";

/** Cloth nearer to a body than this share of the gap that the two keep touches it [−]. */
const NEAR = 1.2;

/** Looks which cloths touch which bodies at the end of the last step: 1 at cloth · bodies + body of `out`, for the colliders of the scene. */
export type TouchFinder = (out: Uint8Array) => void;

export function createTouchFinder(run: Run): TouchFinder {
  const { colliders } = run.collision;
  const point = new Float64Array(3);
  const measured = new Float64Array(6);

  function findSolid(body: number, part: Uint16Array, out: Uint8Array): void {
    const { shape, thickness } = colliders[body];
    const { state, revision } = run.rig;
    for (let i = 0; i < part.length; i++) {
      const at = part[i] * colliders.length + body;
      if (out[at] !== 0) continue;
      const reach = NEAR * pairGap(thickness, revision.cloth.thickness[i]);
      toBody(run.bodies.end, POSE_SIZE * body, state.x, i, point);
      if (isBeyond(shape, point, reach)) continue;
      shape.measure(point, measured);
      if (measured[0] <= reach * measured[4]) out[at] = 1;
    }
  }

  /** Bodies of triangles: what contact between surfaces has found in the last step. Their vertices follow the particles, body by body. */
  function findMeshes(part: Uint16Array, out: Uint8Array): void {
    const { surfaces } = run.rig.contact;
    if (surfaces === undefined) return;
    const list = surfaces.contact.contacts;
    for (let k = 0; k < list.count; k++) {
      const vertices = list.vertices.subarray(4 * k, 4 * k + 4);
      if (list.impulses[4 * k] === 0 && list.settled[4 * k] === 0) continue;
      const own = vertices.find((vertex) => vertex < part.length);
      const other = vertices.find((vertex) => vertex >= part.length);
      if (own === undefined || other === undefined) continue;
      out[part[own] * colliders.length + surfaces.bodyOf(other)] = 1;
    }
  }

  let cloth: object | undefined;
  let part: Uint16Array = new Uint16Array(0);
  return (out) => {
    if (cloth !== run.rig.revision.cloth) {
      cloth = run.rig.revision.cloth;
      part = partOfParticles(run);
    }
    out.fill(0);
    colliders.forEach(({ shape }, body) => {
      if (shape.surface === undefined) findSolid(body, part, out);
    });
    findMeshes(part, out);
  };
}

function partOfParticles({ rig: { revision } }: Run): Uint16Array {
  const { origin, parts } = revision.cloth;
  return Uint16Array.from(origin, (vertex) => parts.findIndex(({ end }) => vertex < end));
}
