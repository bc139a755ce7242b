import { type Profile, STAGES } from "../core/profile.ts";
import { spreadOf } from "../core/spread.ts";

/** Gathers the profile of every step, and tells at the end where the time went. */
export interface ProfileTable {
  add(profile: Profile): void;
  /** A line a stage and one for the whole step: the total, and mean, median, p95 and worst of a step [ms]; share of all time. */
  format(): string;
}

const COLUMNS = ["total ms", "ms a step", "median", "p95", "worst", "share"];
const NAME_WIDTH = 8;
const COLUMN_WIDTH = 11;

export function createProfileTable(): ProfileTable {
  const stages = STAGES.map((): number[] => []);
  const steps: number[] = [];
  return {
    add(profile) {
      let whole = 0;
      STAGES.forEach((stage, s) => {
        stages[s].push(profile[stage]);
        whole += profile[stage];
      });
      steps.push(whole);
    },
    format() {
      const all = total(steps);
      const rows = STAGES.map((stage, s) => formatRow(stage, describe(stages[s], all)));
      return `${[formatRow("stage", COLUMNS), ...rows, formatRow("step", describe(steps, all))].join("\n")}\n`;
    },
  };
}

function describe(times: readonly number[], all: number): string[] {
  if (times.length === 0) return COLUMNS.map(() => "–");
  const sum = total(times);
  const { median, p95, worst } = spreadOf(Float64Array.from(times));
  const aStep = [sum / times.length, median, p95, worst];
  const share = all > 0 ? (100 * sum) / all : 0;
  return [sum.toFixed(1), ...aStep.map((ms) => ms.toFixed(3)), `${share.toFixed(1)} %`];
}

function total(times: readonly number[]): number {
  return times.reduce((sum, ms) => sum + ms, 0);
}

function formatRow(name: string, cells: readonly string[]): string {
  return name.padEnd(NAME_WIDTH) + cells.map((cell) => cell.padStart(COLUMN_WIDTH)).join("");
}
