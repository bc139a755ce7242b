import { describeValue, InputError } from "../core/errors.ts";
import { bufferFiles } from "./gltf-json.ts";
import { MAX_MESH_BYTES } from "./limits.ts";
import { findMeshFormat } from "./mesh-format.ts";

/** Files that lie beside a mesh file and belong to it, by their names as seen from its folder. */
export type FilesBeside = ReadonlyMap<string, Uint8Array>;

/** The names of the files that belong to a mesh file: of glTF those of its buffers. Other files have none. */
export function listFilesBeside(content: string | Uint8Array, name: string): string[] {
  const format = findMeshFormat(content, name);
  return format === "gltf" || format === "glb" ? bufferFiles(content, name) : [];
}

/** Loads them from the folder of the mesh file, all of them together no larger than one mesh file may be. */
export async function loadFilesBeside(
  content: string | Uint8Array,
  name: string,
  load: (name: string) => Promise<string | Uint8Array>,
): Promise<FilesBeside> {
  const folder = name.slice(0, name.lastIndexOf("/") + 1);
  const files = new Map<string, Uint8Array>();
  let size = content.length;
  for (const beside of listFilesBeside(content, name)) {
    const bytes = await load(folder + beside);
    if (typeof bytes === "string" || !ArrayBuffer.isView(bytes)) {
      const got = typeof bytes === "string" ? "text" : describeValue(bytes);
      throw new InputError(folder + beside, got, "give the bytes of the file, in a Uint8Array");
    }
    size += bytes.length;
    if (size > MAX_MESH_BYTES) {
      throw new InputError(folder + beside, `${size} bytes with ${name}`, `keep them below ${MAX_MESH_BYTES} bytes together`);
    }
    files.set(beside, bytes);
  }
  return files;
}
