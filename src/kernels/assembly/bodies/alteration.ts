// Position alteration at a body: src/contact/bodies/particle-correction.ts with path-meeting.ts, operation for operation.

import * as place from "../../layout/body-places";
import { ARRIVAL, CONE_SLACK, DISTANCE_ROUNDING, EDGE_COSINE, FAR, FREE, SKIPPED, STOPPING, TOUCHING } from "../../layout/contact-limits";
import { arrayOf, at, frictionOf, gapOf, toBody, toWorld, turnToBody, turnToWorld } from "./body-memory";
import { findEntry, liftToLevel, marchToLevel, moveToLevel, pointX, pointY, pointZ, setPoint } from "./levels";
import { findNormal, measure, measureDistance, normalX, normalY, normalZ, phi, setNormal } from "./measure";
import { isPlain } from "./plain-forms";

/** The present contact: τ, its normal and the velocity of the surface, in the world. */
let tau: f64 = 0;
let nx: f64 = 0;
let ny: f64 = 0;
let nz: f64 = 0;
let sx: f64 = 0;
let sy: f64 = 0;
let sz: f64 = 0;

/** Corrects the particles of the pairs from `first` to `end`, all of one body; returns how many. */
export function alterAtBody(body: usize, arrays: usize, first: i32, end: i32, round: i32): i32 {
  const particles = arrayOf(arrays, place.PARTICLES);
  const held = arrayOf(arrays, place.HELD);
  const touched = arrayOf(arrays, place.TOUCHED);
  const corrections = arrayOf(arrays, place.CORRECTIONS);
  const seen = arrayOf(arrays, place.SEEN);
  const clearance = arrayOf(arrays, place.CLEARANCE);
  const deviations = arrayOf(arrays, place.DEVIATIONS);
  const slidesOn = arrayOf(arrays, place.SLIDES_ON);
  const foreseenOn = arrayOf(arrays, place.FORESEEN_ON);
  let count = 0;
  for (let k = first; k < end; k++) {
    const i = load<i32>(particles + ((<usize>k) << 2));
    if (load<u8>(held + <usize>i) != 0) continue;
    const corrected = load<u16>(corrections + ((<usize>i) << 1));
    if (round > 0 && (load<u8>(touched + <usize>i) == 0 || load<u16>(seen + ((<usize>k) << 1)) == corrected)) continue;
    store<u16>(seen + ((<usize>k) << 1), corrected);
    const isClear = at(clearance, k) - at(deviations, i) > gapOf(body, arrays, <usize>i) + TOUCHING + DISTANCE_ROUNDING;
    const isAsProposed = corrected == 0 && load<i32>(slidesOn + ((<usize>i) << 2)) < 0 && load<i32>(foreseenOn + ((<usize>i) << 2)) < 0;
    if ((isClear && isAsProposed) || !correct(body, arrays, k, i)) continue;
    store<u8>(touched + <usize>i, 1);
    store<u16>(corrections + ((<usize>i) << 1), <u16>(corrected + 1));
    store<u16>(seen + ((<usize>k) << 1), <u16>(corrected + 1));
    count++;
  }
  return count;
}

/** The normal as it was measured, and the velocity of the surface at the point. */
// @ts-ignore: decorator
@inline
function seeInWorld(start: usize, end: usize, h: f64): void {
  nx = turnToWorld(end, 0, normalX, normalY, normalZ);
  ny = turnToWorld(end, 1, normalX, normalY, normalZ);
  nz = turnToWorld(end, 2, normalX, normalY, normalZ);
  sx = (toWorld(end, 0, pointX, pointY, pointZ) - toWorld(start, 0, pointX, pointY, pointZ)) / h;
  sy = (toWorld(end, 1, pointX, pointY, pointZ) - toWorld(start, 1, pointX, pointY, pointZ)) / h;
  sz = (toWorld(end, 2, pointX, pointY, pointZ) - toWorld(start, 2, pointX, pointY, pointZ)) / h;
}

/** Whether a way, in the coordinates of the body, meets it; leaves the point, what was measured there, and τ. */
function meets(
  body: usize,
  arrays: usize,
  k: i32,
  options: usize,
  thickness: f64,
  gap: f64,
  slides: bool,
  velocity: usize,
  fx: f64,
  fy: f64,
  fz: f64,
  tx: f64,
  ty: f64,
  tz: f64,
): bool {
  if (gap > TOUCHING) {
    tau = findEntry(body, thickness, fx, fy, fz, tx, ty, tz);
    if (tau <= 1) findNormal(body, pointX, pointY, pointZ);
    return tau <= 1;
  }
  tau = 0;
  if (load<u8>(arrayOf(arrays, place.IS_KNOWN) + <usize>k) != 0) {
    const known = arrayOf(arrays, place.KNOWN_NORMALS) + 24 * <usize>k;
    setNormal(at(known, 0), at(known, 1), at(known, 2));
  } else measure(body, fx, fy, fz);
  setPoint(fx, fy, fz);
  if (slides) return true;
  const along = (tx - fx) * normalX + (ty - fy) * normalY + (tz - fz) * normalZ;
  if (along < 0) return true;
  const h = at(options, place.STEP);
  seeInWorld(body + place.START_POSE, body + place.END_POSE, h);
  if ((at(velocity, 0) - sx) * nx + (at(velocity, 1) - sy) * ny + (at(velocity, 2) - sz) * nz < 0) return true;
  if (gap < -TOUCHING) {
    measureDistance(body, tx, ty, tz);
    const isLate = phi < thickness + min(0, gap + at(options, place.PUSH_SPEED) * h);
    measure(body, fx, fy, fz);
    return isLate;
  }
  if (isPlain(body)) return false; // it is convex: a way outwards never meets it again
  tau = marchToLevel(body, thickness, SKIPPED, fx, fy, fz, tx, ty, tz);
  if (tau <= 1) findNormal(body, pointX, pointY, pointZ);
  return tau <= 1;
}

/** Whether the way ends so close to the body that it was to end on it. */
// @ts-ignore: decorator
@inline
function arrives(body: usize, thickness: f64, tx: f64, ty: f64, tz: f64): bool {
  measureDistance(body, tx, ty, tz);
  if (phi > thickness + ARRIVAL) return false;
  findNormal(body, tx, ty, tz);
  setPoint(tx, ty, tz);
  tau = 1;
  return true;
}

function correct(body: usize, arrays: usize, k: i32, i: i32): bool {
  const options = arrayOf(arrays, place.OPTIONS);
  const h = at(options, place.STEP);
  const thickness = gapOf(body, arrays, <usize>i);
  const number = <i32>load<f64>(body, place.NUMBER);
  const endPose = body + place.END_POSE;
  const x = arrayOf(arrays, place.STARTS) + 24 * <usize>i;
  const v = arrayOf(arrays, place.VELOCITIES) + 24 * <usize>i;
  const nextX = arrayOf(arrays, place.NEXT_X) + 24 * <usize>i;
  const nextV = arrayOf(arrays, place.NEXT_V) + 24 * <usize>i;
  const word = (<usize>i) << 2;
  const double = (<usize>i) << 3;

  const tx = toBody(endPose, 0, nextX);
  const ty = toBody(endPose, 1, nextX);
  const tz = toBody(endPose, 2, nextX);
  const from = arrayOf(arrays, place.FROM) + 24 * <usize>k;
  const fx = at(from, 0);
  const fy = at(from, 1);
  const fz = at(from, 2);
  const wx = tx - fx;
  const wy = ty - fy;
  const wz = tz - fz;
  const slides = load<i32>(arrayOf(arrays, place.SLIDES_ON) + word) == number;
  const isForeseen = load<i32>(arrayOf(arrays, place.FORESEEN_ON) + word) == number;
  const distance = at(arrayOf(arrays, place.PHI), k);
  const least = distance - sqrt(wx * wx + wy * wy + wz * wz);
  if (!slides && !isForeseen && distance < FAR && least > thickness + TOUCHING) return false;
  const gap = distance - thickness;
  const level = thickness + min(0, gap + at(options, place.PUSH_SPEED) * h);
  if (
    !meets(body, arrays, k, options, thickness, gap, slides, nextV, fx, fy, fz, tx, ty, tz) &&
    !(isForeseen && arrives(body, thickness, tx, ty, tz))
  )
    return false;
  const left = 1 - tau;

  // velocities in the world
  seeInWorld(body + place.START_POSE, endPose, h);
  let rx = at(nextV, 0) - sx;
  let ry = at(nextV, 1) - sy;
  let rz = at(nextV, 2) - sz;
  const normalSpeed = 0 + rx * nx + ry * ny + rz * nz;
  const startSpeed = 0 + (at(v, 0) - sx) * nx + (at(v, 1) - sy) * ny + (at(v, 2) - sz) * nz;
  const inward = 0 - left * wx * normalX - left * wy * normalY - left * wz * normalZ;
  const bounce = left < 1 ? at(options, place.RESTITUTION) * max(0, -startSpeed) : 0;
  rx -= normalSpeed * nx;
  ry -= normalSpeed * ny;
  rz -= normalSpeed * nz;
  const slip = sqrt(rx * rx + ry * ry + rz * rz);
  let pushed = max(max(0, bounce - normalSpeed), inward / h);
  // v_t at the start, and what it has changed by
  const ax = at(v, 0) - sx - startSpeed * nx;
  const ay = at(v, 1) - sy - startSpeed * ny;
  const az = at(v, 2) - sz - startSpeed * nz;
  const cx = rx - ax;
  const cy = ry - ay;
  const cz = rz - az;
  const gain = cx * cx + cy * cy + cz * cz;
  const push = load<f64>(arrayOf(arrays, place.PUSH) + double);
  const met = pushed;
  if (slides) {
    store<i32>(arrayOf(arrays, place.SLIDES_ON) + word, -1);
    const yielded = sqrt(gain) / load<f64>(arrayOf(arrays, place.DRIVE) + double);
    pushed = max(pushed, yielded < FREE ? yielded * push : push);
  }
  const friction = at(options, place.RUBS) * frictionOf(body, arrays, <usize>i);
  const keep = slip <= friction * pushed * (1 + CONE_SLACK) ? 0 : 1 - (friction * pushed) / slip;
  const mass = load<f64>(arrayOf(arrays, place.MASS) + double);
  const nextPressing = arrayOf(arrays, place.NEXT_PRESSING) + double;
  const pressForce = arrayOf(arrays, place.PRESS_FORCE) + double;
  const force = ((push < STOPPING ? pushed : met) * mass) / h;
  store<f64>(pressForce, max(max(load<f64>(pressForce), load<f64>(nextPressing)), force));
  if (keep == 0) store<f64>(nextPressing, 0);
  else if (at(options, place.REPORTS_IMPULSES) == 0) store<f64>(nextPressing, force);
  const outward = max(normalSpeed, bounce);

  // the way along the surface that friction leaves, in the world
  const gone =
    ((at(nextX, 0) - at(x, 0)) / h - sx - ax) * cx +
    ((at(nextX, 1) - at(x, 1)) / h - sy - ay) * cy +
    ((at(nextX, 2) - at(x, 2)) / h - sz - az) * cz;
  const theta = gain > 0 ? min(1, max(0, gone / gain)) : 1;
  const slidX = keep > 0 ? h * (ax + theta * (keep * rx - ax)) : 0;
  const slidY = keep > 0 ? h * (ay + theta * (keep * ry - ay)) : 0;
  const slidZ = keep > 0 ? h * (az + theta * (keep * rz - az)) : 0;
  store<f64>(nextV, sx + keep * rx + outward * nx);
  store<f64>(nextV, sy + keep * ry + outward * ny, 8);
  store<f64>(nextV, sz + keep * rz + outward * nz, 16);

  // and in the body
  const lift = max(0, -inward);
  const isOnWay = left < 1;
  setPoint(
    pointX + ((isOnWay ? keep * (left * wx + inward * normalX) : turnToBody(endPose, 0, slidX, slidY, slidZ)) + lift * normalX),
    pointY + ((isOnWay ? keep * (left * wy + inward * normalY) : turnToBody(endPose, 1, slidX, slidY, slidZ)) + lift * normalY),
    pointZ + ((isOnWay ? keep * (left * wz + inward * normalZ) : turnToBody(endPose, 2, slidX, slidY, slidZ)) + lift * normalZ),
  );
  measureDistance(body, pointX, pointY, pointZ);
  const stays = slides ? follows(body, level, h * max(push, (load<f64>(nextPressing) * h) / mass)) : outward <= 0;
  if (stays) moveToLevel(body, level);
  else liftToLevel(body, level);
  store<f64>(nextX, toWorld(endPose, 0, pointX, pointY, pointZ));
  store<f64>(nextX, toWorld(endPose, 1, pointX, pointY, pointZ), 8);
  store<f64>(nextX, toWorld(endPose, 2, pointX, pointY, pointZ), 16);
  return true;
}

/** Whether a slider goes with the body where that curves away below it. */
// @ts-ignore: decorator
@inline
function follows(body: usize, level: f64, reach: f64): bool {
  if (!(phi - level <= reach)) return false;
  findNormal(body, pointX, pointY, pointZ);
  const pose = body + place.END_POSE;
  const x = turnToWorld(pose, 0, normalX, normalY, normalZ);
  const y = turnToWorld(pose, 1, normalX, normalY, normalZ);
  const z = turnToWorld(pose, 2, normalX, normalY, normalZ);
  return x * nx + y * ny + z * nz > EDGE_COSINE;
}
