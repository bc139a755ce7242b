import { InputError } from "../core/errors.ts";
import { readInteger, readNumber } from "../core/read.ts";

/** Which moments of a run become frames of a file: they lie evenly, the first at the start. */
export interface BakePlan {
  /** Steps of the whole run, and how long each is [s]. */
  readonly steps: number;
  readonly timestep: number;
  readonly frameCount: number;
  /** Frames a second of simulated time. */
  readonly rate: number;
  /** When a frame is, in steps from the start: 2.5 lies in the middle of the third step. Later for the next frame. */
  momentOf(frame: number): number;
  /** The same in seconds. */
  timeOf(frame: number): number;
  /** The step whose end is nearest to a frame, for whoever shows whole steps only. */
  stepOf(frame: number): number;
}

/** How frames are asked for: at most one of the three. */
export interface FrameChoice {
  /** A frame every so many steps. */
  readonly every?: number | undefined;
  /** So many frames a second, evenly, between steps where they do not fall on them. */
  readonly fps?: number | undefined;
  /** So many frames, spread evenly over the run. */
  readonly keys?: number | undefined;
}

/** Frames a second where nothing is asked for. */
export const DEFAULT_FPS = 30;

/** With `maxFrames`, a run for which nothing is asked has no more frames than that, spread evenly. */
export function planBake(
  steps: number,
  timestep: number,
  { every, fps, keys }: FrameChoice = {},
  maxFrames: number = Number.POSITIVE_INFINITY,
): BakePlan {
  readInteger(steps, "steps", { min: 0 });
  readNumber(timestep, "timestep", { above: 0, unit: "s" });
  if ([every, fps, keys].filter((choice) => choice !== undefined).length > 1) {
    throw new InputError("frames", "several of every, fps and keys", "give one of them");
  }
  if (every !== undefined) return planEven(steps, timestep, readInteger(every, "every", { min: 1 }));
  if (keys !== undefined) return planKeys(steps, timestep, readInteger(keys, "keys", { min: 1 }));
  if (fps !== undefined) return planEven(steps, timestep, 1 / (readNumber(fps, "fps", { above: 0, max: MAX_FPS }) * timestep));
  const plan = planEven(steps, timestep, Math.max(1, 1 / (DEFAULT_FPS * timestep)));
  return plan.frameCount > maxFrames ? planKeys(steps, timestep, maxFrames) : plan;
}

const MAX_FPS = 100_000;

/** A moment counts as the end of a step within this fraction of it. */
const MOMENT_SLACK = 1e-7;

/** A frame every `stride` steps, which need not be whole, as far as the run goes. */
function planEven(steps: number, timestep: number, stride: number): BakePlan {
  const momentOf = (frame: number): number => snap(Math.min(steps, frame * stride));
  return {
    steps,
    timestep,
    rate: clean(1 / (stride * timestep)),
    frameCount: Math.floor((steps * (1 + 1e-12)) / stride) + 1,
    momentOf,
    timeOf: (frame) => clean(momentOf(frame) * timestep),
    stepOf: (frame) => Math.round(momentOf(frame)),
  };
}

/** The first and the last step, and what lies evenly between; no more frames than there are steps. */
function planKeys(steps: number, timestep: number, keys: number): BakePlan {
  const frameCount = Math.min(keys, steps + 1);
  return { ...planEven(steps, timestep, frameCount === 1 ? steps + 1 : steps / (frameCount - 1)), frameCount };
}

function snap(moment: number): number {
  const whole = Math.round(moment);
  return Math.abs(moment - whole) < MOMENT_SLACK ? whole : moment;
}

/** 1/60 s is not quite 60 frames a second: without the rounding of the last digits. */
function clean(value: number): number {
  return Number(value.toPrecision(12));
}
