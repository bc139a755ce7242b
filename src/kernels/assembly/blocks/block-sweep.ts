// Relaxation over the matrix of block-rows, x_i ← x_i + A_ii⁻¹ (b_i − (A x)_i): a row's fault is corrected, so that the rounding of stiff inverses
// is corrected with it.
import * as at from "../../layout/block-words";
import { addDouble, sumDouble } from "../shared/double-sums";
import { add, madd, mul, splat0, splat1, splat2, sub } from "../shared/simd";
import { word } from "../shared/words";
import { gatherRow, sumRow } from "./block-product";

/** D⁻¹ r, of the row whose columns stand at `row`. */
// @ts-ignore: decorator
@inline
export function applyInverse(row: usize, r: v128): v128 {
  return madd(v128.load(row), splat0(r), madd(v128.load(row, 16), splat1(r), mul(v128.load(row, 32), splat2(r))));
}

/** One sweep over the rows from `first` up to `last` in their order: Gauss–Seidel where `from` is `to`   [Kim06, eq. 8], else Jacobi   [Kang02, eq. 19]. */
export function sweepBlocks(first: i32, last: i32, system: usize, from: usize, to: usize): void {
  const rowStart = word(system, at.ROW_START);
  const columns = word(system, at.COLUMNS);
  const blocks = word(system, at.BLOCKS);
  const rows = word(system, at.ROWS);
  const b = word(system, at.RIGHT_SIDE);
  let group = <usize>load<u32>(rowStart + ((<usize>first) << 2));
  for (let i = first; i < last; i++) {
    const o = (<usize>i) << 4;
    const row = rows + (o << 2);
    const next = <usize>load<u32>(rowStart + ((<usize>(i + 1)) << 2));
    const own = v128.load(from + o);
    const near = sub(v128.load(b + o), mul(v128.load(row, 48), own));
    const far = gatherRow(columns + (group << 4), columns + (next << 4), blocks + (group << 6), from, own);
    v128.store(to + o, add(own, applyInverse(row, sub(near, far))));
    group = next;
  }
}

/** The first of Jacobi's sweeps, from nothing: D⁻¹ b. */
export function applyInverses(first: i32, last: i32, system: usize): void {
  const rows = word(system, at.ROWS);
  const b = word(system, at.RIGHT_SIDE);
  const out = word(system, at.TO);
  for (let o = (<usize>first) << 4, end = (<usize>last) << 4; o < end; o += 16) {
    v128.store(out + o, applyInverse(rows + (o << 2), v128.load(b + o)));
  }
}

/** result = Σ |b − A x|² over free rows, whose inverses are not 0. */
export function computeBlockResidual(first: i32, last: i32, system: usize, result: usize): void {
  const rowStart = word(system, at.ROW_START);
  const columns = word(system, at.COLUMNS);
  const blocks = word(system, at.BLOCKS);
  const rows = word(system, at.ROWS);
  const b = word(system, at.RIGHT_SIDE);
  const x = word(system, at.FROM);
  let sum = f64x2.splat(0);
  let group = <usize>load<u32>(rowStart + ((<usize>first) << 2));
  for (let i = first; i < last; i++) {
    const o = (<usize>i) << 4;
    const row = rows + (o << 2);
    const next = <usize>load<u32>(rowStart + ((<usize>(i + 1)) << 2));
    const isFree = f32x4.ne(splat0(v128.load(row)), f32x4.splat(0));
    const own = v128.load(x + o);
    const near = sub(v128.load(b + o), mul(v128.load(row, 48), own));
    const far = sumRow(columns + (group << 4), columns + (next << 4), blocks + (group << 6), x, own);
    const r = v128.and(isFree, sub(near, far));
    sum = addDouble(sum, r, r);
    group = next;
  }
  store<f64>(result, sumDouble(sum));
}
