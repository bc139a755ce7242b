import { InputError } from "../core/errors.ts";

/**
 * The container of a GLB file, little-endian throughout:
 *
 *     magic "glTF" | version 2 | length of the file | { length | type | bytes … } …     4 bytes each but the bytes
 *
 * The first chunk is the JSON, the second the binary buffer if there is one; chunks of other types are passed over.
 */
export interface GlbChunks {
  readonly json: Uint8Array;
  readonly binary?: Uint8Array;
}

const MAGIC = 0x46546c67;
const JSON_TYPE = 0x4e4f534a;
const BINARY_TYPE = 0x004e4942;
const HEADER = 12;
const CHUNK_HEADER = 8;

export function isGlb(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && viewOf(bytes).getUint32(0, true) === MAGIC;
}

/** The chunks of a GLB file, every length compared with the bytes that are there. */
export function readGlb(bytes: Uint8Array, path: string): GlbChunks {
  if (bytes.length < HEADER + CHUNK_HEADER || !isGlb(bytes)) {
    throw new InputError(path, "no GLB file", "fetch or export it once more");
  }
  const view = viewOf(bytes);
  const version = view.getUint32(4, true);
  if (version !== 2) throw new InputError(path, `version ${version} of the GLB format`, "export it as version 2");
  const length = view.getUint32(8, true);
  if (length !== bytes.length) {
    throw new InputError(path, `${bytes.length} bytes where its header says ${length}`, "fetch or export it once more");
  }
  let json: Uint8Array | undefined;
  let binary: Uint8Array | undefined;
  for (let at = HEADER; at < length; ) {
    if (at + CHUNK_HEADER > length) throw new InputError(path, "a chunk cut off in its header", "export it once more");
    const size = view.getUint32(at, true);
    const type = view.getUint32(at + 4, true);
    const start = at + CHUNK_HEADER;
    if (size % 4 !== 0 || size > length - start) {
      const got = `a chunk of ${size} bytes where ${length - start} are left`;
      throw new InputError(path, size % 4 === 0 ? got : `a chunk of ${size} bytes, not a multiple of 4`, "export it once more");
    }
    const isFirst = at === HEADER;
    if (isFirst !== (type === JSON_TYPE)) {
      throw new InputError(path, isFirst ? "a first chunk that is not JSON" : "a second JSON chunk", "export it once more");
    }
    const chunk = bytes.subarray(start, start + size);
    if (isFirst) json = chunk;
    else if (type === BINARY_TYPE) {
      if (binary !== undefined) throw new InputError(path, "a second binary chunk", "export it once more");
      binary = chunk;
    }
    at = start + size;
  }
  if (json === undefined) throw new InputError(path, "no JSON chunk", "export it once more");
  return binary === undefined ? { json } : { json, binary };
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A GLB file of a JSON object and its binary buffer. */
export function writeGlb(json: object, binary: Uint8Array | undefined): Uint8Array<ArrayBuffer> {
  const chunks: (readonly [type: number, bytes: Uint8Array, filler: number])[] = [
    [JSON_TYPE, new TextEncoder().encode(JSON.stringify(json)), 0x20],
  ];
  if (binary !== undefined) chunks.push([BINARY_TYPE, binary, 0]);
  const padded = (length: number): number => length + (-length & 3);
  const out = new Uint8Array(chunks.reduce((sum, [, bytes]) => sum + CHUNK_HEADER + padded(bytes.length), HEADER));
  const view = viewOf(out);
  [MAGIC, 2, out.length].forEach((value, n) => {
    view.setUint32(4 * n, value, true);
  });
  let at = HEADER;
  for (const [type, bytes, filler] of chunks) {
    view.setUint32(at, padded(bytes.length), true);
    view.setUint32(at + 4, type, true);
    out.fill(filler, at + CHUNK_HEADER, at + CHUNK_HEADER + padded(bytes.length));
    out.set(bytes, at + CHUNK_HEADER);
    at += CHUNK_HEADER + padded(bytes.length);
  }
  return out;
}
