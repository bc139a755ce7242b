import { describeValue, InputError } from "../core/errors.ts";
import type { MeshFile } from "../mesh/mesh-file.ts";
import { parseObj } from "../mesh/obj.ts";
import type { FilesBeside } from "./files-beside.ts";
import { parseGltf } from "./gltf.ts";
import { MAX_MESH_BYTES } from "./limits.ts";
import type { MeshDecoders } from "./mesh-decoders.ts";
import { findMeshFormat } from "./mesh-format.ts";
import { parsePly } from "./ply.ts";
import { parseStl } from "./stl.ts";

/** How far a file has been read, 0 to 1. */
export type ReadProgress = (fraction: number) => void;

export interface ReadOptions {
  readonly onProgress?: ReadProgress;
  /** What unpacks compressed glTF files. */
  readonly decoders?: MeshDecoders;
  /** The files that belong to it (`listFilesBeside`), by their names as seen from its folder. */
  readonly files?: FilesBeside;
}

/** Reads an OBJ, GLB, glTF, PLY or STL file, in the file's own unit and axes. Its bytes tell what it is; its name stands in errors. */
export function readMeshFile(content: string | Uint8Array, name: string, options: ReadOptions = {}): MeshFile {
  if (typeof name !== "string") throw new InputError("name", describeValue(name), "give the file's name");
  if (content?.length > MAX_MESH_BYTES) {
    throw new InputError(name, `${content.length} bytes`, `keep a mesh file below ${MAX_MESH_BYTES} bytes`);
  }
  if (typeof content !== "string" && !ArrayBuffer.isView(content)) {
    throw new InputError(name, describeValue(content), "give the file's text, or its bytes in a Uint8Array");
  }
  switch (findMeshFormat(content, name)) {
    case "obj":
      return parseObj(typeof content === "string" ? content : new TextDecoder().decode(content), name, options.onProgress);
    case "stl":
      return parseStl(content, name);
    case "ply":
      return parsePly(content, name);
    default:
      return parseGltf(content, name, options);
  }
}
