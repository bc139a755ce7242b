import { describeValue, InputError } from "../core/errors.ts";
import type { MeshFile } from "../mesh/mesh-file.ts";
import { parseObj } from "../mesh/obj.ts";
import { isGlb } from "./glb.ts";
import { parseGltf } from "./gltf.ts";
import { MAX_MESH_BYTES } from "./limits.ts";

/** How far a file has been read, 0 to 1. */
export type ReadProgress = (fraction: number) => void;

/** Reads an OBJ, GLB or glTF file, in the file's own unit and axes; by its first bytes, else by the end of its name. */
export function readMeshFile(content: string | Uint8Array, name: string, onProgress?: ReadProgress): MeshFile {
  if (typeof name !== "string") throw new InputError("name", describeValue(name), "give the file's name");
  if (content?.length > MAX_MESH_BYTES) {
    throw new InputError(name, `${content.length} bytes`, `keep a mesh file below ${MAX_MESH_BYTES} bytes`);
  }
  if (typeof content !== "string" && !ArrayBuffer.isView(content)) {
    throw new InputError(name, describeValue(content), "give the file's text, or its bytes in a Uint8Array");
  }
  const isText = typeof content === "string";
  if (!isText && isGlb(content)) return parseGltf(content, name, onProgress);
  if (/\.gl(b|tf)$/i.test(name)) {
    return parseGltf(isText ? new TextEncoder().encode(content) : content, name, onProgress);
  }
  return parseObj(isText ? content : new TextDecoder().decode(content), name, onProgress);
}

/** Whether vertices in one place are one vertex unless the scene says otherwise: glTF has no other way to write a seam. */
export function hasSeams(name: string): boolean {
  return !/\.obj$/i.test(name);
}
