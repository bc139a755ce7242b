export interface Line {
  readonly slope: number;
  readonly offset: number;
  /** Share of the variance that the line explains. */
  readonly r2: number;
}

/** Least squares through (x, y). */
export function fitLine(x: readonly number[], y: readonly number[]): Line {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const mx = mean(x);
  const my = mean(y);
  let xx = 0;
  let xy = 0;
  let yy = 0;
  x.forEach((value, n) => {
    xx += (value - mx) * (value - mx);
    xy += (value - mx) * (y[n] - my);
    yy += (y[n] - my) * (y[n] - my);
  });
  const slope = xy / xx;
  return { slope, offset: my - slope * mx, r2: (xy * xy) / (xx * yy) };
}
