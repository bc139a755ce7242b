import type { BoxSpec } from "../contact/shapes/box.ts";
import { MEASURED, type Shape } from "../contact/shapes/collider.ts";
import { type BodyShape, createShape } from "../contact/shapes/collider-catalog.ts";
import type { HeightFieldSpec } from "../contact/shapes/height-field.ts";
import { cos, sin } from "../core/trig.ts";
import { add3, cross3, length3, scale3, subtract3, type Vec3 } from "../core/vec3.ts";
import { createNet } from "../figure/surface-nets.ts";
import { lookAlong } from "./rasterise.ts";

/** Triangles for a picture: packed corners and positions [m]. */
export interface Mesh {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
}

/** So many sides has what is round. */
const ROUND = 48;

/** A body that has a formula, as triangles in the coordinates of the scene; a plane is a square of `size` [m] a side. */
export function meshesOfShape(shape: Exclude<BodyShape, { kind: "mesh" }>, size: number): readonly Mesh[] {
  switch (shape.kind) {
    case "plane":
      return [planeMesh(shape.point, shape.normal, size)];
    case "sphere":
      return [coneMesh(shape.center, shape.center, shape.radius, shape.radius)];
    case "capsule":
      return [coneMesh(shape.from, shape.to, shape.radius, shape.radius)];
    case "cone":
      return [coneMesh(shape.from, shape.to, shape.radii[0], shape.radii[1])];
    case "cones":
      return shape.cones.map(({ from, to, radii }) => coneMesh(from, to, radii[0], radii[1]));
    case "box":
      return boxMeshes(shape);
    case "heightField":
      return [heightMesh(shape)];
    default:
      return [sampleMesh(createShape(shape))];
  }
}

function planeMesh(point: Vec3, normal: Vec3, size: number): Mesh {
  const { right, up } = lookAlong(normal);
  const corners = [-0.5, 0.5].flatMap((v) => [-0.5, 0.5].map((u) => add3(point, add3(scale3(right, u * size), scale3(up, v * size)))));
  return { positions: Float64Array.from(corners.flat()), triangles: Uint32Array.of(0, 2, 1, 1, 2, 3) };
}

/** Two balls and the cone that touches both, turned about their axis: a half circle of each, from pole to pole. */
function coneMesh(from: Vec3, to: Vec3, ra: number, rb: number): Mesh {
  const axis = subtract3(to, from);
  const length = length3(axis);
  // one ball inside the other: the larger alone
  const isBall = length <= Math.abs(ra - rb);
  const isFirst = ra >= rb;
  const { right, up, forward } = lookAlong(length > 0 && !isBall ? axis : [0, 0, 1]);
  const start = isBall && !isFirst ? to : from;
  const radii = isBall ? [Math.max(ra, rb), Math.max(ra, rb)] : [ra, rb];
  const reach = isBall ? 0 : length;
  // the cone touches both balls where their normals lean by this much towards the smaller
  const lean = reach > 0 ? (ra - rb) / reach : 0;
  const split = isBall ? Math.PI / 2 : Math.PI / 2 + leanAngle(lean);
  const profile: (readonly [number, number])[] = [];
  const half = ROUND / 4;
  for (let k = 0; k <= half; k++) {
    const angle = (split * k) / half;
    profile.push([-radii[0] * cos(angle), radii[0] * sin(angle)]);
  }
  for (let k = 0; k <= half; k++) {
    const angle = split + ((Math.PI - split) * k) / half;
    profile.push([reach - radii[1] * cos(angle), radii[1] * sin(angle)]);
  }
  const positions: number[] = [];
  const triangles: number[] = [];
  profile.forEach(([along, away], n) => {
    for (let k = 0; k < ROUND; k++) {
      const angle = (2 * Math.PI * k) / ROUND;
      const out = add3(scale3(right, away * cos(angle)), scale3(up, away * sin(angle)));
      positions.push(...add3(start, add3(scale3(forward, along), out)));
      if (n === 0) continue;
      const here = n * ROUND + k;
      const next = n * ROUND + ((k + 1) % ROUND);
      triangles.push(here - ROUND, here, next, here - ROUND, next, next - ROUND);
    }
  });
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** The angle whose sine is given, by halving: sine and cosine are all we have. */
function leanAngle(sine: number): number {
  let [low, high] = [-Math.PI / 2, Math.PI / 2];
  for (let n = 0; n < 40; n++) {
    const middle = (low + high) / 2;
    if (sin(middle) < sine) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Six faces of their own, so that sharp edges stay sharp; each reaches around the rounded edges as far as their middle. */
function boxMeshes({ center, halfSizes, u, v, rounding }: BoxSpec): Mesh[] {
  const axes = [u, v, cross3(u, v)];
  const meshes: Mesh[] = [];
  const stops = halfSizes.map((half) => {
    const bends = rounding > 0 ? Array.from({ length: 9 }, (_, k) => (rounding * k) / 8) : [0];
    return [...bends.map((bend) => bend - half), ...bends.map((bend) => half - bend).reverse()];
  });
  for (let axis = 0; axis < 3; axis++) {
    for (const sign of [-1, 1]) {
      const [a, b] = [(axis + 1) % 3, (axis + 2) % 3];
      const positions: number[] = [];
      for (const q of stops[b]) {
        for (const p of stops[a]) {
          const place = [0, 0, 0];
          place[axis] = sign * halfSizes[axis];
          place[a] = p;
          place[b] = q;
          const inner = place.map((c, k) => Math.max(rounding - halfSizes[k], Math.min(halfSizes[k] - rounding, c)));
          const out = place.map((c, k) => c - inner[k]) as [number, number, number];
          const length = length3(out);
          const local = inner.map((c, k) => c + (length > 0 ? (rounding * out[k]) / length : 0));
          positions.push(...local.reduce<Vec3>((sum, c, k) => add3(sum, scale3(axes[k], c)), center));
        }
      }
      const triangles = latticeTriangles(stops[a].length, stops[b].length, sign < 0);
      meshes.push({ positions: Float64Array.from(positions), triangles });
    }
  }
  return meshes;
}

function heightMesh({ origin, u, v, spacing, columns, rows, heights }: HeightFieldSpec): Mesh {
  const up = cross3(v, u);
  const positions: number[] = [];
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const across = add3(scale3(u, c * spacing[0]), scale3(v, r * spacing[1]));
      positions.push(...add3(origin, add3(across, scale3(up, heights[r * columns + c]))));
    }
  }
  return { positions: Float64Array.from(positions), triangles: latticeTriangles(columns, rows, true) };
}

function latticeTriangles(columns: number, rows: number, isTurned: boolean): Uint32Array {
  const triangles: number[] = [];
  for (let r = 0; r + 1 < rows; r++) {
    for (let c = 0; c + 1 < columns; c++) {
      const k = r * columns + c;
      if (isTurned) triangles.push(k, k + columns, k + 1, k + 1, k + columns, k + columns + 1);
      else triangles.push(k, k + 1, k + columns, k + 1, k + columns + 1, k + columns);
    }
  }
  return Uint32Array.from(triangles);
}

/** The surface φ = 0 of a body that gives no other form than its φ, sampled on a grid over its bound; nothing where it has no bound. */
function sampleMesh(shape: Shape): Mesh {
  const { bound } = shape;
  if (bound === undefined) return { positions: new Float64Array(0), triangles: new Uint32Array(0) };
  const sides = [bound[3] - bound[0], bound[4] - bound[1], bound[5] - bound[2]];
  const h = Math.max(...sides) / ROUND;
  const [columns, rows, layers] = sides.map((side) => Math.ceil(side / h) + 3); // a cell to spare on either side
  const origin = [bound[0] - h, bound[1] - h, bound[2] - h] as const;
  const values = new Float64Array(columns * rows * layers);
  const point = new Float64Array(3);
  const measured = new Float64Array(MEASURED);
  for (let n = 0; n < values.length; n++) {
    point[0] = origin[0] + h * (n % columns);
    point[1] = origin[1] + h * (Math.floor(n / columns) % rows);
    point[2] = origin[2] + h * Math.floor(n / (columns * rows));
    shape.measure(point, measured);
    values[n] = measured[0];
  }
  return createNet({ columns, rows, layers, h, origin, values });
}
