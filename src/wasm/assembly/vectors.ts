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

/** result = a · b. Four products are added in single precision, all else in double. */
export function dot(n: i32, a: usize, b: usize, result: usize): void {
  let sums = f64x2.splat(0);
  const end = a + (<usize>n << 4);
  const whole = a + ((<usize>n & ~3) << 4);
  for (; a < whole; a += 64, b += 64) {
    const p = madd(v128.load(a, 16), v128.load(b, 16), f32x4.mul(v128.load(a), v128.load(b)));
    const q = madd(v128.load(a, 48), v128.load(b, 48), f32x4.mul(v128.load(a, 32), v128.load(b, 32)));
    sums = widen(sums, f32x4.add(p, q));
  }
  for (; a < end; a += 16, b += 16) sums = widen(sums, f32x4.mul(v128.load(a), v128.load(b)));
  store<f64>(result, sumOf(sums));
}

/** y += a x, and result = y · z */
export function addScaledAndDot(n: i32, factor: usize, x: usize, y: usize, z: usize, result: usize): void {
  const a = f32x4.splat(<f32>load<f64>(factor));
  let sums = f64x2.splat(0);
  const end = x + (<usize>n << 4);
  const whole = x + ((<usize>n & ~1) << 4);
  for (; x < whole; x += 32, y += 32, z += 32) {
    const p = madd(a, v128.load(x), v128.load(y));
    const q = madd(a, v128.load(x, 16), v128.load(y, 16));
    v128.store(y, p);
    v128.store(y, q, 16);
    sums = widen(sums, madd(q, v128.load(z, 16), f32x4.mul(p, v128.load(z))));
  }
  for (; x < end; x += 16, y += 16, z += 16) {
    const p = madd(a, v128.load(x), v128.load(y));
    v128.store(y, p);
    sums = widen(sums, f32x4.mul(p, v128.load(z)));
  }
  store<f64>(result, sumOf(sums));
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
