import type { ConeArrays } from "../../kernels/cones/cone-store.ts";
import { CROWD, CROWD_SIZE } from "../../kernels/layout/cone-places.ts";
import * as limits from "../../kernels/layout/contact-limits.ts";

/** Particles that follow each other are searched in groups of this many: most groups are far from most bodies. */
export const GROUP: number = CROWD;
/** Numbers of a group: min x, y, z, max x, y, z of its starts, and the longest path that is expected of one of its particles [m]. */
export const GROUP_SIZE: number = CROWD_SIZE / 8;

/** The paths of all particles through a step, as far as they are known before the method proposes. */
export interface ParticlePaths {
  /** Positions at the start [m]. The method may see others, shifted by contact. */
  readonly starts: Float64Array;
  /** Positions to which the velocities lead [m], and the distances to them from the starts [m]. */
  readonly predicted: Float64Array;
  readonly lengths: Float64Array;
  /** The distance from its predicted position within which each particle is expected to end, and the one at which it was last seen to [m]. */
  readonly allowances: Float64Array;
  readonly deviations: Float64Array;
  /** 1 for a particle that is held from the start; a method may hold more while it proposes. */
  readonly held: Uint8Array;
  /** GROUP_SIZE numbers a group. */
  readonly groups: Float64Array;
}

/** A particle is expected to end as far from its predicted position as this speed takes it [m/s], and this share of its path. */
const CHANGE_SPEED = limits.CHANGE_SPEED;
const CHANGE_SHARE = limits.CHANGE_SHARE;
/** A particle that ends farther away is given this many times the allowance that it needs. */
const SPARE = limits.SPARE;

/** In the arrays of kernels, where there are some. */
export function createParticlePaths(particleCount: number, kernels?: ConeArrays): ParticlePaths {
  const n = particleCount;
  if (kernels !== undefined) {
    const { starts, ahead: predicted, ways: lengths, strays: allowances, strayed: deviations, pinned: held, crowds: groups } = kernels;
    return { starts, predicted, lengths, allowances, deviations, held, groups };
  }
  return {
    starts: new Float64Array(3 * n),
    predicted: new Float64Array(3 * n),
    lengths: new Float64Array(n),
    allowances: new Float64Array(n),
    deviations: new Float64Array(n),
    held: new Uint8Array(n),
    groups: new Float64Array(GROUP_SIZE * Math.ceil(n / GROUP)),
  };
}

/** Predicts the paths through a step of h seconds at velocities v. */
export function predictPaths({ starts, predicted, lengths, allowances }: ParticlePaths, v: Float64Array, h: number): void {
  for (let i = 0, c = 0; i < lengths.length; i++, c += 3) {
    const length = h * Math.sqrt(v[c] * v[c] + v[c + 1] * v[c + 1] + v[c + 2] * v[c + 2]);
    lengths[i] = length;
    allowances[i] = CHANGE_SPEED * h + CHANGE_SHARE * length;
  }
  for (let c = 0; c < predicted.length; c++) predicted[c] = starts[c] + h * v[c];
}

/** Measures the deviations of the ends xe. Widens the allowances that they exceed; true where there are some. */
export function coverEnds({ predicted, allowances, deviations, held }: ParticlePaths, xe: Float64Array): boolean {
  let isLonger = false;
  for (let i = 0; i < deviations.length; i++) {
    const dx = xe[3 * i] - predicted[3 * i];
    const dy = xe[3 * i + 1] - predicted[3 * i + 1];
    const dz = xe[3 * i + 2] - predicted[3 * i + 2];
    const deviation = Math.sqrt(dx * dx + dy * dy + dz * dz);
    deviations[i] = deviation;
    if (deviation <= allowances[i] || held[i] !== 0) continue;
    allowances[i] = deviation < Number.POSITIVE_INFINITY ? SPARE * deviation : Number.POSITIVE_INFINITY;
    isLonger = true;
  }
  return isLonger;
}

/** Computes the boxes and the longest paths of the groups. */
export function computeGroups({ starts, lengths, allowances, groups }: ParticlePaths): void {
  const { length: particleCount } = lengths;
  for (let first = 0, o = 0; first < particleCount; first += GROUP, o += GROUP_SIZE) {
    const end = Math.min(first + GROUP, particleCount);
    let longest = 0;
    for (let i = first; i < end; i++) longest = Math.max(longest, lengths[i] + allowances[i]);
    for (let c = 0; c < 3; c++) {
      let low = starts[3 * first + c];
      let high = low;
      for (let k = 3 * first + c; k < 3 * end; k += 3) {
        low = Math.min(low, starts[k]);
        high = Math.max(high, starts[k]);
      }
      groups[o + c] = low;
      groups[o + 3 + c] = high;
    }
    groups[o + 6] = longest;
  }
}
