import { STAGES } from "../../src/index.ts";
import { markdownTable } from "../race/words.ts";
import type { Row } from "../support/table.ts";

/** At the end of the line above the table. */
const MARK = "<!-- typical uses -->";

/** Stages that take next to nothing, which the table tells together. */
const SMALL: readonly string[] = ["drive", "advance", "measure"];

/** The rows of the bench as the README has them: a line that says where they come from, and the table. */
export function tellUses(rows: readonly Row[], machine: string): string {
  const told = rows.map((row) => ({
    "a step of": row.use,
    vertices: Number(row.vertices).toLocaleString("en-GB"),
    median: digits(row.median),
    p95: digits(row.p95),
    worst: digits(row.worst),
    ...Object.fromEntries(STAGES.filter((stage) => !SMALL.includes(stage)).map((stage) => [stage, share(row, [stage])])),
    "the rest": share(row, SMALL),
  }));
  const source = `Milliseconds of a step of 1/60 s, which has 16.7 for it at 60 frames a second, and which stages take them [%]; \`npm run bench -- typical-uses\` on ${machine}: ${MARK}`;
  return `${source}\n\n${markdownTable(told)}`;
}

/** The page with these lines in place of those that it has. */
export function replaceTable(page: string, told: string): string {
  const lines = page.split("\n");
  const first = lines.findIndex((line) => line.endsWith(MARK));
  if (first < 0) throw new Error(`the page has no ${MARK}`);
  const end = lines.findIndex((line, n) => n > first + 1 && !line.startsWith("|"));
  return [...lines.slice(0, first), told, ...lines.slice(end)].join("\n");
}

function share(row: Row, stages: readonly string[]): string {
  const cells = stages.map((stage) => row[`${stage} [%]`]);
  return cells.includes("") ? "" : cells.reduce<number>((sum, cell) => sum + Number(cell), 0).toFixed(0);
}

/** Two digits, as many as a busy machine leaves. */
function digits(ms: string | number): string {
  const value = Number(ms);
  return value >= 10 ? value.toFixed(0) : String(Number(value.toPrecision(2)));
}
