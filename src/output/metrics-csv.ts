import type { Metrics } from "../sim/measure.ts";

/** Columns of the metrics table, one row a step. `run` says in the first row what made the table. */
export const METRICS_COLUMNS: readonly string[] = [
  ...["time", "kinetic", "elastic", "gravitational", "momentumX", "momentumY", "momentumZ"],
  ...["angularX", "angularY", "angularZ", "strainMean", "strainMax", "contacts", "intersections", "maxPenetration"],
  ...["iterations", "residual", "ms", "run"],
];

/** One row; columns that are not known yet stay empty. */
export function formatMetricsRow(metrics: Metrics, ms: number, run: string): string {
  const { time, kinetic, elastic, gravitational, momentum, angularMomentum } = metrics;
  const { strainMean, strainMax, contacts, iterations, residual } = metrics;
  const known = [time, kinetic, elastic, gravitational, ...momentum, ...angularMomentum, strainMean, strainMax];
  const quoted = run === "" ? "" : `"${run.replaceAll('"', '""')}"`;
  return [...known, contacts, "", "", iterations, residual, Number(ms.toFixed(4)), quoted].join(",");
}
