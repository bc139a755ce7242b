/// <reference types="vite/client" />
import type { Scene, SceneInput } from "drape";

/** A scene that the page can open: a file of `scenes/`, or of `scenes/papers/`, named after it. */
export interface SceneEntry {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The paper whose experiment it is, by the first word of its name; absent for the scenes of `scenes/` itself. */
  readonly paper?: string;
  /** What was mended or passed over in a scene that was opened from a file, in a line. */
  readonly notice?: string;
  /** The scene itself, which is fetched when it is opened. */
  load(): Promise<SceneInput>;
}

/** Shown when a link names a scene that there is not. */
const DEFAULT_SCENE = "flag";

const titles = import.meta.glob<string>("../../../scenes/**/*.json", { eager: true, import: "title" });
const descriptions = import.meta.glob<string>("../../../scenes/**/*.json", { eager: true, import: "description" });
// as text: a module that is also imported for its title would not be a file of its own
const files = import.meta.glob<string>("../../../scenes/**/*.json", { query: "?raw", import: "default" });
const meshFiles = import.meta.glob<string>("../../../scenes/**/*.obj", { query: "?raw", import: "default" });

/** Every scene: the default one first, then the others, then the experiments of the papers; each by title. */
export const SCENES: readonly SceneEntry[] = Object.keys(files)
  .map(describeScene)
  .sort((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title));

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

function describeScene(path: string): SceneEntry {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.json$/, "");
  return {
    name,
    title: titles[path] ?? name,
    description: descriptions[path] ?? "",
    ...(path.includes("/papers/") ? { paper: name.slice(0, name.indexOf("-")) } : {}),
    load: async () => JSON.parse(await files[path]()),
  };
}

function rank(entry: SceneEntry): number {
  if (entry.paper !== undefined) return 2;
  return entry.name === DEFAULT_SCENE ? 0 : 1;
}
