/** The least of the values that this share of them does not exceed; NaN of none. Leaves them sorted. */
export function percentile(values: Float64Array, share: number): number {
  if (values.length === 0) return Number.NaN;
  values.sort();
  return values[Math.max(0, Math.ceil(share * values.length) - 1)];
}
