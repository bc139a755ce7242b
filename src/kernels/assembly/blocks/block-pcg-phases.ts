// What conjugate gradients (block-pcg) do on the rows of a chunk, between two points where all chunks meet. Sums are left at `part`.

import { ALPHA, BETA } from "../../layout/block-numbers";
import * as at from "../../layout/block-words";
import { madd, mul, sub, sumLanesDouble } from "../shared/simd";
import { word } from "../shared/words";
import { addCommonPairs, addPairs } from "./block-product";
import { applyInverse } from "./block-sweep";
import { addFullProduct } from "./full-rows";

/** Bytes of the rows whose products are summed in single precision before they are added in double precision. */
const FEW: usize = 16 * 16;

/** a · b over the bytes from `from` up to `size` */
export function dot(from: usize, size: usize, a: usize, b: usize): f64 {
  let sum: f64 = 0;
  for (let o = from; o < size; ) {
    const end = min(o + FEW, size);
    let part = f32x4.splat(0);
    for (; o < end; o += 16) part = madd(v128.load(a + o), v128.load(b + o), part);
    sum += sumLanesDouble(part);
  }
  return sum;
}

/** r = b, p = 0, and q = M′ y, or y = q = 0 without a start; r·r */
export function beginSolve(first: i32, last: i32, system: usize, part: usize): void {
  const rows = word(system, at.ROWS);
  const inertia = word(system, at.INERTIA);
  const b = word(system, at.RIGHT_SIDE);
  const r = word(system, at.RESIDUAL);
  const p = word(system, at.DIRECTION);
  const q = word(system, at.PRODUCT);
  const y = word(system, at.SOLUTION);
  const zero = f32x4.splat(0);
  const from = (<usize>first) << 4;
  const size = (<usize>last) << 4;
  const hasStart = word(system, at.HAS_START) != 0;
  for (let o = from; o < size; o += 16) {
    const mass = v128.load(rows + (o << 2), 48);
    v128.store(inertia + o, mass);
    v128.store(r + o, v128.load(b + o));
    v128.store(p + o, zero);
    if (!hasStart) v128.store(y + o, zero);
    v128.store(q + o, hasStart ? mul(mass, v128.load(y + o)) : zero);
  }
  store<f64>(part, dot(from, size, r, r));
  store<f64>(part, 0, 8);
}

/** q += Lap(J) x; x·q of it, where nothing more is to be added */
export function multiply(chunk: usize, first: i32, last: i32, system: usize, part: usize): void {
  const x = word(system, at.FROM);
  const q = word(system, at.PRODUCT);
  if (IS_WHOLE && word(system, at.BLOCK_SIZE) != 0) addFullProduct(chunk, first, last, system, x, q);
  else {
    const columns = word(system, at.COLUMNS);
    const blocks = word(system, at.BLOCKS);
    const common = word(system, at.COMMON_RANGES) + (chunk << 3);
    addPairs(first, last, word(system, at.ROW_START), word(system, at.OWNED_END), columns, blocks, x, q);
    addCommonPairs(load<i32>(common), load<i32>(common, 4), word(system, at.COMMON_ROWS), columns, blocks, x, q);
  }
  if (HAS_CONTACT && hasMore(word(system, at.BOUND))) return; // which is added first
  store<f64>(part, dot((<usize>first) << 4, (<usize>last) << 4, x, q));
}

/** Whether there are sliders or ties. */
export function hasMore(bound: usize): bool {
  return load<u32>(bound, at.SLIDER_COUNT << 2) > 0 || load<u32>(bound, at.TIE_COUNT << 2) > 0;
}

/** x·q */
export function dotProduct(first: i32, last: i32, system: usize, part: usize): void {
  store<f64>(part, dot((<usize>first) << 4, (<usize>last) << 4, word(system, at.FROM), word(system, at.PRODUCT)));
}

/** r −= α q, z = D⁻¹ r; r·r and r·z */
export function updateResidual(first: i32, last: i32, system: usize, part: usize): void {
  const a = f32x4.splat(<f32>load<f64>(word(system, at.NUMBERS), ALPHA << 3));
  const rows = word(system, at.ROWS);
  const q = word(system, at.PRODUCT);
  const r = word(system, at.RESIDUAL);
  const z = word(system, at.PRECONDITIONED);
  const zero = f32x4.splat(0);
  let squared: f64 = 0;
  let preconditioned: f64 = 0;
  const size = (<usize>last) << 4;
  for (let o = (<usize>first) << 4; o < size; ) {
    const end = min(o + FEW, size);
    let rr = zero;
    let rz = zero;
    for (; o < end; o += 16) {
      const s = sub(v128.load(r + o), mul(a, v128.load(q + o)));
      v128.store(r + o, s);
      const t = applyInverse(rows + (o << 2), s);
      v128.store(z + o, t);
      rr = madd(s, s, rr);
      rz = madd(s, t, rz);
    }
    squared += sumLanesDouble(rr);
    preconditioned += sumLanesDouble(rz);
  }
  store<f64>(part, squared);
  store<f64>(part, preconditioned, 8);
}

/** y += α p, p = z + β p, q = M′ p */
export function turnDirection(first: i32, last: i32, system: usize): void {
  const a = f32x4.splat(<f32>load<f64>(word(system, at.NUMBERS), ALPHA << 3));
  const b = f32x4.splat(<f32>load<f64>(word(system, at.NUMBERS), BETA << 3));
  const inertia = word(system, at.INERTIA);
  const z = word(system, at.PRECONDITIONED);
  const y = word(system, at.SOLUTION);
  const p = word(system, at.DIRECTION);
  const q = word(system, at.PRODUCT);
  const size = (<usize>last) << 4;
  for (let o = (<usize>first) << 4; o < size; o += 16) {
    const before = v128.load(p + o);
    v128.store(y + o, madd(a, before, v128.load(y + o)));
    const after = madd(b, before, v128.load(z + o));
    v128.store(p + o, after);
    v128.store(q + o, mul(v128.load(inertia + o), after));
  }
}
