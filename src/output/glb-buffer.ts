import type { Bytes } from "./file-chunk.ts";

// names of numbers in glTF
export const UNSIGNED_BYTE = 5121;
export const UNSIGNED_INT = 5125;
export const FLOAT = 5126;
const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;

type Numbers = Uint32Array | Float32Array | Uint8Array;

/** Bytes of the file's one buffer, by view; `bytes` makes them when their turn comes. */
export interface GlbPart {
  readonly view: { readonly byteLength: number; readonly byteStride?: number; readonly target?: number };
  bytes(): Iterable<Bytes>;
}

/** The buffer of a GLB file as it is planned: what lies in it one behind the other, and what is said of it. */
export interface GlbBuffer {
  readonly parts: readonly GlbPart[];
  readonly accessors: readonly object[];
  /** Adds bytes, and returns the number of their view. */
  addPart(part: GlbPart): number;
  /** Adds the description of numbers, and returns its number. */
  addAccessor(fields: object): number;
  /** Adds numbers with a view of their own, `size` to an element, and returns the number of their description. */
  add(values: Numbers, type: string, size: number, use: "indices" | "vertices" | "animation", range?: object): number;
}

export function createGlbBuffer(): GlbBuffer {
  const parts: GlbPart[] = [];
  const accessors: object[] = [];
  const addPart = (part: GlbPart): number => parts.push(part) - 1;
  const addAccessor = (fields: object): number => accessors.push(fields) - 1;
  return {
    parts,
    accessors,
    addPart,
    addAccessor,
    add(values, type, size, use, range = {}) {
      const { byteLength } = values;
      const target = use === "indices" ? ELEMENT_ARRAY_BUFFER : use === "vertices" ? ARRAY_BUFFER : undefined;
      const view = target === undefined ? { byteLength } : { byteLength, target };
      const bufferView = addPart({ view, bytes: () => [bytesOf(values)] });
      const componentType = values instanceof Float32Array ? FLOAT : values instanceof Uint32Array ? UNSIGNED_INT : UNSIGNED_BYTE;
      return addAccessor({ bufferView, componentType, count: values.length / size, type, ...range });
    },
  };
}

/** A view of vectors, several frames of them one behind the other. */
export function vectorView(byteLength: number): GlbPart["view"] {
  return { byteLength, byteStride: 12, target: ARRAY_BUFFER };
}

export function bytesOf({ buffer, byteOffset, byteLength }: Numbers): Bytes {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}
