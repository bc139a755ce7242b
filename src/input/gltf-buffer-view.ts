import { InputError } from "../core/errors.ts";
import { type Fields, readAnyObject, readChoice, readInteger, readOptional } from "../core/read.ts";
import type { GltfDocument, GltfEntry } from "./gltf-document.ts";
import { MAX_MESH_BYTES } from "./limits.ts";
import { adviceFor, type MeshoptModule } from "./mesh-decoders.ts";

/** A run of bytes of a file, unpacked where it was packed. */
export interface GltfView {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Where it says how far apart elements begin [bytes]; behind each other without. */
  readonly byteStride: unknown;
}

const MODES = ["ATTRIBUTES", "TRIANGLES", "INDICES"] as const;
const FILTERS = ["NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"] as const;
/** The widest element that meshopt packs [bytes]. */
const WIDEST = 256;

/** A buffer view. One that meshopt has packed is unpacked once. */
export function readBufferView(document: GltfDocument, index: unknown, from: string): GltfView {
  const view = document.entry("bufferViews", index, from);
  const { fields, path } = view;
  const packed = findPacked(view);
  const { meshopt } = document.decoders;
  if (packed === undefined || (meshopt === undefined && !hasNoData(document, view))) {
    return { path, bytes: readBytes(document, fields, path), byteStride: fields.byteStride };
  }
  const at = `${path}.extensions.${packed.name}`;
  if (meshopt === undefined) throw new InputError(at, "data packed by meshopt", adviceFor("meshopt"));
  let bytes = document.unpacked.get(view.index);
  if (bytes === undefined) {
    bytes = unpack(document, meshopt, packed.fields, at);
    document.unpacked.set(view.index, bytes);
  }
  return { path, bytes, byteStride: packed.fields.byteStride };
}

function findPacked({ fields, path }: GltfEntry): { readonly name: string; readonly fields: Fields } | undefined {
  if (fields.extensions === undefined) return undefined;
  const extensions = readAnyObject(fields.extensions, `${path}.extensions`);
  const name = ["EXT_meshopt_compression", "KHR_meshopt_compression"].find((known) => extensions[known] !== undefined);
  return name === undefined ? undefined : { name, fields: readAnyObject(extensions[name], `${path}.extensions.${name}`) };
}

/** The buffer that stands for what was packed, for readers that cannot unpack it, may be empty. */
function hasNoData(document: GltfDocument, { fields, path }: GltfEntry): boolean {
  const { fields: buffer, index } = document.entry("buffers", fields.buffer, `${path}.buffer`);
  return buffer.uri === undefined && (index > 0 || buffer.extensions !== undefined);
}

/** Bytes of a buffer, compared with those that are there. */
function readBytes(document: GltfDocument, fields: Fields, path: string): Uint8Array {
  const buffer = document.buffer(fields.buffer, `${path}.buffer`);
  const start = readOptional(fields, "byteOffset", path, (v, p) => readInteger(v, p, { min: 0 }), 0);
  const length = readInteger(fields.byteLength, `${path}.byteLength`, { min: 1 });
  if (start + length > buffer.length) {
    throw new InputError(path, `bytes ${start} to ${start + length}`, `the buffer has ${buffer.length}`);
  }
  return buffer.subarray(start, start + length);
}

/** What the decoder would trip over is refused before; so is what would become too large. */
function unpack(document: GltfDocument, meshopt: MeshoptModule, fields: Fields, path: string): Uint8Array {
  const source = readBytes(document, fields, path);
  const mode = readChoice(fields.mode, `${path}.mode`, MODES);
  const filter = readOptional(fields, "filter", path, (v, p) => readChoice(v, p, FILTERS), "NONE");
  const count = readInteger(fields.count, `${path}.count`, { min: 1, max: MAX_MESH_BYTES });
  const stride = readInteger(fields.byteStride, `${path}.byteStride`, { min: 1, max: WIDEST });
  const fits = mode === "ATTRIBUTES" ? stride % 4 === 0 : stride === 2 || stride === 4;
  const suits =
    filter === "QUATERNION" ? stride === 8 : filter === "OCTAHEDRAL" || filter === "COLOR" ? stride === 4 || stride === 8 : true;
  if (!fits || !suits || (filter !== "NONE" && mode !== "ATTRIBUTES")) {
    throw new InputError(path, `elements of ${stride} bytes, ${mode}, ${filter}`, "export it once more");
  }
  if (mode === "TRIANGLES" && count % 3 !== 0) throw new InputError(`${path}.count`, String(count), "give three corners a triangle");
  if (count * stride > MAX_MESH_BYTES) {
    throw new InputError(path, `${count * stride} bytes when unpacked`, `keep it below ${MAX_MESH_BYTES} bytes`);
  }
  document.spend((count * stride) / 4, path);
  const bytes = new Uint8Array(count * stride);
  try {
    meshopt.decodeGltfBuffer(bytes, count, stride, source, mode, filter);
  } catch {
    throw new InputError(path, "meshopt data that cannot be unpacked", "export it once more");
  }
  return bytes;
}
