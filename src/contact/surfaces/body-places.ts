import { type BodyMotion, POSE_SIZE } from "../../core/body-motion.ts";
import type { Standing } from "../search/standing.ts";
import { placeSurface } from "../shapes/place-surface.ts";
import type { MeetingBody } from "./surface-meeting.ts";

/** Where the vertices of bodies are, behind those of the cloth. */
export interface BodyPlaces extends Standing {
  /** The mean velocity of the vertices [m/s]. */
  readonly drift: Float64Array;
  /** Writes their places at the start and at the end of the step of h seconds, and their velocities. Bodies that stand are there already. */
  place(h: number): void;
}

/** `xs`, `xe` and `v` are of all vertices; those of bodies begin at the number `first`. */
export function createBodyPlaces(
  meshes: readonly MeetingBody[],
  bodies: BodyMotion,
  xs: Float64Array,
  xe: Float64Array,
  v: Float64Array,
  first: number,
): BodyPlaces {
  const drift = new Float64Array(3);
  const keepForm = meshes.every(({ surface }) => surface.place === undefined);
  /** The pose in which each body was placed last, where it was the same at the start and at the end. */
  const poses = bodies.start.map(() => Number.NaN);
  let placements = 0;
  let since = 0;

  function findMoving(): boolean {
    return !keepForm || meshes.some(({ body }) => isElsewhere(bodies.end, bodies.start, body));
  }

  return {
    drift,
    get since() {
      return since;
    },
    place(h) {
      const areMoving = findMoving();
      if (!areMoving && since > 0 && !meshes.some(({ body }) => isElsewhere(bodies.start, poses, body))) return;
      poses.set(bodies.start);
      since = areMoving ? 0 : ++placements;
      let at = first;
      for (const { body, surface } of meshes) {
        placeSurface(surface, bodies.start, body, bodies.startTime, xs, at);
        placeSurface(surface, bodies.end, body, bodies.endTime, xe, at);
        at += surface.positions.length;
      }
      drift.fill(0);
      for (let c = first; c < xs.length; c++) {
        v[c] = (xe[c] - xs[c]) / h;
        drift[c % 3] += (3 * v[c]) / (xs.length - first);
      }
    },
  };
}

/** Whether a body has different poses in two lists. */
function isElsewhere(a: Float64Array, b: Float64Array, body: number): boolean {
  for (let c = POSE_SIZE * body; c < POSE_SIZE * (body + 1); c++) if (a[c] !== b[c]) return true;
  return false;
}
