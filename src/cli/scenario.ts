import { readAnyObject } from "../core/read.ts";
import { readField } from "../core/read-field.ts";
import { TIMESTEP } from "../scene/fields/scene-field.ts";
import { selectVariant } from "../scene/parse-scene.ts";
import type { SceneInput } from "../scene/scene-input.ts";
import { type Arguments, type Flag, readFlagNumber } from "./arguments.ts";
import { readScene } from "./files.ts";
import { setPath } from "./set-path.ts";

/** The flags with which a command changes the scene it is given. */
export const SCENARIO_FLAGS: readonly Flag[] = [
  { name: "method", value: "NAME", summary: "the solver, in place of the scene's" },
  { name: "variant", value: "NAME", summary: "one of the scene's variants: its solver, in place of the scene's" },
  { name: "set", value: "PATH=VALUE", repeated: true, summary: "set a field of the scene, such as solver.tolerance=1e-9" },
  { name: "timestep", value: "H", summary: "the time step [s], in place of the scene's" },
];

/** The scene's JSON with the command line's wishes in it. */
export async function readScenario(path: string, args: Arguments): Promise<unknown> {
  return changeScene(await readScene(path), args);
}

/** Writes the command line's wishes into a scene's JSON. */
export function changeScene(scene: unknown, { flags, repeated }: Arguments): unknown {
  let json = scene;
  const variant = flags.get("variant");
  if (variant !== undefined) json = selectVariant(json as SceneInput, variant);
  const fields = readAnyObject(json, "") as Record<string, unknown>;
  for (const assignment of repeated.get("set") ?? []) setPath(json, assignment);
  const method = flags.get("method");
  if (method !== undefined) fields.solver = { ...readAnyObject(fields.solver ?? {}, "solver"), method };
  const timestep = flags.get("timestep");
  if (timestep !== undefined) fields.timestep = readField(readFlagNumber(timestep), "--timestep", TIMESTEP);
  return json;
}
