import { InputError } from "../core/errors.ts";
import { readAnyObject, readBoolean, readChoice, readInteger, readOptional } from "../core/read.ts";
import { viewOf } from "./glb.ts";
import { readBufferView } from "./gltf-buffer-view.ts";
import type { GltfDocument, GltfEntry } from "./gltf-document.ts";

/** Numbers of each kind of element. */
export const SIZES = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 } as const;
export type ElementType = keyof typeof SIZES;

export const BYTE = 5120;
export const UNSIGNED_BYTE = 5121;
export const SHORT = 5122;
export const UNSIGNED_SHORT = 5123;
export const UNSIGNED_INT = 5125;
export const FLOAT = 5126;
export type Component = typeof BYTE | typeof UNSIGNED_BYTE | typeof SHORT | typeof UNSIGNED_SHORT | typeof UNSIGNED_INT | typeof FLOAT;

interface ComponentReader {
  readonly bytes: number;
  /** The largest value, which 1 stands for in normalised data; 0 of numbers that are as they are. */
  readonly most: number;
  read(view: DataView, at: number): number;
}

const COMPONENTS: ReadonlyMap<Component, ComponentReader> = new Map<Component, ComponentReader>([
  [BYTE, { bytes: 1, most: 127, read: (view, at) => view.getInt8(at) }],
  [UNSIGNED_BYTE, { bytes: 1, most: 255, read: (view, at) => view.getUint8(at) }],
  [SHORT, { bytes: 2, most: 32767, read: (view, at) => view.getInt16(at, true) }],
  [UNSIGNED_SHORT, { bytes: 2, most: 65535, read: (view, at) => view.getUint16(at, true) }],
  [UNSIGNED_INT, { bytes: 4, most: 4294967295, read: (view, at) => view.getUint32(at, true) }],
  [FLOAT, { bytes: 4, most: 0, read: (view, at) => view.getFloat32(at, true) }],
]);

/** What an accessor says of itself, before its numbers are read. */
export interface AccessorHead {
  readonly entry: GltfEntry;
  readonly type: ElementType;
  readonly component: Component;
  readonly count: number;
  /** Numbers an element. */
  readonly size: number;
}

/** Reads the description of an accessor. It must be of one of these kinds, and have at most `most` elements. */
export function readAccessorHead(
  document: GltfDocument,
  index: unknown,
  from: string,
  types: readonly ElementType[],
  components: readonly Component[],
  most: number,
): AccessorHead {
  const entry = document.entry("accessors", index, from);
  const { fields, path } = entry;
  const type = readChoice(fields.type, `${path}.type`, types);
  const component = readInteger(fields.componentType, `${path}.componentType`) as Component;
  if (!components.includes(component)) {
    throw new InputError(`${path}.componentType`, String(component), `use one of ${components.join(", ")} for ${from}`);
  }
  const count = readInteger(fields.count, `${path}.count`, { min: 1, max: most });
  return { entry, type, component, count, size: SIZES[type] };
}

/** All numbers of an accessor, element by element, its sparse changes applied; integers that stand for fractions are fractions. */
export function readAccessor(document: GltfDocument, head: AccessorHead): Float64Array {
  const { entry, component, count, size } = head;
  const { fields, path } = entry;
  document.spend(count * size, path);
  const isNormalised = readOptional(fields, "normalized", path, readBoolean, false);
  const out =
    fields.bufferView === undefined
      ? new Float64Array(count * size)
      : readElements(document, fields.bufferView, `${path}.bufferView`, readOffset(fields, path), component, count, size);
  if (fields.sparse !== undefined) applySparse(document, head, fields.sparse, `${path}.sparse`, out);
  if (isNormalised) makeFractions(component, out);
  return out;
}

/** Whole numbers that stand for fractions become those. */
export function makeFractions(component: Component, out: Float64Array): void {
  const { most } = COMPONENTS.get(component) as ComponentReader;
  if (most > 0) for (let n = 0; n < out.length; n++) out[n] = Math.max(out[n] / most, -1);
}

function readOffset(fields: Readonly<Record<string, unknown>>, path: string): number {
  return readOptional(fields, "byteOffset", path, (v, p) => readInteger(v, p, { min: 0 }), 0);
}

/** `count` elements from a buffer view; that it has as many bytes is seen before memory is taken for them. */
function readElements(
  document: GltfDocument,
  index: unknown,
  from: string,
  offset: number,
  component: Component,
  count: number,
  size: number,
): Float64Array {
  const { path, bytes: buffer, byteStride } = readBufferView(document, index, from);
  const { bytes, read } = COMPONENTS.get(component) as ComponentReader;
  const step = size * bytes;
  const stride = byteStride === undefined ? step : readInteger(byteStride, `${path}.byteStride`, { min: step, max: 256 });
  const needed = offset + (count - 1) * stride + step;
  if (needed > buffer.length) {
    throw new InputError(from, `${count} elements, ${needed} bytes`, `the buffer view has ${buffer.length} bytes`);
  }
  const out = new Float64Array(count * size);
  const view = viewOf(buffer);
  for (let e = 0, n = 0; e < count; e++) {
    for (let c = 0; c < size; c++, n++) {
      const value = read(view, offset + e * stride + c * bytes);
      if (!Number.isFinite(value)) throw new InputError(from, `${value} in element ${e}`, "give finite numbers");
      out[n] = value;
    }
  }
  return out;
}

/** Replaces the elements that a sparse accessor lists. */
function applySparse(
  document: GltfDocument,
  { component, count, size }: AccessorHead,
  value: unknown,
  path: string,
  out: Float64Array,
): void {
  const fields = readAnyObject(value, path);
  const changes = readInteger(fields.count, `${path}.count`, { min: 1, max: count });
  const indices = readAnyObject(fields.indices, `${path}.indices`);
  const values = readAnyObject(fields.values, `${path}.values`);
  const kind = readInteger(indices.componentType, `${path}.indices.componentType`) as Component;
  if (kind !== UNSIGNED_BYTE && kind !== UNSIGNED_SHORT && kind !== UNSIGNED_INT) {
    throw new InputError(`${path}.indices.componentType`, String(kind), "use unsigned whole numbers");
  }
  document.spend(changes * (size + 1), path);
  const at = readOffset(indices, `${path}.indices`);
  const places = readElements(document, indices.bufferView, `${path}.indices.bufferView`, at, kind, changes, 1);
  const from = readOffset(values, `${path}.values`);
  const elements = readElements(document, values.bufferView, `${path}.values.bufferView`, from, component, changes, size);
  for (let k = 0; k < changes; k++) {
    if (places[k] >= count || (k > 0 && places[k] <= places[k - 1])) {
      throw new InputError(`${path}.indices`, `element ${places[k]} at ${k}`, `give ascending numbers below ${count}`);
    }
    out.set(elements.subarray(k * size, (k + 1) * size), places[k] * size);
  }
}
