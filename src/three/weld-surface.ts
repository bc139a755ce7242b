import { weldVertices } from "../input/weld-vertices.ts";

/** A surface whose vertices in one place are one: seams of a texture are none of a body. */
export interface WeldedSurface {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
  /** The vertex of the given surface that each one is. */
  readonly source: Uint32Array;
}

/** `isAlike` may keep two vertices in one place apart. */
export function weldSurface(
  positions: Float64Array,
  triangles: Uint32Array,
  path: string,
  isAlike: (a: number, b: number) => boolean = () => true,
): WeldedSurface {
  const target = weldVertices(positions, 0, path);
  const numbers = new Int32Array(target.length).fill(-1);
  const source: number[] = [];
  const numberOf = (vertex: number): number => {
    const own = isAlike(vertex, target[vertex]) ? target[vertex] : vertex;
    if (numbers[own] < 0) numbers[own] = source.push(own) - 1;
    return numbers[own];
  };
  const corners: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const a = numberOf(triangles[t]);
    const b = numberOf(triangles[t + 1]);
    const c = numberOf(triangles[t + 2]);
    if (a !== b && b !== c && c !== a) corners.push(a, b, c);
  }
  return {
    positions: Float64Array.from({ length: 3 * source.length }, (_, k) => positions[3 * source[Math.floor(k / 3)] + (k % 3)]),
    triangles: Uint32Array.from(corners),
    source: Uint32Array.from(source),
  };
}
