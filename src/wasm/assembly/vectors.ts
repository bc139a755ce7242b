// Vectors of one (x, y, z, 0) a particle in single precision; sums are formed in double precision, in a fixed order.
import { madd, sub, sumLanesDouble } from "./simd";

// @ts-expect-error: decorator
@inline
function low(a: v128): v128 {
  return f64x2.promote_low_f32x4(a);
}

// @ts-expect-error: decorator
@inline
function high(a: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<f32>(a, a, 2, 3, 2, 3));
}

/** Adds the lanes of a to the two sums. */
// @ts-ignore: decorator
@inline
function widen(sums: v128, a: v128): v128 {
  return f64x2.add(sums, f64x2.add(low(a), high(a)));
}

// @ts-ignore: decorator
@inline
function sumOf(sums: v128): f64 {
  return f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
}

/** Adds the products of four rows of a and b, which are added in single precision, to the two sums. */
// @ts-ignore: decorator
@inline
function addFour(sums: v128, a: usize, b: usize): v128 {
  const p = madd(v128.load(a, 16), v128.load(b, 16), f32x4.mul(v128.load(a), v128.load(b)));
  const q = madd(v128.load(a, 48), v128.load(b, 48), f32x4.mul(v128.load(a, 32), v128.load(b, 32)));
  return widen(sums, f32x4.add(p, q));
}

/** result = a · b. Four products are added in single precision, all else in double. */
export function dot(first: i32, last: i32, a: usize, b: usize, result: usize): void {
  let sums = f64x2.splat(0);
  const end = a + (<usize>last << 4);
  a += <usize>first << 4;
  b += <usize>first << 4;
  for (; a + 64 <= end; a += 64, b += 64) sums = addFour(sums, a, b);
  for (; a < end; a += 16, b += 16) sums = widen(sums, f32x4.mul(v128.load(a), v128.load(b)));
  store<f64>(result, sumOf(sums));
}

/** y += a x, with a in double precision at `factor` */
export function addScaled(first: i32, last: i32, factor: usize, x: usize, y: usize): void {
  computeSum(first, last, factor, x, y, y);
}

/** out = y + a x */
export function computeSum(first: i32, last: i32, factor: usize, x: usize, y: usize, out: usize): void {
  const a = f32x4.splat(<f32>load<f64>(factor));
  const end = x + (<usize>last << 4);
  x += <usize>first << 4;
  y += <usize>first << 4;
  out += <usize>first << 4;
  for (; x < end; x += 16, y += 16, out += 16) v128.store(out, madd(a, v128.load(x), v128.load(y)));
}

/** out = a − b */
export function computeDifference(first: i32, last: i32, a: usize, b: usize, out: usize): void {
  const end = a + (<usize>last << 4);
  a += <usize>first << 4;
  b += <usize>first << 4;
  out += <usize>first << 4;
  for (; a < end; a += 16, b += 16, out += 16) v128.store(out, sub(v128.load(a), v128.load(b)));
}

/** step = to − from,   fall = before − after,   result = step · fall,   square = after · after, as `dot` forms them */
export function takePair(
  first: i32,
  last: i32,
  from: usize,
  to: usize,
  before: usize,
  after: usize,
  step: usize,
  fall: usize,
  result: usize,
  square: usize,
): void {
  let products = f64x2.splat(0);
  let squares = f64x2.splat(0);
  let o = <usize>first << 4;
  const end = <usize>last << 4;
  for (; o + 64 <= end; o += 64) {
    for (let k = o; k < o + 64; k += 16) {
      v128.store(step + k, sub(v128.load(to + k), v128.load(from + k)));
      v128.store(fall + k, sub(v128.load(before + k), v128.load(after + k)));
    }
    products = addFour(products, step + o, fall + o);
    squares = addFour(squares, after + o, after + o);
  }
  for (; o < end; o += 16) {
    const r = v128.load(after + o);
    const s = sub(v128.load(to + o), v128.load(from + o));
    const y = sub(v128.load(before + o), r);
    v128.store(step + o, s);
    v128.store(fall + o, y);
    products = widen(products, f32x4.mul(s, y));
    squares = widen(squares, f32x4.mul(r, r));
  }
  store<f64>(result, sumOf(products));
  store<f64>(square, sumOf(squares));
}

/** result = the largest |a_i| */
export function computeLargest(first: i32, last: i32, a: usize, result: usize): void {
  let most = f32x4.splat(0);
  const end = a + (<usize>last << 4);
  a += <usize>first << 4;
  for (; a < end; a += 16) most = f32x4.max(most, f32x4.abs(v128.load(a)));
  const m01 = max<f32>(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1));
  const m23 = max<f32>(f32x4.extract_lane(most, 2), f32x4.extract_lane(most, 3));
  store<f64>(result, <f64>max<f32>(m01, m23));
}

/** Rows that stay in the nearest cache while several vectors go by. */
const ROWS_AT_ONCE: i32 = 512;
/** Bytes of the rows whose products are added in single precision. */
const FEW: usize = 16 * 16;

// @ts-ignore: decorator
@inline
function addTo(result: usize, parts: v128): void {
  store<f64>(result, load<f64>(result) + sumLanesDouble(parts));
}

/** results = the products of b with several vectors, whose offsets stand at `list`, `count` of them: four at a time. */
export function computeDots(first: i32, last: i32, count: i32, list: usize, b: usize, results: usize): void {
  const zero = f32x4.splat(0);
  for (let k = 0; k < count; k++) store<f64>(results + (<usize>k << 3), 0);
  for (let from = <usize>first << 4, size = <usize>last << 4; from < size; from += <usize>ROWS_AT_ONCE << 4) {
    const to = min(from + (<usize>ROWS_AT_ONCE << 4), size);
    let k = 0;
    for (; k + 4 <= count; k += 4) {
      const result = results + (<usize>k << 3);
      const at = list + (<usize>k << 2);
      const p0 = <usize>load<u32>(at);
      const p1 = <usize>load<u32>(at, 4);
      const p2 = <usize>load<u32>(at, 8);
      const p3 = <usize>load<u32>(at, 12);
      for (let o = from; o < to; ) {
        let s0 = zero;
        let s1 = zero;
        let s2 = zero;
        let s3 = zero;
        for (const end = min(o + FEW, to); o < end; o += 16) {
          const v = v128.load(b + o);
          s0 = madd(v, v128.load(p0 + o), s0);
          s1 = madd(v, v128.load(p1 + o), s1);
          s2 = madd(v, v128.load(p2 + o), s2);
          s3 = madd(v, v128.load(p3 + o), s3);
        }
        addTo(result, s0);
        addTo(result + 8, s1);
        addTo(result + 16, s2);
        addTo(result + 24, s3);
      }
    }
    for (; k < count; k++) {
      const p = <usize>load<u32>(list + (<usize>k << 2));
      for (let o = from; o < to; ) {
        let s = zero;
        for (const end = min(o + FEW, to); o < end; o += 16) s = madd(v128.load(b + o), v128.load(p + o), s);
        addTo(results + (<usize>k << 3), s);
      }
    }
  }
}

// @ts-ignore: decorator
@inline
function weightAt(weights: usize, k: i32): v128 {
  return f32x4.splat(<f32>load<f64>(weights + (<usize>k << 3)));
}

/** out = y + Σ w x over several vectors x, with their weights w in double precision: four at a time. */
export function combine(first: i32, last: i32, count: i32, list: usize, weights: usize, y: usize, out: usize): void {
  for (let from = first; from < last; from += ROWS_AT_ONCE) {
    const to = min(from + ROWS_AT_ONCE, last);
    let so = y;
    let k = 0;
    for (; k + 4 <= count; k += 4, so = out) {
      const at = list + (<usize>k << 2);
      const p0 = <usize>load<u32>(at);
      const p1 = <usize>load<u32>(at, 4);
      const p2 = <usize>load<u32>(at, 8);
      const p3 = <usize>load<u32>(at, 12);
      const w0 = weightAt(weights, k);
      const w1 = weightAt(weights, k + 1);
      const w2 = weightAt(weights, k + 2);
      const w3 = weightAt(weights, k + 3);
      for (let o = <usize>from << 4, end = <usize>to << 4; o < end; o += 16) {
        const a = madd(w0, v128.load(p0 + o), madd(w1, v128.load(p1 + o), v128.load(so + o)));
        v128.store(out + o, madd(w2, v128.load(p2 + o), madd(w3, v128.load(p3 + o), a)));
      }
    }
    for (; k < count; k++, so = out) {
      computeSum(from, to, weights + (<usize>k << 3), <usize>load<u32>(list + (<usize>k << 2)), so, out);
    }
    if (count == 0) memory.copy(out + (<usize>from << 4), y + (<usize>from << 4), <usize>(to - from) << 4);
  }
}
