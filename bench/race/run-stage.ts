import { type Contestant, FRAME_LIMIT, type Setting } from "./contestant.ts";
import type { Frames } from "./measure.ts";
import type { RaceCloth } from "./race-cloth.ts";
import { findOwnStep } from "./reference.ts";
import { emptyResult, type Result, runSetting } from "./run-setting.ts";

export interface StageOptions {
  readonly frames: number;
  /** When the stage must be over, by performance.now() [ms]. */
  readonly deadline: number;
  readonly truth: Frames | undefined;
  /** The strain that the scene counts, and what it is in the converged motion (NaN if unknown). */
  readonly strain: "rest" | "peak";
  readonly truthStrain: number;
  /** A motion error that needs no improving [m]. */
  readonly goodError: number;
  /** The quick form: some of the settings only. */
  readonly thin: boolean;
  readonly log: (line: string) => void;
  /** Hears of every run at once, so that nothing is lost with a run that is killed. */
  readonly keep: (result: Result) => void;
  /** True once the race is to end. */
  readonly isStopped: () => boolean;
}

interface Lane {
  readonly contestant: Contestant;
  readonly settings: readonly Setting[];
  /** Settings still to be run, by their place from coarse to fine. */
  waiting: number[];
  spent: number;
  /** Milliseconds a frame of the settings that were run, by place. */
  readonly cost: Map<number, number>;
}

/**
 * One scene at one size. Whoever has used the least time goes next, and nobody more than an equal share as long as others have something that fits into
 * theirs, so that a stage that runs out of time is unfair to nobody. A contestant's settings are taken in rounds, each from coarse to
 * fine, those of the quick form first, so that its whole range is covered early. Past 2 s a frame, or as good as converged, its costlier ones are left out.
 */
export async function runStage(contestants: readonly Contestant[], cloth: RaceCloth, options: StageOptions): Promise<Result[]> {
  const results: Result[] = [];
  const lanes: Lane[] = [];
  for (const contestant of contestants) {
    if (!contestant.scenes.includes(cloth.scene)) {
      results.push(emptyResult(contestant, cloth, "–", "cannot"));
    } else if (cloth.size <= ((options.thin ? contestant.largestQuick : contestant.largest) ?? cloth.size)) {
      const settings = contestant.settings(cloth);
      lanes.push({ contestant, settings, waiting: inRounds(settings, options.thin), spent: 0, cost: new Map() });
    }
  }
  const share = (options.deadline - performance.now()) / lanes.length;
  while (!options.isStopped()) {
    const choice = chooseLane(lanes, share, options);
    if (choice === undefined) break;
    const result = await runNext(choice, cloth, options);
    if (result !== undefined) {
      results.push(result);
      options.keep(result);
    }
    await new Promise((resolve) => setImmediate(resolve)); // a signal is heard here
  }
  for (const { contestant, waiting } of lanes) {
    const left = `${waiting.length} settings`;
    if (waiting.length > 0) results.push(emptyResult(contestant, cloth, left, "out of time"));
  }
  const costOf = ({ median }: Result): number => (Number.isNaN(median) ? Number.MAX_VALUE : median);
  const rank = (result: Result): number => contestants.findIndex(({ name }) => name === result.contestant);
  return results.sort((a, b) => rank(a) - rank(b) || costOf(a) - costOf(b));
}

interface Choice {
  readonly lane: Lane;
  /** How long its next run may take [ms]. */
  readonly limit: number;
}

/** Who has spent the least among those with a setting that fits into what is left of their share; else into the time that is left. The setting is put first. */
function chooseLane(lanes: readonly Lane[], share: number, { deadline, frames }: StageOptions): Choice | undefined {
  const left = deadline - performance.now();
  if (left <= 0) return undefined;
  const patient = [...lanes].sort((a, b) => a.spent - b.spent);
  for (const within of [share, Number.POSITIVE_INFINITY]) {
    for (const lane of patient) {
      const limit = Math.min(left, within - lane.spent);
      const next = lane.waiting.findIndex((place) => predictCost(lane, place) * frames < limit);
      if (next < 0) continue;
      lane.waiting.unshift(...lane.waiting.splice(next, 1));
      return { lane, limit };
    }
  }
  return undefined;
}

/** Undefined where the run turned out to take longer than it may: it waits on, and its cost is known now. */
async function runNext({ lane, limit }: Choice, cloth: RaceCloth, options: StageOptions): Promise<Result | undefined> {
  const { contestant, cost, settings } = lane;
  const place = lane.waiting.shift() as number;
  const setting = settings[place];
  const own = await findOwnStep(cloth, setting, false);
  const started = performance.now();
  const { frames, truth, deadline } = options;
  const result = await runSetting(contestant, cloth, setting, frames, truth, own, deadline, limit);
  lane.spent += performance.now() - started;
  if (Number.isFinite(result.median)) cost.set(place, result.median);
  if (result.outcome === "too long") {
    lane.waiting.push(place);
    return undefined;
  }
  if (result.min > FRAME_LIMIT || isGoodEnough(result, options)) {
    const { work } = setting;
    lane.waiting = lane.waiting.filter((other) => settings[other].work < work);
  }
  options.log(`${cloth.scene} ${cloth.size} ${contestant.name} ${setting.label}: ${describe(result)}`);
  return result;
}

function describe({ outcome, median, measures }: Result): string {
  if (measures === undefined) return outcome;
  const { maxRest, maxPeak, motionError } = measures;
  const strain = `${(100 * maxRest).toFixed(2)} % at rest, ${(100 * maxPeak).toFixed(2)} % at peak`;
  return `${median.toFixed(2)} ms, ${strain}, ${(100 * motionError).toFixed(1)} cm`;
}

/** So close to the converged motion, and within a tenth of its strain, that nothing finer can bring more. */
function isGoodEnough({ measures }: Result, { strain, truthStrain, goodError }: StageOptions): boolean {
  if (measures === undefined) return false;
  const reached = strain === "rest" ? measures.maxRest : measures.maxPeak;
  return measures.motionError < goodError && reached < 1.1 * truthStrain;
}

/** Those marked as quick, then places 1, 4, 7 …, 0, 3, 6 … and 2, 5, 8 …; thin: the marked alone, or where there are none the first round. */
function inRounds(settings: readonly Setting[], thin: boolean): number[] {
  const places = settings.map((_, n) => n);
  const marked = places.filter((n) => settings[n].quick === true);
  const rounds = [1, 0, 2].map((round) => places.filter((n) => n % 3 === round));
  if (thin) return marked.length > 0 ? marked : rounds[0];
  return [...new Set([...marked, ...rounds.flat()])];
}

/** From the nearest coarser setting that was run, by their work; what nobody knows yet is tried. */
function predictCost({ cost, settings }: Lane, place: number): number {
  const own = cost.get(place);
  if (own !== undefined) return own;
  let best = -1;
  for (const known of cost.keys()) if (known < place && known > best) best = known;
  return best < 0 ? 0 : ((cost.get(best) as number) * settings[place].work) / settings[best].work;
}
