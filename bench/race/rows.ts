import type { Row } from "../support/table.ts";
import type { Contestant } from "./contestant.ts";
import type { Measures } from "./measure.ts";
import type { Outcome, Result } from "./run-setting.ts";
import type { FinishedStage, StageTruth } from "./stage.ts";

/** The contestant of the rows that tell what a stage is held against. */
export const REFERENCE = "reference";

/** Scenes in which penetration is a number of pairs of triangles, not a depth. */
const COUNTED: readonly string[] = ["dressed", "fold"];

/** Columns of measures, with what their numbers are multiplied by and how many digits they have: strain in per cent, distances in centimetres. */
const MEASURES: Readonly<Record<string, readonly [key: keyof Measures, unit: number, digits: number]>> = {
  meanRest: ["meanRest", 100, 3],
  maxRest: ["maxRest", 100, 3],
  p999Rest: ["p999Rest", 100, 3],
  meanPeak: ["meanPeak", 100, 3],
  maxPeak: ["maxPeak", 100, 3],
  p999Peak: ["p999Peak", 100, 3],
  restMms: ["restSpeed", 1000, 2],
  errorCm: ["motionError", 100, 2],
  ownErrorCm: ["ownError", 100, 2],
  period: ["period", 1, 3],
  energy: ["energy", 100, 3],
};

/** A run as a row of the CSV, of the report, and of what a racer's process prints. Depth of penetration in millimetres. */
export function rowOf(result: Result): Row {
  const { measures } = result;
  const told = Object.entries(MEASURES).map(([column, [key, unit, digits]]) => [
    column,
    fixed(unit * (measures?.[key] ?? Number.NaN), digits),
  ]);
  const [unit, digits] = depthUnit(result.scene);
  return {
    scene: result.scene,
    n: result.size,
    particles: result.particles,
    k: Number.isNaN(result.stiffness) ? "fabric" : result.stiffness,
    contestant: result.contestant,
    team: result.team,
    setting: result.setting,
    outcome: result.outcome,
    minMs: fixed(result.min, 3),
    medianMs: fixed(result.median, 3),
    p95Ms: fixed(result.p95, 3),
    ...Object.fromEntries(told),
    penetration: fixed(unit * (measures?.penetration ?? Number.NaN), digits),
    halvedCm: "–",
    stillCm: "–",
    seconds: fixed(result.seconds, 1),
    version: result.version,
  };
}

export function readResult(row: Row): Result {
  const number = (column: string): number => Number.parseFloat(String(row[column]));
  const outcome = String(row.outcome) as Outcome;
  const result = {
    contestant: String(row.contestant),
    team: String(row.team) as Contestant["team"],
    scene: String(row.scene),
    size: number("n"),
    particles: number("particles"),
    stiffness: number("k"),
    setting: String(row.setting),
    outcome,
    min: number("minMs"),
    median: number("medianMs"),
    p95: number("p95Ms"),
    seconds: number("seconds"),
    version: String(row.version),
  };
  if (outcome !== "finished") return result;
  const told = Object.entries(MEASURES).map(([column, [key, unit]]) => [key, number(column) / unit]);
  const penetration = number("penetration") / depthUnit(result.scene)[0];
  return { ...result, measures: { ...(Object.fromEntries(told) as Omit<Measures, "penetration">), penetration } };
}

/** What a stage is held against, as a row: what the cloth itself does. */
export function truthRow({ truth, results }: FinishedStage): Row | undefined {
  if (truth === undefined || results.length === 0) return undefined;
  const nothing = { min: Number.NaN, median: Number.NaN, p95: Number.NaN, seconds: Number.NaN };
  const about = { contestant: REFERENCE, team: "rival", setting: truth.about.replaceAll(",", ";"), version: "" } as const;
  const row = rowOf({ ...results[0], ...nothing, ...about, outcome: "finished", measures: truth.measures });
  return { ...row, errorCm: "0.00", halvedCm: fixed(100 * truth.change, 3), stillCm: fixed(100 * truth.stillError, 3) };
}

export function readTruth(row: Row): StageTruth {
  const { measures, setting } = readResult(row);
  const metres = (column: string): number => Number.parseFloat(String(row[column])) / 100;
  return { about: setting, change: metres("halvedCm"), stillError: metres("stillCm"), measures: measures as Measures };
}

/** Everything of a stage. */
export function rowsOf(stage: FinishedStage): Row[] {
  const truth = truthRow(stage);
  return [...(truth === undefined ? [] : [truth]), ...stage.results.map(rowOf)];
}

function depthUnit(scene: string): readonly [unit: number, digits: number] {
  return COUNTED.includes(scene) ? [1, 0] : [1000, 2];
}

function fixed(value: number, digits: number): string {
  return Number.isFinite(value) ? value.toFixed(digits) : "–";
}
