import { findIntersections } from "../../src/inspect/find-intersections.ts";
import { frameDistance } from "../support/trajectory.ts";
import { FRAME } from "./contestant.ts";
import { seenLike } from "./kept-motion.ts";
import { percentile } from "./percentile.ts";
import type { RaceCloth } from "./race-cloth.ts";

/** What is said of one run. What does not apply is NaN. */
export interface Measures {
  /** Of the stretch springs: mean of |r/L − 1|, largest r/L − 1 and what 99.9 % of them do not exceed, in the worst frame of the last half second … */
  readonly meanRest: number;
  readonly maxRest: number;
  readonly p999Rest: number;
  /** … and in the worst frame of all. */
  readonly meanPeak: number;
  readonly maxPeak: number;
  readonly p999Peak: number;
  /** RMS speed of the vertices [m/s] in the last half second: is it at rest at all? */
  readonly restSpeed: number;
  /** RMS distance [m] over the first second from the motion converged in time, and from the converged step of the method's own size. */
  readonly motionError: number;
  readonly ownError: number;
  /** Four times the way to the first passage below the pins [s]. */
  readonly period: number;
  /** Share of the energy above hanging still that is left after a second. */
  readonly energy: number;
  /** Deepest vertex in the sphere [m], or triangles through one another. */
  readonly penetration: number;
}

export interface Meter {
  /** Looks at the positions at the end of a frame. */
  take(x: Float64Array, own?: OwnMeasures): void;
  result(): Measures;
}

export interface OwnMeasures {
  readonly strainMean: number;
  readonly strainMax: number;
  readonly penetration: number;
}

export type Frames = readonly Float64Array[];

/** Frames of the first second, and of the rest at the end of a run. */
export const SECOND = 60;
const REST = 30;
/** Every so many frames, and at the end, somebody looks whether cloth went through cloth. */
export const LOOK = 15;
const MOST_PAIRS = 100_000;

export function createMeter(cloth: RaceCloth, truth: Frames | undefined, own: Frames | undefined): Meter {
  const means: number[] = [];
  const maxima: number[] = [];
  const percentiles: number[] = [];
  const speeds: number[] = [];
  const last = cloth.positions.slice();
  const touches = cloth.sphere !== undefined || cloth.selfContact !== undefined || cloth.whole !== undefined;
  let penetration = touches ? 0 : Number.NaN;
  let fromTruth = 0;
  let fromOwn = 0;
  let compared = 0;
  let passage = Number.NaN;
  let energy = Number.NaN;
  const swings = cloth.scene === "swing";
  return {
    take(x, told) {
      const n = means.length;
      const [mean, max, p999] = told === undefined ? measureStrain(cloth, x) : [told.strainMean, told.strainMax, Number.NaN];
      means.push(mean);
      maxima.push(max);
      percentiles.push(p999);
      speeds.push(frameDistance(x, last) / FRAME);
      if (n < SECOND) {
        if (truth !== undefined) fromTruth += frameDistance(seenLike(x, cloth, truth[n]), truth[n]) ** 2;
        if (own !== undefined) fromOwn += frameDistance(x, own[n]) ** 2;
        compared++;
        if (swings) energy = measureEnergy(cloth, last, x);
      }
      if (cloth.sphere !== undefined) penetration = Math.max(penetration, depthInSphere(cloth.sphere, x));
      if (cloth.selfContact !== undefined && n % LOOK === LOOK - 1) penetration = Math.max(penetration, pairsThrough(cloth, x));
      if (told !== undefined) penetration = Math.max(penetration, told.penetration);
      if (swings && Number.isNaN(passage)) {
        const before = meanOf(last, 2);
        const now = meanOf(x, 2);
        if (before > 0 && now <= 0) passage = (n + before / (before - now)) * FRAME;
      }
      last.set(x);
    },
    result: () => ({
      meanRest: Math.max(...means.slice(-REST)),
      maxRest: Math.max(...maxima.slice(-REST)),
      p999Rest: Math.max(...percentiles.slice(-REST)),
      meanPeak: Math.max(...means),
      maxPeak: Math.max(...maxima),
      p999Peak: Math.max(...percentiles),
      restSpeed: cloth.whole !== undefined ? Number.NaN : Math.sqrt(average(speeds.slice(-REST).map((speed) => speed * speed))),
      motionError: truth === undefined ? Number.NaN : Math.sqrt(fromTruth / compared),
      ownError: own === undefined ? Number.NaN : Math.sqrt(fromOwn / compared),
      period: 4 * passage,
      energy: swings ? shareOfEnergy(cloth, energy) : Number.NaN,
      penetration,
    }),
  };
}

/** Root mean square distance of the vertices [m] over all frames. */
export function framesDistance(a: Frames, b: Frames): number {
  return Math.sqrt(average(a.map((frame, n) => frameDistance(frame, b[n]) ** 2)));
}

/** Of the stretch springs in one frame. */
export function measureStrain({ ends, restLength, stretchCount }: RaceCloth, x: Float64Array): [mean: number, max: number, p999: number] {
  const strains = new Float64Array(stretchCount);
  let sum = 0;
  let max = Number.NEGATIVE_INFINITY;
  for (let s = 0; s < stretchCount; s++) {
    const strain = springLength(ends, s, x) / restLength[s] - 1;
    sum += Math.abs(strain);
    max = Math.max(max, strain);
    strains[s] = strain;
  }
  return [sum / stretchCount, max, percentile(strains, 0.999)];
}

function pairsThrough({ triangles }: RaceCloth, x: Float64Array): number {
  return findIntersections(x, triangles, undefined, false, MOST_PAIRS).count;
}

function springLength(ends: Uint32Array, s: number, x: Float64Array): number {
  const i = 3 * ends[2 * s];
  const j = 3 * ends[2 * s + 1];
  return Math.sqrt((x[j] - x[i]) ** 2 + (x[j + 1] - x[i + 1]) ** 2 + (x[j + 2] - x[i + 2]) ** 2);
}

/** Kinetic, gravitational and elastic energy [J] in the middle of a frame, from the positions at its ends. */
function measureEnergy({ mass, gravity, ends, restLength, stiffness }: RaceCloth, a: Float64Array, b: Float64Array): number {
  let energy = 0;
  for (let c = 0; c < a.length; c++) energy += 0.5 * mass * ((b[c] - a[c]) / FRAME) ** 2;
  energy += 0.5 * mass * gravity * (a.length / 3) * (meanOf(a, 1) + meanOf(b, 1));
  for (let s = 0; s < restLength.length; s++) {
    for (const x of [a, b]) energy += 0.25 * stiffness * (springLength(ends, s, x) - restLength[s]) ** 2;
  }
  return energy;
}

/** 1 at the start, horizontal at the height of the pins; 0 for the sheet hanging straight down at rest. */
function shareOfEnergy({ mass, gravity, particleCount }: RaceCloth, energy: number): number {
  const hanging = -0.5 * mass * particleCount * gravity;
  return (energy - hanging) / -hanging;
}

function depthInSphere({ centre, radius }: NonNullable<RaceCloth["sphere"]>, x: Float64Array): number {
  let deepest = 0;
  for (let c = 0; c < x.length; c += 3) {
    const distance = Math.sqrt((x[c] - centre[0]) ** 2 + (x[c + 1] - centre[1]) ** 2 + (x[c + 2] - centre[2]) ** 2);
    deepest = Math.max(deepest, radius - distance);
  }
  return deepest;
}

function meanOf(x: Float64Array, axis: number): number {
  let sum = 0;
  for (let c = axis; c < x.length; c += 3) sum += x[c];
  return (3 * sum) / x.length;
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
