import { execFileSync } from "node:child_process";
import { arch, cpus } from "node:os";
import { type Row, writeCsv } from "../support/table.ts";
import type { Contestant } from "./contestant.ts";
import { writeReport } from "./report.ts";
import { rowOf, truthRow } from "./rows.ts";
import type { Result } from "./run-setting.ts";
import type { FinishedStage, Form } from "./stage.ts";

/** What a race leaves behind, written as it goes. */
export interface RaceRecord {
  /** Of its files under bench/results, without endings. */
  readonly name: string;
  /** One more run of a stage: it is in the CSV at once. */
  keep(stage: Omit<FinishedStage, "results">, result: Result): void;
  /** A whole stage: CSV and report anew. */
  finish(stage: FinishedStage): void;
  headlines(): readonly string[];
}

/** `part` names what of the race is run, where it is not all of it: the files of a whole one are left alone then. */
export function createRecord(form: Form, part: string, contestants: readonly Contestant[], started: number): RaceRecord {
  const machine = `${cpus()[0]?.model.trim() || "unknown"} ${arch()}`;
  const name = `race-${form}-${machine.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}${part}`;
  const commit = describeCommit();
  const finished: FinishedStage[] = [];
  let running: FinishedStage | undefined;
  let headlines: readonly string[] = [];

  function write(): void {
    const rows = [...finished, ...(running === undefined ? [] : [running])].flatMap(rowsOf);
    if (rows.length > 0) writeCsv(name, `commit ${commit}; one thread each; steps a frame and effort in setting`, rows);
  }

  return {
    name,
    keep(stage, result) {
      running = { ...stage, results: [...(running?.results ?? []), result] };
      write();
    },
    finish(stage) {
      finished.push(stage);
      running = undefined;
      write();
      const about = [
        `machine: ${machine}, Node ${process.version}, one thread each`,
        `commit: ${commit}`,
        `${form} form, ${((performance.now() - started) / 60_000).toFixed(1)} minutes`,
        "cloth: 1 m², 0.2 kg, k = 10⁴ N/m along edges and diagonals (mesh stretch stiffness), no bending stiffness; frames of 1/60 s",
      ];
      headlines = writeReport(name, about, contestants, finished);
    },
    headlines: () => headlines,
  };
}

function rowsOf(stage: FinishedStage): Row[] {
  const own = stage.results.map(rowOf);
  const truth = own.length === 0 ? undefined : truthRow(stage, stage.results[0]);
  return truth === undefined ? own : [truth, ...own];
}

function describeCommit(): string {
  const git = (...args: string[]): string => execFileSync("git", args, { encoding: "utf8" }).trim();
  try {
    return `${git("rev-parse", "--short", "HEAD")}${git("status", "--porcelain", "--untracked-files=no") === "" ? "" : " with changes"}`;
  } catch {
    return "unknown";
  }
}
