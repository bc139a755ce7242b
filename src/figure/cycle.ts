import type { FigureMotion } from "./figure-motion.ts";
import type { Posture } from "./posture.ts";

/** A motion that repeats. */
export interface Cycle {
  /** After so many seconds of the cycle's clock everything but the place on the ground comes again [s]. */
  readonly period: number;
  /** Its limbs touch on purpose; others keep clear of each other and of the trunk. */
  readonly touches?: boolean;
  /** Adds what the figure does at time t of the clock to a posture of zeros; at t = 0 the feet are at rest. */
  compute(motion: FigureMotion, t: number, posture: Posture): void;
}
