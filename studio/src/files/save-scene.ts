import type { SceneInput } from "drape";
import type { StudioState } from "../app/studio-state.ts";
import { ownFabrics, withFabrics } from "../fabric/fabric-choice.ts";
import { ownSolver } from "../panel/solver-choice.ts";
import { readWind, toWind } from "../panel/wind-settings.ts";

/** The fields of the scene that the settings of the page change, as they are now. */
export function changedFields(state: Readonly<StudioState>): Record<string, unknown> {
  const { input, scene, solver, timestep, fabrics, wind } = state;
  const changes: Record<string, unknown> = {};
  if (!same(solver, ownSolver(input))) changes.solver = solver;
  if (timestep !== scene?.timestep) changes.timestep = timestep;
  if (!same(wind, readWind(scene?.wind))) changes.wind = toWind(wind, scene?.wind) ?? undefined;
  if (input !== undefined && JSON.stringify(fabrics) !== JSON.stringify(ownFabrics(input)))
    changes.cloths = withFabrics(input, fabrics).cloths;
  return changes;
}

/** The scene with the settings of the page from its start on. */
export function currentScene(state: Readonly<StudioState>): SceneInput {
  if (state.input === undefined) throw new Error("There is no scene to save yet; wait until it shows.");
  const scene = { ...state.input, ...changedFields(state) };
  if (scene.wind === undefined) delete scene.wind;
  return scene;
}

function same(a: object, b: object): boolean {
  const [mine, others] = [Object.entries(a), new Map(Object.entries(b))];
  return mine.length === others.size && mine.every(([key, value]) => others.get(key) === value);
}
