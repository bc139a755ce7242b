import { InputError } from "../core/errors.ts";
import { readInteger, readNumber } from "../core/read.ts";

/** Which steps of a run become frames of a file. */
export interface BakePlan {
  /** Steps of the whole run, and how long each is [s]. */
  readonly steps: number;
  readonly timestep: number;
  readonly frameCount: number;
  /** Frames a second of simulated time. */
  readonly rate: number;
  /** The step after which a frame is taken, 0 for the start; more for the next frame. */
  stepOf(frame: number): number;
}

/** How frames are asked for: at most one of the three. */
export interface FrameChoice {
  /** A frame every so many steps. */
  readonly every?: number | undefined;
  /** So many frames a second, each after the step that is nearest; never more than there are steps. */
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
  if (fps !== undefined) readNumber(fps, "fps", { above: 0, max: MAX_FPS });
  const plan = planEven(steps, timestep, Math.max(1, 1 / ((fps ?? DEFAULT_FPS) * timestep)));
  return fps === undefined && plan.frameCount > maxFrames ? planKeys(steps, timestep, maxFrames) : plan;
}

const MAX_FPS = 100_000;

/** A frame every `stride` steps, which need not be whole, as far as the run goes. */
function planEven(steps: number, timestep: number, stride: number): BakePlan {
  return {
    steps,
    timestep,
    rate: cleanRate(1 / (stride * timestep)),
    frameCount: Math.floor((steps * (1 + 1e-12)) / stride) + 1,
    stepOf: (frame) => Math.min(steps, Math.round(frame * stride)),
  };
}

/** The first and the last step, and what lies evenly between. */
function planKeys(steps: number, timestep: number, keys: number): BakePlan {
  const frameCount = Math.min(keys, steps + 1);
  if (frameCount === 1) return planEven(steps, timestep, steps + 1);
  return {
    steps,
    timestep,
    frameCount,
    rate: cleanRate((frameCount - 1) / (steps * timestep)),
    stepOf: (frame) => Math.round((frame * steps) / (frameCount - 1)),
  };
}

/** 1/60 s is not quite 60 frames a second: without the rounding of the last digits. */
function cleanRate(rate: number): number {
  return Number(rate.toPrecision(12));
}
