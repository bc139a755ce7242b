import type { RaceScene } from "./race-scene.ts";
import type { Result } from "./run-setting.ts";

/** One scene at one size, planned … */
export interface Stage {
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
  /** How far halving the reference's step moves it [m]; NaN where nobody looked. */
  readonly truthChange: number;
  /** Largest strain of the reference in its first second, at its end or peak as the scene counts it; NaN without one. */
  readonly truthStrain: number;
  /** How far off a cloth would be that did not move at all [m]; NaN without a reference. */
  readonly stillError: number;
  readonly results: readonly Result[];
}

export type Form = "quick" | "full";

/** What counts most comes first: a race that runs out of time has it. */
const PLANS: Readonly<Record<Form, readonly [scene: string, size: number, weight: number][]>> = {
  quick: [
    ["hang", 32, 2],
    ["swing", 32, 2],
    ["hang", 80, 4],
    ["swing", 80, 4],
    ["sphere", 32, 1],
    ["flag", 32, 1],
    ["dressed", 0, 1],
  ],
  full: [
    ["hang", 32, 2],
    ["swing", 32, 2],
    ["hang", 80, 6],
    ["swing", 80, 6],
    ["hang", 160, 5],
    ["swing", 160, 6],
    ["sphere", 80, 3],
    ["flag", 80, 2],
    ["dressed", 0, 2],
    ["hang", 316, 4],
    ["swing", 316, 6],
  ],
};

/** The stages of a form, or of those scenes and that size only. */
export function planStages(
  scenes: readonly RaceScene[],
  form: Form,
  only: readonly string[],
  size: number,
): readonly Stage[] {
  const seen = new Set<string>();
  const stages: Stage[] = [];
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
