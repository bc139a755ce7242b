import type { Simulation } from "../sim/simulation.ts";

/** Cloth slower than this everywhere [m/s], for so long [s], is at rest. */
const REST_SPEED = 0.01;
const REST_SECONDS = 1;

/** Watches a simulation for rest. */
export interface RestWatch {
  /** After an update: whether nothing has moved for a while. */
  isAtRest(): boolean;
  /** Something has happened: begin anew. */
  disturb(): void;
}

export function createRestWatch(simulation: Simulation): RestWatch {
  let velocities = new Float32Array(0);
  let since = simulation.time;
  let lookedAt = -1;
  return {
    isAtRest() {
      if (simulation.steps === lookedAt) return false;
      lookedAt = simulation.steps;
      const size = 3 * simulation.particleCount;
      if (velocities.length !== size) velocities = new Float32Array(size);
      simulation.readVelocities(velocities);
      if (isSlow(velocities)) return simulation.time - since >= REST_SECONDS;
      since = simulation.time;
      return false;
    },
    disturb() {
      since = simulation.time;
    },
  };
}

function isSlow(v: Float32Array): boolean {
  for (let o = 0; o < v.length; o += 3) {
    if (v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2] > REST_SPEED * REST_SPEED) return false;
  }
  return true;
}
