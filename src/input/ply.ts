import { InputError } from "../core/errors.ts";
import { MAX_TRIANGLES, MAX_VERTICES } from "../mesh/limits.ts";
import type { MeshFile } from "../mesh/mesh-file.ts";
import { createFaceList, type FaceList } from "./face-list.ts";
import { viewOf } from "./glb.ts";
import { type PlyElement, type PlyHeader, type PlyType, readPlyHeader } from "./ply-header.ts";
import { nextNumber, passLine, type Tokens } from "./tokens.ts";

/** Gives the numbers of the file, one after another; some in texts may be none. */
interface Numbers {
  next(type: PlyType): number;
  /** Ends a row of an element: in a text the rest of its line, where some exporters write more than the head says, is passed over. */
  endRow(): void;
}

/** The longest list that is read, such as the corners of a face; the strips of a file may be one list. */
const MAX_LIST = 3 * MAX_TRIANGLES;

/** What a vertex has by its properties' names: position, colour, texture. */
const POSITION = [["x"], ["y"], ["z"]];
const COLOUR = [
  ["red", "r", "diffuse_red"],
  ["green", "g", "diffuse_green"],
  ["blue", "b", "diffuse_blue"],
];
const TEXTURE = [
  ["s", "u", "texture_u", "s0"],
  ["t", "v", "texture_v", "t0"],
];

/** What 1 is as a whole number of a kind, in colours. */
const FULL: Partial<Record<PlyType, number>> = { uint8: 255, uint16: 65_535 };

/**
 * Reads a PLY file of any encoding: vertices with their colours and texture coordinates, faces and strips of triangles, properties in any
 * order. Faces of more than three corners are cut into triangles; elements and properties of other kinds are passed over.
 */
export function parsePly(content: string | Uint8Array, path: string): MeshFile {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const header = readPlyHeader(bytes, path);
  const numbers = createReader(bytes, header, path);
  let vertices: Vertices | undefined;
  const faces = createFaceList(path);
  let left = bytes.length - header.length;
  for (const element of header.elements) {
    left -= leastBytes(element, header.encoding);
    if (left < -1)
      throw new InputError(path, `${element.count} of element ${element.name}, more than there are bytes`, "export it once more");
    if (element.name === "vertex" && vertices === undefined) vertices = readVertices(element, numbers, path);
    else readElement(element, numbers, path, faces);
  }
  if (vertices === undefined || vertices.positions.length === 0) throw new InputError(path, "no vertices", "export a mesh with faces");
  const { triangles, notices } = faces.finish(vertices.positions);
  if (triangles.length === 0)
    throw new InputError(path, `${vertices.positions.length / 3} vertices and no faces`, "export a mesh with faces");
  return {
    ...vertices,
    triangles,
    pieces: [{ names: [], start: 0, end: triangles.length / 3 }],
    hasSeams: true,
    ...(notices.length === 0 ? {} : { notices }),
  };
}

const BYTES: Readonly<Record<PlyType, number>> = { int8: 1, uint8: 1, int16: 2, uint16: 2, int32: 4, uint32: 4, float32: 4, float64: 8 };

/** What an element takes at least: in a text, each number a digit and a blank. Nothing of an element without properties is in the file. */
function leastBytes({ count, properties }: PlyElement, encoding: PlyHeader["encoding"]): number {
  const least = (type: PlyType): number => (encoding === "ascii" ? 2 : BYTES[type]);
  return count * properties.reduce((sum, { type, lengthType }) => sum + least(lengthType ?? type), 0);
}

function createReader(bytes: Uint8Array, { encoding, length }: PlyHeader, path: string): Numbers {
  if (encoding === "ascii") {
    const tokens: Tokens = { text: new TextDecoder("latin1").decode(bytes), path, at: length };
    return { next: () => nextNumber(tokens, true), endRow: () => passLine(tokens) };
  }
  const view = viewOf(bytes);
  const little = encoding === "binary_little_endian";
  let at = length;
  const read: Readonly<Record<PlyType, () => number>> = {
    int8: () => view.getInt8(at),
    uint8: () => view.getUint8(at),
    int16: () => view.getInt16(at, little),
    uint16: () => view.getUint16(at, little),
    int32: () => view.getInt32(at, little),
    uint32: () => view.getUint32(at, little),
    float32: () => view.getFloat32(at, little),
    float64: () => view.getFloat64(at, little),
  };
  return {
    next(type) {
      if (at + BYTES[type] > bytes.length) throw new InputError(path, "a file that is cut off", "fetch or export it once more");
      const value = read[type]();
      at += BYTES[type];
      return value;
    },
    endRow() {},
  };
}

type Vertices = Pick<MeshFile, "positions" | "uv" | "colours">;

function readVertices({ count, properties }: PlyElement, numbers: Numbers, path: string): Vertices {
  if (count > MAX_VERTICES) throw new InputError(path, `${count} vertices`, `use at most ${MAX_VERTICES}`);
  /** Where a property goes: its place among those, −1 elsewhere; all of them must be there. */
  const places = (names: readonly (readonly string[])[]): number[] | undefined => {
    const found = properties.map(({ name, lengthType }) =>
      lengthType === undefined ? names.findIndex((known) => known.includes(name)) : -1,
    );
    return names.every((_, c) => found.includes(c)) ? found : undefined;
  };
  const [inPosition, inColour, inTexture] = [POSITION, COLOUR, TEXTURE].map(places);
  if (inPosition === undefined) throw new InputError(path, "vertices without x, y and z", "export them with their positions");
  const positions = new Float64Array(3 * count);
  const colours = new Float32Array(inColour === undefined ? 0 : 3 * count);
  const uv = new Float64Array(inTexture === undefined ? 0 : 2 * count);
  for (let i = 0; i < count; i++) {
    for (let p = 0; p < properties.length; p++) {
      const { type, lengthType } = properties[p];
      if (lengthType !== undefined) {
        readList(numbers, lengthType, type, path, "vertex", i);
        continue;
      }
      const value = numbers.next(type);
      if (inPosition[p] >= 0) {
        if (!Number.isFinite(value)) throw new InputError(`${path} vertex ${i}`, String(value), "give finite numbers");
        positions[3 * i + inPosition[p]] = value;
      } else if (!Number.isFinite(value)) continue;
      else if (inColour !== undefined && inColour[p] >= 0) colours[3 * i + inColour[p]] = value / (FULL[type] ?? 1);
      else if (inTexture !== undefined && inTexture[p] >= 0) uv[2 * i + inTexture[p]] = value;
    }
    numbers.endRow();
  }
  return { positions, ...(inColour && { colours }), ...(inTexture && { uv }) };
}

/** Reads faces and strips; anything else is read and forgotten. */
function readElement({ name, count, properties }: PlyElement, numbers: Numbers, path: string, faces: FaceList): void {
  if (properties.length === 0) return;
  for (let n = 0; n < count; n++) {
    for (const { name: property, type, lengthType } of properties) {
      if (lengthType === undefined) {
        numbers.next(type);
        continue;
      }
      const row = readList(numbers, lengthType, type, path, name, n);
      if (!/^vertex_ind(ices|ex)$/.test(property)) continue;
      if (name === "face") faces.addFace(row);
      else if (name === "tristrips") faces.addStrip(row);
    }
    numbers.endRow();
  }
}

function readList(numbers: Numbers, lengthType: PlyType, type: PlyType, path: string, element: string, n: number): number[] {
  const length = numbers.next(lengthType);
  if (!Number.isInteger(length) || length < 0 || length > MAX_LIST) {
    throw new InputError(`${path} ${element} ${n}`, `a list of ${length}`, "export it once more");
  }
  const row: number[] = [];
  for (let k = 0; k < length; k++) row.push(numbers.next(type));
  return row;
}
