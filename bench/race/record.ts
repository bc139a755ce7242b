import { existsSync, readFileSync } from "node:fs";
import { parseCsv } from "../support/csv.ts";
import { type Row, writeCsv } from "../support/table.ts";
import { SCENES } from "./race-scene.ts";
import { REFERENCE, readResult, readTruth, rowsOf } from "./rows.ts";
import type { Result } from "./run-setting.ts";
import type { FinishedStage } from "./stage.ts";

/** What a race has found so far: a CSV under bench/results that has every run as soon as it ends, and that the next start goes on from. */
export interface RaceRecord {
  readonly stages: () => readonly FinishedStage[];
  find(scene: string, size: number): FinishedStage | undefined;
  /** Puts a stage in the place of what was known of it. */
  put(stage: FinishedStage): void;
}

export function openRecord(name: string): RaceRecord {
  const stages = new Map(readStages(name).map((stage) => [keyOf(stage.scene.name, stage.size), stage]));
  return {
    stages: () => [...stages.values()],
    find: (scene, size) => stages.get(keyOf(scene, size)),
    put(stage) {
      stages.set(keyOf(stage.scene.name, stage.size), stage);
      const rows = [...stages.values()].flatMap(rowsOf);
      if (rows.length > 0) writeCsv(name, "one thread each; steps a frame and effort in setting", rows);
    },
  };
}

/** The stages of a CSV under bench/results; none where there is no such file. */
export function readStages(name: string): FinishedStage[] {
  const path = `bench/results/${name}.csv`;
  return existsSync(path) ? stagesOf(parseCsv(readFileSync(path, "utf8"))) : [];
}

/** The stages that rows tell of, in their order; rows of before there were versions are left out. */
export function stagesOf(rows: readonly Row[]): FinishedStage[] {
  const stages = new Map<string, FinishedStage>();
  for (const row of rows) {
    const scene = SCENES.find((one) => one.name === row.scene);
    if (scene === undefined || row.version === undefined) continue;
    const size = Number(row.n);
    const key = keyOf(scene.name, size);
    const stage = stages.get(key) ?? { scene, size, results: [] };
    const isTruth = row.contestant === REFERENCE;
    stages.set(key, isTruth ? { ...stage, truth: readTruth(row) } : { ...stage, results: [...stage.results, readResult(row)] });
  }
  return [...stages.values()];
}

export interface Reuse {
  readonly versionOf: (contestant: string) => string | undefined;
  /** Rows of other versions too. */
  readonly anyVersion: boolean;
  /** Not what did not come to its end. */
  readonly again: boolean;
}

const ENDED: readonly Result["outcome"][] = ["finished", "unstable"];
/** Not runs. */
const TOLD: readonly Result["outcome"][] = ["cannot", "not run"];

/** The runs that need not be run again: one for each contestant and setting, of the sources as they are now unless others will do. */
export function reusable(results: readonly Result[], { versionOf, anyVersion, again }: Reuse): Result[] {
  const kept = new Map<string, Result>();
  for (const result of results) {
    const { contestant, setting, outcome, version } = result;
    if (TOLD.includes(outcome) || (again && !ENDED.includes(outcome))) continue;
    if (!anyVersion && version !== versionOf(contestant)) continue;
    kept.set(`${contestant} ${setting}`, result);
  }
  return [...kept.values()];
}

function keyOf(scene: string, size: number): string {
  return `${scene} ${size}`;
}
