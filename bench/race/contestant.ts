import type { RaceCloth } from "./race-cloth.ts";

/** One frame of every scene [s]. */
export const FRAME: number = 1 / 60;

/** One way to run a contestant: what is turned from coarse to fine, and in how many steps a frame is taken. */
export interface Setting {
  /** For tables, such as "steps=4 iterations=20"; no commas. */
  readonly label: string;
  readonly steps: number;
  /** What a frame costs, in a unit of the contestant's own: it tells which settings are costlier than another. */
  readonly work: number;
  /** Part of the quick form; without any, every third setting is. */
  readonly quick?: boolean;
  /** The integrator whose converged step of FRAME/steps this method approaches. */
  readonly integrator: "euler" | "midpoint" | "bdf2";
  /** Whatever else the contestant reads; numbers and words of its own. */
  readonly options: Readonly<Record<string, number | string>>;
}

/** One who runs. A file under contestants/ holds one engine, in one or several forms. */
export interface Contestant {
  readonly name: string;
  /** One of ours (Drape's methods) or a rival. */
  readonly team: "drape" | "rival";
  /** Its options that are the same in every setting, for the report. */
  readonly about: string;
  /** Scenes it can run; it is named as unable in the others. */
  readonly scenes: readonly string[];
  /** How its cloth meets itself; cloth passes through itself without. */
  readonly selfContact?: string;
  /** In the quick form, sheets with more vertices along a side are left to others; 0 to take no part. */
  readonly largestQuick?: number;
  /** Coarse to fine, for this cloth. */
  settings(cloth: RaceCloth): readonly Setting[];
  create(cloth: RaceCloth, setting: Setting): Promise<Runner>;
}

export interface Runner {
  /** 1/60 s. */
  frame(): void;
  readPositions(out: Float64Array): void;
  dispose(): void;
  /** What it measures itself, where the race's mesh does not tell: strain, and how often cloth is where it must not be. */
  measure?(): { strainMean: number; strainMax: number; penetration: number };
}

/** Settings for every pair of steps a frame and effort, cheap ones first: the sweep of whoever has both. */
export function sweep(
  steps: readonly number[],
  name: string,
  efforts: readonly number[],
  integrator: Setting["integrator"],
  cost: (effort: number) => number = (effort) => effort,
): Setting[] {
  return steps
    .flatMap((n) =>
      efforts.map((effort) => ({
        label: `steps=${n} ${name}=${effort}`,
        steps: n,
        integrator,
        options: { [name]: effort },
        work: n * cost(effort),
      })),
    )
    .sort((a, b) => a.work - b.work || a.steps - b.steps);
}

/** The same settings, those that hold marked for the quick form. */
export function markQuick(settings: readonly Setting[], holds: (setting: Setting) => boolean): Setting[] {
  return settings.map((setting) => ({ ...setting, quick: holds(setting) }));
}
