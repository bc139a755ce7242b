import { InputError } from "../core/errors.ts";
import { crc32 } from "./crc32.ts";

/**
 * Plain data with typed arrays, such as a snapshot, as bytes that read back to the last bit:
 *
 *     "drape-data 1\n"  padding to 16 | bytes of text, checksum (32 bits each) | text, padded | arrays, each padded
 *
 * All padding is to 8 bytes. The text is JSON in which { "$": kind, "length": n } stands for the next array, and { "$": "number", "is": "-0" } for
 * what JSON cannot say. Numbers of arrays are stored as the machine has them.
 */
export function encodeData(value: unknown): Uint8Array {
  const arrays: Uint8Array[] = [];
  const text = new TextEncoder().encode(JSON.stringify(describe(value, arrays)));
  const bodyBytes = arrays.reduce((sum, { length }) => sum + padded(length), padded(text.length));
  const bytes = new Uint8Array(HEAD + bodyBytes);
  for (let k = 0; k < MAGIC.length; k++) bytes[k] = MAGIC.charCodeAt(k);
  bytes.set(text, HEAD);
  let at = HEAD + padded(text.length);
  for (const array of arrays) {
    bytes.set(array, at);
    at += padded(array.length);
  }
  const numbers = new DataView(bytes.buffer);
  numbers.setUint32(16, text.length, true);
  numbers.setUint32(20, crc32(bytes.subarray(HEAD)), true);
  return bytes;
}

/** Reads what `encodeData` wrote; throws InputError for anything else, also for a file that was cut short or changed. */
export function decodeData(bytes: Uint8Array, path: string): unknown {
  const damaged = (what: string): InputError => new InputError(path, what, "start afresh, without it");
  const numbers = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEAD || ![...MAGIC].every((c, k) => bytes[k] === c.charCodeAt(0))) {
    throw damaged("no data of this version");
  }
  const textLength = numbers.getUint32(16, true);
  if (numbers.getUint32(20, true) !== crc32(bytes.subarray(HEAD))) throw damaged("data that was changed or cut short");
  if (HEAD + padded(textLength) > bytes.length) throw damaged("a text that is longer than the file");
  let at = HEAD + padded(textLength);

  function readArray(kind: string, length: unknown): TypedArray {
    const create = Object.hasOwn(ARRAYS, kind) ? ARRAYS[kind] : undefined;
    if (create === undefined || !Number.isInteger(length) || !((length as number) >= 0)) throw damaged("a strange array");
    const size = (length as number) * create.BYTES_PER_ELEMENT;
    if (at + size > bytes.length) throw damaged("an array that is longer than the file");
    const copy = new Uint8Array(size);
    copy.set(bytes.subarray(at, at + size)); // a Buffer of Node has another `slice`
    at += padded(size);
    return new create(copy.buffer, 0, length as number);
  }

  function revive(value: unknown, depth: number): unknown {
    if (typeof value !== "object" || value === null) return value;
    if (depth > MAX_DEPTH) throw damaged("data nested too deeply");
    if (Array.isArray(value)) return value.map((entry) => revive(entry, depth + 1));
    if (!("$" in value)) {
      return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, revive(entry, depth + 1)]));
    }
    const { $: kind, length, is } = value as { $: unknown; length?: unknown; is?: unknown };
    if (kind === "undefined") return undefined;
    if (kind !== "number") return readArray(String(kind), length);
    if (is !== "-0" && is !== "NaN" && is !== "Infinity" && is !== "-Infinity") throw damaged("a strange number");
    return Number(is);
  }

  let described: unknown;
  try {
    described = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(HEAD, HEAD + textLength)));
  } catch {
    throw damaged("a text that is not JSON");
  }
  const value = revive(described, 0);
  if (at !== bytes.length) throw damaged("more bytes than its text tells of");
  return value;
}

const MAGIC = "drape-data 1\n";
const HEAD = 24;
const MAX_DEPTH = 20;

const ARRAYS = {
  Float64Array,
  Float32Array,
  Uint32Array,
  Int32Array,
  Uint16Array,
  Uint8Array,
} as const satisfies Record<string, unknown> as Record<string, ArrayKind>;

interface ArrayKind {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer, at: number, length: number): TypedArray;
}

type TypedArray = Float64Array | Float32Array | Uint32Array | Int32Array | Uint16Array | Uint8Array;

function padded(length: number): number {
  return Math.ceil(length / 8) * 8;
}

/** The JSON of a value, with its arrays put aside. */
function describe(value: unknown, arrays: Uint8Array[]): unknown {
  if (value === undefined) return { $: "undefined" };
  if (typeof value === "number") {
    return Object.is(value, -0) ? { $: "number", is: "-0" } : Number.isFinite(value) ? value : { $: "number", is: `${value}` };
  }
  if (typeof value !== "object" || value === null) return value;
  if (ArrayBuffer.isView(value)) {
    const kind = value.constructor.name;
    const { length } = value as TypedArray;
    if (!Object.hasOwn(ARRAYS, kind)) throw new TypeError(`snapshots hold no ${kind}`);
    arrays.push(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    return { $: kind, length };
  }
  if (Array.isArray(value)) return value.map((entry) => describe(entry, arrays));
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, describe(entry, arrays)]));
}
