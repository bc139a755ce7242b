import { InputError } from "../core/errors.ts";
import { BYTE, type Component, SHORT, UNSIGNED_BYTE, UNSIGNED_INT, UNSIGNED_SHORT } from "./gltf-accessor.ts";

/** The part of Draco's decoder that is called: the module that `createDecoderModule()` of draco3dgltf resolves to. */
export interface DracoModule {
  readonly HEAPF32: Float32Array;
  readonly TRIANGULAR_MESH: number;
  readonly DT_INT8: number;
  readonly DT_UINT8: number;
  readonly DT_INT16: number;
  readonly DT_UINT16: number;
  readonly DT_UINT32: number;
  readonly DT_FLOAT32: number;
  readonly Decoder: new () => DracoDecoder;
  readonly DecoderBuffer: new () => { Init(bytes: Int8Array, length: number): void };
  readonly Mesh: new () => DracoGeometry;
  _malloc(bytes: number): number;
  _free(at: number): void;
  destroy(object: unknown): void;
}

interface DracoGeometry {
  num_faces(): number;
  num_points(): number;
}

interface DracoDecoder {
  GetEncodedGeometryType(buffer: unknown): number;
  DecodeBufferToMesh(buffer: unknown, mesh: DracoGeometry): { ok(): boolean };
  GetAttributeByUniqueId(mesh: DracoGeometry, id: number): { readonly ptr: number; num_components(): number };
  GetTrianglesUInt32Array(mesh: DracoGeometry, bytes: number, at: number): boolean;
  GetAttributeDataArrayForAllPoints(mesh: DracoGeometry, attribute: unknown, type: number, bytes: number, at: number): boolean;
}

/** An attribute to be read: its number in the block, and what the file says of it. */
export interface DracoAttribute {
  readonly id: number;
  readonly component: Component;
  /** Numbers a vertex. */
  readonly size: number;
  readonly path: string;
}

export interface DracoMesh {
  readonly vertexCount: number;
  readonly corners: Uint32Array;
  /** The numbers of each attribute that was asked for, whole ones as they are. */
  readonly values: readonly Float64Array[];
}

const HEADER = 11;
const MESH = 1;
const METADATA = 0x8000;

/**
 * Unpacks a block of Draco. The file says how many triangles and vertices it has, within our limits; a block that claims more triangles in
 * its head is refused before it is unpacked, so that it never takes more memory than such a mesh does. Encoders leave out triangles without
 * area and cut vertices at seams, and not all of them tell the file: the counts are those of the block.
 */
export function decodeDraco(
  draco: DracoModule,
  bytes: Uint8Array,
  triangleCount: number,
  vertexCount: number,
  attributes: readonly DracoAttribute[],
  path: string,
): DracoMesh {
  checkHead(bytes, triangleCount, path);
  const made: unknown[] = [];
  const make = <T>(object: T): T => {
    made.push(object);
    return object;
  };
  try {
    const decoder = make(new draco.Decoder());
    const buffer = make(new draco.DecoderBuffer());
    buffer.Init(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length), bytes.length);
    if (decoder.GetEncodedGeometryType(buffer) !== draco.TRIANGULAR_MESH) throw damaged(path);
    const mesh = make(new draco.Mesh());
    if (!decoder.DecodeBufferToMesh(buffer, mesh).ok()) throw damaged(path);
    const [faceCount, pointCount] = [mesh.num_faces(), mesh.num_points()];
    if (faceCount > triangleCount || pointCount > Math.max(vertexCount, 3 * faceCount)) {
      throw new InputError(
        path,
        `${faceCount} triangles of ${pointCount} vertices`,
        `give ${triangleCount} of ${vertexCount}, as the file says`,
      );
    }
    const corners = copyOut(draco, Uint32Array, 3 * faceCount, (size, at) => decoder.GetTrianglesUInt32Array(mesh, size, at), path);
    const values = attributes.map(({ id, component, size, path: from }) => {
      const attribute = decoder.GetAttributeByUniqueId(mesh, id);
      if (attribute.ptr === 0) throw new InputError(from, `attribute ${id} of the Draco block`, "it has no such attribute");
      if (attribute.num_components() !== size) {
        throw new InputError(from, `${attribute.num_components()} numbers a vertex`, `give ${size}, as the file says`);
      }
      const [type, array] = typeOf(draco, component);
      const read = (length: number, at: number): boolean => decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, type, length, at);
      return Float64Array.from(copyOut(draco, array, size * pointCount, read, from));
    });
    return { vertexCount: pointCount, corners, values };
  } catch (error) {
    // out of its memory, it ends in an error of its own
    throw error instanceof InputError ? error : damaged(path);
  } finally {
    for (const object of made.reverse()) destroy(draco, object);
  }
}

function damaged(path: string): InputError {
  return new InputError(path, "Draco data that cannot be unpacked", "export it once more");
}

/** A decoder that has run out of memory may fail at this too. */
function destroy(draco: DracoModule, object: unknown): void {
  try {
    draco.destroy(object);
  } catch {}
}

/**
 * The head of a block: "DRACO", version 2.2, the kind of geometry and of encoding, flags; of a sequential encoding (0) the number of
 * triangles follows, of an edgebreaker (1) it stands behind the kind of traversal and the number of vertices.
 */
function checkHead(bytes: Uint8Array, triangleCount: number, path: string): void {
  const [major, minor, kind, encoding, low, high] = bytes.subarray(5, HEADER);
  const isDraco = bytes.length > HEADER && String.fromCharCode(...bytes.subarray(0, 5)) === "DRACO" && kind === MESH && encoding <= 1;
  if (!isDraco) throw damaged(path);
  if (major !== 2 || minor !== 2) throw new InputError(path, `Draco data of version ${major}.${minor}`, "export it as version 2.2");
  if (((low + 256 * high) & METADATA) !== 0) throw new InputError(path, "Draco data with metadata", "export it without");
  const cursor = { at: encoding === 1 ? HEADER + 1 : HEADER };
  if (encoding === 1) readVarint(bytes, cursor);
  const claimed = readVarint(bytes, cursor);
  if (!(claimed <= triangleCount)) {
    throw new InputError(path, `${claimed} triangles in its Draco data`, `give ${triangleCount}, as the file says`);
  }
}

/** A number in pieces of seven bits, the lowest first; NaN where it goes on for too long. */
function readVarint(bytes: Uint8Array, cursor: { at: number }): number {
  let value = 0;
  for (let n = 0, unit = 1; n < 5; n++, unit *= 128) {
    const byte = bytes[cursor.at++] ?? Number.NaN;
    value += unit * (byte % 128);
    if (!(byte >= 128)) return value;
  }
  return Number.NaN;
}

type Numbers = Int8Array | Uint8Array | Int16Array | Uint16Array | Uint32Array | Float32Array;
interface NumbersType<T extends Numbers> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, at: number, length: number): T;
}

/** Has numbers written into the decoder's memory, and takes a copy. */
function copyOut<T extends Numbers>(
  draco: DracoModule,
  array: NumbersType<T>,
  count: number,
  write: (bytes: number, at: number) => boolean,
  path: string,
): T {
  const bytes = count * array.BYTES_PER_ELEMENT;
  const at = draco._malloc(bytes);
  if (at === 0) throw damaged(path);
  try {
    if (!write(bytes, at)) throw damaged(path);
    return new array(draco.HEAPF32.buffer, at, count).slice() as T;
  } finally {
    draco._free(at);
  }
}

function typeOf(draco: DracoModule, component: Component): readonly [type: number, array: NumbersType<Numbers>] {
  switch (component) {
    case BYTE:
      return [draco.DT_INT8, Int8Array];
    case UNSIGNED_BYTE:
      return [draco.DT_UINT8, Uint8Array];
    case SHORT:
      return [draco.DT_INT16, Int16Array];
    case UNSIGNED_SHORT:
      return [draco.DT_UINT16, Uint16Array];
    case UNSIGNED_INT:
      return [draco.DT_UINT32, Uint32Array];
    default:
      return [draco.DT_FLOAT32, Float32Array];
  }
}
