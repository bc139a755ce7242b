/** The box around points: the least and the greatest of each of their coordinates. */
export interface Bounds {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** The box around points of `size` coordinates each. */
export function boundsOf(points: ArrayLike<number>, size: number = 3): Bounds {
  const low = Float64Array.from({ length: size }, (_, c) => points[c]);
  const high = low.slice();
  for (let k = 0; k < points.length; k++) {
    const c = k % size;
    low[c] = Math.min(low[c], points[k]);
    high[c] = Math.max(high[c], points[k]);
  }
  return { low, high };
}
