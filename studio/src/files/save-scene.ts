import type { SceneInput } from "drape";
import { ownSolver } from "../panel/solver-choice.ts";
import { readWind, toWind } from "../panel/wind-settings.ts";
import type { StudioState } from "../studio.ts";

/** The fields of the scene that the settings of the page change, as they are now. */
export function changedFields(state: Readonly<StudioState>): Record<string, unknown> {
  const { entry, scene, solver, timestep, wind } = state;
  const changes: Record<string, unknown> = {};
  if (!same(solver, ownSolver(entry.input))) changes.solver = solver;
  if (timestep !== scene?.timestep) changes.timestep = timestep;
  if (!same(wind, readWind(scene?.wind))) changes.wind = toWind(wind, scene?.wind) ?? undefined;
  return changes;
}

/** The scene with the settings of the page from its start on. */
export function currentScene(state: Readonly<StudioState>): SceneInput {
  const scene = { ...state.entry.input, ...changedFields(state) };
  if (scene.wind === undefined) delete scene.wind;
  return scene;
}

function same(a: object, b: object): boolean {
  const [mine, others] = [Object.entries(a), new Map(Object.entries(b))];
  return mine.length === others.size && mine.every(([key, value]) => others.get(key) === value);
}
