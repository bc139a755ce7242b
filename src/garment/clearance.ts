import { length3, scale3, subtract3, type Vec3 } from "../core/vec3.ts";
import type { BodyCone } from "./body.ts";

/** Distance of a point to the nearest of some cones [m], negative inside. */
export type Clearance = (x: number, y: number, z: number) => number;

/** Numbers a packed cone takes: a, axis, length, radii, sine and cosine of the half opening. */
const STRIDE = 11;

export function createClearance(cones: readonly BodyCone[]): Clearance {
  const packed = new Float64Array(STRIDE * cones.length);
  for (const [i, cone] of cones.entries()) packed.set(packCone(cone), STRIDE * i);
  return (x, y, z) => {
    let least = Number.POSITIVE_INFINITY;
    for (let o = 0; o < packed.length; o += STRIDE) least = Math.min(least, coneDistance(packed, o, x, y, z));
    return least;
  };
}

/** A ball inside the other one makes no cone: it is the other ball, of length 0. */
function packCone({ a, b, ra, rb }: BodyCone): number[] {
  const between = subtract3(b, a);
  const length = length3(between);
  if (length <= Math.abs(ra - rb)) {
    const r = Math.max(ra, rb);
    return [...(rb > ra ? b : a), 0, 1, 0, 0, r, r, 0, 1];
  }
  const sine = (ra - rb) / length;
  return [...a, ...scale3(between, 1 / length), length, ra, rb, sine, Math.sqrt(1 - sine * sine)];
}

/**
 * With t along the axis and w away from it the straight side touches both balls along the normal (sin α, cos α),
 * sin α = (r_a − r_b)/length; before and behind its two touching circles the balls are nearest.
 */
function coneDistance(c: Float64Array, o: number, px: number, py: number, pz: number): number {
  const x = px - c[o];
  const y = py - c[o + 1];
  const z = pz - c[o + 2];
  const t = x * c[o + 3] + y * c[o + 4] + z * c[o + 5];
  const wx = x - t * c[o + 3];
  const wy = y - t * c[o + 4];
  const wz = z - t * c[o + 5];
  const w = Math.sqrt(wx * wx + wy * wy + wz * wz);
  const length = c[o + 6];
  const sine = c[o + 9];
  const cosine = c[o + 10];
  const side = t * cosine - w * sine;
  if (side <= 0) return Math.sqrt(t * t + w * w) - c[o + 7];
  if (side >= length * cosine) return Math.sqrt((t - length) * (t - length) + w * w) - c[o + 8];
  return t * sine + w * cosine - c[o + 7];
}

/** Where a march counts as arrived [m]. */
const ARRIVED = 1e-11;
const MOST_STEPS = 400;

/**
 * Marches from `start` + `far` · `direction` back towards `start` and stops before the first place nearer to the cones than
 * `ease`: returns how far from `start` that is [m], 0 where nothing is met. What it returns is always clear.
 */
export function marchIn(clearance: Clearance, start: Vec3, direction: Vec3, far: number, ease: number): number {
  let r = far;
  for (let k = 0; k < MOST_STEPS; k++) {
    const gap = clearance(start[0] + r * direction[0], start[1] + r * direction[1], start[2] + r * direction[2]) - ease;
    if (gap < ARRIVED) break;
    r -= gap;
    if (r <= 0) return 0;
  }
  return r;
}

/** The least shift from `start` along `direction` [m] after which the point is clear of the cones by `ease`. */
export function marchOut(clearance: Clearance, start: Vec3, direction: Vec3, ease: number): number {
  let r = 0;
  for (let k = 0; k < MOST_STEPS; k++) {
    const gap = clearance(start[0] + r * direction[0], start[1] + r * direction[1], start[2] + r * direction[2]) - ease;
    if (gap >= 0) break;
    r += ARRIVED - gap;
  }
  return r;
}
