// Arrays in double precision, as the cloth numbers them.

/** result = 1 where a and b are equal, number for number, else 0 */
export function compareArrays(count: i32, a: usize, b: usize, result: usize): void {
  const end = a + (<usize>count << 3);
  const whole = a + ((<usize>count & ~3) << 3);
  let same = i64x2.splat(-1);
  for (; a < whole; a += 32, b += 32) {
    const p = f64x2.eq(v128.load(a), v128.load(b));
    const q = f64x2.eq(v128.load(a, 16), v128.load(b, 16));
    same = v128.and(same, v128.and(p, q));
  }
  let equal = i64x2.all_true(same);
  for (; a < end; a += 8, b += 8) equal = equal && load<f64>(a) == load<f64>(b);
  store<f64>(result, equal ? 1 : 0);
}

/** out = y + factor x */
export function computeArraySum(count: i32, factor: usize, x: usize, y: usize, out: usize): void {
  const f = load<f64>(factor);
  const ff = f64x2.splat(f);
  const end = x + (<usize>count << 3);
  const whole = x + ((<usize>count & ~1) << 3);
  for (; x < whole; x += 16, y += 16, out += 16) v128.store(out, f64x2.add(v128.load(y), f64x2.mul(ff, v128.load(x))));
  if (x < end) store<f64>(out, load<f64>(y) + f * load<f64>(x));
}
