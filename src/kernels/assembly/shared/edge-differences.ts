// The edges from particles to their neighbours, four at a time. A group of four neighbours has 16 bytes of `neighbour`, the byte offsets of their positions,
// which come as hi and lo (edge-forces).
import { add, madd, mul, sub, zipHigh, zipLow } from "./simd";
import { firstOf, secondOf } from "./words";

/** Lengths below 1e-12 m have no direction. */
export const TINY: f32 = 1e-24;

/** Rows that loops take at a time. */
export const ROWS_AT_ONCE: i32 = 32;

/** Lanes of vectors and their squared length, into d. */
// @ts-ignore: decorator
@inline
export function storeWithSquare(dx: v128, dy: v128, dz: v128, d: usize): void {
  v128.store(d, dx);
  v128.store(d, dy, 16);
  v128.store(d, dz, 32);
  v128.store(d, madd(dx, dx, madd(dy, dy, mul(dz, dz))), 48);
}

/** Lanes of x, of y and of z from four vectors (x, y, z, 0), and the square of their lengths, into d. */
// @ts-ignore: decorator
@inline
export function storeLanes(a0: v128, a1: v128, a2: v128, a3: v128, d: usize): void {
  const p = zipLow(a0, a2);
  const q = zipLow(a1, a3);
  storeWithSquare(zipLow(p, q), zipHigh(p, q), zipLow(zipHigh(a0, a2), zipHigh(a1, a3)), d);
}

/** The same of vectors d₀ + s a, whose lanes d₀ are there already. */
// @ts-ignore: decorator
@inline
export function storeMoved(a0: v128, a1: v128, a2: v128, a3: v128, kept: usize, s: v128, d: usize): void {
  const p = zipLow(a0, a2);
  const q = zipLow(a1, a3);
  const z = zipLow(zipHigh(a0, a2), zipHigh(a1, a3));
  storeWithSquare(madd(s, zipLow(p, q), v128.load(kept)), madd(s, zipHigh(p, q), v128.load(kept, 16)), madd(s, z, v128.load(kept, 32)), d);
}

/** The differences of four neighbours and a particle at h + l, into d. */
// @ts-ignore: decorator
@inline
export function storeDifferences(neighbour: usize, x: usize, h: v128, l: v128, d: usize): void {
  const j = load<u64>(neighbour);
  const k = load<u64>(neighbour, 8);
  const j0 = x + firstOf(j);
  const j1 = x + secondOf(j);
  const j2 = x + firstOf(k);
  const j3 = x + secondOf(k);
  const a0 = add(sub(v128.load(j0), h), sub(v128.load(j0, 16), l));
  const a1 = add(sub(v128.load(j1), h), sub(v128.load(j1, 16), l));
  const a2 = add(sub(v128.load(j2), h), sub(v128.load(j2, 16), l));
  const a3 = add(sub(v128.load(j3), h), sub(v128.load(j3, 16), l));
  storeLanes(a0, a1, a2, a3, d);
}

/** d and |d|² of the groups of rows `first` to `last`, 64 bytes a group, into `scratch`. */
export function computeDifferences(first: i32, last: i32, rowStart: usize, neighbour: usize, x: usize, scratch: usize): void {
  let g = neighbour + ((<usize>load<u32>(rowStart + ((<usize>first) << 2))) << 4);
  let d = scratch;
  for (let i = first; i < last; i++) {
    const own = x + ((<usize>i) << 5);
    const h = v128.load(own);
    const l = v128.load(own, 16);
    const end = neighbour + ((<usize>load<u32>(rowStart + ((<usize>(i + 1)) << 2))) << 4);
    for (; g < end; g += 16, d += 64) storeDifferences(g, x, h, l, d);
  }
}
