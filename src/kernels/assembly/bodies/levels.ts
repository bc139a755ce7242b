// Points that go to where φ of a body has a value: `marchToLevel`, `liftToLevel` and `moveToLevel` of src/contact/shapes/collider.ts, operation for operation.
import * as limit from "../../layout/contact-limits";
import { ahead, findNormal, measure, measureAhead, measureDistance, normalX, normalY, normalZ, phi, slope } from "./measure";
import { enterPlain, hasEntry, isPlain } from "./plain-forms";

/** The point that moves, in the coordinates of the body [m]. */
export let pointX: f64 = 0;
export let pointY: f64 = 0;
export let pointZ: f64 = 0;

export function setPoint(x: f64, y: f64, z: f64): void {
  pointX = x;
  pointY = y;
  pointZ = z;
}

/** The part τ of the way from outside at which φ falls to the level: the point is there then, with its distance measured. */
export function findEntry(body: usize, level: f64, fx: f64, fy: f64, fz: f64, tx: f64, ty: f64, tz: f64): f64 {
  if (!hasEntry(body)) return marchToLevel(body, level, 0, fx, fy, fz, tx, ty, tz);
  const tau = enterPlain(body, level, fx, fy, fz, tx, ty, tz);
  if (tau > 1) return tau;
  setPoint(fx + tau * (tx - fx), fy + tau * (ty - fy), fz + tau * (tz - fz));
  measureDistance(body, pointX, pointY, pointZ);
  return tau;
}

/** The part τ of the way at which φ falls to the level, the first `skip` of it left out. */
export function marchToLevel(body: usize, level: f64, skip: f64, fx: f64, fy: f64, fz: f64, tx: f64, ty: f64, tz: f64): f64 {
  const dx = tx - fx;
  const dy = ty - fy;
  const dz = tz - fz;
  const pace = sqrt(dx * dx + dy * dy + dz * dz);
  if (!(pace > 0)) return limit.NEVER;
  const isConvex = isPlain(body);
  let t = skip;
  for (let n = 0; n < limit.MAX_MARCH; n++) {
    pointX = fx + t * dx;
    pointY = fy + t * dy;
    pointZ = fz + t * dz;
    if (isConvex) measure(body, pointX, pointY, pointZ);
    else measureAhead(body, pointX, pointY, pointZ, tx, ty, tz);
    const gap = phi - level;
    if (gap <= limit.LEVEL_TOLERANCE || (n >= limit.GRAZING_MARCH && gap < limit.GRAZING)) return t;
    if (t >= 1) return limit.NEVER;
    const tangent = isConvex ? gap + (normalX * dx + normalY * dy + normalZ * dz) * (1 - t) : ahead - level;
    const last = max(gap - pace * (1 - t), tangent);
    if (last > limit.LEVEL_TOLERANCE) return limit.NEVER;
    t = min(1, t + ((1 - t) * gap) / (gap - last));
  }
  return t;
}

/** Moves the point, whose distance has been measured, along the normal until φ is at least the level. */
export function liftToLevel(body: usize, level: f64): void {
  for (let n = 0; n < limit.MAX_LIFT && phi < level - limit.LIFTED; n++) go(body, level, limit.LEAST_SLOPE);
}

/** The same from either side. */
export function moveToLevel(body: usize, level: f64): void {
  for (let n = 0; n < limit.MAX_LOWER && phi > level + limit.LIFTED; n++) go(body, level, 1);
  if (phi < level - limit.LIFTED) liftToLevel(body, level);
}

// @ts-ignore: decorator
@inline
function go(body: usize, level: f64, least: f64): void {
  findNormal(body, pointX, pointY, pointZ);
  const way = (level - phi) / max(slope, least);
  pointX += way * normalX;
  pointY += way * normalY;
  pointZ += way * normalZ;
  measureDistance(body, pointX, pointY, pointZ);
}
