import type { Vec3 } from "../core/vec3.ts";

/**
 * How deep a point lies below the surface of a body [m]: the distance to the nearest point of the surface inside, 0 or less
 * outside. These are formulas of this room's own; the colliders of the simulation have theirs.
 */

/** All points within `radius` of `centre`. */
export interface SphereBody {
  readonly centre: Vec3;
  readonly radius: number;
}

/** All points on the side of `point` that `normal` points away from. The normal may have any length. */
export interface PlaneBody {
  readonly point: Vec3;
  readonly normal: Vec3;
}

/** What a sphere sweeps over on its straight way from one point to another while its radius changes steadily. */
export interface RoundedConeBody {
  readonly from: Vec3;
  readonly to: Vec3;
  readonly fromRadius: number;
  readonly toRadius: number;
}

/** A box about `centre`; `axes` are its three directions, perpendicular and of length 1 (x, y, z if left out). */
export interface BoxBody {
  readonly centre: Vec3;
  /** Half of its length along each axis [m]. */
  readonly halfSize: Vec3;
  readonly axes?: readonly [Vec3, Vec3, Vec3];
}

export function sphereDepth({ centre, radius }: SphereBody, x: number, y: number, z: number): number {
  return radius - norm(x - centre[0], y - centre[1], z - centre[2]);
}

export function planeDepth({ point, normal }: PlaneBody, x: number, y: number, z: number): number {
  const along = (x - point[0]) * normal[0] + (y - point[1]) * normal[1] + (z - point[2]) * normal[2];
  return -along / norm(normal[0], normal[1], normal[2]);
}

/**
 * The greatest depth among all spheres on the way. With s along the axis of length L, ρ away from it and the radius
 * r₀ + (r₁−r₀) t, the depth r(t) − √((s−tL)² + ρ²) is greatest where its slope vanishes: the way from the axis to the point
 * leans by k = (r₀−r₁)/L, so tL = s − ρ k/√(1−k²), or else at an end. If |k| ≥ 1 one sphere holds all others.
 */
export function roundedConeDepth(body: RoundedConeBody, x: number, y: number, z: number): number {
  const { from, to, fromRadius, toRadius } = body;
  const ax = to[0] - from[0];
  const ay = to[1] - from[1];
  const az = to[2] - from[2];
  const length = norm(ax, ay, az);
  if (length <= Math.abs(fromRadius - toRadius)) {
    const largest = fromRadius >= toRadius ? from : to;
    return sphereDepth({ centre: largest, radius: Math.max(fromRadius, toRadius) }, x, y, z);
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

/** Inside, the nearest of the six faces; outside, minus the distance to the box. */
export function boxDepth({ centre, halfSize, axes }: BoxBody, x: number, y: number, z: number): number {
  const d: Vec3 = [x - centre[0], y - centre[1], z - centre[2]];
  let nearest = Infinity;
  let outside = 0;
  for (let i = 0; i < 3; i++) {
    const along = axes === undefined ? d[i] : d[0] * axes[i][0] + d[1] * axes[i][1] + d[2] * axes[i][2];
    const depth = halfSize[i] - Math.abs(along);
    nearest = Math.min(nearest, depth);
    if (depth < 0) outside += depth * depth;
  }
  return nearest < 0 ? -Math.sqrt(outside) : nearest;
}

function norm(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
