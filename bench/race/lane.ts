import type { Contestant, Setting } from "./contestant.ts";
import type { RaceCloth } from "./race-cloth.ts";
import type { Result } from "./run-setting.ts";

/** A contestant at a stage, with the settings that are still to be run. */
export interface Lane {
  readonly contestant: Contestant;
  readonly settings: readonly Setting[];
  readonly waiting: readonly Setting[];
  /** What its runs have taken [s]. */
  readonly spent: number;
}

/** Whether nothing finer can do better than this run. */
export type IsGoodEnough = (result: Result) => boolean;

/** Undefined for a contestant that leaves such sheets to others in the quick form. */
export function planLane(contestant: Contestant, cloth: RaceCloth, thin: boolean): Lane | undefined {
  if (thin && contestant.largestQuick !== undefined && cloth.size > contestant.largestQuick) return undefined;
  const settings = contestant.settings(cloth);
  return { contestant, settings, waiting: inRounds(settings, thin), spent: 0 };
}

/** The lane after a run. Where that was too long, or as good as converged, costlier settings are left out. */
export function afterRun(lane: Lane, result: Result, isGoodEnough: IsGoodEnough): Lane {
  const run = lane.settings.find(({ label }) => label === result.setting);
  if (run === undefined) return lane;
  const ends = result.outcome === "too long" || result.outcome === "timed out" || isGoodEnough(result);
  const waiting = lane.waiting.filter(({ label, work }) => label !== run.label && !(ends && work >= run.work));
  return { ...lane, waiting, spent: lane.spent + result.seconds };
}

/** Whoever has spent the least among those with something left, so that a race that is stopped is unfair to nobody. */
export function nextLane(lanes: readonly Lane[]): Lane | undefined {
  return lanes.filter(({ waiting }) => waiting.length > 0).sort((a, b) => a.spent - b.spent)[0];
}

/**
 * Those marked as quick, then every third from the second on, from the first and from the third, each round from coarse to fine, so that a contestant's whole
 * range is covered early. Thin: the marked alone, or where there are none the first round.
 */
function inRounds(settings: readonly Setting[], thin: boolean): Setting[] {
  const marked = settings.filter(({ quick }) => quick === true);
  const rounds = [1, 0, 2].map((round) => settings.filter((_, n) => n % 3 === round));
  if (thin) return marked.length > 0 ? marked : rounds[0];
  return [...new Set([...marked, ...rounds.flat()])];
}
