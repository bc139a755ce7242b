// Rows that are not free: held ones, and sliders, which are free across a normal n and may have friction T Tᵀ (src/solvers/block-sliders.ts).
import { madd, mul, sub, sumLanes } from "./simd";

// `bound` has six words: how many rows are held, byte offset of the offsets of their vectors, how many slide, byte offsets of theirs, of
// their n and of their T.

// @ts-ignore: decorator
@inline
function product(a: v128, b: v128): v128 {
  const c = mul(a, b);
  return sumLanes(c, c, c);
}

/** q = 0 on held rows */
export function clearRows(bound: usize, q: usize): void {
  const list = <usize>load<u32>(bound, 4);
  const end = list + (<usize>load<u32>(bound) << 2);
  for (let k = list; k < end; k += 4) v128.store(q + <usize>load<u32>(k), f32x4.splat(0));
}

/** q −= n (n·q) on sliders */
export function projectRows(bound: usize, q: usize): void {
  const list = <usize>load<u32>(bound, 12);
  const normals = <usize>load<u32>(bound, 16);
  const size = <usize>load<u32>(bound, 8) << 2;
  for (let k: usize = 0; k < size; k += 4) {
    const row = q + <usize>load<u32>(list + k);
    const n = v128.load(normals + (k << 2));
    const value = v128.load(row);
    v128.store(row, sub(value, mul(n, product(n, value))));
  }
}

/** q += T (T·p) on sliders */
export function gripRows(bound: usize, p: usize, q: usize): void {
  const list = <usize>load<u32>(bound, 12);
  const grips = <usize>load<u32>(bound, 20);
  const size = <usize>load<u32>(bound, 8) << 2;
  for (let k: usize = 0; k < size; k += 4) {
    const o = <usize>load<u32>(list + k);
    const t = v128.load(grips + (k << 2));
    v128.store(q + o, madd(t, product(t, v128.load(p + o)), v128.load(q + o)));
  }
}
