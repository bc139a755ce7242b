import { InputError } from "../core/errors.ts";
import { type Fields, readAnyObject, readInteger, readList, readString } from "../core/read.ts";
import { readDataUri } from "./data-uri.ts";
import { isGlb, readGlb } from "./glb.ts";
import { parseJson } from "./json.ts";
import { MAX_MESH_BYTES, MAX_NUMBERS } from "./limits.ts";
import { adviceFor, COMPRESSIONS, type MeshDecoders } from "./mesh-decoders.ts";

/** The lists of a glTF file that this program looks at. */
export type GltfList = "accessors" | "animations" | "buffers" | "bufferViews" | "materials" | "meshes" | "nodes" | "scenes" | "skins";

/** A glTF file: its JSON, read field by field as it is needed, and its buffers. Whoever reads a field checks it. */
export interface GltfDocument {
  /** Names the file in errors. */
  readonly path: string;
  readonly root: Fields;
  count(list: GltfList): number;
  /** One entry of a list, and its path for errors; `from` is where its index stands. */
  entry(list: GltfList, index: unknown, from: string): GltfEntry;
  /** The bytes of a buffer. */
  buffer(index: unknown, from: string): Uint8Array;
  /** What unpacks its compressed parts, and the buffer views that are unpacked, by number. */
  readonly decoders: MeshDecoders;
  readonly unpacked: Map<number, Uint8Array>;
  /** Counts numbers that are about to be read, and refuses a file that would have too many of them. */
  spend(numbers: number, path: string): void;
}

export interface GltfEntry {
  readonly index: number;
  readonly fields: Fields;
  readonly path: string;
}

/** Blender nests extras, nobody nests deeper. */
const MAX_GLTF_DEPTH = 64;

/** Extensions that leave the geometry as it is, or are read: a file may require them. */
const HARMLESS = /^(KHR_mesh_quantization|KHR_(materials|texture|lights)_\w+|EXT_texture_\w+|KHR_xmp(_json_ld)?)$/;

/** Opens a GLB file, or a glTF file with its buffers embedded. */
export function openGltf(content: Uint8Array, path: string, decoders: MeshDecoders = {}): GltfDocument {
  const { json, binary } = isGlb(content) ? readGlb(content, path) : { json: content };
  const text = new TextDecoder().decode(json);
  const root = readAnyObject(parseJson(text, path, { length: MAX_MESH_BYTES, depth: MAX_GLTF_DEPTH }), path);
  checkAsset(root, decoders, path);
  const lists = new Map<GltfList, readonly unknown[]>();
  const buffers = new Map<number, Uint8Array>();
  let spent = 0;

  function list(name: GltfList): readonly unknown[] {
    let found = lists.get(name);
    if (found === undefined) {
      found = root[name] === undefined ? [] : readList(root[name], `${path} ${name}`);
      lists.set(name, found);
    }
    return found;
  }

  function entry(name: GltfList, index: unknown, from: string): GltfEntry {
    const entries = list(name);
    const n = readInteger(index, from, { min: 0 });
    if (n >= entries.length) throw new InputError(from, String(n), `the file has ${entries.length} ${name}`);
    const at = `${path} ${name}[${n}]`;
    return { index: n, fields: readAnyObject(entries[n], at), path: at };
  }

  function loadBuffer({ index, fields, path: at }: GltfEntry): Uint8Array {
    const byteLength = readInteger(fields.byteLength, `${at}.byteLength`, { min: 1 });
    const isBinary = fields.uri === undefined;
    if (isBinary && (index > 0 || binary === undefined)) {
      throw new InputError(at, "a buffer without data", "export the file as GLB, or with its buffers embedded");
    }
    const bytes = isBinary ? (binary as Uint8Array) : readDataUri(readUri(fields.uri, `${at}.uri`), `${at}.uri`).bytes;
    if (byteLength > bytes.length) {
      throw new InputError(`${at}.byteLength`, `${byteLength} where ${bytes.length} bytes are there`, "export it once more");
    }
    return bytes.subarray(0, byteLength);
  }

  return {
    path,
    root,
    decoders,
    unpacked: new Map(),
    count: (name) => list(name).length,
    entry,
    buffer(index, from) {
      const found = entry("buffers", index, from);
      let bytes = buffers.get(found.index);
      if (bytes === undefined) {
        bytes = loadBuffer(found);
        buffers.set(found.index, bytes);
      }
      return bytes;
    },
    spend(numbers, where) {
      spent += numbers;
      if (spent <= MAX_NUMBERS) return;
      throw new InputError(where, `${spent} numbers so far`, `use a smaller file, of at most ${MAX_NUMBERS} numbers`);
    },
  };
}

/** A name of the file for people and for choosing; empty where there is none. */
export function readName({ fields, path }: GltfEntry): string {
  return fields.name === undefined ? "" : readString(fields.name, `${path}.name`);
}

function readUri(value: unknown, path: string): string {
  return typeof value === "string" ? value : readString(value, path);
}

function checkAsset(root: Fields, decoders: MeshDecoders, path: string): void {
  const version = readString(readAnyObject(root.asset, `${path} asset`).version, `${path} asset.version`);
  if (!/^2\.\d+$/.test(version)) {
    throw new InputError(`${path} asset.version`, JSON.stringify(version), "export it as glTF 2.0");
  }
  if (root.extensionsRequired === undefined) return;
  for (const value of readList(root.extensionsRequired, `${path} extensionsRequired`)) {
    const name = readString(value, `${path} extensionsRequired`);
    const decoder = Object.hasOwn(COMPRESSIONS, name) ? COMPRESSIONS[name] : undefined;
    if (HARMLESS.test(name) || (decoder !== undefined && decoders[decoder] !== undefined)) continue;
    const advice = decoder === undefined ? "export it without this extension" : adviceFor(decoder);
    throw new InputError(`${path} extensionsRequired`, JSON.stringify(name), advice);
  }
}
