// Whether two elements may meet, by the tests in double precision of src/contact/search/meeting-pairs.ts and meeting-axes.ts, operation for operation. Start and end of a
// step lie side by side in one vector: each operation is done for both.

import { AXIS_ROUNDING } from "../../layout/contact-limits";
import * as words from "../../layout/meeting-words";
import { sumDouble } from "../shared/double-sums";

/** Whether point p may come near triangle a b c, along x, y and z and along the axis between their middles. */
export function meetPointTriangle(ways: usize, numbers: usize, p: i32, a: i32, b: i32, c: i32): bool {
  const ax = difference(ways, p, a, 0);
  const ay = difference(ways, p, a, 16);
  const az = difference(ways, p, a, 32);
  const bx = difference(ways, p, b, 0);
  const by = difference(ways, p, b, 16);
  const bz = difference(ways, p, b, 32);
  const cx = difference(ways, p, c, 0);
  const cy = difference(ways, p, c, 16);
  const cz = difference(ways, p, c, 32);
  const margin = v128.load64_splat(numbers);
  if (
    areApart(f64x2.min(ax, f64x2.min(bx, cx)), f64x2.max(ax, f64x2.max(bx, cx)), margin) ||
    areApart(f64x2.min(ay, f64x2.min(by, cy)), f64x2.max(ay, f64x2.max(by, cy)), margin) ||
    areApart(f64x2.min(az, f64x2.min(bz, cz)), f64x2.max(az, f64x2.max(bz, cz)), margin)
  )
    return false;
  const x = sumDouble(f64x2.add(f64x2.add(ax, bx), cx));
  const y = sumDouble(f64x2.add(f64x2.add(ay, by), cy));
  const z = sumDouble(f64x2.add(f64x2.add(az, bz), cz));
  const extent = f64x2.max(largest(ax, ay, az), f64x2.max(largest(bx, by, bz), largest(cx, cy, cz)));
  const u = f64x2.splat(x);
  const v = f64x2.splat(y);
  const w = f64x2.splat(z);
  const least = f64x2.min(dot(ax, ay, az, u, v, w), f64x2.min(dot(bx, by, bz, u, v, w), dot(cx, cy, cz, u, v, w)));
  return !isBeyond(limit(numbers, extent), least, x, y, z);
}

/** The same of edges a b and c d, and along that axis perpendicular to the first edge, then to the second. */
export function meetEdgeEdge(ways: usize, numbers: usize, a: i32, b: i32, c: i32, d: i32): bool {
  const margin = v128.load64_splat(numbers);
  if (
    areEdgesApart(ways, a, b, c, d, margin) ||
    areEdgesApart(ways + 16, a, b, c, d, margin) ||
    areEdgesApart(ways + 32, a, b, c, d, margin)
  )
    return false;
  const bx = difference(ways, b, a, 0);
  const by = difference(ways, b, a, 16);
  const bz = difference(ways, b, a, 32);
  const cx = difference(ways, c, a, 0);
  const cy = difference(ways, c, a, 16);
  const cz = difference(ways, c, a, 32);
  const dx = difference(ways, d, a, 0);
  const dy = difference(ways, d, a, 16);
  const dz = difference(ways, d, a, 32);
  const extent = f64x2.max(largest(bx, by, bz), f64x2.max(largest(cx, cy, cz), largest(dx, dy, dz)));
  const apart = limit(numbers, extent);
  let x = sumDouble(f64x2.sub(f64x2.add(cx, dx), bx));
  let y = sumDouble(f64x2.sub(f64x2.add(cy, dy), by));
  let z = sumDouble(f64x2.sub(f64x2.add(cz, dz), bz));
  for (let turn = 0; turn < 3; turn++) {
    const u = f64x2.splat(x);
    const v = f64x2.splat(y);
    const w = f64x2.splat(z);
    const second = f64x2.min(dot(cx, cy, cz, u, v, w), dot(dx, dy, dz, u, v, w));
    const least = f64x2.sub(second, f64x2.max(f64x2.splat(0), dot(bx, by, bz, u, v, w)));
    if (isBeyond(apart, least, x, y, z)) return false;
    const ex = f64x2.extract_lane(turn == 0 ? bx : f64x2.sub(dx, cx), 0);
    const ey = f64x2.extract_lane(turn == 0 ? by : f64x2.sub(dy, cy), 0);
    const ez = f64x2.extract_lane(turn == 0 ? bz : f64x2.sub(dz, cz), 0);
    const share = (x * ex + y * ey + z * ez) / (ex * ex + ey * ey + ez * ez);
    x -= share * ex;
    y -= share * ey;
    z -= share * ez;
  }
  return true;
}

// @ts-ignore: decorator
@inline
export function difference(ways: usize, i: i32, j: i32, at: usize): v128 {
  return f64x2.sub(v128.load(ways + at + 48 * <usize>i), v128.load(ways + at + 48 * <usize>j));
}

/** Whether the least differences of both ends lie above the margin, or the largest below it. */
// @ts-ignore: decorator
@inline
function areApart(least: v128, most: v128, margin: v128): bool {
  return i64x2.all_true(f64x2.gt(least, margin)) || i64x2.all_true(f64x2.lt(most, f64x2.neg(margin)));
}

/** The same of two edges along one axis. */
// @ts-ignore: decorator
@inline
function areEdgesApart(ways: usize, i: i32, j: i32, k: i32, l: i32, margin: v128): bool {
  const a = v128.load(ways + 48 * <usize>i);
  const b = v128.load(ways + 48 * <usize>j);
  const c = v128.load(ways + 48 * <usize>k);
  const d = v128.load(ways + 48 * <usize>l);
  return areApart(f64x2.sub(f64x2.min(c, d), f64x2.max(a, b)), f64x2.sub(f64x2.max(c, d), f64x2.min(a, b)), margin);
}

// @ts-ignore: decorator
@inline
function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(ax, bx), f64x2.mul(ay, by)), f64x2.mul(az, bz));
}

// @ts-ignore: decorator
@inline
function largest(x: v128, y: v128, z: v128): v128 {
  return f64x2.max(f64x2.abs(x), f64x2.max(f64x2.abs(y), f64x2.abs(z)));
}

// @ts-ignore: decorator
@inline
function limit(numbers: usize, extent: v128): f64 {
  const most = max(f64x2.extract_lane(extent, 0), f64x2.extract_lane(extent, 1));
  return load<f64>(numbers, words.APART) + AXIS_ROUNDING * most;
}

// @ts-ignore: decorator
@inline
function isBeyond(apart: f64, both: v128, x: f64, y: f64, z: f64): bool {
  const least = min(f64x2.extract_lane(both, 0), f64x2.extract_lane(both, 1));
  return least > 0 && least * least > apart * apart * (x * x + y * y + z * z);
}
