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
  const near = new Map<number, number>();
  for (let s = 0; s < count; s++) {
    near.clear();
    for (let end = 0; end < 2; end++) {
      const i = ends[2 * s + end];
      for (let e = hats.start[i]; e < hats.start[i + 1]; e++) {
        const sign = end === 0 ? -1 : 1;
        near.set(hats.hat[e], (near.get(hats.hat[e]) ?? 0) + sign * hats.weight[e]);
      }
    }
    for (const [index, value] of [...near].sort(([a], [b]) => a - b)) {
      if (value === 0) continue;
      hat.push(index);
      difference.push(value);
    }
    start[s + 1] = hat.length;
  }
  return { start, hat: Uint32Array.from(hat), difference: Float64Array.from(difference) };
}
