import { describeValue, InputError } from "../core/errors.ts";
import type { MeshFile } from "../mesh/mesh-file.ts";
import { parseObj } from "../mesh/obj.ts";
import { parseGltf } from "./gltf.ts";
import { MAX_MESH_BYTES } from "./limits.ts";
import type { MeshDecoders } from "./mesh-decoders.ts";
import { findMeshFormat } from "./mesh-format.ts";

/** How far a file has been read, 0 to 1. */
export type ReadProgress = (fraction: number) => void;

export interface ReadOptions {
  readonly onProgress?: ReadProgress;
  /** What unpacks compressed glTF files. */
  readonly decoders?: MeshDecoders;
}

/** Reads an OBJ, GLB or glTF file, in the file's own unit and axes. Its bytes tell what it is; its name stands in errors. */
export function readMeshFile(content: string | Uint8Array, name: string, options: ReadOptions = {}): MeshFile {
  if (typeof name !== "string") throw new InputError("name", describeValue(name), "give the file's name");
  if (content?.length > MAX_MESH_BYTES) {
    throw new InputError(name, `${content.length} bytes`, `keep a mesh file below ${MAX_MESH_BYTES} bytes`);
  }
  if (typeof content !== "string" && !ArrayBuffer.isView(content)) {
    throw new InputError(name, describeValue(content), "give the file's text, or its bytes in a Uint8Array");
  }
  const isText = typeof content === "string";
  if (findMeshFormat(content, name) === "obj") {
    return parseObj(isText ? content : new TextDecoder().decode(content), name, options.onProgress);
  }
  return parseGltf(isText ? new TextEncoder().encode(content) : content, name, options);
}
