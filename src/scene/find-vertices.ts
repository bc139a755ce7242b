import { InputError, nearestWord } from "../core/errors.ts";
import type { BuiltPart } from "./build-part.ts";
import { type ClothSpec, GRID_PLACES } from "./parse-cloth.ts";
import { readChoice } from "./read.ts";

/** Vertices of a cloth by number, or by name: a side or corner of a grid, a group of a garment, or all. */
export function findVertices(
  { shape }: ClothSpec,
  which: readonly number[] | string,
  { part, groups }: BuiltPart,
  path: string,
): readonly number[] {
  const count = part.particleCount;
  if (typeof which !== "string") {
    const wrong = which.find((vertex) => vertex >= count);
    if (wrong !== undefined) throw new InputError(path, String(wrong), `the cloth has vertices 0 to ${count - 1}`);
    return which;
  }
  if (which === "all") return Array.from({ length: count }, (_, i) => i);
  if (shape.kind === "grid") return gridVertices(shape.options, readChoice(which, path, GRID_PLACES));
  const names = Object.keys(groups);
  if (names.includes(which)) return Array.from(groups[which]);
  if (names.length === 0) throw new InputError(path, `"${which}"`, "only grids have sides: give vertex numbers");
  const near = nearestWord(which, names);
  const advice = `give one of ${names.join(", ")}, all, or vertex numbers`;
  throw new InputError(path, JSON.stringify(which), near === undefined ? advice : `did you mean "${near}"? ${advice}`);
}

/** The same, each of them for the first time: `taken` are those held already, and gets these. */
export function takeVertices(
  spec: ClothSpec,
  which: readonly number[] | string,
  built: BuiltPart,
  taken: Set<number>,
  path: string,
): readonly number[] {
  const vertices = findVertices(spec, which, built, path);
  for (const vertex of vertices) {
    if (taken.has(vertex)) throw new InputError(path, `vertex ${vertex} a second time`, "pin each vertex once");
    taken.add(vertex);
  }
  return vertices;
}

/** The vertices of a border or corner of a grid; row 0 is the top, column 0 the left. */
function gridVertices({ columns, rows }: { columns: number; rows: number }, place: string): number[] {
  const vertices: number[] = [];
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const here = { top: r === 0, bottom: r === rows - 1, left: c === 0, right: c === columns - 1 };
      if (place.split("-").every((side) => here[side as keyof typeof here])) vertices.push(r * columns + c);
    }
  }
  return vertices;
}
