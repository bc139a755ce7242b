/** The middle one of some values; of an even number of them, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  return 0.5 * (sorted[Math.floor(half)] + sorted[Math.ceil(half)]);
}
