import type { SceneSettings } from "./change.ts";
import type { WorldScene, WorldSettings } from "./world.ts";

/** The fields of settings. */
export const SETTING_FIELDS: readonly (keyof WorldSettings)[] = ["gravity", "wind", "collision", "solver", "timestep"];

/** The fields of scenes, those for people among them. */
export const SCENE_FIELDS: readonly (keyof WorldScene)[] = [
  "cloths",
  "colliders",
  "figures",
  ...SETTING_FIELDS,
  "seed",
  "events",
  "$schema",
  "drape",
  "title",
  "description",
  "duration",
  "variants",
  "compare",
  "camera",
  "floor",
];

/** What of a scene is neither cloth nor collider. */
export function settingsOf(scene: SceneSettings): SceneSettings {
  const { drape, gravity, wind, collision, solver, timestep, seed, figures, events } = scene;
  return { drape, gravity, wind, collision, solver, timestep, seed, figures, events };
}
