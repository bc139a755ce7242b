import type { Row } from "../support/table.ts";
import type { Result } from "./run-setting.ts";
import type { FinishedStage } from "./stage.ts";

/** Every run as a row of the CSV and of the report. Strain in per cent, distances in centimetres, depth in millimetres. */
export function rowOf(result: Result): Row {
  const { measures: m } = result;
  const percent = (value: number | undefined): string => fixed(100 * (value ?? Number.NaN), 3);
  const centimetres = (value: number | undefined): string => fixed(100 * (value ?? Number.NaN), 2);
  const counted = result.scene === "dressed";
  return {
    scene: result.scene,
    n: result.size,
    particles: result.particles,
    k: Number.isNaN(result.stiffness) ? "fabric" : result.stiffness,
    contestant: result.contestant,
    setting: result.setting,
    outcome: result.outcome,
    minMs: fixed(result.min, 3),
    medianMs: fixed(result.median, 3),
    meanRest: percent(m?.meanRest),
    maxRest: percent(m?.maxRest),
    meanPeak: percent(m?.meanPeak),
    maxPeak: percent(m?.maxPeak),
    restMms: fixed(1000 * (m?.restSpeed ?? Number.NaN), 2),
    errorCm: centimetres(m?.motionError),
    ownErrorCm: centimetres(m?.ownError),
    period: fixed(m?.period ?? Number.NaN, 3),
    energy: percent(m?.energy),
    penetration: counted ? fixed(m?.penetration ?? Number.NaN, 0) : fixed(1000 * (m?.penetration ?? Number.NaN), 2),
  };
}

/** The reference of a stage as a row: what the cloth itself does. Its strain at rest is that of the end of its second. */
export function truthRow({ truthMeasures, truthAbout }: FinishedStage, template: Result): Row | undefined {
  if (truthMeasures === undefined) return undefined;
  const nothing = { min: Number.NaN, median: Number.NaN };
  const row = rowOf({ ...template, ...nothing, contestant: "reference", outcome: "finished", measures: truthMeasures });
  return { ...row, setting: truthAbout.replaceAll(",", ";"), errorCm: "0.00" };
}

function fixed(value: number, digits: number): string {
  return Number.isFinite(value) ? value.toFixed(digits) : "–";
}
