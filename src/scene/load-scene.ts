import { InputError } from "../core/errors.ts";
import type { Extensions } from "./extensions.ts";
import { sceneField } from "./fields/scene-field.ts";
import { loadKinds } from "./load-kinds.ts";
import { readScene, type Scene } from "./read-scene.ts";
import { ROOMS } from "./rooms.ts";

/**
 * What `parseScene` gives, with the code that the scene needs. A scene that is refused is read once more by the description of everything, which
 * knows the right words: options of methods that are not there, say, and names that were meant.
 */
export async function loadScene(value: unknown, extensions: Extensions = {}): Promise<Scene> {
  if (!extensions.methods && !extensions.shapes) {
    const kinds = await loadKinds(value);
    try {
      return readScene(value, sceneField(kinds), kinds);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
    }
  }
  const { readWholeScene } = await ROOMS.parse();
  return readWholeScene(value, extensions);
}
