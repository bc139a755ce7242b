import { NumericalError } from "../../src/index.ts";
import type { Contestant, Runner, Setting } from "./contestant.ts";
import { createMeter, type Frames, LOOK, type Measures, SECOND } from "./measure.ts";
import { percentile } from "./percentile.ts";
import type { RaceCloth } from "./race-cloth.ts";

/**
 * How a run ended. "too long": past its bound on time. "failed": the engine threw. "crashed", "timed out": its process did. "cannot": not able to take part.
 * "not run": so many settings are left to be run.
 */
export type Outcome = "finished" | "unstable" | "too long" | "failed" | "crashed" | "timed out" | "cannot" | "not run";

/** How a contestant did with one setting; without measures where it did not finish. */
export interface Result {
  readonly contestant: string;
  readonly team: Contestant["team"];
  readonly scene: string;
  readonly size: number;
  readonly particles: number;
  readonly stiffness: number;
  readonly setting: string;
  readonly outcome: Outcome;
  /** Milliseconds a frame of the first second, in which the motion is compared: a cloth at rest would be cheap for some. */
  readonly min: number;
  readonly median: number;
  readonly p95: number;
  /** What the whole run took [s]. */
  readonly seconds: number;
  /** Of the sources that ran (`versionOf`); empty where nothing ran. */
  readonly version: string;
  readonly measures?: Measures;
}

/** What a run is held against, and how long it may be. */
export interface RunOptions {
  readonly frames: number;
  readonly truth?: Frames | undefined;
  /** The converged step of the method's own size. */
  readonly own?: Frames | undefined;
  /** A run that would take longer [s] ends after a few frames. */
  readonly limit: number;
}

/** Positions beyond this [m] have nothing to do with the cloth any more. */
const LOST = 1e3;
/** Frames after which a run that is too slow ends. */
const TRIAL = 3;

export function emptyResult(contestant: Contestant, cloth: RaceCloth, setting: string, outcome: Outcome): Result {
  const { scene, size, particleCount: particles, stiffness } = cloth;
  const { name, team } = contestant;
  return { contestant: name, team, scene, size, particles, stiffness, setting, outcome, ...summarise([]), seconds: 0, version: "" };
}

export async function runSetting(
  contestant: Contestant,
  cloth: RaceCloth,
  setting: Setting,
  { frames, truth, own, limit }: RunOptions,
): Promise<Result> {
  const started = performance.now();
  const times: number[] = [];
  const end = (outcome: Outcome, measures?: Measures): Result => ({
    ...emptyResult(contestant, cloth, setting.label, outcome),
    ...summarise(times.slice(0, SECOND)),
    seconds: (performance.now() - started) / 1000,
    ...(measures === undefined ? {} : { measures }),
  });
  let runner: Runner | undefined;
  try {
    runner = await contestant.create(cloth, setting);
    const meter = createMeter(cloth, truth, own);
    const x = cloth.positions.slice();
    let spent = 0;
    for (let n = 0; n < frames; n++) {
      const ms = timeFrame(runner);
      times.push(ms);
      spent += ms;
      runner.readPositions(x);
      if (!isSound(x)) return end("unstable");
      const expected = n + 1 === TRIAL ? Math.min(...times) * frames : spent;
      if (expected > 1000 * limit) return end("too long");
      if (cloth.whole === undefined) meter.take(x);
      else if (n % LOOK === LOOK - 1 || n === frames - 1) meter.take(x, runner.measure?.());
    }
    return end("finished", meter.result());
  } catch (error) {
    if (error instanceof NumericalError) return end("unstable");
    // such as an engine that has no memory left
    console.error(`${contestant.name} ${setting.label}: ${String(error)}`);
    return end("failed");
  } finally {
    runner?.dispose();
  }
}

function timeFrame(runner: Runner): number {
  const start = performance.now();
  runner.frame();
  return performance.now() - start;
}

function summarise(times: readonly number[]): Pick<Result, "min" | "median" | "p95"> {
  const sorted = Float64Array.from(times);
  return { median: percentile(sorted, 0.5), min: sorted[0] ?? Number.NaN, p95: percentile(sorted, 0.95) };
}

function isSound(x: Float64Array): boolean {
  return x.every((value) => Math.abs(value) < LOST);
}
