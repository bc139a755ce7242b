/** Ends of the scale in limits, from short to long: near the limit it stays the same, so that bars are compared with it and not with each other. */
const ENDS = [0.01, 0.025, 0.05, 0.1, 0.25, 1.1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000] as const;

/** A scale gives way to a shorter one once its times take no more than this of that. */
const SETTLED = 0.8;

/**
 * The end of a scale [ms] on which times up to `longest` have room; `current` is the end that it had with the same limit, or 0. It does not
 * go to and fro with times that are near an end.
 */
export function fitScale(longest: number, limit: number, current: number): number {
  const fitting = endOf(longest, limit);
  return fitting < current && longest > SETTLED * fitting ? current : fitting;
}

function endOf(longest: number, limit: number): number {
  const end = ENDS.find((factor) => longest <= factor * limit);
  return end === undefined ? longest : end * limit;
}
