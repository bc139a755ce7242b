import { POSE_SIZE, toBody, toWorld, turnToWorld } from "../../core/body-motion.ts";
import type { StepContext } from "../../core/step-context.ts";
import { ARRIVAL as ARRIVED, SKIPPED } from "../../kernels/layout/contact-limits.ts";
import { FAR, LEVEL, MEASURED, marchToLevel, SEARCH_SIZE, SKIP, TAU } from "../shapes/collider.ts";
import { pairGap } from "../shapes/surface-pair.ts";
import { ON_BODY } from "./coulomb-law.ts";
import type { NearBodies } from "./near-bodies.ts";

/** The path of one particle through a step in the coordinates of a body, from its start to its proposed end, and the point where it meets the body. */
export interface PathMeeting {
  /** From its start to its end [m]. */
  readonly way: Float64Array;
  /** The point of the meeting [m], and φ, normal and |∇φ| there. */
  readonly point: Float64Array;
  readonly measured: Float64Array;
  /** At TAU the part of the path before the meeting; at LEVEL the φ that is searched for [m]. */
  readonly search: Float64Array;
  /** Sets the path of pair k, to the proposed positions; false where it stays clear of the body. */
  setPath(k: number): boolean;
  /** Follows the path of pair k to the meeting, if there is one; one that slides from the start is on the body already. */
  meets(k: number, slides: boolean, step: StepContext): boolean;
  /** Whether the path of pair k ends so close to the body that foresight let it end there; the meeting is then at its end. */
  arrives(k: number): boolean;
}

/** A particle that starts inside a body is brought out at most at `pushSpeed` [m/s]. */
export function createPathMeeting({ colliders, motion, pairs, cloth, arrays }: NearBodies, pushSpeed: number): PathMeeting {
  const { nextX, nextV } = arrays;
  const from = new Float64Array(3);
  const to = new Float64Array(3);
  const way = new Float64Array(3);
  const point = new Float64Array(3);
  const measured = new Float64Array(MEASURED);
  const search = new Float64Array(SEARCH_SIZE);
  const normal = new Float64Array(3);
  const before = new Float64Array(3);
  const after = new Float64Array(3);

  /** True when the proposed velocity of a particle on body b, at `point`, leads into it, wherever its path leads. */
  function isPressed(b: number, i: number, { h }: StepContext): boolean {
    const pose = POSE_SIZE * b;
    turnToWorld(motion.end, pose, measured, 1, normal);
    toWorld(motion.start, pose, point, before);
    toWorld(motion.end, pose, point, after);
    let speed = 0;
    for (let c = 0; c < 3; c++) speed += (nextV[3 * i + c] - (after[c] - before[c]) / h) * normal[c];
    return speed < 0;
  }

  return {
    way,
    point,
    measured,
    search,
    setPath(k) {
      const b = pairs.bodies[k];
      const i = pairs.particles[k];
      toBody(motion.end, POSE_SIZE * b, nextX, i, to);
      let squared = 0;
      for (let c = 0; c < 3; c++) {
        from[c] = pairs.from[3 * k + c];
        squared += (to[c] - from[c]) * (to[c] - from[c]);
      }
      // staysAbove of near-bodies, written out: a number handed to a call may be allocated
      const least = pairs.phi[k] - colliders[b].shape.steepness * Math.sqrt(squared);
      return !(pairs.phi[k] < FAR && least > pairGap(colliders[b].thickness, cloth.thickness[i]) + ON_BODY);
    },
    meets(k, slides, step) {
      const b = pairs.bodies[k];
      const i = pairs.particles[k];
      const { shape } = colliders[b];
      const level = pairGap(colliders[b].thickness, cloth.thickness[i]);
      const gap = pairs.phi[k] - level;
      for (let c = 0; c < 3; c++) way[c] = to[c] - from[c];
      search[LEVEL] = level;
      search[SKIP] = 0;
      search[TAU] = 0;
      if (gap > ON_BODY) {
        if (shape.enter === undefined) {
          marchToLevel(shape, from, to, search, point, measured);
          return search[TAU] <= 1;
        }
        shape.enter(from, to, search);
        if (search[TAU] > 1) return false;
        for (let c = 0; c < 3; c++) point[c] = from[c] + search[TAU] * way[c];
        shape.measure(point, measured);
        return true;
      }
      shape.measure(from, measured);
      let along = 0;
      for (let c = 0; c < 3; c++) {
        point[c] = from[c];
        along += way[c] * measured[1 + c];
      }
      if (slides || along < 0 || isPressed(b, i, step)) return true;
      if (gap < -ON_BODY) {
        // inside at the start, and on the way out: fast enough?
        shape.measure(to, measured);
        const isLate = measured[0] < level + Math.min(0, gap + pushSpeed * step.h);
        shape.measure(from, measured);
        return isLate;
      }
      if (shape.convex) return false;
      search[SKIP] = SKIPPED;
      marchToLevel(shape, from, to, search, before, measured);
      if (search[TAU] > 1) return false;
      for (let c = 0; c < 3; c++) point[c] = before[c];
      return true;
    },
    arrives(k) {
      const b = pairs.bodies[k];
      colliders[b].shape.measure(to, measured);
      if (measured[0] > pairGap(colliders[b].thickness, cloth.thickness[pairs.particles[k]]) + ARRIVED) return false;
      for (let c = 0; c < 3; c++) point[c] = to[c];
      search[TAU] = 1;
      return true;
    },
  };
}
