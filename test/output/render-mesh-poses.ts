import fc from "fast-check";
import { createGrid } from "../../src/mesh/grid.ts";
import type { Surface } from "../../src/mesh/surface.ts";

/** A rotation (row by row) and an offset [m]. */
export interface RigidMotion {
  readonly rotation: readonly number[];
  readonly offset: readonly number[];
}

/** Any rotation, from a quaternion, with an offset of up to a metre. */
export const rigidMotions: fc.Arbitrary<RigidMotion> = fc
  .record({
    quaternion: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }),
    offset: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }),
  })
  .filter(({ quaternion }) => Math.hypot(...quaternion) > 0.1)
  .map(({ quaternion, offset }) => {
    const length = Math.hypot(...quaternion);
    const [w, x, y, z] = quaternion.map((part) => part / length);
    const rotation = [
      1 - 2 * (y * y + z * z),
      2 * (x * y - w * z),
      2 * (x * z + w * y),
      2 * (x * y + w * z),
      1 - 2 * (x * x + z * z),
      2 * (y * z - w * x),
      2 * (x * z - w * y),
      2 * (y * z + w * x),
      1 - 2 * (x * x + y * y),
    ];
    return { rotation, offset };
  });

/** M p + offset of each point. */
export function transform(points: Float64Array, matrix: readonly number[], offset: readonly number[]): Float64Array {
  const out = new Float64Array(points.length);
  for (let i = 0; i < points.length; i++) {
    const [o, k] = [i - (i % 3), i % 3];
    for (let c = 0; c < 3; c++) out[i] += matrix[3 * k + c] * points[o + c];
    out[i] += offset[k];
  }
  return out;
}

/** A square sheet of this side [m] in z = 0 around the origin, facing +z. */
export function sheet(columns: number, side: number, triangles: "right" | "equilateral" = "right"): Surface {
  const origin = [-side / 2, -side / 2, 0] as const;
  return createGrid({ columns, rows: columns, width: side, height: side, origin, v: [0, 1, 0], triangles });
}

/** Rolls the plane z = 0 onto a cylinder of this radius [m] about an axis above it; what lies off the plane keeps its height. */
export function roll(points: Float64Array, radius: number, direction: number): Float64Array {
  const out = points.slice();
  const [c, s] = [Math.cos(direction), Math.sin(direction)];
  for (let o = 0; o < points.length; o += 3) {
    const along = c * points[o] + s * points[o + 1];
    const across = -s * points[o] + c * points[o + 1];
    const r = radius - points[o + 2];
    const x = r * Math.sin(along / radius);
    out[o] = c * x - s * across;
    out[o + 1] = s * x + c * across;
    out[o + 2] = radius - r * Math.cos(along / radius);
  }
  return out;
}

/** A fold that no formula of the library knows: waves along both axes, and a stretch. */
export function crumple(points: Float64Array): Float64Array {
  const out = points.slice();
  for (let o = 0; o < points.length; o += 3) {
    const [x, y, z] = points.subarray(o, o + 3);
    out[o] = 1.1 * x + 0.02 * Math.sin(9 * y);
    out[o + 1] = 0.95 * y + 0.03 * Math.cos(7 * x);
    out[o + 2] = z + 0.06 * Math.sin(11 * x) * Math.cos(8 * y);
  }
  return out;
}

export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Infinity;
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i] - b[i]));
  return largest;
}

/** The angle [degrees] between rows of two lists of unit normals, at its largest. */
export function largestAngle(a: Float64Array, b: Float64Array, counts: (vertex: number) => boolean): number {
  let largest = 0;
  for (let o = 0; o < a.length; o += 3) {
    if (!counts(o / 3)) continue;
    const chord = Math.hypot(a[o] - b[o], a[o + 1] - b[o + 1], a[o + 2] - b[o + 2]);
    largest = Math.max(largest, (360 / Math.PI) * Math.asin(Math.min(1, chord / 2)));
  }
  return largest;
}

/** The largest distance [m] from a cylinder that `roll` makes of the plane, over points of the triangles. */
export function cylinderError(
  points: Float64Array,
  triangles: Uint32Array,
  radius: number,
  direction: number,
  counts: (triangle: number) => boolean = () => true,
): number {
  const [c, s] = [Math.cos(direction), Math.sin(direction)];
  let largest = 0;
  for (let h = 0; h < triangles.length; h += 3) {
    if (!counts(h / 3)) continue;
    for (let a = 0; a <= 6; a++) {
      for (let b = 0; a + b <= 6; b++) {
        const weights = [a / 6, b / 6, (6 - a - b) / 6];
        const p = [0, 1, 2].map((k) => weights.reduce((sum, weight, m) => sum + weight * points[3 * triangles[h + m] + k], 0));
        largest = Math.max(largest, Math.abs(Math.hypot(c * p[0] + s * p[1], radius - p[2]) - radius));
      }
    }
  }
  return largest;
}
