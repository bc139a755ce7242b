import type { CycleName } from "./cycle-catalog.ts";

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
