/** How times spread: the middle one, what 95 of 100 of them do not exceed, and the longest. */
export interface Spread {
  readonly median: number;
  readonly p95: number;
  readonly worst: number;
}

/** The spread of some times, which are left sorted; zeros of none. */
export function spreadOf(times: Float64Array): Spread {
  const count = times.length;
  if (count === 0) return { median: 0, p95: 0, worst: 0 };
  times.sort();
  const half = (count - 1) / 2;
  const median = 0.5 * (times[Math.floor(half)] + times[Math.ceil(half)]);
  return { median, p95: times[Math.ceil((95 * count) / 100) - 1], worst: times[count - 1] };
}
