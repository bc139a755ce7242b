import type { RaceCloth } from "./race-cloth.ts";
import { dressed } from "./scenes/dressed.ts";
import { flag } from "./scenes/flag.ts";
import { fold } from "./scenes/fold.ts";
import { hang } from "./scenes/hang.ts";
import { sphere } from "./scenes/sphere.ts";
import { swing } from "./scenes/swing.ts";

export interface RaceScene {
  readonly name: string;
  readonly title: string;
  /** Frames of a run; the motion is compared over the first 60. */
  readonly frames: number;
  /** The largest strain that counts in comparisons: at rest (the last half second, where it came to rest) or at its peak. */
  readonly strain: "rest" | "peak";
  createCloth(size: number): RaceCloth | Promise<RaceCloth>;
}

export const SCENES: readonly RaceScene[] = [swing, hang, sphere, fold, flag, dressed];
