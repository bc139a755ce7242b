import { describeValue, InputError } from "../core/errors.ts";
import { type Fields, readAnyObject, readInteger, readList, readString } from "../core/read.ts";
import { readDataUri } from "./data-uri.ts";
import type { FilesBeside } from "./files-beside.ts";
import { isDataUri, readGltfJson } from "./gltf-json.ts";
import { MAX_NUMBERS } from "./limits.ts";
import { adviceFor, COMPRESSIONS, type MeshDecoders } from "./mesh-decoders.ts";
import { nameOfUri } from "./uri-name.ts";

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
  /** What of the file is passed over, in the plural, and how often. */
  readonly passedOver: Map<string, number>;
}

export interface GltfEntry {
  readonly index: number;
  readonly fields: Fields;
  readonly path: string;
}

/** Extensions that a file may require: those that are read, and those that their names say to concern something else than triangles. */
const READ = /^(KHR_mesh_quantization|KHR_node_visibility|EXT_mesh_gpu_instancing)$/;
const HARMLESS = /^[A-Z]+_(materials|textures?|techniques?|lights|image|camera|audio|animation|xmp|environment)(_\w+)?$/;

/** What reading a glTF file may need besides its bytes. */
export interface GltfHelp {
  readonly decoders?: MeshDecoders | undefined;
  readonly files?: FilesBeside | undefined;
}

/** Opens a GLB or glTF file. */
export function openGltf(content: string | Uint8Array, path: string, { decoders = {}, files }: GltfHelp = {}): GltfDocument {
  const { root, binary } = readGltfJson(content, path);
  checkExtensions(root, decoders, path);
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
    const bytes = fields.uri === undefined ? binaryOf(index, at) : bytesAt(fields.uri, `${at}.uri`);
    if (byteLength > bytes.length) {
      throw new InputError(`${at}.byteLength`, `${byteLength} where ${bytes.length} bytes are there`, "export it once more");
    }
    return bytes.subarray(0, byteLength);
  }

  function binaryOf(index: number, at: string): Uint8Array {
    if (index === 0 && binary !== undefined) return binary;
    throw new InputError(at, "a buffer without data", "export the file as GLB, or with its buffers embedded or beside it");
  }

  function bytesAt(uri: unknown, at: string): Uint8Array {
    if (isDataUri(uri)) return readDataUri(uri, at).bytes;
    const name = nameOfUri(readString(uri, at), at);
    const bytes = files?.get(name);
    if (bytes !== undefined) return bytes;
    throw new InputError(at, describeValue(name), "embed the data, as in a GLB file, or give that file together with this one");
  }

  return {
    path,
    root,
    decoders,
    unpacked: new Map(),
    passedOver: new Map(),
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

/** Notes that something is passed over. */
export function passOver({ passedOver }: GltfDocument, things: string): void {
  passedOver.set(things, (passedOver.get(things) ?? 0) + 1);
}

/** A name of the file for people and for choosing; empty where there is none. */
export function readName({ fields, path }: GltfEntry): string {
  return fields.name === undefined ? "" : readString(fields.name, `${path}.name`);
}

function checkExtensions(root: Fields, decoders: MeshDecoders, path: string): void {
  if (root.extensionsRequired === undefined) return;
  for (const value of readList(root.extensionsRequired, `${path} extensionsRequired`)) {
    const name = readString(value, `${path} extensionsRequired`);
    const decoder = Object.hasOwn(COMPRESSIONS, name) ? COMPRESSIONS[name] : undefined;
    if (READ.test(name) || HARMLESS.test(name) || (decoder !== undefined && decoders[decoder] !== undefined)) continue;
    const advice = decoder === undefined ? "export it without this extension, which is not known here" : adviceFor(decoder);
    throw new InputError(`${path} extensionsRequired`, JSON.stringify(name), advice);
  }
}
