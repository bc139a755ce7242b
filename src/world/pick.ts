import type { Point } from "./told.ts";
import type { Hit, WorldCloth } from "./world.ts";

/** The first triangle of some cloths that a ray meets, from either side, by Möller and Trumbore's test. */
export function pickCloth(cloths: readonly WorldCloth[], origin: Point, direction: Point): Hit | undefined {
  let nearest: Hit | undefined;
  for (const cloth of cloths) {
    const { positions, triangles } = cloth;
    for (let q = 0; q < triangles.length; q += 3) {
      const met = meetTriangle(positions, triangles, q, origin, direction, nearest?.distance ?? Number.POSITIVE_INFINITY);
      if (met !== undefined) nearest = describeHit(cloth, q, met, origin, direction);
    }
  }
  return nearest;
}

interface Meeting {
  readonly distance: number;
  /** Weights of the second and the third corner. */
  readonly u: number;
  readonly v: number;
}

function meetTriangle(
  x: Float32Array,
  triangles: Uint32Array,
  q: number,
  [ox, oy, oz]: Point,
  [dx, dy, dz]: Point,
  most: number,
): Meeting | undefined {
  const a = 3 * triangles[q];
  const b = 3 * triangles[q + 1];
  const c = 3 * triangles[q + 2];
  const e1x = x[b] - x[a];
  const e1y = x[b + 1] - x[a + 1];
  const e1z = x[b + 2] - x[a + 2];
  const e2x = x[c] - x[a];
  const e2y = x[c + 1] - x[a + 1];
  const e2z = x[c + 2] - x[a + 2];
  const px = dy * e2z - dz * e2y;
  const py = dz * e2x - dx * e2z;
  const pz = dx * e2y - dy * e2x;
  const determinant = e1x * px + e1y * py + e1z * pz;
  if (determinant === 0) return undefined;
  const tx = ox - x[a];
  const ty = oy - x[a + 1];
  const tz = oz - x[a + 2];
  const u = (tx * px + ty * py + tz * pz) / determinant;
  if (!(u >= 0 && u <= 1)) return undefined;
  const qx = ty * e1z - tz * e1y;
  const qy = tz * e1x - tx * e1z;
  const qz = tx * e1y - ty * e1x;
  const v = (dx * qx + dy * qy + dz * qz) / determinant;
  if (!(v >= 0 && u + v <= 1)) return undefined;
  const distance = (e2x * qx + e2y * qy + e2z * qz) / determinant;
  return distance >= 0 && distance < most ? { distance, u, v } : undefined;
}

function describeHit(cloth: WorldCloth, q: number, { distance, u, v }: Meeting, origin: Point, direction: Point): Hit {
  const corners = cloth.triangles.subarray(q, q + 3);
  const weights = [1 - u - v, u, v];
  const heaviest = weights.indexOf(Math.max(...weights));
  const along = (c: number): number => origin[c] + distance * direction[c];
  const texture = (c: number): number => weights.reduce((sum, weight, k) => sum + weight * (cloth.uv[2 * corners[k] + c] ?? 0), 0);
  return {
    cloth,
    point: [along(0), along(1), along(2)],
    distance,
    triangle: q / 3,
    vertex: corners[heaviest],
    uv: [texture(0), texture(1)],
  };
}
