/**
 *     npm run stress -- [ccd] [dressed] [SCENE…] [--runs 10 | --seeds A..B] [--size short|long] [--seconds S] [--off] [--csv] [--out FILE.csv]
 *
 * The continuous test against the exact judge, then each stress scene so many times with other jitters of the start. One line a run; a
 * failure does not end it, and the exit code is 1 if there was one. With `--off` collision is switched off, and every run must fail.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { STRESS_SCENES } from "./catalog.ts";
import { stressCcd } from "./ccd.ts";
import { DRESSED_RUNS, dressedHeader, dressedLine, isDressedWell, runDressed } from "./dressed.ts";
import { type RunOptions, runStressScene, type StressRow } from "./run-scene.ts";
import type { Size, StressScene } from "./stress-scene.ts";
import { csvHeader, csvRow, describeRow } from "./table.ts";

export interface StressOptions {
  readonly scenes: readonly StressScene[];
  readonly seeds: readonly number[];
  readonly size: Size;
  readonly off: boolean;
  readonly seconds?: number;
}

/** Runs every scene with every seed; `tell` hears of each run as it ends. A scene that cannot even begin fails and does not end the others. */
export async function runStress(options: StressOptions, tell: (row: StressRow) => void, say: (line: string) => void): Promise<StressRow[]> {
  const { scenes, seeds, size, off, seconds } = options;
  const rows: StressRow[] = [];
  for (const scene of scenes) {
    for (const seed of seeds) {
      const run: RunOptions = { size, seed, off, say, ...(seconds === undefined ? {} : { seconds }) };
      const row = await runStressScene(scene, run).catch((error) => failedRow(scene, run, error));
      rows.push(row);
      tell(row);
    }
  }
  return rows;
}

function failedRow(scene: StressScene, { size, seed, off }: RunOptions, error: unknown): StressRow {
  const words = `did not begin: ${error instanceof Error ? error.message : error}`;
  const none = { vertices: 0, steps: 0, seconds: 0, wallSeconds: 0, msPerStep: 0, worstMs: 0, collideMs: 0 };
  return {
    ...none,
    scene: scene.name,
    size,
    seed,
    collision: off ? "off" : "on",
    maxContacts: 0,
    intersections: 0,
    firstStep: 0,
    maxPenetration: 0,
    maxStrain: 0,
    meanStrain: 0,
    progress: { done: false, words, numbers: {} },
    pass: false,
  };
}

/** Whether runs came out as they must: all pass, or with collision off, each is caught by the checker. */
export function cameOutRight(rows: readonly StressRow[], off: boolean): boolean {
  return rows.every((row) => (off ? !row.pass && row.firstStep > 0 : row.pass));
}

/** The command line; returns the exit code. */
export async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      runs: { type: "string", default: "10" },
      seeds: { type: "string" },
      size: { type: "string", default: "long" },
      seconds: { type: "string" },
      queries: { type: "string", default: "1000000" },
      off: { type: "boolean", default: false },
      csv: { type: "boolean", default: false },
      out: { type: "string" },
    },
  });
  const names = STRESS_SCENES.map(({ name }) => name);
  const unknown = positionals.find((name) => !["ccd", "dressed", ...names].includes(name));
  if (unknown !== undefined) throw new Error(`no scene ${unknown}; there are: ccd, dressed, ${names.join(", ")}`);
  if (values.size !== "short" && values.size !== "long") throw new Error("--size is short or long");
  const seeds = values.seeds === undefined ? range(1, readCount(values.runs, "--runs")) : readSeeds(values.seeds);
  const all = positionals.length === 0;
  const { off, csv, out } = values;
  const say = csv ? (line: string) => console.error(line) : (line: string) => console.log(line);

  let good = true;
  if (!off && (all || positionals.includes("ccd"))) good = runCcd(readCount(values.queries, "--queries"), say);
  if (!off && positionals.includes("dressed")) return (await runDressedFigures(out)) && good ? 0 : 1;
  const scenes = STRESS_SCENES.filter(({ name }) => all || positionals.includes(name));
  const lines = [csvHeader()];
  if (csv) console.log(lines[0]);
  const tell = (row: StressRow): void => {
    lines.push(csvRow(row));
    if (csv) console.log(lines.at(-1));
    else say(describeRow(row));
    if (out !== undefined) writeFileSync(out, `${lines.join("\n")}\n`);
  };
  const seconds = values.seconds === undefined ? {} : { seconds: Number(values.seconds) };
  const rows = await runStress({ scenes, seeds, size: values.size, off, ...seconds }, tell, say);
  good = cameOutRight(rows, off) && good;
  const passed = rows.filter(({ pass }) => pass).length;
  if (rows.length > 0) say(`${passed} runs passed, ${rows.length - passed} failed${off ? "; with collision off all must fail" : ""}`);
  return good ? 0 : 1;
}

/** A table of its own. */
async function runDressedFigures(out: string | undefined): Promise<boolean> {
  const lines = [dressedHeader()];
  console.log(lines[0]);
  let good = true;
  for (const options of DRESSED_RUNS) {
    const row = await runDressed(options);
    good = isDressedWell(row) && good;
    lines.push(dressedLine(row));
    console.log(lines.at(-1));
    if (out !== undefined) writeFileSync(out, `${lines.join("\n")}\n`);
  }
  return good;
}

function runCcd(queries: number, say: (line: string) => void): boolean {
  say(`ccd: ${queries} queries of the continuous test against the exact answer`);
  const rows = stressCcd(queries, 1, say);
  for (const row of rows) {
    say(
      `ccd ${row.family} ${row.kind}: ${row.queries} queries, ${row.hits} hits, ${row.misses} misses, ` +
        `${row.late} late, ${row.falseAlarms} false alarms`,
    );
  }
  return rows.every((row) => row.misses === 0 && row.late === 0);
}

function readCount(text: string, option: string): number {
  const count = Number(text);
  if (!(Number.isInteger(count) && count > 0)) throw new Error(`${option} is a whole number above 0, not ${text}`);
  return count;
}

function readSeeds(text: string): number[] {
  const match = /^(\d+)(?:\.\.(\d+))?$/.exec(text);
  if (match === null) throw new Error(`--seeds is A..B or a number, not ${text}`);
  return range(Number(match[1]), Number(match[2] ?? match[1]));
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n);
}
