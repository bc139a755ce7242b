import { InputError, nearestWord } from "../core/errors.ts";
import { readChoice } from "../core/read.ts";
import type { BuiltPart } from "./build-part.ts";
import type { ClothSpec } from "./fields/cloth-field.ts";
import type { VertexChoice } from "./fields/pin-field.ts";

/** The sides and corners of a grid. */
const GRID_PLACES = ["top", "bottom", "left", "right", "top-left", "top-right", "bottom-left", "bottom-right"] as const;

/** Vertices of a cloth by number, by name (a side or corner of a grid, a group of a garment or mesh, its top, or all), or by colour. */
export function findVertices({ shape }: ClothSpec, which: VertexChoice, { part, groups }: BuiltPart, path: string): readonly number[] {
  const count = part.particleCount;
  if (typeof which !== "string" && "color" in which) {
    if (groups.findPainted !== undefined) return groups.findPainted(which);
    throw new InputError(path, `the color ${which.color}`, "paint the vertices of the mesh first");
  }
  if (typeof which !== "string") {
    if (groups.findNumbered !== undefined) return groups.findNumbered(which, path);
    const wrong = which.find((vertex) => vertex >= count);
    if (wrong !== undefined) throw new InputError(path, String(wrong), `the cloth has vertices 0 to ${count - 1}`);
    return which;
  }
  if (which === "all") return Array.from({ length: count }, (_, i) => i);
  if (shape.kind === "grid") return gridVertices(shape.options, which, path);
  const found = groups.find(which);
  if (found !== undefined) return Array.from(found);
  const { names, findTop } = groups;
  if (which === "top" && findTop !== undefined) return findTop(path);
  if (names.length === 0)
    throw new InputError(path, `"${which}"`, `only grids have sides: give ${findTop ? "top, all, or " : ""}vertex numbers`);
  const near = nearestWord(which, names);
  const advice = `give one of ${names.slice(0, 12).join(", ")}, all, or vertex numbers`;
  throw new InputError(path, JSON.stringify(which), near === undefined ? advice : `did you mean "${near}"? ${advice}`);
}

/** The same, each of them for the first time: `taken` are those held already, and gets these. */
export function takeVertices(spec: ClothSpec, which: VertexChoice, built: BuiltPart, taken: Set<number>, path: string): readonly number[] {
  const vertices = findVertices(spec, which, built, path);
  for (const vertex of vertices) {
    if (taken.has(vertex)) throw new InputError(path, `vertex ${vertex} a second time`, "pin each vertex once");
    taken.add(vertex);
  }
  return vertices;
}

/** The vertices of a border or corner of a grid; row 0 is the top, column 0 the left. */
export function gridVertices({ columns, rows }: { columns: number; rows: number }, which: string, path: string): number[] {
  const place = readChoice(which, path, GRID_PLACES);
  const vertices: number[] = [];
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const here = { top: r === 0, bottom: r === rows - 1, left: c === 0, right: c === columns - 1 };
      if (place.split("-").every((side) => here[side as keyof typeof here])) vertices.push(r * columns + c);
    }
  }
  return vertices;
}
