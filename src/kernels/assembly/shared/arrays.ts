// Arrays in double precision, as the cloth numbers them: the numbers from `first` up to `last`. What a job is told stands in `args`.
import * as at from "../../layout/job-words";
import { word } from "./words";

/** result = 0 where a and b are equal, number for number, else 1 */
export function compareArrays(first: i32, last: i32, args: usize, own: usize): void {
  let a = word(args, at.DOT_A) + ((<usize>first) << 3);
  let b = word(args, at.DOT_B) + ((<usize>first) << 3);
  const end = word(args, at.DOT_A) + ((<usize>last) << 3);
  let same = i64x2.splat(-1);
  for (; a + 32 <= end; a += 32, b += 32) {
    const p = f64x2.eq(v128.load(a), v128.load(b));
    const q = f64x2.eq(v128.load(a, 16), v128.load(b, 16));
    same = v128.and(same, v128.and(p, q));
  }
  let equal = i64x2.all_true(same);
  for (; a < end; a += 8, b += 8) equal = equal && load<f64>(a) == load<f64>(b);
  store<f64>(word(args, at.DOT_PARTS) + own, equal ? 0 : 1);
}

/** out = y + factor x */
export function computeArraySum(first: i32, last: i32, args: usize): void {
  const f = load<f64>(word(args, at.SUM_FACTOR));
  const ff = f64x2.splat(f);
  let x = word(args, at.SUM_X) + ((<usize>first) << 3);
  let y = word(args, at.SUM_Y) + ((<usize>first) << 3);
  let out = word(args, at.SUM_OUT) + ((<usize>first) << 3);
  const end = word(args, at.SUM_X) + ((<usize>last) << 3);
  for (; x + 16 <= end; x += 16, y += 16, out += 16) v128.store(out, f64x2.add(v128.load(y), f64x2.mul(ff, v128.load(x))));
  if (x < end) store<f64>(out, load<f64>(y) + f * load<f64>(x));
}

export function copyNumbers(first: i32, last: i32, args: usize): void {
  const o = (<usize>first) << 3;
  memory.copy(word(args, at.NUMBERS_TO) + o, word(args, at.NUMBERS_FROM) + o, ((<usize>last) << 3) - o);
}

/** result = the largest |a|; Infinity where one is not a number */
export function computeArrayLargest(first: i32, last: i32, args: usize, own: usize): void {
  let a = word(args, at.LARGEST_A) + ((<usize>first) << 3);
  const end = word(args, at.LARGEST_A) + ((<usize>last) << 3);
  let p = f64x2.splat(0);
  let q = f64x2.splat(0);
  for (; a + 32 <= end; a += 32) {
    p = f64x2.max(p, f64x2.abs(v128.load(a)));
    q = f64x2.max(q, f64x2.abs(v128.load(a, 16)));
  }
  p = f64x2.max(p, q);
  let most = max(f64x2.extract_lane(p, 0), f64x2.extract_lane(p, 1));
  for (; a < end; a += 8) most = max(most, abs(load<f64>(a)));
  store<f64>(word(args, at.LARGEST_PARTS) + own, most == most ? most : Infinity);
}
