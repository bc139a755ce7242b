// The springs' stiffness on coarse hats: blocks Pᵀ K P of all pairs of hats, set by set of springs that lie between the same hats, four springs at a time.
import * as at from "../../layout/hat-words";
import * as job from "../../layout/job-words";
import { storeLanes, TINY } from "../shared/edge-differences";
import { add, madd, mul, sub, sumLanesDouble } from "../shared/simd";
import { firstOf, secondOf, word } from "../shared/words";

// A spring whose ends differ by d_a and d_b in hats a and b adds d_a d_b s²k (c I + (1 − c) u uᵀ) to their block,
//
//     c = min(1, max(0, 1 − L/r, turning·h²·v_⊥²/r²))
//
// and nothing where it is slack. Blocks are symmetric: xx, xy, xz, yy, yz, zz.

// @ts-ignore: decorator
@inline
function differ(i: usize, j: usize): v128 {
  return add(sub(v128.load(j), v128.load(i)), sub(v128.load(j, 16), v128.load(i, 16)));
}

// @ts-ignore: decorator
@inline
function differVelocities(i: usize, j: usize, v: usize): v128 {
  return sub(v128.load(v + (j >> 1)), v128.load(v + (i >> 1)));
}

/** What the ends of a group's springs are apart, and its square, into `d`. */
// @ts-ignore: decorator
@inline
function differGroup(ends: usize, x: usize, d: usize): void {
  const i = load<u64>(ends, at.ENDS_FIRST);
  const k = load<u64>(ends, at.ENDS_FIRST + 8);
  const j = load<u64>(ends, at.ENDS_SECOND);
  const l = load<u64>(ends, at.ENDS_SECOND + 8);
  storeLanes(
    differ(x + firstOf(i), x + firstOf(j)),
    differ(x + secondOf(i), x + secondOf(j)),
    differ(x + firstOf(k), x + firstOf(l)),
    differ(x + secondOf(k), x + secondOf(l)),
    d,
  );
}

/** The same of their velocities. */
// @ts-ignore: decorator
@inline
function differGroupVelocities(ends: usize, v: usize, d: usize): void {
  const i = load<u64>(ends, at.ENDS_FIRST);
  const k = load<u64>(ends, at.ENDS_FIRST + 8);
  const j = load<u64>(ends, at.ENDS_SECOND);
  const l = load<u64>(ends, at.ENDS_SECOND + 8);
  storeLanes(
    differVelocities(firstOf(i), firstOf(j), v),
    differVelocities(secondOf(i), secondOf(j), v),
    differVelocities(firstOf(k), firstOf(l), v),
    differVelocities(secondOf(k), secondOf(l), v),
    d,
  );
}

/** s²k (r − L)² of a group's springs, 0 of those that are slack. */
// @ts-ignore: decorator
@inline
function computeEnergy(traits: usize, s2: v128, d: usize): v128 {
  const r = f32x4.sqrt(f32x4.max(v128.load(d, 48), f32x4.splat(TINY)));
  const rest = v128.load(traits, at.TRAITS_REST);
  const length = f32x4.abs(rest);
  const isSlack = v128.and(f32x4.lt(rest, f32x4.splat(0)), f32x4.le(r, length));
  const stretch = sub(r, length);
  return mul(v128.andnot(mul(s2, v128.load(traits, at.TRAITS_STIFFNESS)), isSlack), mul(stretch, stretch));
}

/** The six numbers of the blocks of a group's springs, into `block`. Returns s²k (r − L)² of each. */
// @ts-ignore: decorator
@inline
function computeBlocks(traits: usize, s2: v128, turning: v128, least: v128, d: usize, block: usize): v128 {
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  const dx = v128.load(d);
  const dy = v128.load(d, 16);
  const dz = v128.load(d, 32);
  const squared = f32x4.max(v128.load(d, 48), f32x4.splat(TINY));
  const r = f32x4.sqrt(squared);
  const inverse = f32x4.div(one, squared);
  const along = madd(v128.load(block), dx, madd(v128.load(block, 16), dy, mul(v128.load(block, 32), dz)));
  const turned = f32x4.max(zero, sub(v128.load(block, 48), mul(mul(along, along), inverse)));
  const rest = v128.load(traits, at.TRAITS_REST);
  const length = f32x4.abs(rest);
  const taut = sub(one, f32x4.div(length, r));
  const across = f32x4.min(one, f32x4.max(least, f32x4.max(taut, mul(mul(turning, turned), inverse))));
  const isSlack = v128.and(f32x4.lt(rest, zero), f32x4.le(r, length));
  const stiffness = v128.andnot(mul(s2, v128.load(traits, at.TRAITS_STIFFNESS)), isSlack);
  const a = mul(stiffness, across);
  const b = mul(sub(stiffness, a), inverse);
  const bx = mul(b, dx);
  const by = mul(b, dy);
  v128.store(block, madd(bx, dx, a));
  v128.store(block, mul(bx, dy), 16);
  v128.store(block, mul(bx, dz), 32);
  v128.store(block, madd(by, dy, a), 48);
  v128.store(block, mul(by, dz), 64);
  v128.store(block, madd(mul(b, dz), dz, a), 80);
  const stretch = sub(r, length);
  return mul(stiffness, mul(stretch, stretch));
}

/**
 * Adds the blocks, times the differences of each pair of hats, to the sums; 96 bytes a pair. The differences of a spring sum to 0, so the block of a hat with itself is less the sum of those with
 * others, and needs no sum of its own.
 */
// @ts-ignore: decorator
@inline
function addPairs(differences: usize, hats: usize, block: usize, sums: usize): void {
  const end = differences + (hats << 4);
  let sum = sums;
  for (let p = differences + 16; p < end; p += 16) {
    const dp = v128.load(p);
    const xx = mul(dp, v128.load(block));
    const xy = mul(dp, v128.load(block, 16));
    const xz = mul(dp, v128.load(block, 32));
    const yy = mul(dp, v128.load(block, 48));
    const yz = mul(dp, v128.load(block, 64));
    const zz = mul(dp, v128.load(block, 80));
    for (let q = differences; q < p; q += 16, sum += 96) {
      const dq = v128.load(q);
      v128.store(sum, madd(dq, xx, v128.load(sum)));
      v128.store(sum, madd(dq, xy, v128.load(sum, 16)), 16);
      v128.store(sum, madd(dq, xz, v128.load(sum, 32)), 32);
      v128.store(sum, madd(dq, yy, v128.load(sum, 48)), 48);
      v128.store(sum, madd(dq, yz, v128.load(sum, 64)), 64);
      v128.store(sum, madd(dq, zz, v128.load(sum, 80)), 80);
    }
  }
}

/**
 * The same for groups of springs between four hats, for one of the six numbers of their blocks: `block` is that of the first group, `products` those of the six pairs there.
 */
// @ts-ignore: decorator
@inline
function addCell(products: usize, size: usize, block: usize, end: usize, sum: usize): void {
  let s10 = v128.load(sum);
  let s20 = v128.load(sum, 96);
  let s21 = v128.load(sum, 192);
  let s30 = v128.load(sum, 288);
  let s31 = v128.load(sum, 384);
  let s32 = v128.load(sum, 480);
  for (; block < end; block += 96, products += size) {
    const b = v128.load(block);
    s10 = madd(v128.load(products), b, s10);
    s20 = madd(v128.load(products, 16), b, s20);
    s21 = madd(v128.load(products, 32), b, s21);
    s30 = madd(v128.load(products, 48), b, s30);
    s31 = madd(v128.load(products, 64), b, s31);
    s32 = madd(v128.load(products, 80), b, s32);
  }
  v128.store(sum, s10);
  v128.store(sum, s20, 96);
  v128.store(sum, s21, 192);
  v128.store(sum, s30, 288);
  v128.store(sum, s31, 384);
  v128.store(sum, s32, 480);
}

/** The blocks of the sets from `first` up to `last`, six doubles a pair of hats, and twice s² times their springs' energy. */
export function assembleHats(first: i32, last: i32, chunk: usize, args: usize): void {
  const words = word(args, job.HATS_WORDS);
  const x = word(args, job.HATS_X);
  const v = word(args, job.HATS_VELOCITIES);
  const numbers = word(args, job.HATS_NUMBERS);
  const s2 = f32x4.splat(<f32>load<f64>(numbers));
  const turning = f32x4.splat(<f32>load<f64>(numbers, 8));
  const least = f32x4.splat(<f32>load<f64>(numbers, 16));
  const isMeasured = word(args, job.HATS_MEASURES) !== 0;
  const differences = <usize>load<u32>(words, at.SUMS) + chunk * <usize>load<u32>(words, at.SUMS_SIZE);
  const blocks = differences + 64 * at.TILE;
  const sums = blocks + 96 * at.TILE;
  let set = <usize>load<u32>(words, at.SETS) + <usize>first * at.SET_BYTES;
  let total: f64 = 0;
  for (let k = first; k < last; k++, set += at.SET_BYTES) {
    let energy = f32x4.splat(0);
    const hats = <usize>load<u32>(set, at.SET_HATS);
    const isCell = hats == at.CELL_HATS;
    const pairs = (hats * (hats - 1)) >> 1;
    const size: usize = at.TRAITS_DIFFERENCES + ((isCell ? pairs : hats) << 4);
    if (!isMeasured) memory.fill(sums, 0, pairs * 96);
    let ends = <usize>load<u32>(set, at.SET_ENDS);
    let traits = <usize>load<u32>(set, at.SET_TRAITS);
    for (let left = load<u32>(set, at.SET_GROUPS); left > 0; ) {
      const count = min(left, at.TILE);
      left -= count;
      if (isMeasured) {
        const stop = differences + <usize>count * 64;
        for (let e = ends, d = differences; d < stop; e += at.ENDS_BYTES, d += 64) differGroup(e, x, d);
        for (let d = differences; d < stop; traits += size, d += 64) energy = add(energy, computeEnergy(traits, s2, d));
        ends += count * at.ENDS_BYTES;
        continue;
      }
      const stop = blocks + <usize>count * 96;
      for (let d = differences, block = blocks; block < stop; ends += at.ENDS_BYTES, d += 64, block += 96) {
        differGroupVelocities(ends, v, block);
        differGroup(ends, x, d);
      }
      const first = traits;
      for (let d = differences, block = blocks; block < stop; traits += size, d += 64, block += 96) {
        energy = add(energy, computeBlocks(traits, s2, turning, least, d, block));
      }
      const products = first + at.TRAITS_DIFFERENCES;
      if (isCell) for (let c: usize = 0; c < 96; c += 16) addCell(products, size, blocks + c, stop, sums + c);
      else for (let p = products, block = blocks; block < stop; p += size, block += 96) addPairs(p, hats, block, sums);
    }
    total += sumLanesDouble(energy);
    if (isMeasured) continue;
    let to = <usize>load<u32>(set, at.SET_BLOCKS);
    for (let sum = sums, stop = sums + pairs * 96; sum < stop; sum += 16, to += 8) store<f64>(to, sumLanesDouble(v128.load(sum)));
  }
  store<f64>(word(args, job.HATS_PARTS) + (chunk << 3), total);
}

/** Pᵀ r of the hats from `first` up to `last`: of each, its rows of r and its weights there. */
export function restrictToHats(first: i32, last: i32, args: usize): void {
  const starts = word(args, job.TRANSFER_STARTS);
  const rows = word(args, job.TRANSFER_ROWS);
  const weights = word(args, job.TRANSFER_WEIGHTS);
  const r = word(args, job.TRANSFER_FROM);
  const to = word(args, job.TRANSFER_TO);
  for (let a = <usize>first; a < <usize>last; a++) {
    let sum = f32x4.splat(0);
    const end = (<usize>load<u32>(starts + (a << 2), 4)) << 2;
    for (let e = (<usize>load<u32>(starts + (a << 2))) << 2; e < end; e += 4) {
      sum = madd(v128.load32_splat(weights + e), v128.load(r + <usize>load<u32>(rows + e)), sum);
    }
    v128.store(to + (a << 4), sum);
  }
}

/** e = P moves on rows from `first` up to `last`, of four hats each; 0 on held ones. */
export function prolongFromHats(first: i32, last: i32, args: usize): void {
  const hats = word(args, job.TRANSFER_ROWS);
  const weights = word(args, job.TRANSFER_WEIGHTS);
  const moves = word(args, job.TRANSFER_FROM);
  const to = word(args, job.TRANSFER_TO);
  const particle = word(args, job.TRANSFER_PARTICLES);
  for (let o = (<usize>first) << 4, end = (<usize>last) << 4; o < end; o += 16) {
    const a = load<u64>(hats + o);
    const b = load<u64>(hats + o, 8);
    let sum = mul(v128.load32_splat(weights + o), v128.load(moves + firstOf(a)));
    sum = madd(v128.load32_splat(weights + o, 4), v128.load(moves + secondOf(a)), sum);
    sum = madd(v128.load32_splat(weights + o, 8), v128.load(moves + firstOf(b)), sum);
    sum = madd(v128.load32_splat(weights + o, 12), v128.load(moves + secondOf(b)), sum);
    v128.store(to + o, mul(v128.load32_splat(particle + o, 8), sum));
  }
}
