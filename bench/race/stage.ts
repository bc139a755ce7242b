import type { Measures } from "./measure.ts";
import type { RaceScene } from "./race-scene.ts";
import type { Result } from "./run-setting.ts";

/** One scene at one size, planned … */
export interface RaceStage {
  readonly scene: RaceScene;
  /** 0 where the scene has a mesh of its own. */
  readonly size: number;
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

const SHEETS: readonly string[] = ["swing", "hang", "sphere", "fold", "flag"];

/** What counts most comes first: each is run to its end before the next begins. */
const PLANS: Readonly<Record<Form, readonly (readonly [scene: string, size: number])[]>> = {
  quick: [
    ["swing", 32],
    ["hang", 32],
    ["swing", 80],
    ["sphere", 32],
    ["fold", 32],
    ["flag", 32],
    ["dressed", 0],
  ],
  full: [
    ...[32, 80].flatMap((size) => SHEETS.map((scene) => [scene, size] as const)),
    ["dressed", 0],
    ...[160, 316].flatMap((size) => SHEETS.map((scene) => [scene, size] as const)),
  ],
};

/** The stages of a form, or of those scenes and that size only; a size of 0 is any. */
export function planStages(scenes: readonly RaceScene[], form: Form, only: readonly string[], size: number): readonly RaceStage[] {
  const seen = new Set<string>();
  const stages: RaceStage[] = [];
  for (const [name, planned] of PLANS[form]) {
    const scene = scenes.find((one) => one.name === name);
    if (scene === undefined || (only.length > 0 && !only.includes(name))) continue;
    const chosen = size > 0 && planned > 0 ? size : planned;
    if (seen.has(`${name} ${chosen}`)) continue;
    seen.add(`${name} ${chosen}`);
    stages.push({ scene, size: chosen });
  }
  return stages;
}

/** Whether some form has sheets of this size. */
export function isPlanned(size: number): boolean {
  return Object.values(PLANS).some((stages) => stages.some(([, planned]) => planned === size));
}
