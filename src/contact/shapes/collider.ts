import type { BodyScript } from "../../core/body-motion.ts";
import type { PackedForm } from "../../kernels/bodies/body-store.ts";
import {
  LEVEL_TOLERANCE as CLOSE,
  GRAZING,
  GRAZING_MARCH,
  LEAST_SLOPE,
  LIFTED,
  MAX_LIFT,
  MAX_LOWER,
  MAX_MARCH,
  NEVER,
} from "../../kernels/layout/contact-limits.ts";
import { AHEAD, LEVEL, SKIP, TAU } from "./measured.ts";

export { FAR, NEVER, NO_DIRECTION } from "../../kernels/layout/contact-limits.ts";
export { AHEAD, LEVEL, MEASURED, SEARCH_SIZE, SKIP, TAU } from "./measured.ts";

/**
 * The form of a body, given by how far a point is from its surface, in the coordinates in which the scene places the body.
 * What `measure` writes, by index:
 *
 *     0       φ [m], positive outside, negative inside
 *     1 2 3   the unit outward normal, ∇φ/|∇φ|
 *     4       |∇φ|: 1 where φ is a true distance; φ/|∇φ| is the distance close to the surface
 */
export interface Shape {
  readonly kind: string;
  /** φ never changes by more than this for each metre of way [−]: a way of φ/steepness metres is safe. */
  readonly steepness: number;
  /** A way that leads outwards from a point on the surface of a convex body never meets it again. */
  readonly convex: boolean;
  measure(point: Float64Array, out: Float64Array): void;
  /**
   * Of a body that is not convex but made of convex ones: `measure`, and at out[AHEAD] a value that φ at `to` cannot fall below, nor below
   * the straight line from φ to it on the way there.
   */
  measureAhead?(point: Float64Array, to: Float64Array, out: Float64Array): void;
  /** A box that holds the body: min x, y, z, max x, y, z [m]. Outside of it φ is at least the distance to it. */
  readonly bound?: Float64Array;
  /** A capsule that holds the body: two ends and a radius (7 numbers) [m]. Outside of it φ is at least the distance to it. */
  readonly core?: Float64Array;
  /** What a body of a single form was made of, where kernels know the form; it is convex. */
  readonly spec?: { readonly kind: string };
  /** The numbers of a union of rounded cones, for kernels. */
  readonly packed?: PackedForm;
  /** The triangles of a body that is met as a surface; its φ is FAR everywhere. */
  readonly surface?: BodySurface;
  /**
   * Where φ falls to search[LEVEL] on the way from one point outside to another, as the fraction τ of the way, into search[TAU]; NEVER
   * where it does not. Shapes without it are marched along.
   */
  enter?(from: Float64Array, to: Float64Array, search: Float64Array): void;
}

/** Triangles of a body in the coordinates in which the scene places it; open or closed, met from both sides. */
export interface BodySurface {
  /** [m], packed x, y, z. */
  readonly positions: Float64Array;
  /** Corners, packed by threes. Any number of triangles may meet at an edge, and some may have no area. */
  readonly triangles: Uint32Array;
  /**
   * Of a body that changes its form with the poses of all bodies, such as the skin of a figure, or with time [s], such as an animated mesh:
   * its vertices in the world, into out[at..].
   */
  place?(poses: Float64Array, out: Float64Array, at: number, time: number): void;
}

/** Whether a point is more than `reach` [m] away from the box around a body: no need to measure it. */
export function isBeyond({ bound }: Shape, point: Float64Array, reach: number): boolean {
  if (bound === undefined) return false;
  const x = Math.max(0, bound[0] - point[0], point[0] - bound[3]);
  const y = Math.max(0, bound[1] - point[1], point[1] - bound[4]);
  const z = Math.max(0, bound[2] - point[2], point[2] - bound[5]);
  return x * x + y * y + z * z > reach * reach;
}

export function distance(a: Float64Array, b: Float64Array): number {
  const x = a[0] - b[0];
  const y = a[1] - b[1];
  const z = a[2] - b[2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** A body in the scene. */
export interface Collider {
  readonly name: string;
  readonly shape: Shape;
  /** Its own frame, a pose as `bodyFrame` gives it: that of the scene without. */
  readonly frame?: Float64Array | undefined;
  /** Its poses may scale and shear, as those of bones do. */
  readonly isScaled?: boolean;
  /** How it moves from where the scene places it; it stands still without. */
  readonly motion?: BodyScript | undefined;
  /** Coulomb's coefficient μ [−]. */
  readonly friction: number;
  /** Particles keep this distance from the surface [m]. */
  readonly thickness: number;
}

/**
 * Marches from `from` towards `to` by steps that cannot pass the surface φ = search[LEVEL]. Of the rest of the way it is known that φ does
 * not fall faster than by `steepness` a metre. Of a convex body φ is a convex function along the way, which stays above its tangents: where it
 * does not fall now it never will, and a step to where the tangent meets the level is Newton's, from the side where it is safe. Where
 * the start is at the level already, the first search[SKIP] of the way is left out. Uses `point` and `measured`. (Numbers go in an array, because
 * one that is handed to a call is allocated.)
 */
export function marchToLevel(
  shape: Shape,
  from: Float64Array,
  to: Float64Array,
  search: Float64Array,
  point: Float64Array,
  measured: Float64Array,
): void {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const dz = to[2] - from[2];
  const pace = shape.steepness * Math.sqrt(dx * dx + dy * dy + dz * dz);
  const level = search[LEVEL];
  search[TAU] = NEVER;
  if (!(pace > 0)) return;
  let t = search[SKIP];
  for (let n = 0; n < MAX_MARCH; n++) {
    point[0] = from[0] + t * dx;
    point[1] = from[1] + t * dy;
    point[2] = from[2] + t * dz;
    if (shape.measureAhead !== undefined) shape.measureAhead(point, to, measured);
    else shape.measure(point, measured);
    const gap = measured[0] - level;
    if (gap <= CLOSE || (n >= GRAZING_MARCH && gap < GRAZING)) {
      search[TAU] = t;
      return;
    }
    if (t >= 1) return;
    let last = gap - pace * (1 - t); // the gap at the end is no less
    if (shape.measureAhead !== undefined) last = Math.max(last, measured[AHEAD] - level);
    else if (shape.convex) {
      const slope = measured[4] * (measured[1] * dx + measured[2] * dy + measured[3] * dz);
      last = Math.max(last, gap + slope * (1 - t));
    }
    if (last > CLOSE) return;
    t = Math.min(1, t + ((1 - t) * gap) / (gap - last));
  }
  search[TAU] = t;
}

/** Moves a point along the normal until φ is at least search[LEVEL]; leaves one that is. `measured` is what `measure` says of it, at the start and at the end. */
export function liftToLevel(shape: Shape, search: Float64Array, point: Float64Array, measured: Float64Array): void {
  const level = search[LEVEL];
  for (let n = 0; n < MAX_LIFT && measured[0] < level - LIFTED; n++) {
    const way = (level - measured[0]) / Math.max(measured[4], LEAST_SLOPE);
    for (let c = 0; c < 3; c++) point[c] += way * measured[1 + c];
    shape.measure(point, measured);
  }
}

/**
 * Moves a point along the normal, from either side, to where φ is search[LEVEL]; never ends below. `measured` is what `measure` says of the point,
 * at the start and at the end.
 */
export function moveToLevel(shape: Shape, search: Float64Array, point: Float64Array, measured: Float64Array): void {
  const level = search[LEVEL];
  for (let n = 0; n < MAX_LOWER && measured[0] > level + LIFTED; n++) {
    const way = (level - measured[0]) / Math.max(measured[4], 1);
    for (let c = 0; c < 3; c++) point[c] += way * measured[1 + c];
    shape.measure(point, measured);
  }
  if (measured[0] < level - LIFTED) liftToLevel(shape, search, point, measured);
}
