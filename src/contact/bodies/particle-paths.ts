import type { BodyArrays } from "../../kernels/bodies/body-arrays.ts";
import { CROWD, CROWD_SIZE } from "../../kernels/layout/body-places.ts";
import { CHANGE_SHARE, CHANGE_SPEED, SPARE } from "../../kernels/layout/contact-limits.ts";

// The paths of all particles through a step, as far as they are known before the method proposes.

/** Numbers of a crowd: min x, y, z, max x, y, z of its starts, and the longest path that is expected of one of its particles [m]. */
export const CROWD_NUMBERS: number = CROWD_SIZE / 8;

/** Predicts the paths through a step of h seconds. */
export function predictPaths({ starts, velocities: v, predicted, lengths, allowances }: BodyArrays, h: number): void {
  for (let i = 0, c = 0; i < lengths.length; i++, c += 3) {
    const length = h * Math.sqrt(v[c] * v[c] + v[c + 1] * v[c + 1] + v[c + 2] * v[c + 2]);
    lengths[i] = length;
    allowances[i] = CHANGE_SPEED * h + CHANGE_SHARE * length;
  }
  for (let c = 0; c < predicted.length; c++) predicted[c] = starts[c] + h * v[c];
}

/** Measures the deviations of the ends xe. Widens the allowances that they exceed; true where there are some. */
export function coverEnds({ predicted, allowances, deviations, pinned }: BodyArrays, xe: Float64Array): boolean {
  let isLonger = false;
  for (let i = 0; i < deviations.length; i++) {
    const dx = xe[3 * i] - predicted[3 * i];
    const dy = xe[3 * i + 1] - predicted[3 * i + 1];
    const dz = xe[3 * i + 2] - predicted[3 * i + 2];
    const deviation = Math.sqrt(dx * dx + dy * dy + dz * dz);
    deviations[i] = deviation;
    if (deviation <= allowances[i] || pinned[i] !== 0) continue;
    allowances[i] = deviation < Number.POSITIVE_INFINITY ? SPARE * deviation : Number.POSITIVE_INFINITY;
    isLonger = true;
  }
  return isLonger;
}

/** Computes the boxes and the longest paths of the crowds. */
export function computeCrowds({ starts, lengths, allowances, crowds }: BodyArrays): void {
  const { length: particleCount } = lengths;
  for (let first = 0, o = 0; first < particleCount; first += CROWD, o += CROWD_NUMBERS) {
    const end = Math.min(first + CROWD, particleCount);
    let longest = 0;
    for (let i = first; i < end; i++) longest = Math.max(longest, lengths[i] + allowances[i]);
    for (let c = 0; c < 3; c++) {
      let low = starts[3 * first + c];
      let high = low;
      for (let k = 3 * first + c; k < 3 * end; k += 3) {
        low = Math.min(low, starts[k]);
        high = Math.max(high, starts[k]);
      }
      crowds[o + c] = low;
      crowds[o + 3 + c] = high;
    }
    crowds[o + 6] = longest;
  }
}

/** The crowd of all particles. */
export function uniteCrowds(crowds: Float64Array, out: Float64Array): void {
  for (let c = 0; c < CROWD_NUMBERS; c++) out[c] = crowds[c];
  for (let o = CROWD_NUMBERS; o < crowds.length; o += CROWD_NUMBERS) {
    for (let c = 0; c < 3; c++) {
      out[c] = Math.min(out[c], crowds[o + c]);
      out[3 + c] = Math.max(out[3 + c], crowds[o + 3 + c]);
    }
    out[6] = Math.max(out[6], crowds[o + 6]);
  }
}
