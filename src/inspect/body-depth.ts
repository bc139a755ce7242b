import { cross3, type Vec3 } from "../core/vec3.ts";
import type { DepthGauge } from "./mesh-depth.ts";

/**
 * How deep a point lies below the surface of a body [m]: the distance to the nearest point of the surface inside, 0 or less
 * outside. Bodies are described as in a scene; the formulas are this room's own, and the colliders of the simulation have theirs.
 */
export type SolidBody = SphereBody | PlaneBody | CapsuleBody | ConeBody | BoxBody | ConesBody | HeightFieldBody;

/** All points within `radius` of `center`. */
export interface SphereBody {
  readonly kind: "sphere";
  readonly center: Vec3;
  readonly radius: number;
}

/** All points on the side of `point` that `normal` points away from. The normal may have any length. */
export interface PlaneBody {
  readonly kind: "plane";
  readonly point: Vec3;
  readonly normal: Vec3;
}

/** The space that a ball sweeps on its straight way from one point to another while its radius changes steadily. */
export interface RoundedCone {
  readonly from: Vec3;
  readonly to: Vec3;
  readonly radii: readonly [number, number];
}

export interface ConeBody extends RoundedCone {
  readonly kind: "cone";
}

/** The same of a ball that keeps its radius. */
export interface CapsuleBody {
  readonly kind: "capsule";
  readonly from: Vec3;
  readonly to: Vec3;
  readonly radius: number;
}

/** A box about `center` along the directions u, v and u × v, which are perpendicular and of length 1. */
export interface BoxBody {
  readonly kind: "box";
  readonly center: Vec3;
  /** Half of its length along each direction [m]. */
  readonly halfSizes: Vec3;
  readonly u: Vec3;
  readonly v: Vec3;
  /** Radius of its edges, which are cut off the box and not added to it [m]; at most the least half size. */
  readonly rounding: number;
}

/** Several rounded cones whose creases are filled where two of them are about equally deep. */
export interface ConesBody {
  readonly kind: "cones";
  readonly cones: readonly RoundedCone[];
  /** The difference of two depths from which on nothing is filled in between them [m]. */
  readonly blend: number;
}

/** Everything below a surface over a rectangle, which is bilinear between heights on a lattice. */
export interface HeightFieldBody {
  readonly kind: "heightField";
  /** Where height 0 of the first row and column is [m]. */
  readonly origin: Vec3;
  /** Directions from column to column and from row to row, perpendicular and of length 1. Heights go along v × u. */
  readonly u: Vec3;
  readonly v: Vec3;
  /** From column to column and from row to row [m]. */
  readonly spacing: readonly [number, number];
  readonly columns: number;
  /** Row by row [m]; at least two rows and two columns. */
  readonly heights: ArrayLike<number>;
}

export function createSolidGauge(body: SolidBody): DepthGauge {
  switch (body.kind) {
    case "sphere":
      return (x, y, z) => sphereDepth(body.center, body.radius, x, y, z);
    case "plane":
      return (x, y, z) => planeDepth(body, x, y, z);
    case "cone":
      return (x, y, z) => roundedConeDepth(body, x, y, z);
    case "capsule":
      return createSolidGauge({ ...body, kind: "cone", radii: [body.radius, body.radius] });
    case "box":
      return boxGauge(body);
    case "cones":
      return (x, y, z) => conesDepth(body, x, y, z);
    case "heightField":
      return (x, y, z) => heightFieldDepth(body, x, y, z);
  }
}

function sphereDepth(center: Vec3, radius: number, x: number, y: number, z: number): number {
  return radius - norm(x - center[0], y - center[1], z - center[2]);
}

function planeDepth({ point, normal }: PlaneBody, x: number, y: number, z: number): number {
  const along = (x - point[0]) * normal[0] + (y - point[1]) * normal[1] + (z - point[2]) * normal[2];
  return -along / norm(normal[0], normal[1], normal[2]);
}

/** The squares of an axis shorter than this [m] have lost their digits: it is a point. */
const NO_LENGTH = 1e-150;

/**
 * The greatest depth among all spheres on the way. With s along the axis of length L, ρ away from it and the radius
 * r₀ + (r₁−r₀) t, the depth r(t) − √((s−tL)² + ρ²) is greatest where its slope vanishes: the way from the axis to the point
 * leans by k = (r₀−r₁)/L, so tL = s − ρ k/√(1−k²), or else at an end. If |k| ≥ 1 one sphere holds all others.
 */
export function roundedConeDepth({ from, to, radii }: RoundedCone, x: number, y: number, z: number): number {
  const [fromRadius, toRadius] = radii;
  const ax = to[0] - from[0];
  const ay = to[1] - from[1];
  const az = to[2] - from[2];
  const length = norm(ax, ay, az);
  if (length <= Math.max(Math.abs(fromRadius - toRadius), NO_LENGTH)) {
    const largest = fromRadius >= toRadius ? from : to;
    return sphereDepth(largest, Math.max(fromRadius, toRadius), x, y, z);
  }
  const px = x - from[0];
  const py = y - from[1];
  const pz = z - from[2];
  const s = (px * ax + py * ay + pz * az) / length;
  const rho = norm(py * az - pz * ay, pz * ax - px * az, px * ay - py * ax) / length;
  const k = (fromRadius - toRadius) / length;
  const t = Math.min(1, Math.max(0, (s - (rho * k) / Math.sqrt(1 - k * k)) / length));
  return fromRadius + (toRadius - fromRadius) * t - norm(s - t * length, rho, 0);
}

/**
 * Of a sharp box: inside, the nearest of the six faces; outside, minus the distance to it. A rounded box is all within `rounding` of
 * a sharp one that is smaller by as much on every side.
 */
function boxGauge({ center, halfSizes, u, v, rounding }: BoxBody): DepthGauge {
  const axes = [u, v, cross3(u, v)];
  return (x, y, z) => {
    let nearest = Infinity;
    let outside = 0;
    for (let i = 0; i < 3; i++) {
      const along = (x - center[0]) * axes[i][0] + (y - center[1]) * axes[i][1] + (z - center[2]) * axes[i][2];
      const depth = halfSizes[i] - rounding - Math.abs(along);
      nearest = Math.min(nearest, depth);
      if (depth < 0) outside += depth * depth;
    }
    return rounding + (nearest < 0 ? -Math.sqrt(outside) : nearest);
  };
}

/**
 * One cone after the other is added to the figure: where its depth e differs from the depth d so far by less than the blend, the
 * greater of the two is raised by (blend − |d − e|)²/(4 blend), which is what the scene format calls a filled crease.
 */
function conesDepth({ cones, blend }: ConesBody, x: number, y: number, z: number): number {
  let depth = roundedConeDepth(cones[0], x, y, z);
  for (let k = 1; k < cones.length; k++) {
    const next = roundedConeDepth(cones[k], x, y, z);
    const overlap = blend - Math.abs(depth - next);
    depth = Math.max(depth, next);
    if (overlap > 0) depth += (overlap * overlap) / (4 * blend);
  }
  return depth;
}

/** How far a point is below the surface, straight down, so no less than the distance to it; −∞ beside the rectangle. */
function heightFieldDepth(body: HeightFieldBody, x: number, y: number, z: number): number {
  const { origin, u, v, spacing, columns, heights } = body;
  const dx = x - origin[0];
  const dy = y - origin[1];
  const dz = z - origin[2];
  const column = (dx * u[0] + dy * u[1] + dz * u[2]) / spacing[0];
  const row = (dx * v[0] + dy * v[1] + dz * v[2]) / spacing[1];
  const lastColumn = columns - 1;
  const lastRow = heights.length / columns - 1;
  if (!(column >= 0 && column <= lastColumn && row >= 0 && row <= lastRow)) return -Infinity;
  const c = Math.min(lastColumn - 1, Math.floor(column));
  const r = Math.min(lastRow - 1, Math.floor(row));
  const right = column - c;
  const down = row - r;
  const corner = r * columns + c;
  const surface =
    (1 - right) * (1 - down) * heights[corner] +
    right * (1 - down) * heights[corner + 1] +
    (1 - right) * down * heights[corner + columns] +
    right * down * heights[corner + columns + 1];
  const upX = v[1] * u[2] - v[2] * u[1];
  const upY = v[2] * u[0] - v[0] * u[2];
  const upZ = v[0] * u[1] - v[1] * u[0];
  return surface - (dx * upX + dy * upY + dz * upZ);
}

function norm(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
