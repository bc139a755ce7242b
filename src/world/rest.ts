import type { Run } from "../sim/run.ts";

/** Cloth slower than this everywhere [m/s], for so long [s], is at rest. */
const REST_SPEED = 0.01;
const REST_SECONDS = 1;

/** Watches a run for rest. */
export interface RestWatch {
  /** After an update: whether nothing has moved for a while. */
  isAtRest(): boolean;
  /** Something has happened: begin anew. */
  disturb(): void;
}

export function createRestWatch(run: Run): RestWatch {
  let since = run.rig.state.time;
  let lookedAt = -1;
  return {
    isAtRest() {
      const { steps, time, v } = run.rig.state;
      if (steps === lookedAt) return false;
      lookedAt = steps;
      if (isSlow(v)) return time - since >= REST_SECONDS;
      since = time;
      return false;
    },
    disturb() {
      since = run.rig.state.time;
    },
  };
}

function isSlow(v: Float64Array): boolean {
  for (let o = 0; o < v.length; o += 3) {
    if (v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2] > REST_SPEED * REST_SPEED) return false;
  }
  return true;
}
