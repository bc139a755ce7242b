// The forces of springs and hinges on every particle, four pairs of neighbours at a time.
import * as at from "../../layout/edge-words";
import * as job from "../../layout/job-words";
import { addDamping, isDamped } from "../shared/edge-damping";
import { storeDifferences, storeLanes, TINY } from "../shared/edge-differences";
import { computeCommonMoved, computeOwnedMoved, keepDifferences } from "../shared/kept-differences";
import { add, addRows, madd, mul, splat0, splat1, splat2, sub, subtractRows, sumLanes, sumLanesDouble } from "../shared/simd";
import { firstOf, secondOf, word } from "../shared/words";
import { turnOn, turnOnTwice } from "./edge-rotation";
import { addTriangleForces } from "./triangle-forces";

// A pair has a stiffness k, a rest length L (negative: does not push back) and a weight w of the linear part (hinges), four of each for a group: 48 bytes,
// whose place is a word of `traits`, for most groups of a regular mesh are alike, and read the same ones. The force on i and the energy are
//
//     f = (k (1 − L/r) + w) d,   d = x_j − x_i,   r = |d|          E = ½ (k (r − L)² + w r²)
//
// Positions come as pairs of vectors in single precision, hi and lo with x = hi + lo, 32 bytes a particle: the differences of neighbours are
// then as good as d itself can be. Pairs are told by byte offsets of them.
//
// A pair of two rows of the same chunk of a job is computed once and taken from the other row: such groups are those of one row i with four neighbours. Of
// a pair of two chunks each computes its half, in groups of any four: so nobody writes to another's rows.
//
// Three short loops over a few groups are faster than one long one: a core looks ahead by some hundred instructions only.
//
// A particle has 16 bytes of `particle`: mass m, damping c, 1 or 0 for free or held. What the step asks for is
//
//     out = free (s (f − c (v + Δv)) + b − m Δv),     Φ = E + Σ Δv·(½ m Δv − b) + ½ s c |v + Δv|²     and what edge-damping adds

/** Groups that these loops take at a time. */
const GROUPS_AT_ONCE: usize = 64;

/** d and |d|² of groups of one row, 64 bytes a group, from d up to `end`. */
// @ts-ignore: decorator
@inline
export function computeOwnedDifferences(row: usize, neighbour: usize, x: usize, d: usize, end: usize): void {
  for (; d < end; d += 64, row += 4, neighbour += 16) {
    const i = x + <usize>load<u32>(row);
    storeDifferences(neighbour, x, v128.load(i), v128.load(i, 16), d);
  }
}

// @ts-ignore: decorator
@inline
function differ(i: usize, j: usize): v128 {
  return add(sub(v128.load(j), v128.load(i)), sub(v128.load(j, 16), v128.load(i, 16)));
}

/** The same of groups of any four pairs. */
// @ts-ignore: decorator
@inline
export function computeCommonDifferences(row: usize, neighbour: usize, x: usize, d: usize, end: usize): void {
  for (; d < end; d += 64, row += 16, neighbour += 16) {
    const i = load<u64>(row);
    const j = load<u64>(neighbour);
    const k = load<u64>(row, 8);
    const l = load<u64>(neighbour, 8);
    const a0 = differ(x + firstOf(i), x + firstOf(j));
    const a1 = differ(x + secondOf(i), x + secondOf(j));
    const a2 = differ(x + firstOf(k), x + firstOf(l));
    const a3 = differ(x + secondOf(k), x + secondOf(l));
    storeLanes(a0, a1, a2, a3, d);
  }
}

/** d becomes the force. Returns twice the energy. */
// @ts-ignore: decorator
@inline
function pull(d: usize, end: usize, t: usize): f64 {
  const tiny = f32x4.splat(TINY);
  const zero = f32x4.splat(0);
  let e = zero;
  for (; d < end; d += 64, t += 4) {
    const traits = <usize>load<u32>(t);
    const rest = v128.load(traits, 16);
    const weight = v128.load(traits, 32);
    const squared = v128.load(d, 48);
    const r = f32x4.sqrt(f32x4.max(squared, tiny));
    const stretch = sub(r, f32x4.abs(rest));
    const isSlack = v128.and(f32x4.lt(rest, zero), f32x4.le(stretch, zero));
    const tension = v128.andnot(mul(v128.load(traits), stretch), isSlack);
    const scale = add(f32x4.div(tension, r), weight);
    v128.store(d, mul(scale, v128.load(d)));
    v128.store(d, mul(scale, v128.load(d, 16)), 16);
    v128.store(d, mul(scale, v128.load(d, 32)), 32);
    e = madd(tension, stretch, madd(weight, squared, e));
  }
  return sumLanesDouble(e);
}

/** d becomes the force towards targets: (k + w) d − k d*,   d* = L p/|p|, or p where the spring is slack, p at d + `apart`. */
// @ts-ignore: decorator
@inline
function pullToTargets(d: usize, end: usize, apart: usize, t: usize): void {
  const tiny = f32x4.splat(TINY);
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  for (; d < end; d += 64, t += 4) {
    const p = d + apart;
    const traits = <usize>load<u32>(t);
    const k = v128.load(traits);
    const rest = v128.load(traits, 16);
    const r = f32x4.sqrt(f32x4.max(v128.load(p, 48), tiny));
    const length = f32x4.abs(rest);
    const isSlack = v128.and(f32x4.lt(rest, zero), f32x4.le(r, length));
    const ratio = mul(k, v128.bitselect(one, f32x4.div(length, r), isSlack));
    const scale = add(k, v128.load(traits, 32));
    v128.store(d, sub(mul(scale, v128.load(d)), mul(ratio, v128.load(p))));
    v128.store(d, sub(mul(scale, v128.load(d, 16)), mul(ratio, v128.load(p, 16))), 16);
    v128.store(d, sub(mul(scale, v128.load(d, 32)), mul(ratio, v128.load(p, 32))), 32);
  }
}

/** Adds the forces of groups to their rows of f, 16 bytes each, and takes them from their neighbours. */
// @ts-ignore: decorator
@inline
export function shareOwned(row: usize, neighbour: usize, d: usize, end: usize, f: usize): void {
  for (; d < end; d += 64, row += 4, neighbour += 16) {
    const x = v128.load(d);
    const y = v128.load(d, 16);
    const z = v128.load(d, 32);
    subtractRows(f, neighbour, 1, x, y, z);
    const own = f + <usize>(load<u32>(row) >> 1);
    v128.store(own, add(v128.load(own), sumLanes(x, y, z)));
  }
}

// @ts-ignore: decorator
@inline
export function addCommon(row: usize, d: usize, end: usize, f: usize): void {
  for (; d < end; d += 64, row += 16) addRows(f, row, 1, v128.load(d), v128.load(d, 16), v128.load(d, 32));
}

// Where the groups are: words of `groups`.
//   ranges, row, neighbour and traits of pairs within a chunk; the same of pairs of two chunks; scratch of all chunks and its size for one; where the
//   differences of pairs within a chunk and of others are kept, or 0; edge-damping has two more.

/**
 * Adds the forces of a chunk at the positions x, towards targets at `to` where that is not 0, which are turned on from `before` and `beforeThat` where these are not 0,
 * to f; returns its part of the energy. Differences at x are kept, if there is room; without x they are those that were kept, moved on by s Δv.
 */
// @ts-ignore: decorator
@inline
function addForces(
  chunk: usize,
  groups: usize,
  x: usize,
  to: usize,
  before: usize,
  beforeThat: usize,
  deltaV: usize,
  s: v128,
  f: usize,
): f64 {
  const scratch = <usize>load<u32>(groups, at.SCRATCH) + chunk * <usize>load<u32>(groups, at.SCRATCH_SIZE);
  const apart = GROUPS_AT_ONCE << 6;
  let own: f64 = 0;
  let common: f64 = 0;
  let range = <usize>load<u32>(groups, at.OWNED_RANGES) + (chunk << 3);
  let last = <usize>load<u32>(range, 4);
  let kept = <usize>load<u32>(groups, at.OWNED_KEPT);
  for (let first = <usize>load<u32>(range); first < last; first += GROUPS_AT_ONCE) {
    const end = scratch + (min(GROUPS_AT_ONCE, last - first) << 6);
    const row = <usize>load<u32>(groups, at.OWNED_ROW) + (first << 2);
    const neighbour = <usize>load<u32>(groups, at.OWNED_NEIGHBOUR) + (first << 4);
    const traits = <usize>load<u32>(groups, at.OWNED_TRAITS) + (first << 2);
    if (x == 0) computeOwnedMoved(row, neighbour, kept + 48 * first, deltaV, s, scratch, end);
    else {
      computeOwnedDifferences(row, neighbour, x, scratch, end);
      if (kept != 0) keepDifferences(scratch, end, kept + 48 * first);
    }
    if (to == 0) own += pull(scratch, end, traits);
    else {
      computeOwnedDifferences(row, neighbour, to, scratch + apart, end + apart);
      if (IS_WHOLE && before != 0) {
        computeOwnedDifferences(row, neighbour, before, scratch + 2 * apart, end + 2 * apart);
        if (beforeThat == 0) turnOn(scratch + apart, end + apart, apart);
        else {
          computeOwnedDifferences(row, neighbour, beforeThat, scratch + 3 * apart, end + 3 * apart);
          turnOnTwice(scratch + apart, end + apart, apart);
        }
      }
      pullToTargets(scratch, end, apart, traits);
    }
    shareOwned(row, neighbour, scratch, end, f);
  }
  range = <usize>load<u32>(groups, at.COMMON_RANGES) + (chunk << 3);
  last = <usize>load<u32>(range, 4);
  kept = <usize>load<u32>(groups, at.COMMON_KEPT);
  for (let first = <usize>load<u32>(range); first < last; first += GROUPS_AT_ONCE) {
    const end = scratch + (min(GROUPS_AT_ONCE, last - first) << 6);
    const row = <usize>load<u32>(groups, at.COMMON_ROW) + (first << 4);
    const neighbour = <usize>load<u32>(groups, at.COMMON_NEIGHBOUR) + (first << 4);
    const traits = <usize>load<u32>(groups, at.COMMON_TRAITS) + (first << 2);
    if (x == 0) computeCommonMoved(row, neighbour, kept + 48 * first, deltaV, s, scratch, end);
    else {
      computeCommonDifferences(row, neighbour, x, scratch, end);
      if (kept != 0) keepDifferences(scratch, end, kept + 48 * first);
    }
    if (to == 0) common += pull(scratch, end, traits);
    else {
      computeCommonDifferences(row, neighbour, to, scratch + apart, end + apart);
      if (IS_WHOLE && before != 0) {
        computeCommonDifferences(row, neighbour, before, scratch + 2 * apart, end + 2 * apart);
        if (beforeThat == 0) turnOn(scratch + apart, end + apart, apart);
        else {
          computeCommonDifferences(row, neighbour, beforeThat, scratch + 3 * apart, end + 3 * apart);
          turnOnTwice(scratch + apart, end + apart, apart);
        }
      }
      pullToTargets(scratch, end, apart, traits);
    }
    addCommon(row, scratch, end, f);
  }
  return 0.5 * own + 0.25 * common;
}

/**
 * The residual on rows from `first` up to `last`, those of the chunk, at the positions x or, where that is 0, at those of the last call with x moved on by s Δv; towards
 * targets at `to` where that is not 0, turned on from `before` and `beforeThat` where these are not 0. `triangles`, where that is not 0, act besides. The chunk's part of Φ is left, where there are no targets.
 */
export function computeResidual(first: i32, last: i32, chunk: usize, args: usize): void {
  const groups = word(args, job.RESIDUAL_EDGES);
  const x = word(args, job.RESIDUAL_X);
  const to = word(args, job.RESIDUAL_TARGETS);
  const before = word(args, job.RESIDUAL_LAST);
  const beforeThat = IS_WHOLE ? word(args, job.RESIDUAL_LAST_BUT_ONE) : 0;
  const triangles = IS_WHOLE ? word(args, job.RESIDUAL_TRIANGLES) : 0;
  const particle = word(args, job.RESIDUAL_PARTICLES);
  const impulse = word(args, job.RESIDUAL_IMPULSES);
  const v = word(args, job.RESIDUAL_VELOCITIES);
  const deltaV = word(args, job.RESIDUAL_CHANGE);
  const seconds = word(args, job.RESIDUAL_SECONDS);
  const out = word(args, job.RESIDUAL_OUT);
  memory.fill(out + ((<usize>first) << 4), 0, (<usize>(last - first)) << 4);
  const s = f32x4.splat(<f32>load<f64>(seconds));
  let energy = addForces(chunk, groups, x, to, before, beforeThat, deltaV, s, out);
  if (IS_WHOLE && triangles != 0) energy += addTriangleForces(chunk, triangles, x, to, before, beforeThat, deltaV, seconds, out);
  if (IS_WHOLE && isDamped(groups)) energy += load<f64>(seconds) * addDamping(chunk, groups, v, deltaV, out);
  const half = f32x4.splat(0.5);
  let inertia: f64 = 0;
  for (let o = (<usize>first) << 4, end = (<usize>last) << 4; o < end; o += 16) {
    const about = v128.load(particle + o);
    const c = splat1(about);
    const b = v128.load(impulse + o);
    const change = v128.load(deltaV + o);
    const after = add(v128.load(v + o), change);
    const f = sub(v128.load(out + o), mul(c, after));
    const momentum = mul(splat0(about), change);
    v128.store(out + o, mul(splat2(about), sub(madd(s, f, b), momentum)));
    const terms = madd(change, sub(mul(half, momentum), b), mul(mul(half, s), mul(c, mul(after, after))));
    inertia += sumLanesDouble(terms);
  }
  store<f64>(word(args, job.RESIDUAL_PARTS) + (chunk << 3), energy + inertia);
}
