// Whether two elements clearly stay apart along the axis between their middles, in single precision: the first axis of meeting-axes at a quarter of its price. Most
// pairs whose boxes meet lie side by side in a slanted sheet and end here; the test in double precision would drop them as well.
//
// With coordinates from the middle of all, at most side/2, and ε = 2⁻²⁴: the axis u is wrong by less than 28 ε side, a difference of sums along it by less than
// 11 ε side |u|, and a difference of two vertices is at most √3 side long. Elements that are apart along u in single precision by more than
//
//     apart |u| + K side (|u| + side + apart),   K = 10⁻⁵,
//
// are apart by more than `apart` along the axis in double precision.
import * as words from "../../layout/meeting-words";
import { vector } from "./meeting-mesh";

const K: f64 = 1e-5;
/** Beyond this squares may leave the range of single precision [m]. */
const FARTHEST: f64 = 1e9;

/** After the lattice is laid: `side` is that of the box of all vertices. Stores K side, infinite where it is too large. */
export function storeBound(numbers: usize, side: f64): void {
  store<f64>(numbers, side < FARTHEST ? K * side : Infinity, words.ALLOWANCE);
  store<f64>(numbers, side, words.SIDE);
}

/** `x` are the vertices in single precision. */
export function clearlyStaysFromTriangle(x: usize, numbers: usize, p: i32, a: i32, b: i32, c: i32): bool {
  const p0 = vector(x, 2 * p);
  const p1 = vector(x, 2 * p + 1);
  const a0 = vector(x, 2 * a);
  const a1 = vector(x, 2 * a + 1);
  const b0 = vector(x, 2 * b);
  const b1 = vector(x, 2 * b + 1);
  const c0 = vector(x, 2 * c);
  const c1 = vector(x, 2 * c + 1);
  const p01 = f32x4.add(p0, p1);
  const axis = f32x4.sub(
    f32x4.add(p01, f32x4.add(p01, p01)),
    f32x4.add(f32x4.add(f32x4.add(a0, a1), f32x4.add(b0, b1)), f32x4.add(c0, c1)),
  );
  const start = sumsAlong(a0, b0, c0, p0, axis);
  const end = sumsAlong(a1, b1, c1, p1, axis);
  // (p − a, p − b, p − c, 0) at both ends, and p − a once more for the 0
  const first = f32x4.sub(v128.shuffle<f32>(start, start, 3, 3, 3, 3), v128.shuffle<f32>(start, start, 0, 1, 2, 0));
  const last = f32x4.sub(v128.shuffle<f32>(end, end, 3, 3, 3, 3), v128.shuffle<f32>(end, end, 0, 1, 2, 0));
  const both = f32x4.min(first, last);
  const least = f32x4.min(both, v128.shuffle<f32>(both, both, 2, 3, 0, 1));
  return isClear(numbers, min(f32x4.extract_lane(least, 0), f32x4.extract_lane(least, 1)), axis);
}

export function clearlyStaysFromEdge(x: usize, numbers: usize, a: i32, b: i32, c: i32, d: i32): bool {
  const a0 = vector(x, 2 * a);
  const a1 = vector(x, 2 * a + 1);
  const b0 = vector(x, 2 * b);
  const b1 = vector(x, 2 * b + 1);
  const c0 = vector(x, 2 * c);
  const c1 = vector(x, 2 * c + 1);
  const d0 = vector(x, 2 * d);
  const d1 = vector(x, 2 * d + 1);
  const axis = f32x4.sub(f32x4.add(f32x4.add(c0, d0), f32x4.add(c1, d1)), f32x4.add(f32x4.add(a0, b0), f32x4.add(a1, b1)));
  const start = sumsAlong(a0, b0, c0, d0, axis);
  const end = sumsAlong(a1, b1, c1, d1, axis);
  const first = v128.shuffle<f32>(start, end, 0, 1, 4, 5);
  const second = v128.shuffle<f32>(start, end, 2, 3, 6, 7);
  const least = f32x4.sub(
    f32x4.min(second, v128.shuffle<f32>(second, second, 1, 0, 3, 2)),
    f32x4.max(first, v128.shuffle<f32>(first, first, 1, 0, 3, 2)),
  );
  return isClear(numbers, min(f32x4.extract_lane(least, 0), f32x4.extract_lane(least, 2)), axis);
}

/** The products of four vectors with an axis. */
// @ts-ignore: decorator
@inline
function sumsAlong(a: v128, b: v128, c: v128, d: v128, axis: v128): v128 {
  const pa = f32x4.mul(a, axis);
  const pb = f32x4.mul(b, axis);
  const pc = f32x4.mul(c, axis);
  const pd = f32x4.mul(d, axis);
  const ab = f32x4.add(v128.shuffle<f32>(pa, pb, 0, 4, 1, 5), v128.shuffle<f32>(pa, pb, 2, 6, 3, 7));
  const cd = f32x4.add(v128.shuffle<f32>(pc, pd, 0, 4, 1, 5), v128.shuffle<f32>(pc, pd, 2, 6, 3, 7));
  return f32x4.add(v128.shuffle<f32>(ab, cd, 0, 1, 4, 5), v128.shuffle<f32>(ab, cd, 2, 3, 6, 7));
}

// @ts-ignore: decorator
@inline
function isClear(numbers: usize, least: f32, axis: v128): bool {
  const squares = f32x4.mul(axis, axis);
  const length = <f64>sqrt<f32>(f32x4.extract_lane(squares, 0) + f32x4.extract_lane(squares, 1) + f32x4.extract_lane(squares, 2));
  const apart = load<f64>(numbers, words.APART);
  return <f64>least > apart * length + load<f64>(numbers, words.ALLOWANCE) * (length + load<f64>(numbers, words.SIDE) + apart);
}
