import type { Scene } from "drape";
import type { SolverChoice } from "../commands.ts";

/** How a scene is solved accurately: a solver, and how many of its steps make a tick. */
export interface Reference {
  readonly solver: SolverChoice;
  readonly stepsPerTick: number;
}

export const REFERENCE = "reference";
export const REFERENCE_TITLE = "Reference";

/**
 * What the others are measured against, chosen as the race of bench/race does for its truth: the implicit midpoint rule, second order and
 * without damping of its own, each step solved to the end by Newton's method in double precision. Contact rings in it, so scenes in
 * which cloth meets something take BDF2. An eighth of the tick, not the race's sixteenth, because somebody is waiting.
 */
export function chooseReference({ colliders, collision }: Pick<Scene, "colliders" | "collision">): Reference {
  const touches = colliders.length > 0 || collision.self;
  return {
    solver: touches ? { method: "bdf2", tolerance: 1e-4 } : { method: "newton-midpoint", tolerance: 1e-4 },
    stepsPerTick: 8,
  };
}
