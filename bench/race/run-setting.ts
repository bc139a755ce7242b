import { minAndMedian } from "../../src/core/time-runs.ts";
import { NumericalError } from "../../src/index.ts";

import { type Contestant, FRAME_LIMIT, type Runner, type Setting } from "./contestant.ts";
import { createMeter, type Frames, type Measures, SECOND } from "./measure.ts";
import type { RaceCloth } from "./race-cloth.ts";

/** How a contestant did with one setting; without measures where it did not finish. */
export interface Result {
  readonly contestant: string;
  readonly team: Contestant["team"];
  readonly scene: string;
  readonly size: number;
  readonly particles: number;
  readonly stiffness: number;
  readonly setting: string;
  readonly outcome: "finished" | "unstable" | "over 2 s a frame" | "out of time" | "too long" | "failed" | "cannot";
  /** Milliseconds a frame of the first second, in which the motion is compared: a cloth at rest would be cheap for some. */
  readonly min: number;
  readonly median: number;
  readonly measures?: Measures;
}

/** Positions beyond this [m] have nothing to do with the cloth any more. */
const LOST = 1e3;
/** Frames after which a run that is too slow ends. */
const TRIAL = 3;
/** A runner that looks for penetrations by itself does so now and then. */
const LOOK = 15;

export function emptyResult(contestant: Contestant, cloth: RaceCloth, setting: string, outcome: Result["outcome"]): Result {
  const { scene, size, particleCount: particles, stiffness } = cloth;
  const { name, team } = contestant;
  const none = Number.NaN;
  return { contestant: name, team, scene, size, particles, stiffness, setting, outcome, min: none, median: none };
}

/** Runs a setting; past the deadline, by performance.now(), it ends as it is, and after a few frames if all of them would take more than `limit` ms. */
export async function runSetting(
  contestant: Contestant,
  cloth: RaceCloth,
  setting: Setting,
  frames: number,
  truth: Frames | undefined,
  own: Frames | undefined,
  deadline: number = Number.POSITIVE_INFINITY,
  limit: number = Number.POSITIVE_INFINITY,
): Promise<Result> {
  const empty = emptyResult(contestant, cloth, setting.label, "unstable");
  let runner: Runner | undefined;
  try {
    runner = await contestant.create(cloth, setting);
    const meter = createMeter(cloth, truth, own);
    const times: number[] = [];
    const x = cloth.positions.slice();
    for (let n = 0; n < frames; n++) {
      const ms = timeFrame(runner);
      if (n < SECOND) times.push(ms);
      runner.readPositions(x);
      if (!isSound(x)) return { ...empty, ...minMedian(times) };
      if (performance.now() > deadline) return { ...empty, ...minMedian(times), outcome: "out of time" };
      if (n + 1 === TRIAL) {
        const least = Math.min(...times);
        if (least > FRAME_LIMIT) return { ...empty, ...minMedian(times), outcome: "over 2 s a frame" };
        if (least * frames > limit) return { ...empty, ...minMedian(times), outcome: "too long" };
      }
      if (cloth.whole === undefined) meter.take(x);
      else if (n % LOOK === LOOK - 1 || n === frames - 1) meter.take(x, runner.measure?.());
    }
    return { ...empty, ...minMedian(times), outcome: "finished", measures: meter.result() };
  } catch (error) {
    if (error instanceof NumericalError) return empty;
    // such as an engine that has no memory left: the others run on
    console.error(`${contestant.name} ${setting.label}: ${String(error)}`);
    return { ...empty, outcome: "failed" };
  } finally {
    runner?.dispose();
  }
}

function timeFrame(runner: Runner): number {
  const start = performance.now();
  runner.frame();
  return performance.now() - start;
}

function minMedian(times: readonly number[]): Pick<Result, "min" | "median"> {
  const [min, median] = minAndMedian(times);
  return { min, median };
}

function isSound(x: Float64Array): boolean {
  return x.every((value) => Math.abs(value) < LOST);
}
