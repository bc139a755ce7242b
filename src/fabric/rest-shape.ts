import type { Surface } from "../mesh/surface.ts";

/** The shape in which a surface is free of stress: flat (u, v) where it has material coordinates, else where it starts. */
export interface RestShape {
  readonly dimension: 2 | 3;
  /** Coordinates of each vertex [m], packed by `dimension`. */
  readonly coordinates: Float64Array;
}

export function restShape(surface: Pick<Surface, "positions" | "material">): RestShape {
  const { positions, material } = surface;
  return material === undefined ? { dimension: 3, coordinates: positions } : { dimension: 2, coordinates: material };
}

/** Distance of two vertices at rest [m]. */
export function restDistance(rest: RestShape, i: number, j: number): number {
  const { dimension, coordinates } = rest;
  const a = dimension * i;
  const b = dimension * j;
  const x = coordinates[b] - coordinates[a];
  const y = coordinates[b + 1] - coordinates[a + 1];
  const z = dimension === 3 ? coordinates[b + 2] - coordinates[a + 2] : 0;
  return Math.sqrt(x * x + y * y + z * z);
}

/** Rest area of each triangle [m²]. */
export function computeRestAreas(triangles: Uint32Array, rest: RestShape, areas: Float64Array): void {
  const { dimension, coordinates: x } = rest;
  for (let t = 0; t < areas.length; t++) {
    const a = dimension * triangles[3 * t];
    const b = dimension * triangles[3 * t + 1];
    const c = dimension * triangles[3 * t + 2];
    const e0 = x[b] - x[a];
    const e1 = x[b + 1] - x[a + 1];
    const f0 = x[c] - x[a];
    const f1 = x[c + 1] - x[a + 1];
    const n2 = e0 * f1 - e1 * f0;
    if (dimension === 2) {
      areas[t] = 0.5 * Math.abs(n2);
      continue;
    }
    const e2 = x[b + 2] - x[a + 2];
    const f2 = x[c + 2] - x[a + 2];
    const n0 = e1 * f2 - e2 * f1;
    const n1 = e2 * f0 - e0 * f2;
    areas[t] = 0.5 * Math.sqrt(n0 * n0 + n1 * n1 + n2 * n2);
  }
}
