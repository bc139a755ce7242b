import { InputError } from "../core/errors.ts";
import { isGlb } from "./glb.ts";
import { isPly } from "./ply-header.ts";
import { isBinaryStl, isTextStl } from "./stl.ts";

/** The kinds of mesh files that are read. */
export type MeshFormat = "glb" | "gltf" | "obj" | "ply" | "stl";

const EXPORT = "export it as GLB, glTF or OBJ";

/** How files of other kinds begin, what they are, and what to do with them. */
const FOREIGN: readonly (readonly [start: string, got: string, advice: string])[] = [
  ["Kaydara FBX", "an FBX file", EXPORT],
  ["; FBX", "an FBX file", EXPORT],
  ["PK\x03\x04", "a ZIP archive, as USDZ and 3MF are", "unpack it, or export the mesh as GLB, glTF or OBJ"],
  ["PXR-USDC", "a USD file", EXPORT],
  ["#usda", "a USD file", EXPORT],
  ["BLENDER", "a Blender file", EXPORT],
  ["\x1f\x8b", "a file packed by gzip", "unpack it first"],
  ["\x28\xb5\x2f\xfd", "a file packed by Zstandard, as Blender saves", EXPORT],
  ["DRACO", "a bare Draco file", EXPORT],
  ["Ogawa", "an Alembic file", EXPORT],
  ["<", "an XML file, as Collada and X3D are", EXPORT],
];

/** Bytes of a file that are looked at. */
const HEAD = 1024;

/**
 * What a mesh file is, by its bytes: GLB and PLY by their first ones, STL by its length or its first words, glTF as JSON, OBJ as other text. Its name has no say, but stands in errors: a
 * file of another kind is an InputError that tells which.
 */
export function findMeshFormat(content: string | Uint8Array, name: string): MeshFormat {
  const isText = typeof content === "string";
  if (!isText && isGlb(content)) return "glb";
  const head = isText ? content.slice(0, HEAD) : String.fromCharCode(...content.subarray(0, HEAD));
  if (head === "") throw new InputError(name, "an empty file", "give an OBJ, GLB or glTF file");
  if (isPly(head)) return "ply";
  const found = FOREIGN.find(([start]) => head.startsWith(start));
  if (found !== undefined) throw new InputError(name, found[1], found[2]);
  // the byte order mark of UTF-8, decoded or not
  const text = head.replace(/^(\ufeff|\xef\xbb\xbf)/, "").trimStart();
  if (text.startsWith("{") || text.startsWith("[")) return "gltf";
  if (isBinaryStl(content) || isTextStl(text)) return "stl";
  if (head.includes("\0")) throw new InputError(name, "binary data of no known kind", "give an OBJ, GLB or glTF file");
  return "obj";
}
