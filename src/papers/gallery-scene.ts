import { readFileSync } from "node:fs";
import type { SceneInput } from "../scene/scene-input.ts";

/** A scene of the folder scenes/, which lies beside src/ and, in the package, beside dist/. */
export function readGalleryScene(name: string): SceneInput {
  const { $schema: _, ...scene } = JSON.parse(readFileSync(new URL(`../../scenes/${name}.json`, import.meta.url), "utf8")) as SceneInput;
  return scene;
}
