import type { Contestant } from "./contestant.ts";
import { afterRun, type IsGoodEnough, type Lane, nextLane, planLane } from "./lane.ts";
import type { RaceCloth } from "./race-cloth.ts";
import type { Racer } from "./racer.ts";
import { emptyResult, type Result } from "./run-setting.ts";

export interface StageOptions {
  /** Runs of the stage that need not be run again. */
  readonly known: readonly Result[];
  /** No run begins after this, by performance.now() [ms]. */
  readonly deadline: number;
  /** The quick form: some of the settings only. */
  readonly thin: boolean;
  readonly isGoodEnough: IsGoodEnough;
  readonly start: (contestant: Contestant) => Racer;
  /** Of the sources that a contestant runs (`createVersions`). */
  readonly versionOf: (contestant: Contestant) => string;
  /** Hears of every run at once, so that nothing is lost with a race that is killed. */
  readonly keep: (result: Result) => void;
  /** True once the race is to end. */
  readonly isStopped: () => boolean;
}

/** How long a contestant runs before another takes its turn [ms]: its process starts once a turn. */
const TURN = 20_000;
/** After these a process is gone, or its engine is not to be trusted any more. */
const BROKEN: readonly Result["outcome"][] = ["crashed", "timed out", "failed"];

/** One scene at one size: what is known and what is run now, in the order of the contestants and by cost, with rows for those who cannot and for what is left. */
export async function runStage(contestants: readonly Contestant[], cloth: RaceCloth, options: StageOptions): Promise<Result[]> {
  const able = contestants.filter(({ scenes }) => scenes.includes(cloth.scene));
  const names = new Set(able.map(({ name }) => name));
  const results = options.known.filter(({ contestant }) => names.has(contestant));
  const lanes = new Map<string, Lane>();
  for (const contestant of able) {
    const lane = planLane(contestant, cloth, options.thin);
    const own = results.filter((result) => result.contestant === contestant.name);
    if (lane === undefined) continue;
    const now = own.reduce((before, result) => afterRun(before, result, options.isGoodEnough), lane);
    lanes.set(contestant.name, now);
  }
  const isOver = (): boolean => options.isStopped() || performance.now() >= options.deadline;
  while (!isOver()) {
    const lane = nextLane([...lanes.values()]);
    if (lane === undefined) break;
    lanes.set(lane.contestant.name, await takeTurn(lane, results, isOver, options));
  }
  for (const contestant of contestants) {
    const left = lanes.get(contestant.name)?.waiting.length ?? 0;
    if (!names.has(contestant.name)) results.push(emptyResult(contestant, cloth, "–", "cannot"));
    else if (left > 0) results.push(emptyResult(contestant, cloth, `${left} settings`, "not run"));
  }
  return inOrder(contestants, results);
}

/** In one process, until its time is up or the process is gone. */
async function takeTurn(lane: Lane, results: Result[], isOver: () => boolean, options: StageOptions): Promise<Lane> {
  const racer = options.start(lane.contestant);
  const end = performance.now() + TURN;
  let now = lane;
  while (now.waiting.length > 0) {
    const result = { ...(await racer.run(now.waiting[0])), version: options.versionOf(lane.contestant) };
    results.push(result);
    options.keep(result);
    now = afterRun(now, result, options.isGoodEnough);
    if (BROKEN.includes(result.outcome) || performance.now() >= end || isOver()) break;
  }
  await racer.close();
  return now;
}

function inOrder(contestants: readonly Contestant[], results: readonly Result[]): Result[] {
  const costOf = ({ median }: Result): number => (Number.isNaN(median) ? Number.MAX_VALUE : median);
  const rank = (result: Result): number => contestants.findIndex(({ name }) => name === result.contestant);
  return [...results].sort((a, b) => rank(a) - rank(b) || costOf(a) - costOf(b));
}
