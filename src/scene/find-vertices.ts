import { InputError, nearestWord } from "../core/errors.ts";
import { readChoice } from "../core/read.ts";
import type { BuiltPart } from "./build-part.ts";
import type { ClothSpec } from "./fields/cloth-field.ts";
import type { ColorChoice, VertexChoice } from "./fields/pin-field.ts";

/** The sides and corners of a grid. */
const GRID_PLACES = ["top", "bottom", "left", "right", "top-left", "top-right", "bottom-left", "bottom-right"] as const;

/** Vertices of a cloth by number, by name (a side or corner of a grid, a group of a garment or mesh, its top, or all), or by colour. */
export function findVertices(
  { shape }: ClothSpec,
  which: VertexChoice,
  { part, positions, groups, colours }: BuiltPart,
  path: string,
): readonly number[] {
  const count = part.particleCount;
  if (typeof which !== "string" && "color" in which) return paintedVertices(which, colours, path);
  if (typeof which !== "string") {
    const wrong = which.find((vertex) => vertex >= count);
    if (wrong !== undefined) throw new InputError(path, String(wrong), `the cloth has vertices 0 to ${count - 1}`);
    return which;
  }
  if (which === "all") return Array.from({ length: count }, (_, i) => i);
  if (shape.kind === "grid") return gridVertices(shape.options, which, path);
  const found = groups.find(which);
  if (found !== undefined) return Array.from(found);
  const hasTop = shape.kind !== "network";
  if (hasTop && which === "top") return topVertices(positions, path);
  const { names } = groups;
  if (names.length === 0)
    throw new InputError(path, `"${which}"`, `only grids have sides: give ${hasTop ? "top, all, or " : ""}vertex numbers`);
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

/** Vertices with more than so much of a colour. */
function paintedVertices({ color, above }: ColorChoice, colours: Float32Array | undefined, path: string): number[] {
  if (colours === undefined) throw new InputError(path, `the color ${color}`, "paint the vertices of the mesh first");
  const vertices: number[] = [];
  for (let i = 0; 3 * i < colours.length; i++) if (colorShare(colours, 3 * i, color) > above) vertices.push(i);
  return vertices;
}

/** How red, green, blue, white or black a vertex is [−]: what red has more than green and blue, so that white is not red. */
function colorShare(colours: Float32Array, at: number, color: ColorChoice["color"]): number {
  const [r, g, b] = [colours[at], colours[at + 1], colours[at + 2]];
  switch (color) {
    case "red":
      return r - Math.max(g, b);
    case "green":
      return g - Math.max(r, b);
    case "blue":
      return b - Math.max(r, g);
    case "white":
      return Math.min(r, g, b);
    case "black":
      return 1 - Math.max(r, g, b);
  }
}

/** What lies lower by this part of the height is still top. */
const TOP_SHARE = 0.01;

/** The highest vertices along y. */
export function topVertices(positions: ArrayLike<number>, path: string): number[] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let c = 1; c < positions.length; c += 3) {
    low = Math.min(low, positions[c]);
    high = Math.max(high, positions[c]);
  }
  if (!(high > low)) throw new InputError(path, '"top"', "the cloth lies level and has none: give vertex numbers");
  const vertices: number[] = [];
  for (let i = 0; 3 * i < positions.length; i++) if (positions[3 * i + 1] >= high - TOP_SHARE * (high - low)) vertices.push(i);
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
