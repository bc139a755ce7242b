import type { SceneInput } from "../../scene/scene-input.ts";
import type { Assignments } from "../experiment.ts";

/** A copy of a scene in which fields have other values, by their paths: "solver.sweeps", "cloths.0.springs.stretch". */
export function assignFields(scene: SceneInput, ...assignments: readonly Assignments[]): SceneInput {
  const copy: Record<string, unknown> = { ...structuredClone(scene) };
  for (const [path, value] of assignments.flatMap((one) => Object.entries(one))) {
    const keys = path.split(".");
    const last = keys.pop() as string;
    let place = copy;
    for (const key of keys) {
      if (!Object.hasOwn(place, key) || typeof place[key] !== "object") throw new Error(`the scene has no ${path}`);
      place = place[key] as Record<string, unknown>;
    }
    place[last] = structuredClone(value);
  }
  return copy as unknown as SceneInput;
}
