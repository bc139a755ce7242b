import type { Result } from "./run-setting.ts";

/** A finished run as a point of the curves. Without a reference its error is NaN. */
export interface Point {
  readonly name: string;
  readonly team: Result["team"];
  readonly setting: string;
  /** Milliseconds a frame, median. */
  readonly ms: number;
  readonly strain: number;
  readonly error: number;
  /** Whether the cloth came to rest where the strain at rest counts: what still rattles has no strain at rest. */
  readonly settled: boolean;
}

/** Faster than this [m/s] a cloth is not at rest; air slows all of them, and the converged one is down to a third of it by then. */
export const REST_SPEED = 0.003;

export const STRAINS: readonly number[] = [0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1];
export const ERRORS: readonly number[] = [0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5];

export interface Goal {
  readonly strain: number;
  readonly error: number;
}

export function pointsOf(results: readonly Result[], strain: "rest" | "peak"): Point[] {
  const points: Point[] = [];
  for (const { contestant: name, team, setting, median: ms, measures } of results) {
    if (measures === undefined) continue;
    const { maxRest, maxPeak, motionError, restSpeed } = measures;
    points.push({
      name,
      team,
      setting,
      ms,
      strain: strain === "rest" ? maxRest : maxPeak,
      error: motionError,
      settled: strain === "peak" || restSpeed <= REST_SPEED,
    });
  }
  return points;
}

export function cheapest(points: readonly Point[], goal: Goal): Point | undefined {
  let best: Point | undefined;
  for (const point of points) {
    const reached = point.settled && point.strain <= goal.strain && point.error <= goal.error;
    if (reached && (best === undefined || point.ms < best.ms)) best = point;
  }
  return best;
}

/** The motion error that may be asked for at most: a quarter of what a cloth would have that did not move at all, lest a frozen one looks good. */
export function mostError(stillError: number): number {
  return 0.25 * stillError;
}

/** A reference counts as converged where halving its step moves it by no more than this [m]. */
export const CONVERGED = 0.005;

/** What can be said of a cloth by its reference. */
export interface Yardstick {
  /** Of the cloth itself, in the reference. */
  readonly truthStrain: number;
  /** Of a cloth that did not move at all [m]. */
  readonly stillError: number;
  /** How far halving its step moves the reference [m]; NaN where nobody looked. */
  readonly truthChange: number;
}

/** The motion error that may be asked for at least: none, or twice what a reference that is not converged is unsure of. */
export function leastError(truthChange: number): number {
  return truthChange > CONVERGED ? 2 * truthChange : 0;
}

/** Goals that can be asked for, tightest first (least strain × error). */
export function goals({ truthStrain, stillError, truthChange }: Yardstick): Goal[] {
  const strains = STRAINS.filter((strain) => strain >= truthStrain);
  const least = leastError(truthChange);
  const most = mostError(stillError);
  const errors = [...ERRORS.filter((error) => error >= least && error < most), ...(most >= least ? [most] : [])];
  const all = strains.flatMap((strain) => errors.map((error) => ({ strain, error })));
  return all.sort((a, b) => a.strain * a.error - b.strain * b.error || a.strain - b.strain);
}

/** What the headline asks for, where the cloth itself allows it. */
const HEADLINE: Goal = { strain: 0.01, error: 0.05 };

/** 1 % and 5 cm; more strain where the cloth itself, converged, has more, and less error where a frozen cloth would have little. */
export function headlineGoal({ truthStrain, stillError, truthChange }: Yardstick): Goal {
  const strain = STRAINS.find((one) => one >= Math.max(HEADLINE.strain, truthStrain)) ?? HEADLINE.strain;
  return { strain, error: Math.min(Math.max(HEADLINE.error, leastError(truthChange)), mostError(stillError)) };
}

export interface Duel {
  readonly goal: Goal;
  readonly ours: Point;
  readonly theirs: Point;
}

/** The tightest goal (least strain × error) that both reach, and what each pays for it. */
export function duel(ours: readonly Point[], theirs: readonly Point[], among: readonly Goal[]): Duel | undefined {
  for (const goal of among) {
    const one = cheapest(ours, goal);
    const other = cheapest(theirs, goal);
    if (one !== undefined && other !== undefined) return { goal, ours: one, theirs: other };
  }
  return undefined;
}

/** Those that no cheaper one is as good as: the curve of cost against one quality. */
export function front(points: readonly Point[], quality: (point: Point) => number): Point[] {
  const sorted = [...points].sort((a, b) => a.ms - b.ms || quality(a) - quality(b));
  const kept: Point[] = [];
  for (const point of sorted) {
    const last = kept.at(-1);
    if (last === undefined || quality(point) < quality(last)) kept.push(point);
  }
  return kept;
}
