// Vectors of one (x, y, z, 0) a particle in single precision; sums are formed in double precision, in a fixed order. What a job is told stands
// in `args`; a chunk leaves its result `own` bytes behind the first of all results.
import * as at from "../../layout/job-words";
import { sumDouble } from "./double-sums";
import { madd } from "./simd";
import { word } from "./words";

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
export function widen(sums: v128, a: v128): v128 {
  return f64x2.add(sums, f64x2.add(low(a), high(a)));
}

/** Adds the products of four rows of a and b, which are added in single precision, to the two sums. */
// @ts-ignore: decorator
@inline
export function addFour(sums: v128, a: usize, b: usize): v128 {
  const p = madd(v128.load(a, 16), v128.load(b, 16), f32x4.mul(v128.load(a), v128.load(b)));
  const q = madd(v128.load(a, 48), v128.load(b, 48), f32x4.mul(v128.load(a, 32), v128.load(b, 32)));
  return widen(sums, f32x4.add(p, q));
}

/** result = a · b. Four products are added in single precision, all else in double. */
export function dot(first: i32, last: i32, args: usize, own: usize): void {
  let sums = f64x2.splat(0);
  let a = word(args, at.DOT_A) + ((<usize>first) << 4);
  let b = word(args, at.DOT_B) + ((<usize>first) << 4);
  const end = word(args, at.DOT_A) + ((<usize>last) << 4);
  for (; a + 64 <= end; a += 64, b += 64) sums = addFour(sums, a, b);
  for (; a < end; a += 16, b += 16) sums = widen(sums, f32x4.mul(v128.load(a), v128.load(b)));
  store<f64>(word(args, at.DOT_PARTS) + own, sumDouble(sums));
}

/** out = y + a x, with a in double precision */
export function computeSum(first: i32, last: i32, args: usize): void {
  const a = f32x4.splat(<f32>load<f64>(word(args, at.SUM_FACTOR)));
  let x = word(args, at.SUM_X) + ((<usize>first) << 4);
  let y = word(args, at.SUM_Y) + ((<usize>first) << 4);
  const end = word(args, at.SUM_X) + ((<usize>last) << 4);
  let out = word(args, at.SUM_OUT) + ((<usize>first) << 4);
  for (; x < end; x += 16, y += 16, out += 16) v128.store(out, madd(a, v128.load(x), v128.load(y)));
}

/** result = the largest |a_i| */
export function computeLargest(first: i32, last: i32, args: usize, own: usize): void {
  let most = f32x4.splat(0);
  let a = word(args, at.LARGEST_A) + ((<usize>first) << 4);
  const end = word(args, at.LARGEST_A) + ((<usize>last) << 4);
  for (; a < end; a += 16) most = f32x4.max(most, f32x4.abs(v128.load(a)));
  const m01 = max<f32>(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1));
  const m23 = max<f32>(f32x4.extract_lane(most, 2), f32x4.extract_lane(most, 3));
  store<f64>(word(args, at.LARGEST_PARTS) + own, <f64>max<f32>(m01, m23));
}
