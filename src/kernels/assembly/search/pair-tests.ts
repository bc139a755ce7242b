// Pairs of elements that are soon told to stay apart: the continuous test of src/contact/surfaces/continuous-test.ts as far as its first plane, operation for operation.
// Pairs that are left are tested in TypeScript; of those that are dropped it would say the same.

import { FEW_UNITS, FLAT_SINE_SQUARED, TINIEST } from "../../layout/contact-limits";
import { BOX, CLOSEST, EDGES, END, ENDS, MOVED, NUMBERS, PAIRS, POINTS, SCRATCH, START, STARTS, TRIANGLES } from "../../layout/pair-words";

/** Keeps the pairs with a vertex that moved of which one plane does not prove that they stay apart; returns how many. */
export function dropApart(arrays: usize, count: i32, areEdges: bool): i32 {
  const xs = <usize>load<u32>(arrays, STARTS);
  const xe = <usize>load<u32>(arrays, ENDS);
  const moved = <usize>load<u32>(arrays, MOVED);
  const seconds = areEdges ? <usize>load<u32>(arrays, EDGES) : <usize>load<u32>(arrays, TRIANGLES);
  const size: usize = areEdges ? 8 : 12;
  const pairs = <usize>load<u32>(arrays, PAIRS);
  const end = pairs + ((<usize>count) << 3);
  let kept = pairs;
  for (let pair = pairs; pair < end; pair += 8) {
    const both = load<u64>(pair);
    const first = <usize>load<u32>(arrays, EDGES) + ((<usize>(both & 0xffffffff)) << 3);
    const second = seconds + size * <usize>(both >> 32);
    const a = areEdges ? <usize>load<u32>(first) : <usize>(both & 0xffffffff);
    const b = areEdges ? <usize>load<u32>(first, 4) : a;
    const c = <usize>load<u32>(second);
    const d = <usize>load<u32>(second, 4);
    const e = areEdges ? d : <usize>load<u32>(second, 8);
    if ((load<u8>(moved + a) | load<u8>(moved + b) | load<u8>(moved + c) | load<u8>(moved + d) | load<u8>(moved + e)) == 0) continue;
    const isApart = areEdges
      ? stayEdgesApart(arrays, xs + 24 * a, xs + 24 * b, xs + 24 * c, xs + 24 * d, xe + 24 * a, xe + 24 * b, xe + 24 * c, xe + 24 * d)
      : staysFromTriangle(arrays, xs + 24 * a, xs + 24 * c, xs + 24 * d, xs + 24 * e, xe + 24 * a, xe + 24 * c, xe + 24 * d, xe + 24 * e);
    if (isApart) continue;
    store<u64>(kept, both);
    kept += 8;
  }
  return <i32>((kept - pairs) >> 3);
}

function staysFromTriangle(arrays: usize, ps: usize, as: usize, bs: usize, cs: usize, pe: usize, ae: usize, be: usize, ce: usize): bool {
  const numbers = <usize>load<u32>(arrays, NUMBERS);
  const scratch = <usize>load<u32>(arrays, SCRATCH);
  const apart = load<f64>(numbers) * load<f64>(numbers, 8) * (1 + FEW_UNITS);
  for (let k: usize = 0; k < 24; k += 8) {
    const start = load<f64>(ps + k);
    const end = load<f64>(pe + k);
    const a0 = start - load<f64>(as + k);
    const b0 = start - load<f64>(bs + k);
    const c0 = start - load<f64>(cs + k);
    const a1 = end - load<f64>(ae + k);
    const b1 = end - load<f64>(be + k);
    const c1 = end - load<f64>(ce + k);
    const lowest = min(min(min(a0, b0), min(c0, a1)), min(b1, c1));
    const highest = max(max(max(a0, b0), max(c0, a1)), max(b1, c1));
    if (lowest > apart || highest < -apart) return true;
    const at = scratch + k;
    store<f64>(at, max(-lowest, highest), BOX);
    store<f64>(at, a0, START);
    store<f64>(at, b0, START + 24);
    store<f64>(at, c0, START + 48);
    store<f64>(at, a1, END);
    store<f64>(at, b1, END + 24);
    store<f64>(at, c1, END + 48);
  }
  const size = sizeOfBox(scratch);
  const scale = 1 / size;
  const late = 0 * scale;
  const early = scale - late;
  for (let k: usize = 0; k < 72; k += 8) {
    store<f64>(scratch + k, early * load<f64>(scratch + k, START) + late * load<f64>(scratch + k, END), POINTS);
  }
  closestToTriangle(scratch + POINTS, scratch + CLOSEST);
  return isProven(numbers, scratch, size, 72);
}

function stayEdgesApart(arrays: usize, as: usize, bs: usize, cs: usize, ds: usize, ae: usize, be: usize, ce: usize, de: usize): bool {
  const numbers = <usize>load<u32>(arrays, NUMBERS);
  const scratch = <usize>load<u32>(arrays, SCRATCH);
  const apart = load<f64>(numbers) * load<f64>(numbers, 8) * (1 + FEW_UNITS);
  for (let k: usize = 0; k < 24; k += 8) {
    const s00 = load<f64>(cs + k) - load<f64>(as + k);
    const s01 = load<f64>(cs + k) - load<f64>(bs + k);
    const s10 = load<f64>(ds + k) - load<f64>(as + k);
    const s11 = load<f64>(ds + k) - load<f64>(bs + k);
    const e00 = load<f64>(ce + k) - load<f64>(ae + k);
    const e01 = load<f64>(ce + k) - load<f64>(be + k);
    const e10 = load<f64>(de + k) - load<f64>(ae + k);
    const e11 = load<f64>(de + k) - load<f64>(be + k);
    const lowest = min(min(min(s00, s01), min(s10, s11)), min(min(e00, e01), min(e10, e11)));
    const highest = max(max(max(s00, s01), max(s10, s11)), max(max(e00, e01), max(e10, e11)));
    if (lowest > apart || highest < -apart) return true;
    const at = scratch + k;
    store<f64>(at, max(-lowest, highest), BOX);
    store<f64>(at, s00, START);
    store<f64>(at, s01, START + 24);
    store<f64>(at, s10, START + 48);
    store<f64>(at, s11, START + 72);
    store<f64>(at, e00, END);
    store<f64>(at, e01, END + 24);
    store<f64>(at, e10, END + 48);
    store<f64>(at, e11, END + 72);
  }
  const size = sizeOfBox(scratch);
  const scale = 1 / size;
  const late = 0 * scale;
  const early = scale - late;
  for (let k: usize = 0; k < 24; k += 8) {
    const at = scratch + k;
    const s = early * load<f64>(at, START) + late * load<f64>(at, END);
    store<f64>(at, s, POINTS);
    store<f64>(at, s - (early * load<f64>(at, START + 24) + late * load<f64>(at, END + 24)), POINTS + 24);
    store<f64>(at, early * load<f64>(at, START + 48) + late * load<f64>(at, END + 48) - s, POINTS + 48);
  }
  closestToEdges(scratch + POINTS, scratch + CLOSEST);
  return isProven(numbers, scratch, size, 96);
}

// @ts-ignore: decorator
@inline
function sizeOfBox(scratch: usize): f64 {
  return max(max(load<f64>(scratch, BOX), load<f64>(scratch, BOX + 8)), load<f64>(scratch, BOX + 16));
}

/** Whether the plane between the closest points at the start keeps all differences apart at both ends: `findReach` of continuous-proof.ts reaches 1. */
function isProven(numbers: usize, scratch: usize, size: f64, length: usize): bool {
  const closest = scratch + CLOSEST;
  const nx = load<f64>(closest);
  const ny = load<f64>(closest, 8);
  const nz = load<f64>(closest, 16);
  const distance = load<f64>(closest, 24);
  if (!(distance > 0)) return false;
  const least = load<f64>(numbers) * min(load<f64>(numbers, 8), distance * size);
  const error =
    FEW_UNITS * (abs(nx) * load<f64>(scratch, BOX) + abs(ny) * load<f64>(scratch, BOX + 8) + abs(nz) * load<f64>(scratch, BOX + 16)) +
    TINIEST;
  const apart = least * sqrt(nx * nx + ny * ny + nz * nz) * (1 + FEW_UNITS) + error;
  for (let d = scratch; d < scratch + length; d += 24) {
    const first = nx * load<f64>(d, START) + ny * load<f64>(d, START + 8) + nz * load<f64>(d, START + 16) - apart;
    const last = nx * load<f64>(d, END) + ny * load<f64>(d, END + 8) + nz * load<f64>(d, END + 16) - apart;
    if (!(first > 0 && last > 0)) return false;
  }
  return true;
}

/** Normal and distance of src/contact/surfaces/closest-points.ts; the distance 0 where features touch, and then no normal. */
function closestToTriangle(q: usize, out: usize): void {
  const ax = load<f64>(q);
  const ay = load<f64>(q, 8);
  const az = load<f64>(q, 16);
  const ux = ax - load<f64>(q, 24);
  const uy = ay - load<f64>(q, 32);
  const uz = az - load<f64>(q, 40);
  const vx = ax - load<f64>(q, 48);
  const vy = ay - load<f64>(q, 56);
  const vz = az - load<f64>(q, 64);
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const nn = nx * nx + ny * ny + nz * nz;
  const flat = !(nn > FLAT_SINE_SQUARED * (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz));
  const wb = (ay * vz - az * vy) * nx + (az * vx - ax * vz) * ny + (ax * vy - ay * vx) * nz;
  const wc = (uy * az - uz * ay) * nx + (uz * ax - ux * az) * ny + (ux * ay - uy * ax) * nz;
  const wa = nn - wb - wc;
  if (!flat && wa >= 0 && wb >= 0 && wc >= 0) {
    finishNormal(nx, ny, nz, nx * ax + ny * ay + nz * az, out);
    return;
  }
  let best: f64 = Infinity;
  let bestAt = q;
  let bestNext = q;
  let bestWeight: f64 = 0;
  for (let edge = 0; edge < 3; edge++) {
    if (!flat && (edge == 0 ? wc : edge == 1 ? wa : wb) > 0) continue;
    const i = q + 24 * <usize>edge;
    const j = edge == 2 ? q : i + 24;
    const ex = load<f64>(j) - load<f64>(i);
    const ey = load<f64>(j, 8) - load<f64>(i, 8);
    const ez = load<f64>(j, 16) - load<f64>(i, 16);
    const along = -(load<f64>(i) * ex + load<f64>(i, 8) * ey + load<f64>(i, 16) * ez);
    const ee = ex * ex + ey * ey + ez * ez;
    const w = along > 0 ? (along < ee ? along / ee : 1) : 0;
    const rx = load<f64>(i) + w * ex;
    const ry = load<f64>(i, 8) + w * ey;
    const rz = load<f64>(i, 16) + w * ez;
    const squared = rx * rx + ry * ry + rz * rz;
    if (squared < best) {
      best = squared;
      bestAt = i;
      bestNext = j;
      bestWeight = w;
    }
  }
  const ex = load<f64>(bestNext) - load<f64>(bestAt);
  const ey = load<f64>(bestNext, 8) - load<f64>(bestAt, 8);
  const ez = load<f64>(bestNext, 16) - load<f64>(bestAt, 16);
  const x = load<f64>(bestAt) + bestWeight * ex;
  const y = load<f64>(bestAt, 8) + bestWeight * ey;
  const z = load<f64>(bestAt, 16) + bestWeight * ez;
  finishDirection(bestWeight > 0 && bestWeight < 1, x, y, z, ex, ey, ez, out);
}

function closestToEdges(q: usize, out: usize): void {
  const sx = load<f64>(q);
  const sy = load<f64>(q, 8);
  const sz = load<f64>(q, 16);
  const px = load<f64>(q, 24);
  const py = load<f64>(q, 32);
  const pz = load<f64>(q, 40);
  const qx = load<f64>(q, 48);
  const qy = load<f64>(q, 56);
  const qz = load<f64>(q, 64);
  const nx = py * qz - pz * qy;
  const ny = pz * qx - px * qz;
  const nz = px * qy - py * qx;
  const nn = nx * nx + ny * ny + nz * nz;
  const pp = px * px + py * py + pz * pz;
  const qq = qx * qx + qy * qy + qz * qz;
  const flat = !(nn > FLAT_SINE_SQUARED * pp * qq);
  const na = (sy * qz - sz * qy) * nx + (sz * qx - sx * qz) * ny + (sx * qy - sy * qx) * nz;
  const nb = (sy * pz - sz * py) * nx + (sz * px - sx * pz) * ny + (sx * py - sy * px) * nz;
  if (!flat && na >= 0 && na <= nn && nb >= 0 && nb <= nn) {
    finishNormal(nx, ny, nz, nx * sx + ny * sy + nz * sz, out);
    return;
  }
  let best: f64 = Infinity;
  let a: f64 = 0;
  let b: f64 = 0;
  for (let side = 0; side < 4; side++) {
    if (!flat && (side == 0 ? na >= 0 : side == 1 ? na <= nn : side == 2 ? nb >= 0 : nb <= nn)) continue;
    let wa: f64 = side == 1 ? 1 : 0;
    let wb: f64 = side == 3 ? 1 : 0;
    if (side < 2) {
      const along = (wa * px - sx) * qx + (wa * py - sy) * qy + (wa * pz - sz) * qz;
      wb = along > 0 ? (along < qq ? along / qq : 1) : 0;
    } else {
      const along = (sx + wb * qx) * px + (sy + wb * qy) * py + (sz + wb * qz) * pz;
      wa = along > 0 ? (along < pp ? along / pp : 1) : 0;
    }
    const rx = sx + wb * qx - wa * px;
    const ry = sy + wb * qy - wa * py;
    const rz = sz + wb * qz - wa * pz;
    const squared = rx * rx + ry * ry + rz * rz;
    if (squared < best) {
      best = squared;
      a = wa;
      b = wb;
    }
  }
  const isSecond = b > 0 && b < 1;
  const x = sx + b * qx - a * px;
  const y = sy + b * qy - a * py;
  const z = sz + b * qz - a * pz;
  finishDirection(isSecond || (a > 0 && a < 1), x, y, z, isSecond ? qx : px, isSecond ? qy : py, isSecond ? qz : pz, out);
}

function finishNormal(x: f64, y: f64, z: f64, height: f64, out: usize): void {
  const length = sqrt(x * x + y * y + z * z);
  const scale = (height < 0 ? -1.0 : 1.0) / length;
  store<f64>(out, x * scale);
  store<f64>(out, y * scale, 8);
  store<f64>(out, z * scale, 16);
  store<f64>(out, abs(height) / length, 24);
}

function finishDirection(inside: bool, rx: f64, ry: f64, rz: f64, ex: f64, ey: f64, ez: f64, out: usize): void {
  let x = rx;
  let y = ry;
  let z = rz;
  store<f64>(out, sqrt(x * x + y * y + z * z), 24);
  if (inside) {
    const t = (x * ex + y * ey + z * ez) / (ex * ex + ey * ey + ez * ez);
    x -= t * ex;
    y -= t * ey;
    z -= t * ez;
  }
  const length = sqrt(x * x + y * y + z * z);
  if (!(length > 0)) {
    store<f64>(out, 0, 24);
    return;
  }
  store<f64>(out, x / length);
  store<f64>(out, y / length, 8);
  store<f64>(out, z / length, 16);
}
