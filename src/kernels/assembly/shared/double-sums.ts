// Sums of products of single precision, formed in double precision.

/** sum + a·b, its even and its odd terms */
// @ts-ignore: decorator
@inline
export function addDouble(sum: v128, a: v128, b: v128): v128 {
  const low = f64x2.mul(f64x2.promote_low_f32x4(a), f64x2.promote_low_f32x4(b));
  const high = f64x2.mul(
    f64x2.promote_low_f32x4(v128.shuffle<f32>(a, a, 2, 3, 2, 3)),
    f64x2.promote_low_f32x4(v128.shuffle<f32>(b, b, 2, 3, 2, 3)),
  );
  return f64x2.add(sum, f64x2.add(low, high));
}

/** The sum of two numbers of double precision. */
// @ts-ignore: decorator
@inline
export function sumDouble(sum: v128): f64 {
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}
