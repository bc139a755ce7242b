import { describeValue, InputError, nearestWord } from "../core/errors.ts";
import { CYCLES, type CycleName } from "./cycle-catalog.ts";

/** What a figure does. */
export interface FigureMotion {
  readonly cycle: CycleName;
  /** How fast its clock runs; 1 is as made. */
  readonly speed?: number;
  /** Time in which the clock gets going from rest [s]; default 1. Every motion begins in the rest pose, at rest. */
  readonly start?: number;
  /** Where walking leads: straight ahead (the default), to the left on a circle, or nowhere. */
  readonly travel?: Travel;
}

export type Travel = (typeof TRAVELS)[number];

export const TRAVELS = ["straight", "circle", "none"] as const;

/** Clocks that run faster, or take longer to get going [s], are mistakes. */
export const FASTEST = 100;
export const LATEST = 1000;

/** Throws if a motion from outside names no cycle, or has numbers that mean nothing. */
export function checkFigureMotion(motion: FigureMotion, path: string = "motion"): void {
  const { cycle, speed, start, travel } = motion;
  checkWord(cycle, Object.keys(CYCLES), `${path}.cycle`);
  if (travel !== undefined) checkWord(travel, TRAVELS, `${path}.travel`);
  checkNumber(speed ?? 1, FASTEST, `${path}.speed`);
  checkNumber(start ?? 1, LATEST, `${path}.start`);
}

function checkWord(word: string, known: readonly string[], path: string): void {
  if (known.includes(word)) return;
  const near = typeof word === "string" ? nearestWord(word, known) : undefined;
  throw new InputError(path, describeValue(word), near ? `did you mean "${near}"?` : `give one of ${known.join(", ")}`);
}

function checkNumber(value: number, most: number, path: string): void {
  if (Number.isFinite(value) && value >= 0 && value <= most) return;
  throw new InputError(path, describeValue(value), `give a number from 0 to ${most}`);
}
