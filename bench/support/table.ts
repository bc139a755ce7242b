import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { arch, cpus } from "node:os";
import { VERSION } from "../../src/index.ts";

export type Row = Readonly<Record<string, string | number>>;

/** No benchmark changes the seed of its scenes. */
const SEED = 1;

/**
 * Prints rows as a table and keeps them as CSV under bench/results, with version, machine, seed and `options` (of the solvers, where a
 * column does not tell them) in every row; a part of a benchmark is not kept.
 */
export function publish(name: string, options: string, rows: readonly Row[], isKept: boolean = true): void {
  const columns = Object.keys(rows[0]);
  const cells = cellsOf(rows);
  const widths = columns.map((column, c) => Math.max(column.length, ...cells.map((line) => line[c].length)));
  const print = (line: readonly string[]): void =>
    console.log(line.map((cell, c) => (c === 0 ? cell.padEnd(widths[c]) : cell.padStart(widths[c]))).join("  "));
  print(columns);
  for (const line of cells) print(line);

  if (isKept) writeCsv(name, options, rows);
  console.log(`\n${isKept ? `bench/results/${name}.csv` : "not kept"}, drape ${VERSION}, seed ${SEED}, ${options}, ${machine()}`);
}

/** The CSV alone, whole at any time: it is replaced by one that is complete. */
export function writeCsv(name: string, options: string, rows: readonly Row[]): void {
  const header = ["drape", "machine", "seed", "options", ...Object.keys(rows[0]).map(quote)].join(",");
  const lines = cellsOf(rows).map((line) => [VERSION, `"${machine()}"`, SEED, `"${options}"`, ...line.map(quote)].join(","));
  mkdirSync("bench/results", { recursive: true });
  const path = `bench/results/${name}.csv`;
  writeFileSync(`${path}.part`, `${[header, ...lines].join("\n")}\n`);
  renameSync(`${path}.part`, path);
}

/** Of cells, those with a comma. */
function quote(cell: string): string {
  return cell.includes(",") ? `"${cell}"` : cell;
}

export function machine(): string {
  return `${cpus()[0]?.model.trim() || "unknown"} ${arch()} node ${process.version}`;
}

function cellsOf(rows: readonly Row[]): string[][] {
  return rows.map((row) => Object.keys(rows[0]).map((column) => String(row[column])));
}
