// What lies on a body at the start of a step, and Coulomb's answer to it: `findOn` and `answer` of src/contact/bodies/coulomb-law.ts, operation for operation.

import * as place from "../../layout/body-places";
import { CONE_SLACK, TOUCHING } from "../../layout/contact-limits";
import { arrayOf, at, frictionOf, gapOf, staysAbove, toBody, toWorld, turnToWorld } from "./body-memory";
import { findNormal, measure, measureDistance, normalX, normalY, normalZ, phi } from "./measure";

/** How the particle that is looked at moves on the body: the normal, the place at the end of the step and the velocity of the surface; its speed along it. */
let nx: f64 = 0;
let ny: f64 = 0;
let nz: f64 = 0;
let afterX: f64 = 0;
let afterY: f64 = 0;
let afterZ: f64 = 0;
let sx: f64 = 0;
let sy: f64 = 0;
let sz: f64 = 0;
let slip: f64 = 0;

/**
 * Lists the pairs from `first` to `end` that lie on the body, after the `count` listed before; returns the number of all listed. Particles that slide on are marked so, for the others
 * the force is needed.
 */
export function findLying(body: usize, arrays: usize, first: i32, end: i32, count: i32): i32 {
  const particles = arrayOf(arrays, place.PARTICLES);
  const held = arrayOf(arrays, place.HELD);
  const lying = arrayOf(arrays, place.LYING);
  const listed = arrayOf(arrays, place.LYING_PAIRS);
  const distances = arrayOf(arrays, place.PHI);
  const starts = arrayOf(arrays, place.STARTS);
  const positions = arrayOf(arrays, place.POSITIONS);
  const start = body + place.START_POSE;
  for (let k = first; k < end; k++) {
    const i = <usize>load<u32>(particles + ((<usize>k) << 2));
    if (load<u8>(held + i) != 0) continue;
    const reach = gapOf(body, arrays, i) + TOUCHING;
    const x = positions + 24 * i;
    const was = starts + 24 * i;
    const isThere = at(x, 0) == at(was, 0) && at(x, 1) == at(was, 1) && at(x, 2) == at(was, 2);
    if (isThere && !(at(distances, k) <= reach)) continue;
    const bx = toBody(start, 0, x);
    const by = toBody(start, 1, x);
    const bz = toBody(start, 2, x);
    if (!isThere && staysAbove(arrayOf(arrays, place.FROM) + 24 * <usize>k, at(distances, k), bx, by, bz, reach)) continue;
    measureDistance(body, bx, by, bz);
    if (!isThere && !(phi <= reach)) continue;
    findNormal(body, bx, by, bz);
    if (isThere) {
      store<u8>(arrayOf(arrays, place.IS_KNOWN) + <usize>k, 1);
      storeVector(arrayOf(arrays, place.KNOWN_NORMALS) + 24 * <usize>k, normalX, normalY, normalZ);
    }
    store<i32>(listed + ((<usize>count) << 2), k);
    count++;
    if (load<u8>(lying + i) == 0 && slidesOnFrom(body, arrays, i, bx, by, bz)) slideOn(body, arrays, i);
    else store<u8>(arrayOf(arrays, place.ASKED) + i, 1);
    store<u8>(lying + i, 1);
  }
  return count;
}

/** Asks about those that are listed from `first` to `end`, as far as they are to be. */
export function decideAtBody(body: usize, arrays: usize, first: i32, end: i32): void {
  const listed = arrayOf(arrays, place.LYING_PAIRS);
  const particles = arrayOf(arrays, place.PARTICLES);
  const asked = arrayOf(arrays, place.ASKED);
  for (let n = first; n < end; n++) {
    const k = <usize>load<u32>(listed + ((<usize>n) << 2));
    const i = <usize>load<u32>(particles + (k << 2));
    if (load<u8>(asked + i) != 0) answer(body, arrays, i);
  }
}

/** At a point of the body, as it was just measured. */
function slidesOnFrom(body: usize, arrays: usize, i: usize, bx: f64, by: f64, bz: f64): bool {
  const options = arrayOf(arrays, place.OPTIONS);
  const h = at(options, place.STEP);
  const m = load<f64>(arrayOf(arrays, place.MASS) + (i << 3));
  const start = body + place.START_POSE;
  const end = body + place.END_POSE;
  const v = arrayOf(arrays, place.VELOCITIES) + 24 * i;
  nx = turnToWorld(start, 0, normalX, normalY, normalZ);
  ny = turnToWorld(start, 1, normalX, normalY, normalZ);
  nz = turnToWorld(start, 2, normalX, normalY, normalZ);
  afterX = toWorld(end, 0, bx, by, bz);
  afterY = toWorld(end, 1, bx, by, bz);
  afterZ = toWorld(end, 2, bx, by, bz);
  sx = (afterX - toWorld(start, 0, bx, by, bz)) / h;
  sy = (afterY - toWorld(start, 1, bx, by, bz)) / h;
  sz = (afterZ - toWorld(start, 2, bx, by, bz)) / h;
  const ux = at(v, 0) - sx;
  const uy = at(v, 1) - sy;
  const uz = at(v, 2) - sz;
  const lift = 0 + ux * nx + uy * ny + uz * nz;
  slip = length(ux - lift * nx, uy - lift * ny, uz - lift * nz);
  const pressing = load<f64>(arrayOf(arrays, place.PRESSING) + (i << 3));
  const canStop = at(options, place.WEIGHS_FRICTION) == 0 && m * slip <= h * (frictionOf(body, arrays, i) * pressing);
  return pressing > 0 && slip > 0 && !canStop && m * lift <= h * pressing;
}

function slideOn(body: usize, arrays: usize, i: usize): void {
  const options = arrayOf(arrays, place.OPTIONS);
  const pressing = load<f64>(arrayOf(arrays, place.PRESSING) + (i << 3));
  const isGripped = at(options, place.APPLIES_FRICTION) != 0;
  const isTold = at(options, place.REPORTS_IMPULSES) != 0 && !isGripped;
  store<u8>(arrayOf(arrays, place.STUCK) + i, 0);
  store<i32>(arrayOf(arrays, place.SLIDES_ON) + (i << 2), <i32>load<f64>(body, place.NUMBER));
  store<f64>(
    arrayOf(arrays, place.PUSH) + (i << 3),
    isTold ? (pressing * at(options, place.STEP)) / load<f64>(arrayOf(arrays, place.MASS) + (i << 3)) : 0,
  );
  store<f64>(arrayOf(arrays, place.DRIVE) + (i << 3), 0);
  store<f64>(arrayOf(arrays, place.GRIP) + (i << 3), isGripped ? (frictionOf(body, arrays, i) * pressing) / slip : 0);
  keepPlace(arrays, i);
}

function keepPlace(arrays: usize, i: usize): void {
  storeVector(arrayOf(arrays, place.SURFACE_VELOCITY) + 24 * i, sx, sy, sz);
  storeVector(arrayOf(arrays, place.NORMALS) + 24 * i, nx, ny, nz);
  storeVector(arrayOf(arrays, place.PLACE) + 24 * i, afterX, afterY, afterZ);
}

function answer(body: usize, arrays: usize, i: usize): void {
  const h = at(arrayOf(arrays, place.OPTIONS), place.STEP);
  const m = load<f64>(arrayOf(arrays, place.MASS) + (i << 3));
  const start = body + place.START_POSE;
  const x = arrayOf(arrays, place.POSITIONS) + 24 * i;
  const v = arrayOf(arrays, place.VELOCITIES) + 24 * i;
  const f = arrayOf(arrays, place.FORCES) + 24 * i;
  const bx = toBody(start, 0, x);
  const by = toBody(start, 1, x);
  const bz = toBody(start, 2, x);
  measure(body, bx, by, bz);
  const goesOn = slidesOnFrom(body, arrays, i, bx, by, bz);
  const fx = at(f, 0);
  const fy = at(f, 1);
  const fz = at(f, 2);
  const rate = m / h;
  let qx = fx + rate * (at(v, 0) - sx);
  let qy = fy + rate * (at(v, 1) - sy);
  let qz = fz + rate * (at(v, 2) - sz);
  const force = 0 + fx * nx + fy * ny + fz * nz;
  const along = 0 + qx * nx + qy * ny + qz * nz;
  qx -= along * nx;
  qy -= along * ny;
  qz -= along * nz;
  const across = length(qx, qy, qz);
  const most = -frictionOf(body, arrays, i) * along;
  const isWithin = across <= most * (1 + CONE_SLACK);
  if (goesOn) slideOn(body, arrays, i);
  else if (along < 0) {
    const pull = length(fx - force * nx, fy - force * ny, fz - force * nz);
    const pressForce = arrayOf(arrays, place.PRESS_FORCE) + (i << 3);
    store<u8>(arrayOf(arrays, place.STUCK) + i, isWithin ? 1 : 0);
    store<i32>(arrayOf(arrays, place.SLIDES_ON) + (i << 2), isWithin ? -1 : <i32>load<f64>(body, place.NUMBER));
    if (isWithin) store<f64>(pressForce, load<f64>(pressForce) - along);
    store<f64>(arrayOf(arrays, place.PUSH) + (i << 3), (-along * h) / m);
    store<f64>(arrayOf(arrays, place.DRIVE) + (i << 3), (pull * h) / m);
    store<f64>(arrayOf(arrays, place.GRIP) + (i << 3), 0);
    keepPlace(arrays, i);
  }
  if (!(along < 0)) return;
  const share = isWithin ? 1 : most / across;
  storeVector(f, fx - (along * nx + share * qx), fy - (along * ny + share * qy), fz - (along * nz + share * qz));
}

// @ts-ignore: decorator
@inline
function length(x: f64, y: f64, z: f64): f64 {
  return sqrt(x * x + y * y + z * z);
}

// @ts-ignore: decorator
@inline
function storeVector(to: usize, x: f64, y: f64, z: f64): void {
  store<f64>(to, x);
  store<f64>(to, y, 8);
  store<f64>(to, z, 16);
}
