import type { BodyHeights } from "../bodies/body-heights.ts";

/**
 * What was lifted comes down softly. A step is linear: an edge that turns by an angle θ in it, as where cloth that falls is stopped at one end,
 * is stretched by θ²/2, and layers that land on each other in waves gain a hundred times the energy of their fall. So for SOFT seconds
 * the cloth begins each step without the velocity that leads back to the body, and falls no faster than a step's gravity makes it.
 */
export interface LetDown {
  /** Particle i is lifted along outward[3i..], of length 1. */
  note(i: number, outward: Float64Array): void;
  /** At the start of a step of h seconds, at x [m]: takes from v what leads back. */
  apply(x: Float64Array, v: Float64Array, held: Uint8Array, h: number): void;
  /** Plain data for snapshots: the way out of each particle times the seconds that it has left; undefined where all have none. */
  save(): Float64Array | undefined;
  load(ways: Float64Array | undefined): void;
}

/** So long [s] after it was lifted last, cloth comes down softly. */
const SOFT = 0.5;
/** A body further from the cloth than this does not take it along [m]. */
const REACH = 0.15;

export function createLetDown(body: BodyHeights): LetDown {
  const ways = new Float64Array(body.normals.length);
  const outward = new Float64Array(ways.length);
  const { length: count } = body.heights;
  let isSoft = false;

  return {
    note(i, out) {
      for (let c = 3 * i; c < 3 * i + 3; c++) ways[c] = SOFT * out[c];
      isSoft = true;
    },
    apply(x, v, held, h) {
      if (!isSoft) return;
      isSoft = false;
      for (let i = 0; i < count; i++) {
        const p = 3 * i;
        const seconds = Math.sqrt(ways[p] * ways[p] + ways[p + 1] * ways[p + 1] + ways[p + 2] * ways[p + 2]);
        if (!(seconds > 0)) continue;
        const left = Math.max(0, seconds - h);
        if (left > 0) isSoft = true;
        for (let c = p; c < p + 3; c++) {
          outward[c] = ways[c] / seconds;
          ways[c] = left * outward[c];
        }
        if (held[i] !== 0) continue;
        body.measure(i, x, REACH);
        stopReturn(i, outward, body.carries, h, v);
      }
    },
    save: () => (isSoft ? ways.slice() : undefined),
    load(saved) {
      isSoft = saved?.length === ways.length;
      if (isSoft) ways.set(saved as Float64Array);
      else ways.fill(0);
    },
  };
}

/** Takes from the velocity of particle i what leads against `outward`, as a body sees it that goes by `carries` [m] in a step of h seconds. */
export function stopReturn(i: number, outward: Float64Array, carries: Float64Array, h: number, v: Float64Array): void {
  let speed = 0;
  for (let c = 3 * i; c < 3 * i + 3; c++) speed += (v[c] - carries[c] / h) * outward[c];
  if (speed < 0) for (let c = 3 * i; c < 3 * i + 3; c++) v[c] -= speed * outward[c];
}
