import type { Springs } from "../../fabric/cloth.ts";
import type { Hats } from "../../mesh/coarse-hats.ts";

/** By how much each hat differs between the ends of a spring, P_j − P_i: the hats with a difference, in the entries start[s] … start[s + 1], ascending. */
export interface HatDifferences {
  readonly start: Uint32Array;
  readonly hat: Uint32Array;
  readonly difference: Float64Array;
}

export function differHats({ count, ends }: Springs, hats: Hats): HatDifferences {
  const start = new Uint32Array(count + 1);
  const hat: number[] = [];
  const difference: number[] = [];
  for (let s = 0; s < count; s++) {
    for (let end = 0; end < 2; end++) {
      const i = ends[2 * s + end];
      for (let e = hats.start[i]; e < hats.start[i + 1]; e++) {
        insert(hat, difference, start[s], hats.hat[e], end === 0 ? -hats.weight[e] : hats.weight[e]);
      }
    }
    let kept = start[s];
    for (let p = start[s]; p < hat.length; p++) {
      if (difference[p] === 0) continue;
      hat[kept] = hat[p];
      difference[kept++] = difference[p];
    }
    hat.length = kept;
    difference.length = kept;
    start[s + 1] = kept;
  }
  return { start, hat: Uint32Array.from(hat), difference: Float64Array.from(difference) };
}

/** Adds a value to that of a hat in ascending lists, from a place on. */
function insert(hats: number[], values: number[], from: number, hat: number, value: number): void {
  let p = hats.length;
  while (p > from && hats[p - 1] > hat) p--;
  if (p > from && hats[p - 1] === hat) {
    values[p - 1] += value;
    return;
  }
  hats.push(hat);
  values.push(value);
  for (let q = hats.length - 1; q > p; q--) {
    hats[q] = hats[q - 1];
    values[q] = values[q - 1];
  }
  hats[p] = hat;
  values[p] = value;
}
