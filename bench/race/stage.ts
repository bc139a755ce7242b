import type { Measures } from "./measure.ts";
import type { RaceScene } from "./race-scene.ts";
import type { Result } from "./run-setting.ts";

/** One scene at one size, planned … */
export interface RaceStage {
  readonly scene: RaceScene;
  /** 0 where the scene has a mesh of its own. */
  readonly size: number;
  /** Share of the time. */
  readonly weight: number;
}

/** … and run. */
export interface FinishedStage {
  readonly scene: RaceScene;
  readonly size: number;
  readonly hasTruth: boolean;
  /** How the reference was computed, in words. */
  readonly truthAbout: string;
  /** How far halving the reference's step moves it [m]; NaN where nobody looked. */
  readonly truthChange: number;
  /** Largest strain of the reference in its first second, at its end or peak as the scene counts it; NaN without one. */
  readonly truthStrain: number;
  /** How far off a cloth would be that did not move at all [m]; NaN without a reference. */
  readonly stillError: number;
  /** What the reference itself does in its second. */
  readonly truthMeasures: Measures | undefined;
  readonly results: readonly Result[];
}

export function titleOf({ scene, size }: Pick<RaceStage, "scene" | "size">): string {
  return size > 0 ? `${scene.title}, ${size} × ${size}` : scene.title;
}

export type Form = "quick" | "full";

/**
 * What counts most comes first: a race that runs out of time has it. Large sheets come last: from 160 × 160 on ammojs-typed enlarges its memory, after which Node 20 checks
 * whatever TypeScript reads from arrays, XPBD, projective dynamics and plain PCG included.
 */
const PLANS: Readonly<Record<Form, readonly [scene: string, size: number, weight: number][]>> = {
  quick: [
    ["swing", 32, 8],
    ["hang", 32, 8],
    ["swing", 80, 18],
    ["sphere", 32, 2],
    ["flag", 32, 1],
    ["dressed", 0, 1],
  ],
  full: [
    ["swing", 32, 3],
    ["hang", 32, 3],
    ["swing", 80, 8],
    ["hang", 80, 8],
    ["sphere", 32, 2],
    ["flag", 32, 2],
    ["dressed", 0, 1],
    ["swing", 160, 8],
    ["hang", 160, 8],
    ["swing", 316, 9],
    ["hang", 316, 8],
  ],
};

/** The stages of a form, or of those scenes and that size only. */
export function planStages(scenes: readonly RaceScene[], form: Form, only: readonly string[], size: number): readonly RaceStage[] {
  const seen = new Set<string>();
  const stages: RaceStage[] = [];
  for (const [name, planned, weight] of PLANS[form]) {
    const scene = scenes.find((one) => one.name === name);
    if (scene === undefined || (only.length > 0 && !only.includes(name))) continue;
    const chosen = size > 0 && planned > 0 ? size : planned;
    if (seen.has(`${name} ${chosen}`)) continue;
    seen.add(`${name} ${chosen}`);
    stages.push({ scene, size: chosen, weight });
  }
  return stages;
}
