/// <reference types="vite/client" />
import type { Scene, SceneInput } from "drape";

/** A scene of the gallery: a file of `scenes/`, or of `scenes/papers/`, named after it. */
export interface SceneEntry {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: SceneInput;
}

/** Shown first when the link names no scene. */
const DEFAULT_SCENE = "flag";

const files = import.meta.glob<SceneInput>("../../../scenes/*.json", { eager: true, import: "default" });
const paperFiles = import.meta.glob<SceneInput>("../../../scenes/papers/*.json", { eager: true, import: "default" });
const meshFiles = import.meta.glob<string>("../../../scenes/**/*.obj", { query: "?raw", import: "default" });

/** Every scene: the default one first, then the others, then the experiments of the papers; each by title. */
export const SCENES: readonly SceneEntry[] = [
  ...listScenes(files).sort((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title)),
  ...listScenes(paperFiles, "Papers: ").sort((a, b) => a.title.localeCompare(b.title)),
];

/** The text of each mesh file of the gallery that a scene names; a missing one is left to the engine to complain about. */
export async function loadMeshes(scene: Scene): Promise<Record<string, string | Uint8Array>> {
  const texts: Record<string, string> = {};
  for (const { shape } of [...scene.cloths, ...scene.colliders]) {
    if (!("file" in shape)) continue;
    const load = meshFiles[`../../../scenes/${shape.file}`];
    if (load !== undefined) texts[shape.file] = await load();
  }
  return texts;
}

function listScenes(found: Readonly<Record<string, SceneInput>>, prefix: string = ""): SceneEntry[] {
  return Object.entries(found).map(([path, input]) =>
    describeScene(fileName(path).replace(/\.json$/, ""), input, prefix),
  );
}

function describeScene(name: string, input: SceneInput, prefix: string): SceneEntry {
  const { title, description } = input;
  return {
    name,
    title: prefix + (typeof title === "string" ? title : name),
    description: typeof description === "string" ? description : "",
    input,
  };
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function rank(entry: SceneEntry): number {
  return entry.name === DEFAULT_SCENE ? 0 : 1;
}
