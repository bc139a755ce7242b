import type { StretchLimit } from "../stretch/stretch-limit.ts";
import { activate, type Correction } from "./correction.ts";

/**
 * Shortens the threads that a correction has made too long: what it moves becomes active, and where friction holds it, friction gives way. True where
 * there were any.
 */
export function createShortening(limit: StretchLimit, correction: Correction): () => boolean {
  let ends = new Float64Array(0);
  let movable = new Float64Array(0);

  return () => {
    const { starts, inverseMass, sticking, velocity, step, active, activeCount } = correction;
    const h = step[0];
    if (ends.length !== starts.length) {
      ends = new Float64Array(starts.length);
      movable = new Float64Array(inverseMass.length);
    }
    ends.set(correction.ends);
    for (let i = 0; i < movable.length; i++) movable[i] = inverseMass[i] > 0 || sticking === undefined ? inverseMass[i] : sticking[i];
    for (let n = 0; n < activeCount; n++) {
      for (let c = 3 * active[n]; c < 3 * active[n] + 3; c++) ends[c] = starts[c] + h * velocity[c];
    }
    if (!limit.shorten(starts, ends, movable, h)) return false;
    const { moved, movedCount } = limit;
    for (let m = 0; m < movedCount; m++) {
      const i = moved[m];
      activate(correction, i);
      inverseMass[i] = movable[i];
      for (let c = 3 * i; c < 3 * i + 3; c++) velocity[c] = (ends[c] - starts[c]) / h;
    }
    return true;
  };
}
