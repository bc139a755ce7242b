import { InputError } from "../core/errors.ts";
import { readAnyObject, readChoice } from "../core/read.ts";
import { type Extensions, knownColliders, knownMethods } from "./extensions.ts";
import { sceneField } from "./fields/scene-field.ts";
import { readScene, type Scene } from "./read-scene.ts";
import type { SceneInput } from "./scene-input.ts";
import { WHOLE_KINDS } from "./whole-kinds.ts";

export type { CutEvent, ReleaseEvent, Scene } from "./read-scene.ts";

const SCENE = sceneField(WHOLE_KINDS);

/**
 * Checks a scene; throws an InputError that names the path, what was found and what to do. With `extensions` it may name what a program has
 * added. `loadScene` does the same with no more code than the scene needs.
 */
export function parseScene(value: unknown, extensions: Extensions = {}): Scene {
  readAnyObject(extensions, "options");
  if (!extensions.methods && !extensions.shapes) return readScene(value, SCENE, WHOLE_KINDS);
  const kinds = { ...WHOLE_KINDS, methods: knownMethods(extensions), colliders: knownColliders(extensions) };
  return readScene(value, sceneField(kinds), kinds);
}

/** The scene's JSON with the solver of one of its variants in place of its own. */
export function selectVariant(scene: SceneInput, name: string, extensions: Extensions = {}): SceneInput {
  const { variants } = parseScene(scene, extensions);
  const names = variants.map((variant) => variant.name);
  if (names.length === 0) throw new InputError("variant", JSON.stringify(name), "this scene has no variants");
  return { ...scene, solver: variants[names.indexOf(readChoice(name, "variant", names))].given };
}
