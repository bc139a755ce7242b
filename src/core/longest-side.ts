import { boundsOf } from "./bounds.ts";

/** The longest side of the box around points of three coordinates. */
export function longestSide(points: ArrayLike<number>): number {
  const { low, high } = boundsOf(points);
  return Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
}
