import type { StressRow } from "./run-scene.ts";

const COLUMNS: readonly (readonly [name: string, value: (row: StressRow) => string | number])[] = [
  ["scene", (row) => row.scene],
  ["size", (row) => row.size],
  ["seed", (row) => row.seed],
  ["collision", (row) => row.collision],
  ["vertices", (row) => row.vertices],
  ["steps", (row) => row.steps],
  ["seconds", (row) => row.seconds.toFixed(3)],
  ["wall s", (row) => row.wallSeconds.toFixed(1)],
  ["ms a step", (row) => row.msPerStep.toFixed(1)],
  ["worst ms", (row) => row.worstMs.toFixed(1)],
  ["collide ms a step", (row) => row.collideMs.toFixed(1)],
  ["most contacts", (row) => row.maxContacts],
  ["intersections", (row) => row.intersections],
  ["first step with any fault", (row) => row.firstStep],
  ["deepest m", (row) => (row.maxPenetration === 0 ? "0" : row.maxPenetration.toExponential(1))],
  ["most strain", (row) => row.maxStrain.toFixed(3)],
  ["most mean strain", (row) => row.meanStrain.toFixed(3)],
  ["progress", (row) => row.progress.words],
  ["result", (row) => (row.pass ? "pass" : "FAIL")],
];

export function csvHeader(): string {
  return COLUMNS.map(([name]) => name).join(",");
}

export function csvRow(row: StressRow): string {
  return COLUMNS.map(([, value]) => quote(String(value(row)))).join(",");
}

function quote(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""').replaceAll("\n", " ")}"` : text;
}

/** One line for people. */
export function describeRow(row: StressRow): string {
  const where = row.firstStep > 0 ? ` from step ${row.firstStep}` : "";
  const deep = row.maxPenetration > 0 ? `, ${(1000 * row.maxPenetration).toPrecision(2)} mm deep` : "";
  return [
    `${row.pass ? "pass" : "FAIL"} ${row.scene} ${row.seed}${row.collision === "off" ? " (off)" : ""}:`,
    `${row.vertices} vertices, ${row.steps} steps in ${row.wallSeconds.toFixed(1)} s`,
    `(${row.msPerStep.toFixed(0)} ms, worst ${row.worstMs.toFixed(0)} ms, contact ${row.collideMs.toFixed(0)} ms),`,
    `up to ${row.maxContacts} contacts, ${row.intersections} intersections${where}${deep}, strain up to ${row.maxStrain.toFixed(2)} (mean ${row.meanStrain.toFixed(3)}); ${row.progress.words}`,
  ].join(" ");
}
