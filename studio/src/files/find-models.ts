import { findMeshFormat } from "drape/files";
import type { NamedFile } from "./named-file.ts";

/** Bytes that are looked at of each file. */
const HEAD = 16_384;
/** So many files of JSON are read to see what they are. */
const MOST_JSON = 50;

/**
 * Which of several files can be opened: the scenes, for other meshes belong to them; where there is none, the meshes, glTF files before others, then the least deep, then by name. A file
 * that is alone is taken for what it is.
 */
export async function findModels(files: readonly NamedFile[]): Promise<readonly NamedFile[]> {
  if (files.length === 1) return files;
  const ranked: { readonly file: NamedFile; readonly rank: number }[] = [];
  let left = MOST_JSON;
  for (const file of files) {
    const isRead = (): boolean => left-- > 0;
    const rank = await rankOf(file, isRead);
    if (rank !== undefined) ranked.push({ file, rank });
  }
  const depth = ({ path }: NamedFile): number => path.split("/").length;
  ranked.sort((a, b) => a.rank - b.rank || depth(a.file) - depth(b.file) || (a.file.path < b.file.path ? -1 : 1));
  const scenes = ranked.filter(({ rank }) => rank === SCENE);
  if (ranked.length > 0) return (scenes.length > 0 ? scenes : ranked).map(({ file }) => file);
  const found = files.length === 0 ? "nothing" : `${files.length} files, none of which is a scene or a mesh`;
  throw new Error(`What was opened: got ${found}; choose a glTF, GLB, OBJ, STL or PLY file with what belongs to it.`);
}

const SCENE = 0;

/** Undefined of files that are nothing to open. */
async function rankOf(file: NamedFile, isRead: () => boolean): Promise<number | undefined> {
  try {
    const head = await file.head(HEAD);
    if (/\.stl$/i.test(file.path)) return 2; // a binary one is known by its length, which its head does not tell
    const format = findMeshFormat(head, file.path);
    if (format === "obj") return /^[ \t]*v[ \t]+[-+.\d]/m.test(new TextDecoder().decode(head)) ? 3 : undefined;
    if (format !== "gltf") return format === "glb" ? 1 : 2;
    if (!isRead()) return undefined;
    const json: unknown = JSON.parse(new TextDecoder().decode(await file.read()));
    if (typeof json !== "object" || json === null) return undefined;
    return "asset" in json ? 1 : "drape" in json ? SCENE : undefined;
  } catch {
    return undefined; // a picture, or something else of no concern
  }
}
