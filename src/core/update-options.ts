import { describeValue, InputError } from "./errors.ts";
import { readInteger, readObject } from "./read.ts";

/** Is called before a step with the time [s] at its end. */
export type OnStep = (time: number) => void;

/** What `update` may be told besides the time. */
export interface UpdateOptions {
  /**
   * Called before each step with the time [s] at its end. What it tells (`move`, `grab` …) holds at the end of that step. An error of it
   * ends the update: it reaches the caller, and the rest of the time is let go. A world in a worker cannot call it.
   */
  readonly onStep?: OnStep | undefined;
  /** The most steps to take at once; MAX_STEPS_PER_UPDATE by default. */
  readonly maxSteps?: number | undefined;
}

/** `update` takes no more steps than this at once, unless it is told otherwise: after a hidden tab the time that was missed is let go. */
export const MAX_STEPS_PER_UPDATE = 8;

/** A step counts as owed when less than this part of it is missing. */
export const STEP_SLACK = 1e-9;

/** Refuses a time that is none, and options that are wrong. */
export function checkUpdate(seconds: number, options: UpdateOptions | OnStep | undefined): void {
  if (typeof seconds !== "number" || Number.isNaN(seconds)) {
    throw new InputError("seconds", describeValue(seconds), "give the time since the last frame [s]");
  }
  if (options === undefined || typeof options === "function") return;
  const { onStep, maxSteps } = readObject(options, "options", ["onStep", "maxSteps"]);
  if (onStep !== undefined && typeof onStep !== "function") {
    throw new InputError("options.onStep", describeValue(onStep), "give a function of the time [s]");
  }
  if (maxSteps !== undefined) readInteger(maxSteps, "options.maxSteps", { min: 1 });
}

/** The time that may be owed [s], with so many more seconds: no more than so many steps take, and half a one. */
export function owedTime(owed: number, seconds: number, maxSteps: number, timestep: number): number {
  return Math.min(owed + seconds, (maxSteps + 0.5) * timestep);
}
