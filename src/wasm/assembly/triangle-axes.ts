// The axes of triangles, S_u = b (x_j − x_i) + c (x_k − x_i) and S_v = q (x_j − x_i) + r (x_k − x_i), four triangles at a time, and what acts along them
// (src/forces/triangle-elements.ts). src/wasm/triangle-groups.ts has the tables: 48 bytes of corners a group, byte offsets of positions, 128 of traits. In a scratch a
// group has AXES bytes, 64 for each axis: four of each coordinate, and of the squared length.
import { sub, add, addRows, madd, mul, zipHigh, zipLow } from "./simd";

/** u, v, ũ and ṽ. */
export const AXES: usize = 256;
export const CORNERS: usize = 48;
export const TRAITS: usize = 128;

/** Stores lanes and their squared length. */
// @ts-ignore: decorator
@inline
export function storeAxis(x: v128, y: v128, z: v128, to: usize): void {
  v128.store(to, x);
  v128.store(to, y, 16);
  v128.store(to, z, 32);
  v128.store(to, madd(x, x, madd(y, y, mul(z, z))), 48);
}

/** From the lanes of x_j − x_i and x_k − x_i. */
// @ts-ignore: decorator
@inline
function storeAxes(d0: v128, d1: v128, d2: v128, d3: v128, e0: v128, e1: v128, e2: v128, e3: v128, t: usize, to: usize): void {
  const dp = zipLow(d0, d2);
  const dq = zipLow(d1, d3);
  const dx = zipLow(dp, dq);
  const dy = zipHigh(dp, dq);
  const dz = zipLow(zipHigh(d0, d2), zipHigh(d1, d3));
  const ep = zipLow(e0, e2);
  const eq = zipLow(e1, e3);
  const ex = zipLow(ep, eq);
  const ey = zipHigh(ep, eq);
  const ez = zipLow(zipHigh(e0, e2), zipHigh(e1, e3));
  const b = v128.load(t);
  const c = v128.load(t, 16);
  storeAxis(madd(b, dx, mul(c, ex)), madd(b, dy, mul(c, ey)), madd(b, dz, mul(c, ez)), to);
  const q = v128.load(t, 32);
  const r = v128.load(t, 48);
  storeAxis(madd(q, dx, mul(r, ex)), madd(q, dy, mul(r, ey)), madd(q, dz, mul(r, ez)), to + 64);
}

// @ts-ignore: decorator
@inline
function differ(i: usize, j: usize): v128 {
  return add(sub(v128.load(j), v128.load(i)), sub(v128.load(j, 16), v128.load(i, 16)));
}

// @ts-ignore: decorator
@inline
function at(x: usize, corner: usize): usize {
  return x + <usize>load<u32>(corner);
}

/** S_u and S_v of groups at positions x, hi and lo, into a scratch from `to` up to `end`. */
export function computeAxes(corner: usize, t: usize, x: usize, to: usize, end: usize): void {
  for (; to < end; to += AXES, corner += CORNERS, t += TRAITS) {
    const i0 = at(x, corner);
    const i1 = at(x, corner + 4);
    const i2 = at(x, corner + 8);
    const i3 = at(x, corner + 12);
    storeAxes(
      differ(i0, at(x, corner + 16)),
      differ(i1, at(x, corner + 20)),
      differ(i2, at(x, corner + 24)),
      differ(i3, at(x, corner + 28)),
      differ(i0, at(x, corner + 32)),
      differ(i1, at(x, corner + 36)),
      differ(i2, at(x, corner + 40)),
      differ(i3, at(x, corner + 44)),
      t,
      to,
    );
  }
}

/** The vector of a corner, 16 bytes a row where a position has 32. */
// @ts-ignore: decorator
@inline
function vectorAt(y: usize, corner: usize): v128 {
  return v128.load(y + <usize>(load<u32>(corner) >> 1));
}

/** The same of vectors y, (x, y, z, 0) a row. */
export function computeVectorAxes(corner: usize, t: usize, y: usize, to: usize, end: usize): void {
  for (; to < end; to += AXES, corner += CORNERS, t += TRAITS) {
    const i0 = vectorAt(y, corner);
    const i1 = vectorAt(y, corner + 4);
    const i2 = vectorAt(y, corner + 8);
    const i3 = vectorAt(y, corner + 12);
    storeAxes(
      sub(vectorAt(y, corner + 16), i0),
      sub(vectorAt(y, corner + 20), i1),
      sub(vectorAt(y, corner + 24), i2),
      sub(vectorAt(y, corner + 28), i3),
      sub(vectorAt(y, corner + 32), i0),
      sub(vectorAt(y, corner + 36), i1),
      sub(vectorAt(y, corner + 40), i2),
      sub(vectorAt(y, corner + 44), i3),
      t,
      to,
    );
  }
}

/** Adds lane by lane to the rows that belong to the chunk. */
function addOwn(y: usize, corner: usize, own: u32, fx: v128, fy: v128, fz: v128): void {
  const zero = f32x4.splat(0);
  const low = zipLow(fx, fz);
  const lowY = zipLow(fy, zero);
  const high = zipHigh(fx, fz);
  const highY = zipHigh(fy, zero);
  if (own & 1) addTo(y, corner, zipLow(low, lowY));
  if (own & 2) addTo(y, corner + 4, zipHigh(low, lowY));
  if (own & 4) addTo(y, corner + 8, zipLow(high, highY));
  if (own & 8) addTo(y, corner + 12, zipHigh(high, highY));
}

// @ts-ignore: decorator
@inline
function addTo(y: usize, corner: usize, f: v128): void {
  const row = y + <usize>(load<u32>(corner) >> 1);
  v128.store(row, add(v128.load(row), f));
}

/** Takes what acts along the axes, T_u and T_v in the place of S_u and S_v, from the corners' rows of f: f_α −= w_uα T_u + w_vα T_v. */
export function shareAxes(corner: usize, t: usize, own: usize, from: usize, end: usize, f: usize): void {
  const zero = f32x4.splat(0);
  for (; from < end; from += AXES, corner += CORNERS, t += TRAITS, own += 4) {
    const ux = v128.load(from);
    const uy = v128.load(from, 16);
    const uz = v128.load(from, 32);
    const vx = v128.load(from, 64);
    const vy = v128.load(from, 80);
    const vz = v128.load(from, 96);
    const b = v128.load(t);
    const c = v128.load(t, 16);
    const q = v128.load(t, 32);
    const r = v128.load(t, 48);
    const jx = madd(b, ux, mul(q, vx));
    const jy = madd(b, uy, mul(q, vy));
    const jz = madd(b, uz, mul(q, vz));
    const kx = madd(c, ux, mul(r, vx));
    const ky = madd(c, uy, mul(r, vy));
    const kz = madd(c, uz, mul(r, vz));
    const mask = load<u32>(own);
    if (mask == 0xfff) {
      addRows(f, corner, 1, add(jx, kx), add(jy, ky), add(jz, kz));
      addRows(f, corner + 16, 1, sub(zero, jx), sub(zero, jy), sub(zero, jz));
      addRows(f, corner + 32, 1, sub(zero, kx), sub(zero, ky), sub(zero, kz));
    } else {
      addOwn(f, corner, mask, add(jx, kx), add(jy, ky), add(jz, kz));
      addOwn(f, corner + 16, mask >> 4, sub(zero, jx), sub(zero, jy), sub(zero, jz));
      addOwn(f, corner + 32, mask >> 8, sub(zero, kx), sub(zero, ky), sub(zero, kz));
    }
  }
}
