import type { Measures } from "./measure.ts";
import type { RaceScene } from "./race-scene.ts";
import type { Result } from "./run-setting.ts";
import type { FinishedStage } from "./stage.ts";

/**
 * A strain by its largest and by what 99.9 % of the springs do not exceed: at a corner that carries half the cloth the largest grows with the fineness of the mesh,
 * whatever the method.
 */
export interface Strain {
  readonly largest: number;
  readonly p999: number;
}

/** A finished run as a point of the curves. Without a reference its error is NaN. */
export interface Point {
  readonly name: string;
  readonly team: Result["team"];
  readonly setting: string;
  /** Milliseconds a frame, median and what 95 % of the frames do not exceed. */
  readonly ms: number;
  readonly p95: number;
  readonly strain: Strain;
  readonly error: number;
  /** Whether the cloth came to rest where the strain at rest counts: what still rattles has no strain at rest. */
  readonly settled: boolean;
}

/** Faster than this [m/s] a cloth is not at rest; air slows all of them, and the converged one is down to a third of it by then. */
export const REST_SPEED = 0.003;

export const STRAINS: readonly number[] = [0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1];
export const ERRORS: readonly number[] = [0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5];

/** At most so much strain, of the two kinds one, and so much motion error [m]. */
export interface Goal {
  readonly by: keyof Strain;
  readonly strain: number;
  readonly error: number;
}

export function strainOf({ maxRest, maxPeak, p999Rest, p999Peak }: Measures, counted: RaceScene["strain"]): Strain {
  return counted === "rest" ? { largest: maxRest, p999: p999Rest } : { largest: maxPeak, p999: p999Peak };
}

export function pointsOf(results: readonly Result[], counted: RaceScene["strain"]): Point[] {
  const points: Point[] = [];
  for (const { contestant: name, team, setting, median: ms, p95, measures } of results) {
    if (measures === undefined) continue;
    const { motionError, restSpeed } = measures;
    points.push({
      name,
      team,
      setting,
      ms,
      p95,
      strain: strainOf(measures, counted),
      error: motionError,
      settled: counted === "peak" || restSpeed <= REST_SPEED,
    });
  }
  return points;
}

export function cheapest(points: readonly Point[], goal: Goal): Point | undefined {
  let best: Point | undefined;
  for (const point of points) {
    const reached = point.settled && point.strain[goal.by] <= goal.strain && point.error <= goal.error;
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
  /** Of the cloth itself, in the reference; NaN where nobody looked. */
  readonly truthStrain: Strain;
  /** Of a cloth that did not move at all [m]. */
  readonly stillError: number;
  /** How far halving its step moves the reference [m]; NaN where nobody looked. */
  readonly truthChange: number;
}

/** Undefined where there is no reference. */
export function yardstickOf({ scene, truth }: FinishedStage): Yardstick | undefined {
  if (truth === undefined) return undefined;
  return { truthStrain: strainOf(truth.measures, scene.strain), stillError: truth.stillError, truthChange: truth.change };
}

/** Whether the reference is sure enough to tell cloth from what is frozen. */
export function isSure({ truthChange, stillError }: Yardstick): boolean {
  return leastError(truthChange) <= mostError(stillError);
}

/** The motion error that may be asked for at least: none, or twice what a reference that is not converged is unsure of. */
export function leastError(truthChange: number): number {
  return truthChange > CONVERGED ? 2 * truthChange : 0;
}

/** Goals by largest strain that can be asked for, tightest first (least strain × error). */
export function goals({ truthStrain, stillError, truthChange }: Yardstick): Goal[] {
  const strains = STRAINS.filter((strain) => strain >= truthStrain.largest);
  const least = leastError(truthChange);
  const most = mostError(stillError);
  const errors = [...ERRORS.filter((error) => error >= least && error < most), ...(most >= least ? [most] : [])];
  const all = strains.flatMap((strain) => errors.map((error) => ({ by: "largest" as const, strain, error })));
  return all.sort((a, b) => a.strain * a.error - b.strain * b.error || a.strain - b.strain);
}

/** What the headlines ask for, where the cloth itself allows it; loose is what games take. */
export const WISHES = {
  tight: { strain: 0.01, error: 0.05 },
  middle: { strain: 0.03, error: 0.05 },
  loose: { strain: 0.1, error: 0.1 },
} as const;
export type Wish = keyof typeof WISHES;

/** More strain than wished where the cloth itself, converged, has more, and less error where a frozen cloth would have little. */
export function headlineGoal({ truthStrain, stillError, truthChange }: Yardstick, wish: Wish, by: keyof Strain): Goal {
  const { strain: wished, error } = WISHES[wish];
  const least = Number.isNaN(truthStrain[by]) ? wished : Math.max(wished, truthStrain[by]);
  const strain = STRAINS.find((one) => one >= least) ?? wished;
  return { by, strain, error: Math.min(Math.max(error, leastError(truthChange)), mostError(stillError)) };
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
