// Bodies of one form, all of them convex: `measure` and `enter` of src/contact/shapes/plane.ts, sphere.ts, rounded-cone.ts and box.ts, operation for operation.

import * as place from "../../layout/body-places";
import { NEVER, NO_DIRECTION } from "../../layout/contact-limits";
import { at } from "./body-memory";
import { coneDistances, coneX, coneY, coneZ, findConeNormal } from "./rounded-cone";

/** The normal that was found last. */
export let plainX: f64 = 0;
export let plainY: f64 = 0;
export let plainZ: f64 = 0;

// @ts-ignore: decorator
@inline
function formOf(body: usize): i32 {
  return load<i32>(body, place.FORM);
}

// @ts-ignore: decorator
@inline
export function isPlain(body: usize): bool {
  return formOf(body) != place.CONE_UNION;
}

/** Whether the point where a way enters the body has a formula. */
// @ts-ignore: decorator
@inline
export function hasEntry(body: usize): bool {
  return formOf(body) <= place.SPHERE;
}

/** φ at two points. */
export function plainDistances(body: usize, x: v128, y: v128, z: v128): v128 {
  const form = formOf(body);
  const numbers = body + place.CONES;
  if (form == place.PLANE) return planeDistances(numbers, x, y, z);
  if (form == place.SPHERE) return sphereDistances(numbers, x, y, z);
  if (form == place.CONE) return coneDistances(numbers, x, y, z);
  return boxDistances(numbers, x, y, z);
}

export function findPlainNormal(body: usize, x: f64, y: f64, z: f64): void {
  const form = formOf(body);
  const numbers = body + place.CONES;
  if (form == place.PLANE) setNormal(at(numbers, 0), at(numbers, 1), at(numbers, 2));
  else if (form == place.SPHERE) findSphereNormal(x - at(numbers, 0), y - at(numbers, 1), z - at(numbers, 2));
  else if (form == place.CONE) {
    findConeNormal(numbers, x, y, z);
    setNormal(coneX, coneY, coneZ);
  } else findBoxNormal(numbers, x, y, z);
}

/** The part τ of a way, from a point outside to another, at which φ falls to the level. */
export function enterPlain(body: usize, level: f64, fx: f64, fy: f64, fz: f64, tx: f64, ty: f64, tz: f64): f64 {
  const numbers = body + place.CONES;
  if (formOf(body) == place.PLANE) {
    const end = planeDistance(numbers, tx, ty, tz) - level;
    if (!(end < 0)) return NEVER;
    const start = planeDistance(numbers, fx, fy, fz) - level;
    return max(0, start / (start - end));
  }
  const x = fx - at(numbers, 0);
  const y = fy - at(numbers, 1);
  const z = fz - at(numbers, 2);
  const dx = tx - fx;
  const dy = ty - fy;
  const dz = tz - fz;
  const reach = at(numbers, 3) + level;
  const a = dx * dx + dy * dy + dz * dz;
  const b = x * dx + y * dy + z * dz;
  const c = x * x + y * y + z * z - reach * reach;
  const root = b * b - a * c;
  if (!(b < 0 && root >= 0)) return NEVER;
  const t = c / (sqrt(root) - b);
  return t <= 1 ? max(0, t) : NEVER;
}

// @ts-ignore: decorator
@inline
function setNormal(x: f64, y: f64, z: f64): void {
  plainX = x;
  plainY = y;
  plainZ = z;
}

/** Of a plane: the normal, and n·p on it. */
// @ts-ignore: decorator
@inline
function planeDistance(plane: usize, x: f64, y: f64, z: f64): f64 {
  return at(plane, 0) * x + at(plane, 1) * y + at(plane, 2) * z - at(plane, 3);
}

// @ts-ignore: decorator
@inline
function planeDistances(plane: usize, x: v128, y: v128, z: v128): v128 {
  return f64x2.sub(dot(plane, x, y, z), v128.load64_splat(plane, 24));
}

/** Of three numbers and (x, y, z). */
// @ts-ignore: decorator
@inline
function dot(numbers: usize, x: v128, y: v128, z: v128): v128 {
  const sum = f64x2.add(f64x2.mul(v128.load64_splat(numbers), x), f64x2.mul(v128.load64_splat(numbers, 8), y));
  return f64x2.add(sum, f64x2.mul(v128.load64_splat(numbers, 16), z));
}

/** Of a sphere: the centre and the radius. */
// @ts-ignore: decorator
@inline
function sphereDistances(sphere: usize, px: v128, py: v128, pz: v128): v128 {
  const x = f64x2.sub(px, v128.load64_splat(sphere));
  const y = f64x2.sub(py, v128.load64_splat(sphere, 8));
  const z = f64x2.sub(pz, v128.load64_splat(sphere, 16));
  const squared = f64x2.add(f64x2.add(f64x2.mul(x, x), f64x2.mul(y, y)), f64x2.mul(z, z));
  return f64x2.sub(f64x2.sqrt(squared), v128.load64_splat(sphere, 24));
}

/** At a point from the centre. */
function findSphereNormal(x: f64, y: f64, z: f64): void {
  const r = sqrt(x * x + y * y + z * z);
  if (r > NO_DIRECTION) setNormal(x / r, y / r, z / r);
  else setNormal(0, 1, 0);
}

// Of a box: the centre, three axes, half sizes without the rounding of edges, and that.
const AXES = 24;
const INNER = 96;
const ROUNDING = 120;

// @ts-ignore: decorator
@inline
function boxDistances(box: usize, px: v128, py: v128, pz: v128): v128 {
  const x = f64x2.sub(px, v128.load64_splat(box));
  const y = f64x2.sub(py, v128.load64_splat(box, 8));
  const z = f64x2.sub(pz, v128.load64_splat(box, 16));
  const zero = f64x2.splat(0);
  let squared = zero;
  let farthest = zero;
  for (let a: usize = 0; a < 3; a++) {
    const q = f64x2.sub(f64x2.abs(dot(box + AXES + 24 * a, x, y, z)), v128.load64_splat(box + INNER + 8 * a));
    const out = f64x2.max(q, zero);
    squared = f64x2.add(squared, f64x2.mul(out, out));
    farthest = a == 0 ? q : f64x2.max(farthest, q);
  }
  const distance = f64x2.sqrt(squared);
  return f64x2.sub(v128.bitselect(distance, farthest, f64x2.gt(distance, zero)), v128.load64_splat(box, ROUNDING));
}

/** (x, y, z) along an axis of the box. */
// @ts-ignore: decorator
@inline
function alongAxis(box: usize, a: i32, x: f64, y: f64, z: f64): f64 {
  const axis = box + AXES + 24 * <usize>a;
  return at(axis, 0) * x + at(axis, 1) * y + at(axis, 2) * z;
}

function findBoxNormal(box: usize, px: f64, py: f64, pz: f64): void {
  const x = px - at(box, 0);
  const y = py - at(box, 1);
  const z = pz - at(box, 2);
  const alongU = alongAxis(box, 0, x, y, z);
  const alongV = alongAxis(box, 1, x, y, z);
  const alongW = alongAxis(box, 2, x, y, z);
  let u = abs(alongU) - load<f64>(box, INNER);
  let v = abs(alongV) - load<f64>(box, INNER + 8);
  let w = abs(alongW) - load<f64>(box, INNER + 16);
  const signU: f64 = alongU < 0 ? -1 : 1;
  const signV: f64 = alongV < 0 ? -1 : 1;
  const signW: f64 = alongW < 0 ? -1 : 1;
  const outU = max(u, 0);
  const outV = max(v, 0);
  const outW = max(w, 0);
  const distance = sqrt(outU * outU + outV * outV + outW * outW);
  if (distance > 0) {
    u = u > 0 ? (signU * u) / distance : 0;
    v = v > 0 ? (signV * v) / distance : 0;
    w = w > 0 ? (signW * w) / distance : 0;
  } else {
    const isV = v > u;
    const isW = w > (isV ? v : u);
    u = isV || isW ? 0 : signU;
    v = isV && !isW ? signV : 0;
    w = isW ? signW : 0;
  }
  const axes = box + AXES;
  setNormal(
    u * at(axes, 0) + v * at(axes, 3) + w * at(axes, 6),
    u * at(axes, 1) + v * at(axes, 4) + w * at(axes, 7),
    u * at(axes, 2) + v * at(axes, 5) + w * at(axes, 8),
  );
}
