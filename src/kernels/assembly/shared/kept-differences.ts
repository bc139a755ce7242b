// The differences d₀ of neighbours where a step begins, kept to be moved on: d = d₀ + s (Δv_j − Δv_i). That takes half the loads of differences of positions
// in two parts, and no positions: 0.43 → 0.37 ms for a residual of 80 × 80. (The root and the quotient that follow are not what it waits for: an inverse root by
// Newton's steps takes 0.45 ms.)
import { storeMoved } from "./edge-differences";
import { sub } from "./simd";
import { firstOf, secondOf } from "./words";

/** Keeps the differences of groups, 48 bytes each. */
// @ts-ignore: decorator
@inline
export function keepDifferences(d: usize, end: usize, kept: usize): void {
  for (; d < end; d += 64, kept += 48) {
    v128.store(kept, v128.load(d));
    v128.store(kept, v128.load(d, 16), 16);
    v128.store(kept, v128.load(d, 32), 32);
  }
}

/** Δv of the particle whose position has this byte offset: half of it, for there is no lo. */
// @ts-ignore: decorator
@inline
function changeOf(position: usize, deltaV: usize): v128 {
  return v128.load(deltaV + (position >> 1));
}

/** d and |d|² of groups of one row, 64 bytes a group, from d up to `end`. */
// @ts-ignore: decorator
@inline
export function computeOwnedMoved(row: usize, neighbour: usize, kept: usize, deltaV: usize, s: v128, d: usize, end: usize): void {
  for (; d < end; d += 64, row += 4, neighbour += 16, kept += 48) {
    const own = changeOf(<usize>load<u32>(row), deltaV);
    const j = load<u64>(neighbour);
    const k = load<u64>(neighbour, 8);
    const a0 = sub(changeOf(firstOf(j), deltaV), own);
    const a1 = sub(changeOf(secondOf(j), deltaV), own);
    const a2 = sub(changeOf(firstOf(k), deltaV), own);
    const a3 = sub(changeOf(secondOf(k), deltaV), own);
    storeMoved(a0, a1, a2, a3, kept, s, d);
  }
}

/** The same of groups of any four pairs. */
// @ts-ignore: decorator
@inline
export function computeCommonMoved(row: usize, neighbour: usize, kept: usize, deltaV: usize, s: v128, d: usize, end: usize): void {
  for (; d < end; d += 64, row += 16, neighbour += 16, kept += 48) {
    const i = load<u64>(row);
    const j = load<u64>(neighbour);
    const k = load<u64>(row, 8);
    const l = load<u64>(neighbour, 8);
    const a0 = sub(changeOf(firstOf(j), deltaV), changeOf(firstOf(i), deltaV));
    const a1 = sub(changeOf(secondOf(j), deltaV), changeOf(secondOf(i), deltaV));
    const a2 = sub(changeOf(firstOf(l), deltaV), changeOf(firstOf(k), deltaV));
    const a3 = sub(changeOf(secondOf(l), deltaV), changeOf(secondOf(k), deltaV));
    storeMoved(a0, a1, a2, a3, kept, s, d);
  }
}
