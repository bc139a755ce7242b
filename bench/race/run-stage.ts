import { type Contestant, FRAME_LIMIT } from "./contestant.ts";
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
  /** Every third setting only, for the quick form. */
  readonly thin: boolean;
  /** Whether converged steps of a method's own size may be computed. */
  readonly computeOwn: boolean;
  readonly log: (line: string) => void;
}

interface Lane {
  readonly contestant: Contestant;
  /** Settings still to be run, by their place from coarse to fine. */
  waiting: number[];
  spent: number;
  /** Milliseconds a frame of the settings that were run, by place. */
  readonly cost: Map<number, number>;
}

/**
 * One scene at one size. Whoever has used the least time goes next, so that a stage that runs out of time is unfair to nobody; a contestant's settings
 * are taken in three rounds, each from coarse to fine, so that its whole range is covered early. Past 2 s a frame, or as good as converged, its
 * costlier ones are left out.
 */
export async function runStage(
  contestants: readonly Contestant[],
  cloth: RaceCloth,
  options: StageOptions,
): Promise<Result[]> {
  const results: Result[] = [];
  const lanes: Lane[] = [];
  for (const contestant of contestants) {
    if (!contestant.scenes.includes(cloth.scene)) {
      results.push(emptyResult(contestant, cloth, "–", "cannot"));
      continue;
    }
    const waiting = inRounds(contestant.settings(cloth).length, options.thin);
    lanes.push({ contestant, waiting, spent: 0, cost: new Map() });
  }
  for (;;) {
    const open = lanes.filter((lane) => hasTime(lane, options));
    if (open.length === 0) break;
    const lane = open.reduce((least, other) => (other.spent < least.spent ? other : least));
    results.push(await runNext(lane, cloth, options));
  }
  for (const { contestant, waiting } of lanes) {
    const left = `${waiting.length} settings`;
    if (waiting.length > 0) results.push(emptyResult(contestant, cloth, left, "out of time"));
  }
  const costOf = ({ median }: Result): number => (Number.isNaN(median) ? Number.MAX_VALUE : median);
  const rank = (result: Result): number => contestants.findIndex(({ name }) => name === result.contestant);
  return results.sort((a, b) => rank(a) - rank(b) || costOf(a) - costOf(b));
}

/** Whether something is left to be run, and the time for it; what would take too long is put behind the rest once. */
function hasTime({ waiting, cost }: Lane, { deadline, frames }: StageOptions): boolean {
  const left = deadline - performance.now();
  const next = waiting.findIndex((place) => predictCost(cost, place) * frames < left);
  if (next > 0) waiting.unshift(...waiting.splice(next, 1));
  return left > 0 && next >= 0;
}

async function runNext(lane: Lane, cloth: RaceCloth, options: StageOptions): Promise<Result> {
  const { contestant, cost } = lane;
  const settings = contestant.settings(cloth);
  const place = lane.waiting.shift() as number;
  const setting = settings[place];
  const own = await findOwnStep(cloth, setting, options.computeOwn);
  const started = performance.now();
  const result = await runSetting(contestant, cloth, setting, options.frames, options.truth, own, options.deadline);
  lane.spent += performance.now() - started;
  if (Number.isFinite(result.median)) cost.set(place, result.median);
  if (result.min > FRAME_LIMIT || isGoodEnough(result, options))
    lane.waiting = lane.waiting.filter((other) => other < place);
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

/** Places 1, 4, 7 …, then 0, 3, 6 …, then 2, 5, 8 …; thin: the first round only. */
function inRounds(count: number, thin: boolean): number[] {
  const places = Array.from({ length: count }, (_, n) => n);
  return (thin ? [1] : [1, 0, 2]).flatMap((round) => places.filter((n) => n % 3 === round));
}

/** At least what the nearest coarser setting took: a guess that does not keep anybody from trying. */
function predictCost(cost: ReadonlyMap<number, number>, place: number): number {
  let best = -1;
  for (const known of cost.keys()) if (known < place && known > best) best = known;
  return cost.get(best) ?? 0;
}
