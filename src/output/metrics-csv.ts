import type { Inspection } from "../sim/inspect-state.ts";
import type { Metrics } from "../sim/measure.ts";

/** Columns of the metrics table, one row a step. `run` says in the first row what made the table. */
export const METRICS_COLUMNS: readonly string[] = (
  "time kinetic elastic gravitational momentumX momentumY momentumZ angularX angularY angularZ strainMean strainMax " +
  "contacts intersections maxPenetration iterations residual ms swappedLayers overstretched run"
).split(" ");

/** One row; `swappedLayers` stays empty where the scene has no layers. */
export function formatMetricsRow(metrics: Metrics, inspection: Inspection, ms: number, run: string): string {
  const { time, kinetic, elastic, gravitational, momentum, angularMomentum } = metrics;
  const { strainMean, strainMax, overstretched, contacts, iterations, residual } = metrics;
  const { intersections, maxPenetration, swappedLayers = "" } = inspection;
  const motion = [time, kinetic, elastic, gravitational, ...momentum, ...angularMomentum, strainMean, strainMax];
  const quoted = run === "" ? "" : `"${run.replaceAll('"', '""')}"`;
  const contact = [contacts, intersections, maxPenetration];
  return [...motion, ...contact, iterations, residual, Number(ms.toFixed(4)), swappedLayers, overstretched, quoted].join(",");
}
