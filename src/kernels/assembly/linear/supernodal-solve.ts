// Triangular solves with a supernodal factor in single precision, three right-hand sides at once: y holds (x, y, z, 0) a row.
//
// A supernode of w columns with m rows below has, in the array of numbers,
//   `inverse`: D = L₁₁⁻¹ by quads of rows: for the quad q and each column k ≤ 4q + 3 below w, four numbers, one a row;
//   `below`: L₂₁ by quads of rows, for each all w columns, four numbers, one a row;
//   `above` and `back`: the numbers of either once more for the way back, by four columns at a time, for these all quads, for each four columns four numbers.
// What a solve reads stands in the order in which it reads it: `inverse` and `below` of the first supernode, of the second and so on; then `above` and `back` of the last, of the last but one.
// Rows that fill up the last quad are 0, and stand for a row of y behind all others.

import { SUBTRACT_ABOVE, SUBTRACT_BELOW } from "../../layout/job-ids";
import * as at from "../../layout/job-words";
import { madd, splat0, splat1, splat2, sub, subtractRows, sumLanes, zipHigh, zipLow } from "../shared/simd";
import { run } from "../shared/team";
import { firstOf, secondOf, word } from "../shared/words";

// A descriptor has eight words: first row, w, number of quads below, and byte offsets of `inverse`, `below`, `above`, of its rows and of `back`.
const DESCRIPTOR: usize = 32;
/** Bytes for the own rows of a supernode in `scratch`, before those of the rows below. */
const OWN: usize = 48 * 64;

/** Each number of w rows in all lanes. */
// @ts-ignore: decorator
@inline
function spread(own: usize, wide: usize, to: usize): void {
  for (let k: usize = 0, o = own; k < wide; k += 48, o += 16) {
    const row = v128.load(o);
    v128.store(to + k, splat0(row));
    v128.store(to + k, splat1(row), 16);
    v128.store(to + k, splat2(row), 32);
  }
}

/** The first `count` of four rows, by coordinate, to `o`. */
// @ts-ignore: decorator
@inline
function storeRows(o: usize, count: i32, x: v128, y: v128, z: v128): void {
  const zero = f32x4.splat(0);
  const xz = zipLow(x, z);
  const y0 = zipLow(y, zero);
  v128.store(o, zipLow(xz, y0));
  if (count > 1) v128.store(o, zipHigh(xz, y0), 16);
  const xz2 = zipHigh(x, z);
  const y2 = zipHigh(y, zero);
  if (count > 2) v128.store(o, zipLow(xz2, y2), 32);
  if (count > 3) v128.store(o, zipHigh(xz2, y2), 48);
}

/** y₁ = D b₁ of the supernode described at d, and its numbers spread into `scratch`. */
function solveOwn(d: usize, args: usize, scratch: usize): void {
  const zero = f32x4.splat(0);
  const w = load<i32>(d, 4);
  const own = word(args, at.SOLVE_Y) + ((<usize>load<u32>(d)) << 4);
  const wide = <usize>w * 48;
  spread(own, wide, scratch);
  let l = word(args, at.SOLVE_VALUES) + <usize>load<u32>(d, 12);
  // two quads at a time, the first of an odd number by itself: as the second of two
  for (let i = -((w + 3) & 4); i < w; i += 8) {
    let ax = zero;
    let ay = zero;
    let az = zero;
    let bx = zero;
    let by = zero;
    let bz = zero;
    const middle = scratch + <usize>(i + 4) * 48;
    const end = scratch + <usize>min(i + 8, w) * 48;
    let p = scratch;
    let m = l + ((<usize>(i + 4)) << 4);
    for (; p < middle; p += 48, l += 16, m += 16) {
      const x = v128.load(p);
      const yy = v128.load(p, 16);
      const z = v128.load(p, 32);
      const a = v128.load(l);
      ax = madd(a, x, ax);
      ay = madd(a, yy, ay);
      az = madd(a, z, az);
      const b = v128.load(m);
      bx = madd(b, x, bx);
      by = madd(b, yy, by);
      bz = madd(b, z, bz);
    }
    for (; p < end; p += 48, m += 16) {
      const b = v128.load(m);
      bx = madd(b, v128.load(p), bx);
      by = madd(b, v128.load(p, 16), by);
      bz = madd(b, v128.load(p, 32), bz);
    }
    l = m;
    const o = own + ((<usize>(i + 4)) << 4);
    if (i >= 0) storeRows(o - 64, 4, ax, ay, az);
    storeRows(o, w - i - 4, bx, by, bz);
  }
  spread(own, wide, scratch);
}

/** y₂ ← y₂ − L₂₁ y₁ on the quads of rows from `first` up to `last`. */
export function subtractBelow(d: usize, first: u32, last: u32, args: usize, scratch: usize): void {
  const y = word(args, at.SOLVE_Y);
  const zero = f32x4.splat(0);
  const w = load<u32>(d, 4);
  const until = scratch + <usize>w * 48;
  const step = (<usize>w) << 4;
  let l = word(args, at.SOLVE_VALUES) + <usize>load<u32>(d, 16) + <usize>first * step;
  let r = word(args, at.SOLVE_ROWS) + <usize>load<u32>(d, 24) + ((<usize>first) << 4);
  let q = first;
  for (; q + 1 < last; q += 2, l += 2 * step, r += 32) {
    let ax = zero;
    let ay = zero;
    let az = zero;
    let bx = zero;
    let by = zero;
    let bz = zero;
    for (let p = scratch, a = l; p < until; p += 48, a += 16) {
      const x = v128.load(p);
      const yy = v128.load(p, 16);
      const z = v128.load(p, 32);
      const m = v128.load(a);
      ax = madd(m, x, ax);
      ay = madd(m, yy, ay);
      az = madd(m, z, az);
      const m2 = v128.load(a + step);
      bx = madd(m2, x, bx);
      by = madd(m2, yy, by);
      bz = madd(m2, z, bz);
    }
    subtractRows(y, r, 0, ax, ay, az);
    subtractRows(y, r + 16, 0, bx, by, bz);
  }
  for (; q < last; q++, l += step, r += 16) {
    let ax = zero;
    let ay = zero;
    let az = zero;
    for (let p = scratch, a = l; p < until; p += 48, a += 16) {
      const m = v128.load(a);
      ax = madd(m, v128.load(p), ax);
      ay = madd(m, v128.load(p, 16), ay);
      az = madd(m, v128.load(p, 32), az);
    }
    subtractRows(y, r, 0, ax, ay, az);
  }
}

/** y ← L⁻¹ y over the supernodes from `first` up to `end`, those of a branch, whose number is that of the chunk. */
export function solveForward(first: i32, end: i32, args: usize, chunk: usize): void {
  const scratch = word(args, at.SOLVE_SCRATCH) + chunk * word(args, at.SOLVE_STRIDE);
  for (let s = first; s < end; s++) {
    const d = word(args, at.SOLVE_DESCRIPTORS) + <usize>s * DESCRIPTOR;
    solveOwn(d, args, scratch);
    subtractBelow(d, 0, load<u32>(d, 8), args, scratch);
  }
}

/** Four rows of y by coordinate, to p. */
// @ts-ignore: decorator
@inline
function storeByCoordinate(a: v128, b: v128, c: v128, e: v128, p: usize): void {
  const ac = zipLow(a, c);
  const be = zipLow(b, e);
  v128.store(p, zipLow(ac, be));
  v128.store(p, zipHigh(ac, be), 16);
  v128.store(p, zipLow(zipHigh(a, c), zipHigh(b, e)), 32);
}

/** The rows below the supernode described at d, by coordinate, into `scratch`. */
function gatherBelow(d: usize, args: usize, scratch: usize): void {
  const y = word(args, at.SOLVE_Y);
  const far = scratch + OWN;
  let r = word(args, at.SOLVE_ROWS) + <usize>load<u32>(d, 24);
  const until = far + <usize>load<u32>(d, 8) * 48;
  for (let p = far; p < until; p += 48, r += 16) {
    const i = load<u64>(r);
    const k = load<u64>(r, 8);
    const a = v128.load(y + firstOf(i));
    const b = v128.load(y + secondOf(i));
    storeByCoordinate(a, b, v128.load(y + firstOf(k)), v128.load(y + secondOf(k)), p);
  }
}

/**
 * The products of columns of numbers, those from `first`, a multiple of four, up to `last`, with rows by coordinate, which begin at `p` for the first four columns, `shorter` bytes later for
 * each four more, and end before `until`: four columns at a time. They replace the rows of y at `own`, or are taken from them.
 */
function sumColumns(own: usize, first: u32, last: u32, l: usize, p: usize, shorter: usize, until: usize, isTaken: bool): void {
  const zero = f32x4.splat(0);
  let o = own + ((<usize>first) << 4);
  const end = own + ((<usize>last) << 4);
  for (; o + 48 < end; o += 64, p += shorter) {
    let ax = zero;
    let ay = zero;
    let az = zero;
    let bx = zero;
    let by = zero;
    let bz = zero;
    let cx = zero;
    let cy = zero;
    let cz = zero;
    let ex = zero;
    let ey = zero;
    let ez = zero;
    for (let r = p; r < until; r += 48, l += 64) {
      const x = v128.load(r);
      const yy = v128.load(r, 16);
      const z = v128.load(r, 32);
      let m = v128.load(l);
      ax = madd(m, x, ax);
      ay = madd(m, yy, ay);
      az = madd(m, z, az);
      m = v128.load(l, 16);
      bx = madd(m, x, bx);
      by = madd(m, yy, by);
      bz = madd(m, z, bz);
      m = v128.load(l, 32);
      cx = madd(m, x, cx);
      cy = madd(m, yy, cy);
      cz = madd(m, z, cz);
      m = v128.load(l, 48);
      ex = madd(m, x, ex);
      ey = madd(m, yy, ey);
      ez = madd(m, z, ez);
    }
    const a = sumLanes(ax, ay, az);
    const b = sumLanes(bx, by, bz);
    const c = sumLanes(cx, cy, cz);
    const e = sumLanes(ex, ey, ez);
    v128.store(o, isTaken ? sub(v128.load(o), a) : a);
    v128.store(o, isTaken ? sub(v128.load(o, 16), b) : b, 16);
    v128.store(o, isTaken ? sub(v128.load(o, 32), c) : c, 32);
    v128.store(o, isTaken ? sub(v128.load(o, 48), e) : e, 48);
  }
  for (; o < end; o += 16) {
    let ax = zero;
    let ay = zero;
    let az = zero;
    for (let r = p; r < until; r += 48, l += 16) {
      const m = v128.load(l);
      ax = madd(m, v128.load(r), ax);
      ay = madd(m, v128.load(r, 16), ay);
      az = madd(m, v128.load(r, 32), az);
    }
    const a = sumLanes(ax, ay, az);
    v128.store(o, isTaken ? sub(v128.load(o), a) : a);
  }
}

/** y₁ ← y₁ − L₂₁ᵀ y₂ on the columns from `first`, a multiple of four, up to `last`. */
export function subtractAbove(d: usize, first: u32, last: u32, args: usize, scratch: usize): void {
  const quads = <usize>load<u32>(d, 8);
  const own = word(args, at.SOLVE_Y) + ((<usize>load<u32>(d)) << 4);
  const far = scratch + OWN;
  const l = word(args, at.SOLVE_VALUES) + <usize>load<u32>(d, 20) + ((<usize>first * quads) << 4);
  sumColumns(own, first, last, l, far, 0, far + quads * 48, true);
}

/** y₁ ← Dᵀ y₁ */
function solveOwnBack(d: usize, args: usize, scratch: usize): void {
  const zero = f32x4.splat(0);
  const w = load<u32>(d, 4);
  const own = word(args, at.SOLVE_Y) + ((<usize>load<u32>(d)) << 4);
  let p = scratch;
  for (let i: u32 = 0; i < w; i += 4, p += 48) {
    const o = own + ((<usize>i) << 4);
    const b = i + 1 < w ? v128.load(o, 16) : zero;
    const c = i + 2 < w ? v128.load(o, 32) : zero;
    storeByCoordinate(v128.load(o), b, c, i + 3 < w ? v128.load(o, 48) : zero, p);
  }
  sumColumns(own, 0, w, word(args, at.SOLVE_VALUES) + <usize>load<u32>(d, 28), scratch, 48, p, false);
}

/** y ← L⁻ᵀ y over the supernodes from `end` − 1 down to `first`. */
export function solveBackward(first: i32, end: i32, args: usize, chunk: usize): void {
  const scratch = word(args, at.SOLVE_SCRATCH) + chunk * word(args, at.SOLVE_STRIDE);
  for (let s = end - 1; s >= first; s--) {
    const d = word(args, at.SOLVE_DESCRIPTORS) + <usize>s * DESCRIPTOR;
    gatherBelow(d, args, scratch);
    subtractAbove(d, 0, load<u32>(d, 4), args, scratch);
    solveOwnBack(d, args, scratch);
  }
}

// The trunk of the tree, the rest without the branches: its supernodes one after the other, the rows below and above of each shared out. `job` has the words of a
// solve, with the descriptor of that supernode, and room for the ranges of chunks. Every sum is one chunk's: the bits do not depend on how they are cut.

const CHUNKS: i32 = 4;
/** Numbers below that are worth sharing, some microseconds of work. */
const WORTH: u32 = 2048;

/** Runs a part of the supernode described at d over `count` quads of rows or columns, by multiples of `quantum`. */
function shareOut(id: i32, job: usize, d: usize, count: u32, quantum: u32): void {
  const ranges = word(job, at.RANGES);
  store<u32>(job, <u32>d, at.SOLVE_DESCRIPTORS << 2);
  const isShared = (load<u32>(d, 4) * load<u32>(d, 8)) << 2 >= WORTH;
  const chunks = isShared ? CHUNKS : 1;
  const each = (count / (quantum * chunks) + 1) * quantum;
  for (let k = 0; k < chunks; k++) {
    store<u32>(ranges + ((<usize>k) << 3), min(count, k * each));
    store<u32>(ranges + ((<usize>k) << 3), min(count, (k + 1) * each), 4);
  }
  run(id, job, chunks);
}

/** solveForward and solveBackward of the trunk, over supernodes whose descriptors are those from `first` up to `end`. */
export function solveTrunkForward(first: usize, end: usize, job: usize): void {
  for (let d = first; d < end; d += DESCRIPTOR) {
    solveOwn(d, job, word(job, at.SOLVE_SCRATCH));
    shareOut(SUBTRACT_BELOW, job, d, load<u32>(d, 8), 2);
  }
}

export function solveTrunkBackward(first: usize, end: usize, job: usize): void {
  for (let d = end - DESCRIPTOR; d >= first; d -= DESCRIPTOR) {
    gatherBelow(d, job, word(job, at.SOLVE_SCRATCH));
    shareOut(SUBTRACT_ABOVE, job, d, load<u32>(d, 4), 4);
    solveOwnBack(d, job, word(job, at.SOLVE_SCRATCH));
  }
}

/** Rows of y from `first` up to `last` become 0. */
export function clearRows(first: i32, last: i32, y: usize): void {
  memory.fill(y + ((<usize>first) << 4), 0, (<usize>(last - first)) << 4);
}

/** y[to] += y for the rows from `first` up to `last`; `to` holds byte offsets. */
export function addOwnRows(first: i32, last: i32, to: usize, y: usize): void {
  for (let from = y + ((<usize>first) << 4), end = y + ((<usize>last) << 4); from < end; from += 16, to += 4) {
    const row = y + <usize>load<u32>(to);
    v128.store(row, f32x4.add(v128.load(row), v128.load(from)));
  }
}
