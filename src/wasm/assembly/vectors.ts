// Vectors of one (x, y, z, 0) a particle in single precision; sums are formed in double precision, in a fixed order.
import { madd, sub } from "./simd";

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

/** result = a · b */
export function dot(n: i32, a: usize, b: usize, result: usize): void {
  let even = f64x2.splat(0);
  let odd = f64x2.splat(0);
  const end = a + (<usize>n << 4);
  for (; a < end; a += 16, b += 16) {
    const u = v128.load(a);
    const w = v128.load(b);
    even = f64x2.add(even, f64x2.mul(low(u), low(w)));
    odd = f64x2.add(odd, f64x2.mul(high(u), high(w)));
  }
  const sum = f64x2.add(even, odd);
  store<f64>(result, f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1));
}

/** y += a x, with a in double precision at `factor` */
export function addScaled(n: i32, factor: usize, x: usize, y: usize): void {
  const a = f32x4.splat(<f32>load<f64>(factor));
  const end = x + (<usize>n << 4);
  for (; x < end; x += 16, y += 16) v128.store(y, madd(a, v128.load(x), v128.load(y)));
}

/** out = y + a x */
export function computeSum(n: i32, factor: usize, x: usize, y: usize, out: usize): void {
  const a = f32x4.splat(<f32>load<f64>(factor));
  const end = x + (<usize>n << 4);
  for (; x < end; x += 16, y += 16, out += 16) v128.store(out, madd(a, v128.load(x), v128.load(y)));
}

/** out = a − b */
export function computeDifference(n: i32, a: usize, b: usize, out: usize): void {
  const end = a + (<usize>n << 4);
  for (; a < end; a += 16, b += 16, out += 16) v128.store(out, sub(v128.load(a), v128.load(b)));
}

/** result = the largest |a_i| */
export function computeLargest(n: i32, a: usize, result: usize): void {
  let most = f32x4.splat(0);
  const end = a + (<usize>n << 4);
  for (; a < end; a += 16) most = f32x4.max(most, f32x4.abs(v128.load(a)));
  const m01 = max<f32>(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1));
  const m23 = max<f32>(f32x4.extract_lane(most, 2), f32x4.extract_lane(most, 3));
  store<f64>(result, <f64>max<f32>(m01, m23));
}
