// Products with the matrix of full-rows, by the differences of neighbours as block-product has them: (A x)_i = M′ x_i + Σ_j J_ij (x_i − x_j). Blocks have 96 bytes a group, four
// each of xx, xy, xz, yy, yz and zz. Where J_ij is not symmetric, J d = S d + s × d and Jᵀ d = S d − s × d: 48 more, of s.
import { add, madd, mul, splat0, splat1, splat2, sub, subtractRows, sumLanes, zipHigh, zipLow } from "../shared/simd";
import { firstOf, secondOf } from "../shared/words";

export const SYMMETRIC: usize = 96;

/** Σ J_ij (x_i − x_j) over groups; what it makes on the other rows is taken from those of `out`, unless that is 0. */
// @ts-ignore: decorator
@inline
function addGroups(c: usize, end: usize, block: usize, isSkew: bool, x: usize, own: v128, out: usize): v128 {
  const zero = f32x4.splat(0);
  const ox = splat0(own);
  const oy = splat1(own);
  const oz = splat2(own);
  let ax = zero;
  let ay = zero;
  let az = zero;
  for (; c < end; c += 16, block += isSkew ? SYMMETRIC + 48 : SYMMETRIC) {
    const j = load<u64>(c);
    const k = load<u64>(c, 8);
    const v0 = v128.load(x + firstOf(j));
    const v1 = v128.load(x + secondOf(j));
    const v2 = v128.load(x + firstOf(k));
    const v3 = v128.load(x + secondOf(k));
    const p = zipLow(v0, v2);
    const q = zipLow(v1, v3);
    const dx = sub(ox, zipLow(p, q));
    const dy = sub(oy, zipHigh(p, q));
    const dz = sub(oz, zipLow(zipHigh(v0, v2), zipHigh(v1, v3)));
    const xy = v128.load(block, 16);
    const xz = v128.load(block, 32);
    const yz = v128.load(block, 64);
    let tx = madd(v128.load(block), dx, madd(xy, dy, mul(xz, dz)));
    let ty = madd(xy, dx, madd(v128.load(block, 48), dy, mul(yz, dz)));
    let tz = madd(xz, dx, madd(yz, dy, mul(v128.load(block, 80), dz)));
    ax = add(ax, tx);
    ay = add(ay, ty);
    az = add(az, tz);
    if (isSkew) {
      const sx = v128.load(block, 96);
      const sy = v128.load(block, 112);
      const sz = v128.load(block, 128);
      const cx = sub(mul(sy, dz), mul(sz, dy));
      const cy = sub(mul(sz, dx), mul(sx, dz));
      const cz = sub(mul(sx, dy), mul(sy, dx));
      ax = add(ax, cx);
      ay = add(ay, cy);
      az = add(az, cz);
      tx = sub(tx, cx);
      ty = sub(ty, cy);
      tz = sub(tz, cz);
    }
    if (out != 0) subtractRows(out, c, 0, tx, ty, tz);
  }
  return sumLanes(ax, ay, az);
}

// @ts-ignore: decorator
@inline
function addRows(
  first: i32,
  last: i32,
  list: usize,
  starts: usize,
  ends: usize,
  columns: usize,
  blocks: usize,
  isSkew: bool,
  x: usize,
  out: usize,
): void {
  const size = isSkew ? SYMMETRIC + 48 : SYMMETRIC;
  const step: usize = list == 0 ? 4 : 12;
  const both = list == 0 ? out : 0;
  for (let i = first; i < last; i++) {
    const at = step * <usize>i;
    const o = (list == 0 ? <usize>i : <usize>load<u32>(list + at)) << 4;
    const group = <usize>load<u32>(starts + at);
    const end = columns + ((<usize>load<u32>(ends + at)) << 4);
    const own = addGroups(columns + (group << 4), end, blocks + size * group, isSkew, x, v128.load(x + o), both);
    v128.store(out + o, add(v128.load(out + o), own));
  }
}

/**
 * out += Lap(J) x over the pairs that the rows from `first` up to `last` own, each for both its rows at once; their groups begin and end where `starts` and `ends` say. With a `list`, over
 * pairs that rows have in common with those of other chunks, each its half: it has a row, and first and end of its groups.
 */
export function addFullPairs(
  first: i32,
  last: i32,
  list: usize,
  starts: usize,
  ends: usize,
  columns: usize,
  blocks: usize,
  size: usize,
  x: usize,
  out: usize,
): void {
  if (size == SYMMETRIC) addRows(first, last, list, starts, ends, columns, blocks, false, x, out);
  else addRows(first, last, list, starts, ends, columns, blocks, true, x, out);
}

// Notes. An iteration of conjugate gradients, one Neoverse-N1 core, Node 20, ns a particle: triangles 43 (6 pairs a row, 1.5 groups), Oh's step 50 (8 pairs). Products triangle by triangle, through
// S_u and S_v (224 bytes a group of four kept, a row read and written six times), took 90; the mean of two blocks as two groups of a I + s sᵀ, gathered twice, 88. Blocks of pairs that a
// row does not own are not kept: springs, whose blocks lie between others that nobody reads, take 51 with as many pairs.
