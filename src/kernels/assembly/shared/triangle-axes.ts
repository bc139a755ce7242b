// The axes of triangles, S_u = b (x_j − x_i) + c (x_k − x_i) and S_v = q (x_j − x_i) + r (x_k − x_i), four triangles at a time, and the forces along them
// (src/forces/triangle-elements.ts). src/kernels/triangles/triangle-groups.ts has the tables: 48 bytes of corners a group, byte offsets of positions, 128 of traits. In a scratch a
// group has AXES bytes, 64 for each axis: four of each coordinate, and of the squared length.
import { storeWithSquare } from "./edge-differences";
import { add, addRows, madd, mul, sub, subtractRows, zipHigh, zipLow } from "./simd";

/** u, v, ũ and ṽ. */
export const AXES: usize = 256;
export const CORNERS: usize = 48;
export const TRAITS: usize = 128;

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
  storeWithSquare(madd(b, dx, mul(c, ex)), madd(b, dy, mul(c, ey)), madd(b, dz, mul(c, ez)), to);
  const q = v128.load(t, 32);
  const r = v128.load(t, 48);
  storeWithSquare(madd(q, dx, mul(r, ex)), madd(q, dy, mul(r, ey)), madd(q, dz, mul(r, ez)), to + 64);
}

/** The difference of two rows of hi and lo, or of vectors: then lo is of no concern. */
// @ts-ignore: decorator
@inline
function differ(i: usize, j: usize, isPosition: bool): v128 {
  const hi = sub(v128.load(j), v128.load(i));
  return isPosition ? add(hi, sub(v128.load(j, 16), v128.load(i, 16))) : hi;
}

// @ts-ignore: decorator
@inline
function at(x: usize, corner: usize, shift: u32): usize {
  return x + <usize>(load<u32>(corner) >> shift);
}

/** S_u and S_v of groups, into a scratch from `to` up to `end`: at positions x, hi and lo, or of vectors x, (x, y, z, 0) a row. */
export function computeAxes(corner: usize, t: usize, x: usize, isPosition: bool, to: usize, end: usize): void {
  const shift: u32 = isPosition ? 0 : 1;
  for (; to < end; to += AXES, t += TRAITS, corner += CORNERS) {
    const i0 = at(x, corner, shift);
    const i1 = at(x, corner + 4, shift);
    const i2 = at(x, corner + 8, shift);
    const i3 = at(x, corner + 12, shift);
    storeAxes(
      differ(i0, at(x, corner + 16, shift), isPosition),
      differ(i1, at(x, corner + 20, shift), isPosition),
      differ(i2, at(x, corner + 24, shift), isPosition),
      differ(i3, at(x, corner + 28, shift), isPosition),
      differ(i0, at(x, corner + 32, shift), isPosition),
      differ(i1, at(x, corner + 36, shift), isPosition),
      differ(i2, at(x, corner + 40, shift), isPosition),
      differ(i3, at(x, corner + 44, shift), isPosition),
      t,
      to,
    );
  }
}

/** P_u ± P_v as axes of their own. */
export function addShearAxes(p: usize, end: usize): void {
  for (; p < end; p += AXES) {
    const ux = v128.load(p);
    const uy = v128.load(p, 16);
    const uz = v128.load(p, 32);
    const vx = v128.load(p, 64);
    const vy = v128.load(p, 80);
    const vz = v128.load(p, 96);
    storeWithSquare(add(ux, vx), add(uy, vy), add(uz, vz), p + 128);
    storeWithSquare(sub(ux, vx), sub(uy, vy), sub(uz, vz), p + 192);
  }
}

/** The bits of a group whose corners all belong to the chunk. */
const ALL: u32 = 0xfff;

/** Adds lane by lane to the rows that belong to the chunk, whose byte offsets, shifted left by `shift`, stand at `corner`. */
export function addOwn(y: usize, corner: usize, shift: u32, own: u32, fx: v128, fy: v128, fz: v128): void {
  const zero = f32x4.splat(0);
  const low = zipLow(fx, fz);
  const lowY = zipLow(fy, zero);
  const high = zipHigh(fx, fz);
  const highY = zipHigh(fy, zero);
  if (own & 1) addTo(y + <usize>(load<u32>(corner) >> shift), zipLow(low, lowY));
  if (own & 2) addTo(y + <usize>(load<u32>(corner, 4) >> shift), zipHigh(low, lowY));
  if (own & 4) addTo(y + <usize>(load<u32>(corner, 8) >> shift), zipLow(high, highY));
  if (own & 8) addTo(y + <usize>(load<u32>(corner, 12) >> shift), zipHigh(high, highY));
}

// @ts-ignore: decorator
@inline
function addTo(row: usize, f: v128): void {
  v128.store(row, add(v128.load(row), f));
}

/** Adds what pulls along the axes, T_u and T_v in the place of S_u and S_v, to the corners' rows of f: f_α += w_uα T_u + w_vα T_v. */
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
    if (mask == ALL) {
      subtractRows(f, corner, 1, add(jx, kx), add(jy, ky), add(jz, kz));
      addRows(f, corner + 16, 1, jx, jy, jz);
      addRows(f, corner + 32, 1, kx, ky, kz);
    } else {
      addOwn(f, corner, 1, mask, sub(zero, add(jx, kx)), sub(zero, add(jy, ky)), sub(zero, add(jz, kz)));
      addOwn(f, corner + 16, 1, mask >> 4, jx, jy, jz);
      addOwn(f, corner + 32, 1, mask >> 8, kx, ky, kz);
    }
  }
}
