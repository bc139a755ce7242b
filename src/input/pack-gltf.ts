import { InputError } from "../core/errors.ts";
import { type Fields, readAnyObject, readInteger, readList, readOptional, readString } from "../core/read.ts";
import { readDataUri } from "./data-uri.ts";
import type { FilesBeside } from "./files-beside.ts";
import { writeGlb } from "./glb.ts";
import { isDataUri, readGltfJson } from "./gltf-json.ts";
import { nameOfUri } from "./uri-name.ts";

/** Where the bytes of a buffer have gone: into which of the new file's buffers, and from where on. */
interface Place {
  readonly buffer: number;
  readonly start: number;
}

/** Buffer views have a buffer, and so have the packed data of these extensions. */
const PACKED = ["EXT_meshopt_compression", "KHR_meshopt_compression"];

/** One GLB file of a glTF file and the files that belong to it; all else in it is as it was. */
export function packGltf(content: string | Uint8Array, path: string, files: FilesBeside): Uint8Array {
  const { root, binary } = readGltfJson(content, path);
  const chunks: Uint8Array[] = [];
  const others: Fields[] = [];
  let size = 0;
  const places = listOf(root, "buffers", path).map((fields, n): Place => {
    const bytes = bytesOf(fields, `${path} buffers[${n}]`, n === 0 ? binary : undefined, files);
    // one without data only stands for what an extension has packed
    if (bytes === undefined) return { buffer: others.push(fields), start: 0 };
    const start = size;
    chunks.push(bytes, new Uint8Array(-bytes.length & 3));
    size += bytes.length + (-bytes.length & 3);
    return { buffer: 0, start };
  });
  if (size === 0) return writeGlb(root, undefined);
  const joined = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  const bufferViews = listOf(root, "bufferViews", path).map((fields, n) => {
    const moved = move(fields, places, `${path} bufferViews[${n}]`);
    const extensions = moved.extensions as Fields | undefined;
    const packed = PACKED.filter((name) => extensions?.[name] !== undefined).map((name) => {
      const at = `${path} bufferViews[${n}].extensions.${name}`;
      return [name, move(readAnyObject(extensions?.[name], at), places, at)] as const;
    });
    return packed.length === 0 ? moved : { ...moved, extensions: { ...extensions, ...Object.fromEntries(packed) } };
  });
  return writeGlb({ ...root, buffers: [{ byteLength: size }, ...others], bufferViews }, joined);
}

function listOf(root: Fields, name: string, path: string): Fields[] {
  if (root[name] === undefined) return [];
  return readList(root[name], `${path} ${name}`).map((value, n) => readAnyObject(value, `${path} ${name}[${n}]`));
}

function bytesOf(fields: Fields, path: string, binary: Uint8Array | undefined, files: FilesBeside): Uint8Array | undefined {
  const { uri } = fields;
  const name = uri === undefined || isDataUri(uri) ? undefined : nameOfUri(readString(uri, `${path}.uri`), `${path}.uri`);
  const bytes = isDataUri(uri) ? readDataUri(uri, `${path}.uri`).bytes : name === undefined ? binary : files.get(name);
  if (bytes === undefined && name !== undefined)
    throw new InputError(`${path}.uri`, JSON.stringify(name), "give that file together with this one");
  return bytes?.subarray(0, readInteger(fields.byteLength, `${path}.byteLength`, { min: 1 }));
}

function move(fields: Fields, places: readonly Place[], path: string): Fields {
  const place = places[readInteger(fields.buffer, `${path}.buffer`, { min: 0 })];
  if (place === undefined) throw new InputError(`${path}.buffer`, String(fields.buffer), `the file has ${places.length} buffers`);
  const offset = readOptional(fields, "byteOffset", path, (v, p) => readInteger(v, p, { min: 0 }), 0);
  return { ...fields, buffer: place.buffer, byteOffset: place.start + offset };
}
