// What the constant matrix has more of the springs' stiffness than they have at the moment, times a vector: r += (A − H) e.
import * as at from "../../layout/edge-words";
import * as job from "../../layout/job-words";
import { TINY } from "../shared/edge-differences";
import { computeCommonMoved, computeOwnedMoved } from "../shared/kept-differences";
import { madd, mul, splat2, sub } from "../shared/simd";
import { word } from "../shared/words";
import { addCommon, computeCommonDifferences, computeOwnedDifferences, shareOwned } from "./edge-forces";

// A spring holds back the difference e of its ends by s²k along it and s²k (1 − L/r), or nothing, across it; the constant matrix by s²k each way. The excess is
//
//     g (e − u (u·e)),   g = s²k min(1, L/r),       s²k e where the spring is slack

/** Groups that these loops take at a time. */
const GROUPS_AT_ONCE: usize = 32;

/** e, at d + `apart`, becomes d: the excess of it. */
// @ts-ignore: decorator
@inline
function exceed(d: usize, end: usize, apart: usize, t: usize, s2: v128): void {
  const tiny = f32x4.splat(TINY);
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  for (; d < end; d += 64, t += 4) {
    const traits = <usize>load<u32>(t);
    const rest = v128.load(traits, 16);
    const length = f32x4.abs(rest);
    const squared = f32x4.max(v128.load(d, 48), tiny);
    const r = f32x4.sqrt(squared);
    const isSlack = v128.and(f32x4.lt(rest, zero), f32x4.le(r, length));
    const share = v128.bitselect(one, f32x4.min(one, f32x4.div(length, r)), isSlack);
    const g = mul(mul(s2, v128.load(traits)), share);
    const dx = v128.load(d);
    const dy = v128.load(d, 16);
    const dz = v128.load(d, 32);
    const ex = v128.load(d + apart);
    const ey = v128.load(d + apart, 16);
    const ez = v128.load(d + apart, 32);
    const product = f32x4.div(madd(ex, dx, madd(ey, dy, mul(ez, dz))), squared);
    const along = v128.andnot(product, isSlack);
    v128.store(d, mul(g, sub(mul(along, dx), ex)));
    v128.store(d, mul(g, sub(mul(along, dy), ey)), 16);
    v128.store(d, mul(g, sub(mul(along, dz), ez)), 32);
  }
}

/** Adds it to the rows of the chunk, from `first` up to `last`; those that are held are left at 0. */
export function addExcess(first: i32, last: i32, chunk: usize, args: usize): void {
  const groups = word(args, job.EXCESS_EDGES);
  const x = word(args, job.EXCESS_X);
  const e = word(args, job.EXCESS_FROM);
  const r = word(args, job.EXCESS_OUT);
  const particle = word(args, job.EXCESS_PARTICLES);
  const seconds = <f32>load<f64>(word(args, job.EXCESS_SECONDS));
  const s2 = f32x4.splat(seconds * seconds);
  const one = f32x4.splat(1);
  const scratch = <usize>load<u32>(groups, at.SCRATCH) + chunk * <usize>load<u32>(groups, at.SCRATCH_SIZE);
  const apart = GROUPS_AT_ONCE << 6;
  const nothing = scratch + 2 * apart; // differences of 0, for e alone
  memory.fill(nothing, 0, 48 * GROUPS_AT_ONCE);
  let range = <usize>load<u32>(groups, at.OWNED_RANGES) + (chunk << 3);
  let end = <usize>load<u32>(range, 4);
  for (let group = <usize>load<u32>(range); group < end; group += GROUPS_AT_ONCE) {
    const stop = scratch + (min(GROUPS_AT_ONCE, end - group) << 6);
    const row = <usize>load<u32>(groups, at.OWNED_ROW) + (group << 2);
    const neighbour = <usize>load<u32>(groups, at.OWNED_NEIGHBOUR) + (group << 4);
    computeOwnedDifferences(row, neighbour, x, scratch, stop);
    computeOwnedMoved(row, neighbour, nothing, e, one, scratch + apart, stop + apart);
    exceed(scratch, stop, apart, <usize>load<u32>(groups, at.OWNED_TRAITS) + (group << 2), s2);
    shareOwned(row, neighbour, scratch, stop, r);
  }
  range = <usize>load<u32>(groups, at.COMMON_RANGES) + (chunk << 3);
  end = <usize>load<u32>(range, 4);
  for (let group = <usize>load<u32>(range); group < end; group += GROUPS_AT_ONCE) {
    const stop = scratch + (min(GROUPS_AT_ONCE, end - group) << 6);
    const row = <usize>load<u32>(groups, at.COMMON_ROW) + (group << 4);
    const neighbour = <usize>load<u32>(groups, at.COMMON_NEIGHBOUR) + (group << 4);
    computeCommonDifferences(row, neighbour, x, scratch, stop);
    computeCommonMoved(row, neighbour, nothing, e, one, scratch + apart, stop + apart);
    exceed(scratch, stop, apart, <usize>load<u32>(groups, at.COMMON_TRAITS) + (group << 2), s2);
    addCommon(row, scratch, stop, r);
  }
  for (let o = (<usize>first) << 4, stop = (<usize>last) << 4; o < stop; o += 16) {
    v128.store(r + o, mul(splat2(v128.load(particle + o)), v128.load(r + o)));
  }
}
