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
  readonly truth?: StageTruth;
  readonly results: readonly Result[];
}

/** What is known of the motion converged in time. */
export interface StageTruth {
  /** How it was computed, in words. */
  readonly about: string;
  /** How far halving its step moves it [m]; NaN where nobody looked. */
  readonly change: number;
  /** How far off a cloth would be that did not move at all [m]. */
  readonly stillError: number;
  /** What it does in its second; its strain at rest is that of the end of it. */
  readonly measures: Measures;
}

export function titleOf({ scene, size }: Pick<RaceStage, "scene" | "size">): string {
  return size > 0 ? `${scene.title}, ${size} × ${size}` : scene.title;
}

/** For tables. */
export function shortTitleOf({ scene, size }: Pick<RaceStage, "scene" | "size">): string {
  return size > 0 ? `${scene.name} ${size}` : scene.name;
}

export type Form = "quick" | "full";

/** What counts most comes first: a race that is stopped has it. */
const PLANS: Readonly<Record<Form, readonly [scene: string, size: number, weight: number][]>> = {
  quick: [
    ["swing", 32, 8],
    ["hang", 32, 8],
    ["swing", 80, 18],
    ["sphere", 32, 2],
    ["fold", 32, 2],
    ["flag", 32, 1],
    ["dressed", 0, 1],
  ],
  full: [
    ["swing", 32, 3],
    ["hang", 32, 3],
    ["swing", 80, 8],
    ["hang", 80, 8],
    ["sphere", 32, 2],
    ["fold", 32, 2],
    ["flag", 32, 2],
    ["dressed", 0, 1],
    ["swing", 160, 8],
    ["hang", 160, 8],
    ["sphere", 80, 4],
    ["fold", 80, 4],
    ["flag", 80, 4],
    ["swing", 316, 9],
    ["hang", 316, 8],
    ["sphere", 160, 6],
    ["fold", 160, 6],
    ["flag", 160, 6],
    ["sphere", 316, 8],
    ["fold", 316, 8],
    ["flag", 316, 8],
  ],
};

/** The stages of a form, or of those scenes and that size only; a size of 0 is any. */
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

/** Whether some form has sheets of this size. */
export function isPlanned(size: number): boolean {
  return Object.values(PLANS).some((stages) => stages.some(([, planned]) => planned === size));
}
