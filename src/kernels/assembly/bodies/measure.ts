// Distance and normal of a body: of a plain form (plain-forms), or of a union of rounded cones by `measure` and `measureAhead` of src/contact/shapes/cone-body.ts, operation for operation.

import * as place from "../../layout/body-places";
import { NO_DIRECTION } from "../../layout/contact-limits";
import { findPlainNormal, isPlain, plainDistances, plainX, plainY, plainZ } from "./plain-forms";
import { coneX, coneY, coneZ, distances, findConeNormal } from "./rounded-cone";

/** The last measurement: φ [m], the normal, |∇φ|, and a lower bound of φ at the end of the way [m]. */
export let phi: f64 = 0;
export let normalX: f64 = 0;
export let normalY: f64 = 0;
export let normalZ: f64 = 0;
export let slope: f64 = 0;
export let ahead: f64 = 0;

/** Of two cones: φ, and what the tangent says of it at the end of a way. */
let firstDistance: f64 = 0;
let secondDistance: f64 = 0;
let firstLast: f64 = 0;
let secondLast: f64 = 0;

/** Whether the normal and |∇φ| are those of the point. */
let hasNormal: bool = false;
/** The cone that the normal begins with, and the end of those that are blended in: at `parts` number and share of each. */
let base: i32 = 0;
let partsStart: usize = 0;
let partsEnd: usize = 0;

export function measure(body: usize, x: f64, y: f64, z: f64): void {
  measureDistance(body, x, y, z);
  findNormal(body, x, y, z);
}

/** φ alone: few cones have a part in the normal, and it is often not asked for. Cones are measured two at a time. */
export function measureDistance(body: usize, x: f64, y: f64, z: f64): void {
  if (isPlain(body)) {
    hasNormal = false;
    phi = f64x2.extract_lane(plainDistances(body, f64x2.splat(x), f64x2.splat(y), f64x2.splat(z)), 0);
    return;
  }
  const blend = load<f64>(body, place.BLEND);
  const count = <i32>load<f64>(body, place.CONE_COUNT);
  const px = f64x2.splat(x);
  const py = f64x2.splat(y);
  const pz = f64x2.splat(z);
  let two = <usize>load<f64>(body, place.TWO_CONES);
  let distances = distancesOfTwo(two, px, py, pz);
  let found = f64x2.extract_lane(distances, 0);
  begin(body);
  for (let k = 1; k < count; k++) {
    if ((k & 1) == 0) {
      two += place.TWO_CONES_SIZE;
      if (areTooFar(two, px, py, pz, found + blend)) {
        k++;
        continue;
      }
      distances = distancesOfTwo(two, px, py, pz);
    }
    found = blendIn(k, found, (k & 1) == 0 ? f64x2.extract_lane(distances, 0) : f64x2.extract_lane(distances, 1), blend);
  }
  phi = found;
}

/** A point whose normal is not known yet. */
// @ts-ignore: decorator
@inline
function begin(body: usize): void {
  hasNormal = false;
  base = 0;
  partsEnd = <usize>load<f64>(body, place.PARTS);
  partsStart = partsEnd;
}

/** φ with cone k, whose own is `other`; notes its part in the normal. */
// @ts-ignore: decorator
@inline
function blendIn(k: i32, found: f64, other: f64, blend: f64): f64 {
  const isNearer = other < found;
  const s = blendOf(found, other, blend);
  const share = isNearer ? 1 - 0.5 * s : 0.5 * s;
  if (share == 1) {
    base = k;
    partsEnd = partsStart;
  } else if (share > 0) {
    store<i32>(partsEnd, k);
    store<f64>(partsEnd, share, 8);
    partsEnd += place.PART_SIZE;
  }
  return (isNearer ? other : found) - 0.25 * blend * s * s;
}

/** After `measureDistance` or `measureAhead` of the same point. */
export function findNormal(body: usize, x: f64, y: f64, z: f64): void {
  if (hasNormal) return;
  hasNormal = true;
  if (isPlain(body)) {
    findPlainNormal(body, x, y, z);
    setNormal(plainX, plainY, plainZ);
    slope = 1;
    return;
  }
  findConeNormal(body + place.CONES + <usize>place.CONE_SIZE * <usize>base, x, y, z);
  let nx = coneX;
  let ny = coneY;
  let nz = coneZ;
  for (let part = partsStart; part < partsEnd; part += place.PART_SIZE) {
    const share = load<f64>(part, 8);
    findConeNormal(body + place.CONES + <usize>place.CONE_SIZE * <usize>load<u32>(part), x, y, z);
    nx = (1 - share) * nx + share * coneX;
    ny = (1 - share) * ny + share * coneY;
    nz = (1 - share) * nz + share * coneZ;
  }
  finish(nx, ny, nz);
}

/** A normal that is known from before. */
export function setNormal(x: f64, y: f64, z: f64): void {
  normalX = x;
  normalY = y;
  normalZ = z;
}

// Two cones side by side, and the balls around them: all numbers of `measureCone`, then those of the balls, each of both.

/** Whether both are farther than what others say by more than the blend, `far` being the sum: they change nothing then. */
// @ts-ignore: decorator
@inline
function areTooFar(two: usize, px: v128, py: v128, pz: v128, far: f64): bool {
  const x = f64x2.sub(px, v128.load(two, 16 * 14));
  const y = f64x2.sub(py, v128.load(two, 16 * 15));
  const z = f64x2.sub(pz, v128.load(two, 16 * 16));
  const reach = f64x2.max(f64x2.splat(0), f64x2.add(f64x2.splat(far), v128.load(two, 16 * 17)));
  const squared = f64x2.add(f64x2.add(f64x2.mul(x, x), f64x2.mul(y, y)), f64x2.mul(z, z));
  return i64x2.all_true(f64x2.gt(squared, f64x2.mul(reach, reach)));
}

// @ts-ignore: decorator
@inline
function distancesOfTwo(two: usize, px: v128, py: v128, pz: v128): v128 {
  return distances(
    f64x2.sub(px, v128.load(two)),
    f64x2.sub(py, v128.load(two, 16)),
    f64x2.sub(pz, v128.load(two, 32)),
    v128.load(two, 48),
    v128.load(two, 64),
    v128.load(two, 80),
    v128.load(two, 16 * 9),
    v128.load(two, 16 * 10),
    v128.load(two, 16 * 11),
    v128.load(two, 16 * 12),
    v128.load(two, 16 * 13),
  );
}

/** Of a union of cones: φ alone, and `ahead` of the way to a point. */
export function measureAhead(body: usize, x: f64, y: f64, z: f64, tx: f64, ty: f64, tz: f64): void {
  const blend = load<f64>(body, place.BLEND);
  const count = <i32>load<f64>(body, place.CONE_COUNT);
  const px = f64x2.splat(x);
  const py = f64x2.splat(y);
  const pz = f64x2.splat(z);
  const wx = f64x2.splat(tx - x);
  const wy = f64x2.splat(ty - y);
  const wz = f64x2.splat(tz - z);
  const way = sqrt((x - tx) * (x - tx) + (y - ty) * (y - ty) + (z - tz) * (z - tz));
  let two = <usize>load<f64>(body, place.TWO_CONES);
  measureTwo(two, px, py, pz, wx, wy, wz);
  let found = firstDistance;
  let last = firstLast;
  begin(body);
  for (let k = 1; k < count; k++) {
    if ((k & 1) == 0) {
      two += place.TWO_CONES_SIZE;
      if (areTooFar(two, px, py, pz, max(found, last) + way + blend)) {
        k++;
        continue;
      }
      measureTwo(two, px, py, pz, wx, wy, wz);
    }
    const other = (k & 1) == 0 ? firstDistance : secondDistance;
    const otherLast = (k & 1) == 0 ? firstLast : secondLast;
    const t = blendOf(last, otherLast, blend);
    last = min(last, otherLast) - 0.25 * blend * t * t;
    found = blendIn(k, found, other, blend);
  }
  phi = found;
  ahead = last;
}

// @ts-ignore: decorator
@inline
function blendOf(d: f64, e: f64, blend: f64): f64 {
  const apart = abs(d - e);
  return apart < blend ? 1 - apart / blend : 0;
}

// @ts-ignore: decorator
@inline
function finish(x: f64, y: f64, z: f64): void {
  const size = sqrt(x * x + y * y + z * z);
  const inverse = size > 0 ? 1 / size : 0;
  normalX = x * inverse;
  normalY = inverse == 0 ? 1 : y * inverse;
  normalZ = z * inverse;
  slope = size;
}

/** φ of two cones, and φ and n·w of each for the way w. */
function measureTwo(two: usize, px: v128, py: v128, pz: v128, wx: v128, wy: v128, wz: v128): void {
  const x = f64x2.sub(px, v128.load(two));
  const y = f64x2.sub(py, v128.load(two, 16));
  const z = f64x2.sub(pz, v128.load(two, 32));
  const ax = v128.load(two, 48);
  const ay = v128.load(two, 64);
  const az = v128.load(two, 80);
  const length = v128.load(two, 16 * 9);
  const sine = v128.load(two, 16 * 12);
  const cosine = v128.load(two, 16 * 13);
  const one = f64x2.splat(1);
  const nothing = f64x2.splat(NO_DIRECTION);
  const t = f64x2.add(f64x2.add(f64x2.mul(x, ax), f64x2.mul(y, ay)), f64x2.mul(z, az));
  let ux = f64x2.sub(x, f64x2.mul(t, ax));
  let uy = f64x2.sub(y, f64x2.mul(t, ay));
  let uz = f64x2.sub(z, f64x2.mul(t, az));
  const size = f64x2.sqrt(f64x2.add(f64x2.add(f64x2.mul(ux, ux), f64x2.mul(uy, uy)), f64x2.mul(uz, uz)));
  const isOff = f64x2.gt(size, nothing);
  const inverse = f64x2.div(one, size);
  ux = v128.bitselect(f64x2.mul(ux, inverse), v128.load(two, 16 * 6), isOff);
  uy = v128.bitselect(f64x2.mul(uy, inverse), v128.load(two, 16 * 7), isOff);
  uz = v128.bitselect(f64x2.mul(uz, inverse), v128.load(two, 16 * 8), isOff);
  const side = f64x2.sub(f64x2.mul(t, cosine), f64x2.mul(size, sine));
  const isBefore = f64x2.le(side, f64x2.splat(0));
  const isAtEnd = v128.or(isBefore, f64x2.ge(side, f64x2.mul(length, cosine)));
  const s = v128.bitselect(t, f64x2.sub(t, length), isBefore);
  const r = f64x2.sqrt(f64x2.add(f64x2.mul(s, s), f64x2.mul(size, size)));
  const isApart = f64x2.gt(r, nothing);
  const over = v128.and(f64x2.div(one, r), isApart);
  const atEnd = f64x2.sub(r, v128.bitselect(v128.load(two, 16 * 10), v128.load(two, 16 * 11), isBefore));
  const between = f64x2.sub(f64x2.add(f64x2.mul(t, sine), f64x2.mul(size, cosine)), v128.load(two, 16 * 10));
  const distance = v128.bitselect(atEnd, between, isAtEnd);
  const along = v128.bitselect(f64x2.mul(s, over), sine, isAtEnd);
  const away = v128.bitselect(v128.bitselect(f64x2.mul(size, over), one, isApart), cosine, isAtEnd);
  const nx = f64x2.add(f64x2.mul(along, ax), f64x2.mul(away, ux));
  const ny = f64x2.add(f64x2.mul(along, ay), f64x2.mul(away, uy));
  const nz = f64x2.add(f64x2.mul(along, az), f64x2.mul(away, uz));
  const change = f64x2.add(f64x2.add(f64x2.mul(nx, wx), f64x2.mul(ny, wy)), f64x2.mul(nz, wz));
  const last = f64x2.add(distance, change);
  firstDistance = f64x2.extract_lane(distance, 0);
  secondDistance = f64x2.extract_lane(distance, 1);
  firstLast = f64x2.extract_lane(last, 0);
  secondLast = f64x2.extract_lane(last, 1);
}
