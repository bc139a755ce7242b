import { describeValue, InputError, nearestWord } from "../core/errors.ts";
import { gridVertices, topVertices } from "../scene/find-vertices.ts";
import type { WorldCloth } from "../world/world.ts";
import type { ClothSource } from "./cloth-source.ts";
import type { GeometrySurface } from "./surface-from-geometry.ts";

/** Vertices by number, or by name as pins have them: sides and corners of a grid, meshes and materials of an object, the "top" of any mesh, "all". */
export type VertexNames = string | ArrayLike<number>;

/** A name, or a list of numbers. */
export function readNames(which: VertexNames, path: string): string | number[] {
  if (typeof which === "string") return which;
  if (Array.isArray(which) || ArrayBuffer.isView(which)) return Array.from(which);
  throw new InputError(path, describeValue(which), "give a name or a list of vertices");
}

/** The numbers of vertices of a cloth that was just made of `source`. */
export function nameVertices(cloth: WorldCloth, { input, surface }: ClothSource, names: VertexNames, path: string): readonly number[] {
  const which = readNames(names, path);
  if (typeof which !== "string") return which;
  if (which === "all") return Array.from({ length: cloth.vertexCount }, (_, i) => i);
  if (input.grid !== undefined) return gridVertices(input.grid, which, path);
  const isGroup = surface?.groups?.some(({ names }) => names.includes(which)) ?? false;
  if (which === "top" && !isGroup) return topVertices(cloth.positions, path);
  if (surface !== undefined) return groupVertices(cloth, surface, which, path);
  throw new InputError(
    path,
    JSON.stringify(which),
    'only grids and meshes of three.js have names here: give "top", "all" or vertex numbers',
  );
}

/** Vertices in one place were welded: they are found by where they are. */
function groupVertices(cloth: WorldCloth, { positions, triangles, groups = [] }: GeometrySurface, which: string, path: string): number[] {
  const named = groups.filter(({ names }) => names.includes(which));
  if (named.length === 0) {
    const names = [...new Set(groups.flatMap((group) => group.names))];
    const near = nearestWord(which, names);
    const advice = names.length === 0 ? "the mesh has no names: give vertex numbers" : `give one of ${names.slice(0, 12).join(", ")}`;
    throw new InputError(path, JSON.stringify(which), near === undefined ? advice : `did you mean "${near}"?`);
  }
  const own = new Set(named.flatMap(({ start, count }) => [...triangles.subarray(3 * start, 3 * (start + count))]));
  if (3 * cloth.vertexCount === positions.length) return [...own];
  const found = new Set<number>();
  const reach = 2e-6 * sizeOf(positions);
  for (const vertex of own) {
    for (const near of cloth.verticesNear(positions.subarray(3 * vertex, 3 * vertex + 3), reach)) found.add(near);
  }
  return [...found];
}

/** The largest extent of packed positions [m]. */
function sizeOf(positions: Float64Array): number {
  let size = 0;
  for (let c = 0; c < 3; c++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = c; i < positions.length; i += 3) {
      low = Math.min(low, positions[i]);
      high = Math.max(high, positions[i]);
    }
    size = Math.max(size, high - low);
  }
  return size;
}
