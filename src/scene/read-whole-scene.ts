import { readAnyObject } from "../core/read.ts";
import { type Extensions, knownColliders, knownMethods } from "./extensions.ts";
import { sceneField } from "./fields/scene-field.ts";
import { readScene, type Scene } from "./read-scene.ts";
import { WHOLE_KINDS } from "./whole-kinds.ts";

const SCENE = sceneField(WHOLE_KINDS);

/** Reads a scene by the description of everything, and of what a program has added. */
export function readWholeScene(value: unknown, extensions: Extensions): Scene {
  readAnyObject(extensions, "options");
  if (!extensions.methods && !extensions.shapes) return readScene(value, SCENE, WHOLE_KINDS);
  const kinds = { ...WHOLE_KINDS, methods: knownMethods(extensions), colliders: knownColliders(extensions) };
  return readScene(value, sceneField(kinds), kinds);
}
