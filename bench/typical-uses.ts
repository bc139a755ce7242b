/**
 * What a frame costs in five typical uses, with defaults: median, p95 and worst of the whole frame [ms], and the share of each stage in the time of all frames. A frame is a step of 1/60 s;
 * each use runs in a process of its own, so that code and memory of one never meet another's. All five with 300 frames are kept, in results/typical-uses.csv and in the README.
 *
 *     npm run bench -- typical-uses [flag cape figure tablecloth capes jersey-cape capes-asleep] [frames=300] [budget=0]
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { readArguments } from "./support/arguments.ts";
import { machine, publish, type Row } from "./support/table.ts";
import { replaceTable, tellUses } from "./typical-uses/readme-table.ts";
import { measureUse, USES } from "./typical-uses/uses.ts";

const DEFAULTS = { frames: 300, budget: 0 };
/** The process that measures one use is told so. */
const ALONE = "alone";

const { words, numbers } = readArguments(DEFAULTS);
if (words[0] === ALONE) console.log(JSON.stringify(await measureUse(words[1], numbers)));
else runAll();

function runAll(): void {
  const names = Object.keys(USES);
  const unknown = words.find((word) => !names.includes(word));
  if (unknown !== undefined) throw new Error(`no use ${unknown}; there are: ${names.join(", ")}`);
  const chosen = names.filter((name) => (words.length === 0 ? USES[name].isTold : words.includes(name)));
  const rows = chosen.map(measureAlone);
  const isWhole = words.length === 0 && Object.entries(DEFAULTS).every(([name, value]) => numbers[name as keyof typeof DEFAULTS] === value);
  const options = `${numbers.frames} frames, ${numbers.budget > 0 ? `budget ${numbers.budget} ms` : "no budget"}, one thread but two for the capes`;
  publish("typical-uses", options, rows, isWhole);
  const table = tellUses(rows, machine());
  console.log(`\n${table}`);
  if (isWhole) writeFileSync("README.md", replaceTable(readFileSync("README.md", "utf8"), table));
}

function measureAlone(name: string): Row {
  const given = Object.entries(numbers).map(([number, value]) => `${number}=${value}`);
  const { status, stdout } = spawnSync(process.execPath, [...process.execArgv, process.argv[1], ALONE, name, ...given], {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${name} failed`);
  return JSON.parse(stdout) as Row;
}
