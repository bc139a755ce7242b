// Rows that are not free: held ones, sliders, which are free across a normal n and may have friction T Tᵀ (src/kernels/blocks/block-sliders.ts), and those that
// are tied together.
import { HELD_COUNT, HELD_ROWS, SLIDER_COUNT, SLIDER_GRIPS, SLIDER_NORMALS, SLIDER_ROWS, TIE_COUNT, TIES } from "../../layout/block-words";
import { add, madd, mul, splat0, splat1, splat2, splat3, sub, sumLanes } from "../shared/simd";

// `bound` has the words of BOUND (src/kernels/layout/block-words.ts).

// @ts-ignore: decorator
@inline
function product(a: v128, b: v128): v128 {
  const c = mul(a, b);
  return sumLanes(c, c, c);
}

/** q = 0 on held rows */
export function clearRows(bound: usize, q: usize): void {
  const list = <usize>load<u32>(bound, HELD_ROWS << 2);
  const end = list + ((<usize>load<u32>(bound, HELD_COUNT << 2)) << 2);
  for (let k = list; k < end; k += 4) v128.store(q + <usize>load<u32>(k), f32x4.splat(0));
}

/** q −= n (n·q) on sliders */
export function projectRows(bound: usize, q: usize): void {
  const list = <usize>load<u32>(bound, SLIDER_ROWS << 2);
  const normals = <usize>load<u32>(bound, SLIDER_NORMALS << 2);
  const size = (<usize>load<u32>(bound, SLIDER_COUNT << 2)) << 2;
  for (let k: usize = 0; k < size; k += 4) {
    const row = q + <usize>load<u32>(list + k);
    const n = v128.load(normals + (k << 2));
    const value = v128.load(row);
    v128.store(row, sub(value, mul(n, product(n, value))));
  }
}

/** q += T (T·p) on sliders */
export function gripRows(bound: usize, p: usize, q: usize): void {
  const list = <usize>load<u32>(bound, SLIDER_ROWS << 2);
  const grips = <usize>load<u32>(bound, SLIDER_GRIPS << 2);
  const size = (<usize>load<u32>(bound, SLIDER_COUNT << 2)) << 2;
  for (let k: usize = 0; k < size; k += 4) {
    const o = <usize>load<u32>(list + k);
    const t = v128.load(grips + (k << 2));
    v128.store(q + o, madd(t, product(t, v128.load(p + o)), v128.load(q + o)));
  }
}

/** q_i += β_i (w n nᵀ + w_t (I − n nᵀ)) Σ β p of every tie */
export function tieRows(bound: usize, p: usize, q: usize): void {
  let tie = <usize>load<u32>(bound, TIES << 2);
  const end = tie + ((<usize>load<u32>(bound, TIE_COUNT << 2)) << 6);
  for (; tie < end; tie += 64) {
    const i0 = <usize>load<u32>(tie);
    const i1 = <usize>load<u32>(tie, 4);
    const i2 = <usize>load<u32>(tie, 8);
    const i3 = <usize>load<u32>(tie, 12);
    const weights = v128.load(tie, 16);
    const b0 = splat0(weights);
    const b1 = splat1(weights);
    const b2 = splat2(weights);
    const b3 = splat3(weights);
    const first = madd(b0, v128.load(p + i0), mul(b1, v128.load(p + i1)));
    const r = add(first, madd(b2, v128.load(p + i2), mul(b3, v128.load(p + i3))));
    const n = v128.load(tie, 32);
    const stiffness = v128.load(tie, 48);
    const t = madd(mul(splat0(stiffness), product(n, r)), n, mul(splat1(stiffness), r));
    v128.store(q + i0, madd(b0, t, v128.load(q + i0)));
    v128.store(q + i1, madd(b1, t, v128.load(q + i1)));
    v128.store(q + i2, madd(b2, t, v128.load(q + i2)));
    v128.store(q + i3, madd(b3, t, v128.load(q + i3)));
  }
}
