import { type BodyMotion, POSE_SIZE } from "../../core/body-motion.ts";
import type { Shape } from "./collider.ts";

/**
 * A capsule around a body where it starts in the world, to tell soon that a particle stays away from it. Seen from the body, a particle that starts at a distance d
 * from the segment and goes w metres in the world moves by no more than w + e + c d: e is the longest way of an end of the segment, and c that of a
 * point one metre from the axis by which the body turns. Numbers by index:
 *
 *     0 1 2   one end of the segment [m]
 *     3 4 5   the way to the other [m]
 *     6       one over the square of its length, 0 where it has none [1/m²]
 *     7       the radius, and e [m]
 *     8       1 − c, 0 where it is less
 */
export const CAPSULE_SIZE = 9;

const ends = new Float64Array(12);

/** A body without a capsule has one around its box; without a box an infinite one. */
export function setCapsule({ core, bound }: Shape, { start, end }: BodyMotion, body: number, out: Float64Array, at: number): void {
  const pose = POSE_SIZE * body;
  let radius = Number.POSITIVE_INFINITY;
  if (core !== undefined) radius = core[6];
  else if (bound !== undefined) radius = diagonal(bound) / 2;
  for (let c = 0; c < 6; c++) {
    ends[c] = 0;
    if (core !== undefined) ends[c] = core[c];
    else if (bound !== undefined) ends[c] = 0.5 * (bound[c % 3] + bound[3 + (c % 3)]);
  }
  let spread = 0;
  for (let n = 0; n < 6; n += 3) {
    let squared = 0;
    for (let c = 0; c < 3; c++) {
      const row = pose + 3 * c;
      const before = start[row] * ends[n] + start[row + 1] * ends[n + 1] + start[row + 2] * ends[n + 2];
      const after = end[row] * ends[n] + end[row + 1] * ends[n + 1] + end[row + 2] * ends[n + 2];
      const way = after + end[pose + 9 + c] - (before + start[pose + 9 + c]);
      ends[6 + n + c] = before + start[pose + 9 + c];
      squared += way * way;
    }
    spread = Math.max(spread, Math.sqrt(squared));
  }
  let length = 0;
  let trace = 0;
  for (let c = 0; c < 3; c++) {
    const way = ends[9 + c] - ends[6 + c];
    out[at + c] = ends[6 + c];
    out[at + 3 + c] = way;
    length += way * way;
    for (let k = 3 * c; k < 3 * c + 3; k++) trace += start[pose + k] * end[pose + k];
  }
  out[at + 6] = length > 0 ? 1 / length : 0;
  out[at + 7] = radius + spread;
  out[at + 8] = Math.max(0, 1 - Math.sqrt(Math.max(0, 3 - trace))); // 3 − tr R = (2 sin ½θ)²
}

/** The capsules of all bodies, each computed anew where its body has another way than before. */
export interface BodyCapsules {
  /** CAPSULE_SIZE numbers a body, of the step at hand after `update`. */
  readonly numbers: Float64Array;
  update(): void;
}

export function createBodyCapsules(bodies: readonly { readonly shape: Shape }[], motion: BodyMotion): BodyCapsules {
  const numbers = new Float64Array(CAPSULE_SIZE * bodies.length);
  /** Both poses for which they are, and when those were looked at. */
  const starts = new Float64Array(POSE_SIZE * bodies.length).fill(Number.NaN);
  const ends = new Float64Array(POSE_SIZE * bodies.length);
  let stamp = -1;

  function isCurrent(body: number): boolean {
    const { start, end } = motion;
    for (let c = POSE_SIZE * body; c < POSE_SIZE * (body + 1); c++) if (start[c] !== starts[c] || end[c] !== ends[c]) return false;
    return true;
  }

  return {
    numbers,
    update() {
      if (motion.stamp === stamp) return;
      stamp = motion.stamp;
      for (let body = 0; body < bodies.length; body++) {
        if (isCurrent(body)) continue;
        setCapsule(bodies[body].shape, motion, body, numbers, CAPSULE_SIZE * body);
        for (let c = POSE_SIZE * body; c < POSE_SIZE * (body + 1); c++) {
          starts[c] = motion.start[c];
          ends[c] = motion.end[c];
        }
      }
    },
  };
}

function diagonal(bound: Float64Array): number {
  let squared = 0;
  for (let c = 0; c < 3; c++) squared += (bound[3 + c] - bound[c]) * (bound[3 + c] - bound[c]);
  return Math.sqrt(squared);
}
