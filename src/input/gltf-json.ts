import { InputError } from "../core/errors.ts";
import { type Fields, readAnyObject, readInteger, readList, readString } from "../core/read.ts";
import { isGlb, readGlb } from "./glb.ts";
import { parseJson } from "./json.ts";
import { MAX_BUFFERS, MAX_MESH_BYTES } from "./limits.ts";
import { nameOfUri } from "./uri-name.ts";

/** Blender nests extras, nobody nests deeper. */
const MAX_GLTF_DEPTH = 64;

/** The JSON of a GLB or glTF file, and the bytes behind it. */
export function readGltfJson(content: string | Uint8Array, path: string): { readonly root: Fields; readonly binary?: Uint8Array } {
  const isText = typeof content === "string";
  const { json, binary } = !isText && isGlb(content) ? readGlb(content, path) : { json: content };
  const text = typeof json === "string" ? json : new TextDecoder().decode(json);
  const root = readAnyObject(parseJson(text, path, { length: MAX_MESH_BYTES, depth: MAX_GLTF_DEPTH }), path);
  checkVersion(root, path);
  return binary === undefined ? { root } : { root, binary };
}

function checkVersion(root: Fields, path: string): void {
  const version = readString(readAnyObject(root.asset, `${path} asset`).version, `${path} asset.version`);
  if (/^2\.\d+$/.test(version)) return;
  throw new InputError(`${path} asset.version`, JSON.stringify(version), "export it as glTF 2.0");
}

/** The files beside it in which its buffers are, each once. What they are said to hold is compared with the limit before any is loaded. */
export function bufferFiles(content: string | Uint8Array, path: string): string[] {
  const { root } = readGltfJson(content, path);
  const buffers = root.buffers === undefined ? [] : readList(root.buffers, `${path} buffers`);
  if (buffers.length > MAX_BUFFERS) throw new InputError(`${path} buffers`, `${buffers.length} buffers`, `use at most ${MAX_BUFFERS}`);
  const names = new Set<string>();
  let size = 0;
  for (const [n, value] of buffers.entries()) {
    const at = `${path} buffers[${n}]`;
    const { uri, byteLength } = readAnyObject(value, at);
    if (uri === undefined || isDataUri(uri)) continue;
    names.add(nameOfUri(readString(uri, `${at}.uri`), `${at}.uri`));
    size += readInteger(byteLength, `${at}.byteLength`, { min: 1 });
    if (size > MAX_MESH_BYTES) throw new InputError(at, `${size} bytes so far`, `keep a mesh file below ${MAX_MESH_BYTES} bytes`);
  }
  return [...names];
}

export function isDataUri(uri: unknown): uri is string {
  return typeof uri === "string" && uri.startsWith("data:");
}
