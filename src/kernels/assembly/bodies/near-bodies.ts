// Which particles may come near a body in a step: `search` of src/contact/bodies/body-search.ts, operation for operation. Only the distance
// is needed, not the normal.

import * as place from "../../layout/body-places";
import { CHANGE_SHARE, CHANGE_SPEED, FAR, SPARE } from "../../layout/contact-limits";
import { arrayOf, at } from "./body-memory";
import { isPlain, plainDistances } from "./plain-forms";
import { coneDistances } from "./rounded-cone";

/** The positions to which velocities lead particles in the step, the distances to them, and the distances from there within which particles are expected to end. */
export function startPaths(arrays: usize, particleCount: i32): void {
  const h = at(arrayOf(arrays, place.OPTIONS), place.STEP);
  const lengths = arrayOf(arrays, place.LENGTHS);
  const allowances = arrayOf(arrays, place.ALLOWANCES);
  let x = arrayOf(arrays, place.STARTS);
  let v = arrayOf(arrays, place.VELOCITIES);
  let predicted = arrayOf(arrays, place.PREDICTED);
  for (let o: usize = 0, end = (<usize>particleCount) << 3; o < end; o += 8, x += 24, v += 24, predicted += 24) {
    const way = h * sqrt(at(v, 0) * at(v, 0) + at(v, 1) * at(v, 1) + at(v, 2) * at(v, 2));
    store<f64>(lengths + o, way);
    store<f64>(allowances + o, CHANGE_SPEED * h + CHANGE_SHARE * way);
    store<f64>(predicted, at(x, 0) + h * at(v, 0));
    store<f64>(predicted, at(x, 1) + h * at(v, 1), 8);
    store<f64>(predicted, at(x, 2) + h * at(v, 2), 16);
  }
}

export function gatherCrowds(arrays: usize, particleCount: i32): void {
  const lengths = arrayOf(arrays, place.LENGTHS);
  const allowances = arrayOf(arrays, place.ALLOWANCES);
  const starts = arrayOf(arrays, place.STARTS);
  let crowd = arrayOf(arrays, place.CROWDS);
  for (let first = 0; first < particleCount; first += place.CROWD, crowd += place.CROWD_SIZE) {
    const end = min(first + place.CROWD, particleCount);
    let farthest: f64 = 0;
    for (let i = first; i < end; i++) farthest = max(farthest, at(lengths, i) + at(allowances, i));
    for (let c = 0; c < 3; c++) {
      let low = at(starts, 3 * first + c);
      let high = low;
      for (let k = 3 * first + c; k < 3 * end; k += 3) {
        low = min(low, at(starts, k));
        high = max(high, at(starts, k));
      }
      store<f64>(crowd + ((<usize>c) << 3), low);
      store<f64>(crowd + ((<usize>c) << 3), high, 24);
    }
    store<f64>(crowd, farthest, 48);
  }
}

/** The deviations of the ends of proposals; whether one is larger than its allowance, which is raised then. */
export function coverEnds(arrays: usize, particleCount: i32): bool {
  const allowances = arrayOf(arrays, place.ALLOWANCES);
  const deviations = arrayOf(arrays, place.DEVIATIONS);
  const pinned = arrayOf(arrays, place.PINNED);
  let predicted = arrayOf(arrays, place.PREDICTED);
  let end = arrayOf(arrays, place.ENDS);
  let isLonger = false;
  for (let i = 0; i < particleCount; i++, predicted += 24, end += 24) {
    const x = at(end, 0) - at(predicted, 0);
    const y = at(end, 1) - at(predicted, 1);
    const z = at(end, 2) - at(predicted, 2);
    const deviation = sqrt(x * x + y * y + z * z);
    store<f64>(deviations + ((<usize>i) << 3), deviation);
    if (deviation <= at(allowances, i) || load<u8>(pinned + <usize>i) != 0) continue;
    store<f64>(allowances + ((<usize>i) << 3), deviation < Infinity ? SPARE * deviation : Infinity);
    isLonger = true;
  }
  return isLonger;
}

/** Adds the pairs of a body behind the `count` that there are; returns how many there are then, or −1 where there is room for `most` only. */
export function findNear(body: usize, arrays: usize, particleCount: i32, count: i32, most: i32): i32 {
  let crowd = arrayOf(arrays, place.CROWDS);
  const scale = at(body, 8);
  const radius = at(body, 7) + load<f64>(body, place.LEVEL);
  for (let first = 0; first < particleCount; first += place.CROWD, crowd += place.CROWD_SIZE) {
    let squared: f64 = 0;
    for (let c = 0; c < 3; c++) {
      const low = at(body, c) + min(0, at(body, 3 + c));
      const high = at(body, c) + max(0, at(body, 3 + c));
      const apart = scale * max(0, max(at(crowd, c) - high, low - at(crowd, 3 + c)));
      squared += apart * apart;
    }
    const reach = radius + at(crowd, 6);
    if (squared > reach * reach) continue;
    if (count + place.CROWD > most) return -1;
    count = searchCrowd(body, arrays, first, min(first + place.CROWD, particleCount), count);
  }
  return count;
}

/** Two particles at a time: most of a crowd are too far away. */
function searchCrowd(body: usize, arrays: usize, first: i32, end: i32, found: i32): i32 {
  const lengths = arrayOf(arrays, place.LENGTHS);
  const allowances = arrayOf(arrays, place.ALLOWANCES);
  const pinned = arrayOf(arrays, place.PINNED);
  const toPredicted = arrayOf(arrays, place.PREDICTED) - arrayOf(arrays, place.STARTS);
  const level = load<f64>(body, place.LEVEL);
  const ox = v128.load64_splat(body);
  const oy = v128.load64_splat(body, 8);
  const oz = v128.load64_splat(body, 16);
  const ax = v128.load64_splat(body, 24);
  const ay = v128.load64_splat(body, 32);
  const az = v128.load64_splat(body, 40);
  const inverse = v128.load64_splat(body, 48);
  const radius = f64x2.splat(at(body, 7) + level);
  const squaredScale = f64x2.splat(at(body, 8) * at(body, 8));
  const zero = f64x2.splat(0);
  const one = f64x2.splat(1);
  const close = arrayOf(arrays, place.CLOSE);
  let last = close;
  let x = arrayOf(arrays, place.STARTS) + 24 * <usize>first;
  for (let i = first; i < end; i += 2, x += 48) {
    // the second of the last two may be none: what stands there is not looked at
    const px = f64x2.sub(v128.load64_lane(x + 24, v128.load64_splat(x), 1), ox);
    const py = f64x2.sub(v128.load64_lane(x + 24, v128.load64_splat(x, 8), 1, 8), oy);
    const pz = f64x2.sub(v128.load64_lane(x + 24, v128.load64_splat(x, 16), 1, 16), oz);
    const along = f64x2.add(f64x2.add(f64x2.mul(px, ax), f64x2.mul(py, ay)), f64x2.mul(pz, az));
    const t = f64x2.min(one, f64x2.max(zero, f64x2.mul(along, inverse)));
    const dx = f64x2.sub(px, f64x2.mul(t, ax));
    const dy = f64x2.sub(py, f64x2.mul(t, ay));
    const dz = f64x2.sub(pz, f64x2.mul(t, az));
    const squared = f64x2.add(f64x2.add(f64x2.mul(dx, dx), f64x2.mul(dy, dy)), f64x2.mul(dz, dz));
    const o = (<usize>i) << 3;
    const most = f64x2.add(f64x2.add(radius, v128.load(lengths + o)), v128.load(allowances + o));
    const areFar = i64x2.bitmask(f64x2.gt(f64x2.mul(squaredScale, squared), f64x2.mul(most, most)));
    if (areFar == 3) continue;
    if ((areFar & 1) == 0 && load<u8>(pinned + <usize>i) == 0)
      last = keepClose(body, x, x + toPredicted, i, level, at(allowances, i), last);
    if ((areFar & 2) == 0 && i + 1 < end && load<u8>(pinned + <usize>i, 1) == 0) {
      last = keepClose(body, x + 24, x + 24 + toPredicted, i + 1, level, at(allowances, i + 1), last);
    }
  }
  if (last == close) return found;
  memory.copy(last, last - place.CLOSE_SIZE, place.CLOSE_SIZE); // the second of the last two
  let count = found;
  for (let p = close; p < last; p += 2 * place.CLOSE_SIZE) {
    const phi = distancesTo(body, p, p + place.CLOSE_SIZE);
    count = addPair(body, arrays, p, f64x2.extract_lane(phi, 0), count);
    if (p + place.CLOSE_SIZE < last) count = addPair(body, arrays, p + place.CLOSE_SIZE, f64x2.extract_lane(phi, 1), count);
  }
  return count;
}

// Of a particle that is close to the box of the body: where it starts, how far it goes, as the body sees it, how far is near, and its number.

/** Writes a particle to `to`; returns the end, with it if it is close. Where it starts and where it is led to are two lanes of the same operations. */
// @ts-ignore: decorator
@inline
function keepClose(body: usize, x: usize, later: usize, i: i32, level: f64, allowance: f64, to: usize): usize {
  const poses = body + place.BOTH_POSES;
  const px = f64x2.sub(v128.load64_lane(later, v128.load64_splat(x), 1), v128.load(poses, 144));
  const py = f64x2.sub(v128.load64_lane(later, v128.load64_splat(x, 8), 1, 8), v128.load(poses, 160));
  const pz = f64x2.sub(v128.load64_lane(later, v128.load64_splat(x, 16), 1, 16), v128.load(poses, 176));
  const bothX = turnBoth(poses, px, py, pz);
  const bothY = turnBoth(poses + 16, px, py, pz);
  const bothZ = turnBoth(poses + 32, px, py, pz);
  const sx = f64x2.extract_lane(bothX, 0);
  const sy = f64x2.extract_lane(bothY, 0);
  const sz = f64x2.extract_lane(bothZ, 0);
  const wx = sx - f64x2.extract_lane(bothX, 1);
  const wy = sy - f64x2.extract_lane(bothY, 1);
  const wz = sz - f64x2.extract_lane(bothZ, 1);
  const way = sqrt(wx * wx + wy * wy + wz * wz);
  const reach = level + (way + allowance);
  const bx = max(0, max(at(body + place.BOUND, 0) - sx, sx - at(body + place.BOUND, 3)));
  const by = max(0, max(at(body + place.BOUND, 1) - sy, sy - at(body + place.BOUND, 4)));
  const bz = max(0, max(at(body + place.BOUND, 2) - sz, sz - at(body + place.BOUND, 5)));
  store<f64>(to, sx);
  store<f64>(to, sy, 8);
  store<f64>(to, sz, 16);
  store<f64>(to, way, 24);
  store<f64>(to, reach, 32);
  store<i32>(to, i, 40);
  return bx * bx + by * by + bz * bz > reach * reach ? to : to + place.CLOSE_SIZE;
}

/** A component of Rᵀp, of both poses. */
// @ts-ignore: decorator
@inline
function turnBoth(column: usize, x: v128, y: v128, z: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(v128.load(column), x), f64x2.mul(v128.load(column, 48), y)), f64x2.mul(v128.load(column, 96), z));
}

/** Writes the pair with a close particle as number `count`, unless it is too far away; returns how many there are then. */
// @ts-ignore: decorator
@inline
function addPair(body: usize, arrays: usize, close: usize, phi: f64, count: i32): i32 {
  const isKnown = phi < FAR;
  if (isKnown && phi > load<f64>(close, 32)) return count;
  store<i32>(arrayOf(arrays, place.BODIES) + ((<usize>count) << 2), <i32>load<f64>(body, place.NUMBER));
  store<i32>(arrayOf(arrays, place.PARTICLES) + ((<usize>count) << 2), load<i32>(close, 40));
  const from = arrayOf(arrays, place.FROM) + 24 * <usize>count;
  v128.store(from, v128.load(close));
  store<f64>(from, load<f64>(close, 16), 16);
  store<u8>(arrayOf(arrays, place.IS_KNOWN) + <usize>count, 0);
  store<f64>(arrayOf(arrays, place.PHI) + ((<usize>count) << 3), phi);
  store<f64>(arrayOf(arrays, place.CLEARANCE) + ((<usize>count) << 3), isKnown ? phi - load<f64>(close, 24) : -Infinity);
  return count + 1;
}

/** φ at two points: of a body of one form, or of the blended union of cones (src/contact/shapes/cone-body.ts). */
function distancesTo(body: usize, p: usize, q: usize): v128 {
  const x = v128.load64_lane(q, v128.load64_splat(p), 1);
  const y = v128.load64_lane(q, v128.load64_splat(p, 8), 1, 8);
  const z = v128.load64_lane(q, v128.load64_splat(p, 16), 1, 16);
  if (isPlain(body)) return plainDistances(body, x, y, z);
  const zero = f64x2.splat(0);
  const blend = v128.load64_splat(body, place.BLEND);
  const quarter = f64x2.mul(f64x2.splat(0.25), blend);
  const coneCount = <i32>load<f64>(body, place.CONE_COUNT);
  let cone = body + place.CONES;
  let ball = cone + <usize>place.CONE_SIZE * <usize>coneCount;
  let phi = coneDistances(cone, x, y, z);
  for (let k = 1; k < coneCount; k++) {
    cone += place.CONE_SIZE;
    ball += place.BALL_SIZE;
    const bx = f64x2.sub(x, v128.load64_splat(ball));
    const by = f64x2.sub(y, v128.load64_splat(ball, 8));
    const bz = f64x2.sub(z, v128.load64_splat(ball, 16));
    const reach = f64x2.add(f64x2.add(phi, blend), v128.load64_splat(ball, 24));
    const squared = f64x2.add(f64x2.add(f64x2.mul(bx, bx), f64x2.mul(by, by)), f64x2.mul(bz, bz));
    const isFar = v128.or(v128.not(f64x2.gt(reach, zero)), f64x2.gt(squared, f64x2.mul(reach, reach)));
    if (i64x2.all_true(isFar)) continue;
    const other = coneDistances(cone, x, y, z);
    const apart = f64x2.abs(f64x2.sub(phi, other));
    const isNear = f64x2.lt(apart, blend);
    let both = v128.bitselect(other, phi, f64x2.lt(other, phi));
    if (v128.any_true(isNear)) {
      const s = v128.and(isNear, f64x2.sub(f64x2.splat(1), f64x2.div(apart, blend)));
      both = f64x2.sub(both, f64x2.mul(f64x2.mul(quarter, s), s));
    }
    phi = v128.bitselect(phi, both, isFar);
  }
  return phi;
}
