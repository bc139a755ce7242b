// Vectors that stand close, those of which L-BFGS keeps many: three numbers a row, the vectors of vectors.ts without their 0, a quarter shorter. Four rows are three vectors of four numbers;
// the last ones of a chunk are taken one by one, and there is room for one number more behind all.
import * as at from "../../layout/job-words";
import { sumDouble } from "../shared/double-sums";
import { madd, sub, sumLanesDouble } from "../shared/simd";
import { addFour, widen } from "../shared/vectors";
import { word } from "../shared/words";

// @ts-ignore: decorator
@inline
function close0(r0: v128, r1: v128): v128 {
  return v128.shuffle<f32>(r0, r1, 0, 1, 2, 4);
}

// @ts-ignore: decorator
@inline
function close1(r1: v128, r2: v128): v128 {
  return v128.shuffle<f32>(r1, r2, 1, 2, 4, 5);
}

// @ts-ignore: decorator
@inline
function close2(r2: v128, r3: v128): v128 {
  return v128.shuffle<f32>(r2, r3, 2, 4, 5, 6);
}

// @ts-ignore: decorator
@inline
function storeClose(p: usize, r0: v128, r1: v128, r2: v128, r3: v128): void {
  v128.store(p, close0(r0, r1));
  v128.store(p, close1(r1, r2), 16);
  v128.store(p, close2(r2, r3), 32);
}

/** (x, y, z, 0) of what has another number last. */
// @ts-ignore: decorator
@inline
function threeOf(a: v128): v128 {
  return v128.and(a, i32x4(-1, -1, -1, 0));
}

/** step = to − from,   fall = before − after, both close,   result = step · fall,   square = after · after, as `dot` forms them */
export function takePair(first: i32, last: i32, args: usize, own: usize): void {
  const from = word(args, at.PAIR_FROM);
  const to = word(args, at.PAIR_TO);
  const before = word(args, at.PAIR_BEFORE);
  const after = word(args, at.PAIR_AFTER);
  let step = word(args, at.PAIR_STEP) + 12 * <usize>first;
  let fall = word(args, at.PAIR_FALL) + 12 * <usize>first;
  let products = f64x2.splat(0);
  let squares = f64x2.splat(0);
  let o = (<usize>first) << 4;
  const end = (<usize>last) << 4;
  for (; o + 64 <= end; o += 64, step += 48, fall += 48) {
    const s0 = sub(v128.load(to + o), v128.load(from + o));
    const s1 = sub(v128.load(to + o, 16), v128.load(from + o, 16));
    const s2 = sub(v128.load(to + o, 32), v128.load(from + o, 32));
    const s3 = sub(v128.load(to + o, 48), v128.load(from + o, 48));
    storeClose(step, s0, s1, s2, s3);
    const y0 = sub(v128.load(before + o), v128.load(after + o));
    const y1 = sub(v128.load(before + o, 16), v128.load(after + o, 16));
    const y2 = sub(v128.load(before + o, 32), v128.load(after + o, 32));
    const y3 = sub(v128.load(before + o, 48), v128.load(after + o, 48));
    storeClose(fall, y0, y1, y2, y3);
    products = widen(products, f32x4.add(madd(s1, y1, f32x4.mul(s0, y0)), madd(s3, y3, f32x4.mul(s2, y2))));
    squares = addFour(squares, after + o, after + o);
  }
  for (; o < end; o += 16, step += 12, fall += 12) {
    const r = v128.load(after + o);
    const s = sub(v128.load(to + o), v128.load(from + o));
    const y = sub(v128.load(before + o), r);
    v128.store(step, s);
    v128.store(fall, y);
    products = widen(products, f32x4.mul(s, y));
    squares = widen(squares, f32x4.mul(r, r));
  }
  store<f64>(word(args, at.PAIR_PARTS) + own, sumDouble(products));
  store<f64>(word(args, at.PAIR_SQUARES) + own, sumDouble(squares));
}

/** Rows that stay in the nearest cache while several vectors go by. */
const ROWS_AT_ONCE: i32 = 512;
/** Rows whose products are added in single precision. */
const FEW: i32 = 16;

// @ts-ignore: decorator
@inline
function addTo(result: usize, parts: v128): void {
  store<f64>(result, load<f64>(result) + sumLanesDouble(parts));
}

/** Where vector k of a list of `count` is; where there is none, the first. */
// @ts-ignore: decorator
@inline
function vectorAt(list: usize, k: i32, count: i32): usize {
  return <usize>load<u32>(list + (k < count ? (<usize>k) << 2 : 0));
}

// @ts-ignore: decorator
@inline
function addProducts(sum: v128, p: usize, b0: v128, b1: v128, b2: v128): v128 {
  return madd(b2, v128.load(p, 32), madd(b1, v128.load(p, 16), madd(b0, v128.load(p), sum)));
}

/** results = the products of b with several vectors that stand close: eight at a time. */
export function computeDots(first: i32, last: i32, args: usize, chunk: usize): void {
  const count = <i32>word(args, at.SEVERAL_COUNT);
  const list = word(args, at.SEVERAL_LIST);
  const b = word(args, at.DOTS_B);
  const results = word(args, at.DOTS_PARTS) + chunk * ((<usize>count) << 3);
  const zero = f32x4.splat(0);
  for (let k = 0; k < count; k++) store<f64>(results + ((<usize>k) << 3), 0);
  for (let from = first; from < last; from += ROWS_AT_ONCE) {
    const to = min(from + ROWS_AT_ONCE, last);
    const fours = to - ((to - from) & 3);
    for (let k = 0; k < count; k += 8) {
      const p0 = vectorAt(list, k, count);
      const p1 = vectorAt(list, k + 1, count);
      const p2 = vectorAt(list, k + 2, count);
      const p3 = vectorAt(list, k + 3, count);
      const p4 = vectorAt(list, k + 4, count);
      const p5 = vectorAt(list, k + 5, count);
      const p6 = vectorAt(list, k + 6, count);
      const p7 = vectorAt(list, k + 7, count);
      let o = b + ((<usize>from) << 4);
      let c = <usize>from * 12;
      for (let row = from; row < to; ) {
        let s0 = zero;
        let s1 = zero;
        let s2 = zero;
        let s3 = zero;
        let s4 = zero;
        let s5 = zero;
        let s6 = zero;
        let s7 = zero;
        for (const end = min(row + FEW, fours); row < end; row += 4, o += 64, c += 48) {
          const r1 = v128.load(o, 16);
          const r2 = v128.load(o, 32);
          const b0 = close0(v128.load(o), r1);
          const b1 = close1(r1, r2);
          const b2 = close2(r2, v128.load(o, 48));
          s0 = addProducts(s0, p0 + c, b0, b1, b2);
          s1 = addProducts(s1, p1 + c, b0, b1, b2);
          s2 = addProducts(s2, p2 + c, b0, b1, b2);
          s3 = addProducts(s3, p3 + c, b0, b1, b2);
          s4 = addProducts(s4, p4 + c, b0, b1, b2);
          s5 = addProducts(s5, p5 + c, b0, b1, b2);
          s6 = addProducts(s6, p6 + c, b0, b1, b2);
          s7 = addProducts(s7, p7 + c, b0, b1, b2);
        }
        if (row >= fours) {
          for (; row < to; row++, o += 16, c += 12) {
            const r = v128.load(o);
            s0 = madd(r, threeOf(v128.load(p0 + c)), s0);
            s1 = madd(r, threeOf(v128.load(p1 + c)), s1);
            s2 = madd(r, threeOf(v128.load(p2 + c)), s2);
            s3 = madd(r, threeOf(v128.load(p3 + c)), s3);
            s4 = madd(r, threeOf(v128.load(p4 + c)), s4);
            s5 = madd(r, threeOf(v128.load(p5 + c)), s5);
            s6 = madd(r, threeOf(v128.load(p6 + c)), s6);
            s7 = madd(r, threeOf(v128.load(p7 + c)), s7);
          }
        }
        const result = results + ((<usize>k) << 3);
        addTo(result, s0);
        if (k + 1 < count) addTo(result + 8, s1);
        if (k + 2 < count) addTo(result + 16, s2);
        if (k + 3 < count) addTo(result + 24, s3);
        if (k + 4 < count) addTo(result + 32, s4);
        if (k + 5 < count) addTo(result + 40, s5);
        if (k + 6 < count) addTo(result + 48, s6);
        if (k + 7 < count) addTo(result + 56, s7);
      }
    }
  }
}

/** The weight of vector k of `count`; where there is none, 0. */
// @ts-ignore: decorator
@inline
function weightAt(weights: usize, k: i32, count: i32): v128 {
  return f32x4.splat(k < count ? <f32>load<f64>(weights + ((<usize>k) << 3)) : 0);
}

/** Of four rows or one that stand close at a: a + w x + w' x', x' first. */
// @ts-ignore: decorator
@inline
function addTwo(a: v128, w: v128, x: v128, w2: v128, x2: v128): v128 {
  return madd(w, x, madd(w2, x2, a));
}

/** out = y + Σ w x over several vectors x that stand close, with their weights w in double precision: eight at a time. */
export function combine(first: i32, last: i32, args: usize): void {
  const count = <i32>word(args, at.SEVERAL_COUNT);
  const list = word(args, at.SEVERAL_LIST);
  const weights = word(args, at.COMBINE_WEIGHTS);
  const y = word(args, at.COMBINE_Y);
  const out = word(args, at.COMBINE_OUT);
  for (let from = first; from < last; from += ROWS_AT_ONCE) {
    const to = min(from + ROWS_AT_ONCE, last);
    let so = y;
    for (let k = 0; k < count; k += 8, so = out) {
      const p0 = vectorAt(list, k, count);
      const p1 = vectorAt(list, k + 1, count);
      const p2 = vectorAt(list, k + 2, count);
      const p3 = vectorAt(list, k + 3, count);
      const p4 = vectorAt(list, k + 4, count);
      const p5 = vectorAt(list, k + 5, count);
      const p6 = vectorAt(list, k + 6, count);
      const p7 = vectorAt(list, k + 7, count);
      const w0 = weightAt(weights, k, count);
      const w1 = weightAt(weights, k + 1, count);
      const w2 = weightAt(weights, k + 2, count);
      const w3 = weightAt(weights, k + 3, count);
      const w4 = weightAt(weights, k + 4, count);
      const w5 = weightAt(weights, k + 5, count);
      const w6 = weightAt(weights, k + 6, count);
      const w7 = weightAt(weights, k + 7, count);
      let o = (<usize>from) << 4;
      let c = <usize>from * 12;
      const end = (<usize>to) << 4;
      for (; o + 64 <= end; o += 64, c += 48) {
        const r1 = v128.load(so + o, 16);
        const r2 = v128.load(so + o, 32);
        let a0 = close0(v128.load(so + o), r1);
        let a1 = close1(r1, r2);
        let a2 = close2(r2, v128.load(so + o, 48));
        a0 = addTwo(a0, w0, v128.load(p0 + c), w1, v128.load(p1 + c));
        a1 = addTwo(a1, w0, v128.load(p0 + c, 16), w1, v128.load(p1 + c, 16));
        a2 = addTwo(a2, w0, v128.load(p0 + c, 32), w1, v128.load(p1 + c, 32));
        a0 = addTwo(a0, w2, v128.load(p2 + c), w3, v128.load(p3 + c));
        a1 = addTwo(a1, w2, v128.load(p2 + c, 16), w3, v128.load(p3 + c, 16));
        a2 = addTwo(a2, w2, v128.load(p2 + c, 32), w3, v128.load(p3 + c, 32));
        a0 = addTwo(a0, w4, v128.load(p4 + c), w5, v128.load(p5 + c));
        a1 = addTwo(a1, w4, v128.load(p4 + c, 16), w5, v128.load(p5 + c, 16));
        a2 = addTwo(a2, w4, v128.load(p4 + c, 32), w5, v128.load(p5 + c, 32));
        a0 = addTwo(a0, w6, v128.load(p6 + c), w7, v128.load(p7 + c));
        a1 = addTwo(a1, w6, v128.load(p6 + c, 16), w7, v128.load(p7 + c, 16));
        a2 = addTwo(a2, w6, v128.load(p6 + c, 32), w7, v128.load(p7 + c, 32));
        v128.store(out + o, threeOf(a0));
        v128.store(out + o, threeOf(v128.shuffle<f32>(a0, a1, 3, 4, 5, 7)), 16);
        v128.store(out + o, threeOf(v128.shuffle<f32>(a1, a2, 2, 3, 4, 7)), 32);
        v128.store(out + o, threeOf(v128.shuffle<f32>(a2, a2, 1, 2, 3, 7)), 48);
      }
      for (; o < end; o += 16, c += 12) {
        let a = addTwo(v128.load(so + o), w0, v128.load(p0 + c), w1, v128.load(p1 + c));
        a = addTwo(a, w2, v128.load(p2 + c), w3, v128.load(p3 + c));
        a = addTwo(a, w4, v128.load(p4 + c), w5, v128.load(p5 + c));
        v128.store(out + o, threeOf(addTwo(a, w6, v128.load(p6 + c), w7, v128.load(p7 + c))));
      }
    }
    if (count == 0) memory.copy(out + ((<usize>from) << 4), y + ((<usize>from) << 4), (<usize>(to - from)) << 4);
  }
}
