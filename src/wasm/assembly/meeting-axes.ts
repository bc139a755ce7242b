// Whether two elements stay apart along an axis of their own: src/collision/meeting-axes.ts, operation for operation.
import { ENDS, NUMBERS, STARTS } from "./meeting-mesh";

const ROUNDING: f64 = 1e-12;

export function staysFromTriangle(mesh: usize, p: i32, a: i32, b: i32, c: i32): bool {
  let x = <usize>load<u32>(mesh, STARTS);
  const ax0 = difference(x, p, a, 0);
  const ay0 = difference(x, p, a, 8);
  const az0 = difference(x, p, a, 16);
  const bx0 = difference(x, p, b, 0);
  const by0 = difference(x, p, b, 8);
  const bz0 = difference(x, p, b, 16);
  const cx0 = difference(x, p, c, 0);
  const cy0 = difference(x, p, c, 8);
  const cz0 = difference(x, p, c, 16);
  x = <usize>load<u32>(mesh, ENDS);
  const ax1 = difference(x, p, a, 0);
  const ay1 = difference(x, p, a, 8);
  const az1 = difference(x, p, a, 16);
  const bx1 = difference(x, p, b, 0);
  const by1 = difference(x, p, b, 8);
  const bz1 = difference(x, p, b, 16);
  const cx1 = difference(x, p, c, 0);
  const cy1 = difference(x, p, c, 8);
  const cz1 = difference(x, p, c, 16);
  const dx = ax0 + bx0 + cx0 + (ax1 + bx1 + cx1);
  const dy = ay0 + by0 + cy0 + (ay1 + by1 + cy1);
  const dz = az0 + bz0 + cz0 + (az1 + bz1 + cz1);
  const start = min(dot(ax0, ay0, az0, dx, dy, dz), min(dot(bx0, by0, bz0, dx, dy, dz), dot(cx0, cy0, cz0, dx, dy, dz)));
  const end = min(dot(ax1, ay1, az1, dx, dy, dz), min(dot(bx1, by1, bz1, dx, dy, dz), dot(cx1, cy1, cz1, dx, dy, dz)));
  const first = max(largest(ax0, ay0, az0), max(largest(bx0, by0, bz0), largest(cx0, cy0, cz0)));
  const last = max(largest(ax1, ay1, az1), max(largest(bx1, by1, bz1), largest(cx1, cy1, cz1)));
  return isBeyond(limit(mesh, max(first, last)), min(start, end), dx, dy, dz);
}

export function staysFromEdge(mesh: usize, a: i32, b: i32, c: i32, d: i32): bool {
  let x = <usize>load<u32>(mesh, STARTS);
  const bx0 = difference(x, b, a, 0);
  const by0 = difference(x, b, a, 8);
  const bz0 = difference(x, b, a, 16);
  const cx0 = difference(x, c, a, 0);
  const cy0 = difference(x, c, a, 8);
  const cz0 = difference(x, c, a, 16);
  const dx0 = difference(x, d, a, 0);
  const dy0 = difference(x, d, a, 8);
  const dz0 = difference(x, d, a, 16);
  x = <usize>load<u32>(mesh, ENDS);
  const bx1 = difference(x, b, a, 0);
  const by1 = difference(x, b, a, 8);
  const bz1 = difference(x, b, a, 16);
  const cx1 = difference(x, c, a, 0);
  const cy1 = difference(x, c, a, 8);
  const cz1 = difference(x, c, a, 16);
  const dx1 = difference(x, d, a, 0);
  const dy1 = difference(x, d, a, 8);
  const dz1 = difference(x, d, a, 16);
  const first = max(largest(bx0, by0, bz0), max(largest(cx0, cy0, cz0), largest(dx0, dy0, dz0)));
  const last = max(largest(bx1, by1, bz1), max(largest(cx1, cy1, cz1), largest(dx1, dy1, dz1)));
  const apart = limit(mesh, max(first, last));
  let ux = cx0 + dx0 - bx0 + (cx1 + dx1 - bx1);
  let uy = cy0 + dy0 - by0 + (cy1 + dy1 - by1);
  let uz = cz0 + dz0 - bz0 + (cz1 + dz1 - bz1);
  for (let turn = 0; turn < 3; turn++) {
    const start = min(dot(cx0, cy0, cz0, ux, uy, uz), dot(dx0, dy0, dz0, ux, uy, uz)) - max(0, dot(bx0, by0, bz0, ux, uy, uz));
    const end = min(dot(cx1, cy1, cz1, ux, uy, uz), dot(dx1, dy1, dz1, ux, uy, uz)) - max(0, dot(bx1, by1, bz1, ux, uy, uz));
    if (isBeyond(apart, min(start, end), ux, uy, uz)) return true;
    // perpendicular to the first edge, then to the second
    const ex = turn == 0 ? bx0 : dx0 - cx0;
    const ey = turn == 0 ? by0 : dy0 - cy0;
    const ez = turn == 0 ? bz0 : dz0 - cz0;
    const share = dot(ux, uy, uz, ex, ey, ez) / dot(ex, ey, ez, ex, ey, ez);
    ux -= share * ex;
    uy -= share * ey;
    uz -= share * ez;
  }
  return false;
}

// @ts-ignore: decorator
@inline
function difference(x: usize, i: i32, j: i32, at: usize): f64 {
  return load<f64>(x + at + 24 * <usize>i) - load<f64>(x + at + 24 * <usize>j);
}

// @ts-ignore: decorator
@inline
function dot(ax: f64, ay: f64, az: f64, bx: f64, by: f64, bz: f64): f64 {
  return ax * bx + ay * by + az * bz;
}

// @ts-ignore: decorator
@inline
function largest(x: f64, y: f64, z: f64): f64 {
  return max(abs(x), max(abs(y), abs(z)));
}

// @ts-ignore: decorator
@inline
function limit(mesh: usize, extent: f64): f64 {
  return load<f64>(<usize>load<u32>(mesh, NUMBERS), 32) + ROUNDING * extent;
}

// @ts-ignore: decorator
@inline
function isBeyond(apart: f64, least: f64, x: f64, y: f64, z: f64): bool {
  return least > 0 && least * least > apart * apart * (x * x + y * y + z * z);
}
