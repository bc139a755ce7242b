import { type BodyMotion, POSE_SIZE, toBody } from "../../core/body-motion.ts";
import { lengthenArray } from "../../core/lengthen-array.ts";
import type { BodyArrays } from "../../kernels/bodies/body-arrays.ts";
import { CROWD } from "../../kernels/layout/body-places.ts";
import { CAPSULE_SIZE } from "../shapes/body-capsule.ts";
import { distance, FAR, isBeyond, MEASURED, type Shape } from "../shapes/collider.ts";
import { CROWD_NUMBERS } from "./particle-paths.ts";

/** Pairs of a body and a particle, by body, then by particle. The arrays are replaced when the list grows. */
export interface NearPairs {
  count: number;
  bodies: Uint32Array;
  particles: Uint32Array;
  /** The position of the particle at the start of the step in the coordinates of the body [m], three numbers a pair, and φ there [m]. */
  from: Float64Array;
  phi: Float64Array;
  /** A bound below φ on a path to the predicted position [m]. On a path that ends s metres from there, φ stays above clearance − steepness · s. */
  clearance: Float64Array;
}

/** The search for particles near one body. `capsule` is set around the body's motion, `numbers[LEVEL]` to the distance that counts as near [m]. */
export interface BodySearch {
  readonly capsule: Float64Array;
  readonly numbers: Float64Array;
  /** Adds the pairs of a body with the free particles that may come near it. */
  search(body: number, shape: Shape): void;
}

/** Places in `numbers`: the distance that counts as near, and the clearance of a pair [m]. */
export const LEVEL = 0;
const CLEARANCE = 1;

export function createBodySearch(arrays: BodyArrays, pairs: NearPairs, motion: BodyMotion): BodySearch {
  const { starts, predicted, lengths, allowances, pinned, crowds } = arrays;
  const { length: particleCount } = lengths;
  const capsule = new Float64Array(CAPSULE_SIZE);
  const numbers = new Float64Array(2);
  const point = new Float64Array(3);
  const end = new Float64Array(3);
  const measured = new Float64Array(MEASURED);

  function add(body: number, i: number): void {
    const { count } = pairs;
    if (count === pairs.phi.length) grow(pairs);
    pairs.bodies[count] = body;
    pairs.particles[count] = i;
    for (let c = 0; c < 3; c++) pairs.from[3 * count + c] = point[c];
    pairs.clearance[count] = numbers[CLEARANCE];
    pairs.phi[count] = measured[0];
    pairs.count++;
  }

  function searchCrowd(body: number, shape: Shape, first: number, last: number): void {
    const pose = POSE_SIZE * body;
    const level = numbers[LEVEL];
    const x0 = capsule[0];
    const y0 = capsule[1];
    const z0 = capsule[2];
    const ax = capsule[3];
    const ay = capsule[4];
    const az = capsule[5];
    const inverse = capsule[6];
    const radius = capsule[7] + level;
    const squaredScale = capsule[8] * capsule[8];
    const { steepness } = shape;
    for (let i = first; i < last; i++) {
      const px = starts[3 * i] - x0;
      const py = starts[3 * i + 1] - y0;
      const pz = starts[3 * i + 2] - z0;
      const t = Math.min(1, Math.max(0, (px * ax + py * ay + pz * az) * inverse));
      const dx = px - t * ax;
      const dy = py - t * ay;
      const dz = pz - t * az;
      const most = radius + lengths[i] + allowances[i];
      if (squaredScale * (dx * dx + dy * dy + dz * dz) > most * most || pinned[i] !== 0) continue;
      toBody(motion.start, pose, starts, i, point);
      toBody(motion.end, pose, predicted, i, end);
      const length = distance(point, end);
      const reach = level + steepness * (length + allowances[i]);
      if (isBeyond(shape, point, reach)) continue;
      shape.measure(point, measured);
      if (measured[0] < FAR && measured[0] > reach) continue;
      numbers[CLEARANCE] = measured[0] < FAR ? measured[0] - steepness * length : Number.NEGATIVE_INFINITY;
      add(body, i);
    }
  }

  return {
    capsule,
    numbers,
    search(body, shape) {
      for (let first = 0, o = 0; first < particleCount; first += CROWD, o += CROWD_NUMBERS) {
        if (mayBeNear(crowds, o, capsule, 0, numbers)) searchCrowd(body, shape, first, Math.min(first + CROWD, particleCount));
      }
    },
  };
}

/** Whether particles of the crowd at o may come nearer to the body whose capsule is at k than numbers[LEVEL]. */
export function mayBeNear(crowds: Float64Array, o: number, capsules: Float64Array, k: number, numbers: Float64Array): boolean {
  const scale = capsules[k + 8];
  let squared = 0;
  for (let c = 0; c < 3; c++) {
    const low = capsules[k + c] + Math.min(0, capsules[k + 3 + c]);
    const high = capsules[k + c] + Math.max(0, capsules[k + 3 + c]);
    const apart = scale * Math.max(0, crowds[o + c] - high, low - crowds[o + 3 + c]);
    squared += apart * apart;
  }
  const most = capsules[k + 7] + numbers[LEVEL] + crowds[o + 6];
  return squared <= most * most;
}

function grow(pairs: NearPairs): void {
  pairs.bodies = lengthenArray(pairs.bodies);
  pairs.particles = lengthenArray(pairs.particles);
  pairs.from = lengthenArray(pairs.from);
  pairs.phi = lengthenArray(pairs.phi);
  pairs.clearance = lengthenArray(pairs.clearance);
}
