import { boundsOf } from "../core/bounds.ts";
import { InputError } from "../core/errors.ts";
import type { Garment } from "../garment/garment.ts";
import { findGroup, groupNames, type MeshFile } from "../mesh/mesh-file.ts";
import type { Surface } from "../mesh/surface.ts";
import type { VertexGroups } from "./build-part.ts";
import type { ColorChoice } from "./fields/pin-field.ts";
import { findNumbered } from "./scene-numbers.ts";

/** What vertices of a surface may be called by, besides their numbers and the sides of grids. */
export function groupsOf(surface: Surface | Garment | MeshFile): VertexGroups {
  const { colours, numbers } = "pieces" in surface ? surface : {};
  return {
    ...namesOf(surface),
    ...(numbers && { findNumbered: (which, path) => findNumbered(numbers, which, path) }),
    findTop: (path) => topVertices(surface.positions, path),
    ...(colours && { findPainted: (choice) => paintedVertices(choice, colours) }),
  };
}

function namesOf(surface: Surface | Garment | MeshFile): VertexGroups {
  if ("pieces" in surface) return { names: groupNames(surface), find: (name) => findGroup(surface, name) };
  const groups = new Map("groups" in surface ? Object.entries(surface.groups) : []);
  return { names: [...groups.keys()], find: (name) => groups.get(name) };
}

/** Vertices with more than so much of a colour. */
function paintedVertices({ color, above }: ColorChoice, colours: Float32Array): number[] {
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
  const box = boundsOf(positions);
  const [low, high] = [box.low[1], box.high[1]];
  if (!(high > low)) throw new InputError(path, '"top"', "the cloth lies level and has none: give vertex numbers");
  const vertices: number[] = [];
  for (let i = 0; 3 * i < positions.length; i++) if (positions[3 * i + 1] >= high - TOP_SHARE * (high - low)) vertices.push(i);
  return vertices;
}
