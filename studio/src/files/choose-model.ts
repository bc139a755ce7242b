import { findMeshFormat } from "drape/files";
import type { NamedFile } from "./named-file.ts";

/** Bytes that are looked at of each file. */
const HEAD = 16_384;
/** So many files of JSON are read to see what they are. */
const MOST_JSON = 50;

/** Of several files the one to open: a scene before a glTF file, that before other meshes; then the one least deep, then by name. */
export async function chooseModel(files: readonly NamedFile[]): Promise<NamedFile> {
  const [first] = files;
  if (first !== undefined && files.length === 1) return first;
  const ranked: { readonly file: NamedFile; readonly rank: number }[] = [];
  let left = MOST_JSON;
  for (const file of files) {
    const isRead = (): boolean => left-- > 0;
    const rank = await rankOf(file, isRead);
    if (rank !== undefined) ranked.push({ file, rank });
  }
  const depth = ({ path }: NamedFile): number => path.split("/").length;
  const [best] = ranked.sort((a, b) => a.rank - b.rank || depth(a.file) - depth(b.file) || (a.file.path < b.file.path ? -1 : 1));
  if (best !== undefined) return best.file;
  const found = files.length === 0 ? "nothing" : `${files.length} files, none of which is a scene or a mesh`;
  throw new Error(`What was opened: got ${found}; choose a glTF, GLB, OBJ, STL or PLY file with what belongs to it.`);
}

/** Undefined of files that are nothing to open. */
async function rankOf(file: NamedFile, isRead: () => boolean): Promise<number | undefined> {
  try {
    const head = await file.head(HEAD);
    const format = findMeshFormat(head, file.path);
    if (format === "obj") return /^[ \t]*v[ \t]+[-+.\d]/m.test(new TextDecoder().decode(head)) ? 3 : undefined;
    if (format !== "gltf") return format === "glb" ? 1 : 2;
    if (!isRead()) return undefined;
    const json: unknown = JSON.parse(new TextDecoder().decode(await file.read()));
    if (typeof json !== "object" || json === null) return undefined;
    return "asset" in json ? 1 : "drape" in json ? 0 : undefined;
  } catch {
    return undefined; // a picture, or something else of no concern
  }
}
