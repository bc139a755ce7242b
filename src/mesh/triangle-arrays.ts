import { InputError } from "../core/errors.ts";
import { type Field, type FieldsOf, integer, list, object, required, STRING } from "../core/field.ts";
import { packed } from "../core/packed-field.ts";
import { MAX_TRIANGLES, MAX_VERTICES } from "./limits.ts";
import type { MeshFile, MeshPiece } from "./mesh-file.ts";
import { checkRows } from "./validate-surface.ts";

/** A surface as a scene writes it outright: rows, or numbers one after another, in lists or typed arrays. */
export interface WrittenTriangles {
  readonly positions: Float64Array;
  /** Without, every three vertices make a triangle. */
  readonly triangles?: Float64Array;
  readonly uv?: Float64Array;
  readonly colors?: Float64Array;
  readonly groups?: readonly WrittenGroup[];
}

/** `count` triangles from `start` on, and what they are called. */
interface WrittenGroup {
  readonly names: readonly string[];
  readonly start: number;
  readonly count: number;
}

const MAX_GROUPS = 10_000;
const MAX_NAMES = 16;

const GROUP: Field<WrittenGroup> = object("MeshGroup", {
  names: required(list(STRING, "names", { least: 1, most: MAX_NAMES })),
  start: required(integer({ min: 0 })),
  count: required(integer({ min: 1 })),
});

/** The corners of triangles, by the numbers of their vertices. */
export function cornersField(count?: number, limits: { readonly least?: number; readonly flat?: true } = {}): Field<Float64Array> {
  const corner = { kind: "integer", min: 0, ...(count === undefined ? {} : { max: count - 1 }) } as const;
  return packed(3, corner, MAX_TRIANGLES, { things: "triangles", ...limits });
}

/** The arrays of a surface of `count` vertices, where their number is known. */
export function triangleFields(count?: number): FieldsOf<WrittenTriangles> {
  return {
    positions: required(packed(3, { kind: "number" }, MAX_VERTICES, { unit: "m", flat: true })),
    triangles: cornersField(count, { least: 1, flat: true }),
    uv: packed(2, { kind: "number" }, MAX_VERTICES, { flat: true }),
    colors: packed(3, { kind: "number", min: 0, max: 1 }, MAX_VERTICES, { flat: true }),
    groups: list(GROUP, "groups", { most: MAX_GROUPS }),
  };
}

/** The surface that arrays make, held against each other. */
export function joinArrays({ positions, triangles, uv, colors, groups = [] }: WrittenTriangles, path: string): MeshFile {
  const vertexCount = positions.length / 3;
  if (triangles === undefined && (vertexCount === 0 || vertexCount % 3 !== 0)) {
    const got = `nothing, with ${vertexCount} positions`;
    throw new InputError(`${path}.triangles`, got, "give the corners of triangles, or three positions for each");
  }
  if (uv !== undefined) checkRows(uv.length / 2, vertexCount, `${path}.uv`);
  if (colors !== undefined) checkRows(colors.length / 3, vertexCount, `${path}.colors`);
  const corners = triangles === undefined ? Uint32Array.from({ length: vertexCount }, (_, i) => i) : Uint32Array.from(triangles);
  return {
    positions,
    triangles: corners,
    pieces: namePieces(groups, corners.length / 3, `${path}.groups`),
    ...(uv === undefined ? {} : { uv }),
    ...(colors === undefined ? {} : { colours: Float32Array.from(colors) }),
  };
}

/** All triangles in runs: the groups, and what lies between them without a name. */
function namePieces(groups: readonly WrittenGroup[], triangleCount: number, path: string): MeshPiece[] {
  const pieces: MeshPiece[] = [];
  let end = 0;
  for (const [n, { names, start, count }] of groups.entries()) {
    if (start < end) throw new InputError(`${path}[${n}].start`, String(start), `begin at ${end} or later: groups ascend and lie apart`);
    if (start + count > triangleCount) {
      throw new InputError(`${path}[${n}]`, `triangles ${start} to ${start + count - 1}`, `the mesh has ${triangleCount} triangles`);
    }
    if (start > end) pieces.push({ names: [], start: end, end: start });
    end = start + count;
    pieces.push({ names, start, end });
  }
  if (end < triangleCount) pieces.push({ names: [], start: end, end: triangleCount });
  return pieces;
}
