// Products with the matrix of block-rows, by the differences of neighbours: (A x)_i = M′ x_i + Σ_j J_ij (x_i − x_j). What neighbours have in
// common cancels before it is rounded, however stiff the springs between them.
import { DAMPING_SCALE, INVERSE_THETA } from "../../layout/block-numbers";
import * as at from "../../layout/block-words";
import { addDouble, sumDouble } from "../shared/double-sums";
import { add, madd, mul, splat0, splat1, splat2, sub, subtractRows, sumLanes, zipHigh, zipLow } from "../shared/simd";
import { firstOf, secondOf, word } from "../shared/words";

/** Σ_j J_ij (x_i − x_j) over the groups from c up to `end`; `columns` are byte offsets into vectors. */
// @ts-ignore: decorator
@inline
export function gatherRow(c: usize, end: usize, block: usize, x: usize, own: v128): v128 {
  const ox = splat0(own);
  const oy = splat1(own);
  const oz = splat2(own);
  let ax = f32x4.splat(0);
  let ay = f32x4.splat(0);
  let az = f32x4.splat(0);
  for (; c < end; c += 16, block += 64) {
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
    const a = v128.load(block);
    const sx = v128.load(block, 16);
    const sy = v128.load(block, 32);
    const sz = v128.load(block, 48);
    const along = madd(sx, dx, madd(sy, dy, mul(sz, dz)));
    ax = add(ax, madd(a, dx, mul(along, sx)));
    ay = add(ay, madd(a, dy, mul(along, sy)));
    az = add(az, madd(a, dz, mul(along, sz)));
  }
  return sumLanes(ax, ay, az);
}

/** `gatherRow` by a call, which is shorter: for rows that are few, or sums that are not formed in every iteration. */
export function sumRow(c: usize, end: usize, block: usize, x: usize, own: v128): v128 {
  return gatherRow(c, end, block, x, own);
}

/**
 * out += Lap(J) x over the pairs that the rows from `first` up to `last` own, each J_ij (x_i − x_j) for both its rows at once. Two groups a turn, where a row has two: what the second reads
 * need not wait for what the first writes. An iteration of conjugate gradients takes 0.96 of the time where most rows have two, as long where they have one or two in no order.
 */
export function addPairs(
  first: i32,
  last: i32,
  rowStart: usize,
  ownedEnd: usize,
  columns: usize,
  blocks: usize,
  x: usize,
  out: usize,
): void {
  for (let i = first; i < last; i++) {
    const at = (<usize>i) << 2;
    const own = v128.load(x + (at << 2));
    const ox = splat0(own);
    const oy = splat1(own);
    const oz = splat2(own);
    let ax = f32x4.splat(0);
    let ay = f32x4.splat(0);
    let az = f32x4.splat(0);
    const group = <usize>load<u32>(rowStart + at);
    let c = columns + (group << 4);
    let block = blocks + (group << 6);
    const end = columns + ((<usize>load<u32>(ownedEnd + at)) << 4);
    while (c < end) {
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
      const a = v128.load(block);
      const sx = v128.load(block, 16);
      const sy = v128.load(block, 32);
      const sz = v128.load(block, 48);
      const along = madd(sx, dx, madd(sy, dy, mul(sz, dz)));
      const tx = madd(a, dx, mul(along, sx));
      const ty = madd(a, dy, mul(along, sy));
      const tz = madd(a, dz, mul(along, sz));
      ax = add(ax, tx);
      ay = add(ay, ty);
      az = add(az, tz);
      c += 16;
      block += 64;
      if (c == end) {
        subtractRows(out, c - 16, 0, tx, ty, tz);
        break;
      }
      const l = load<u64>(c);
      const m = load<u64>(c, 8);
      const w0 = v128.load(x + firstOf(l));
      const w1 = v128.load(x + secondOf(l));
      const w2 = v128.load(x + firstOf(m));
      const w3 = v128.load(x + secondOf(m));
      const r = zipLow(w0, w2);
      const s = zipLow(w1, w3);
      const ex = sub(ox, zipLow(r, s));
      const ey = sub(oy, zipHigh(r, s));
      const ez = sub(oz, zipLow(zipHigh(w0, w2), zipHigh(w1, w3)));
      const b = v128.load(block);
      const rx = v128.load(block, 16);
      const ry = v128.load(block, 32);
      const rz = v128.load(block, 48);
      const beside = madd(rx, ex, madd(ry, ey, mul(rz, ez)));
      const ux = madd(b, ex, mul(beside, rx));
      const uy = madd(b, ey, mul(beside, ry));
      const uz = madd(b, ez, mul(beside, rz));
      ax = add(ax, ux);
      ay = add(ay, uy);
      az = add(az, uz);
      subtractRows(out, c - 16, 0, tx, ty, tz);
      subtractRows(out, c, 0, ux, uy, uz);
      c += 16;
      block += 64;
    }
    const o = out + (at << 2);
    v128.store(o, add(v128.load(o), sumLanes(ax, ay, az)));
  }
}

/** The same over pairs that rows have in common with those of other chunks, each its half: `list` has a row, and first and end of its groups. */
export function addCommonPairs(first: i32, last: i32, list: usize, columns: usize, blocks: usize, x: usize, out: usize): void {
  for (let k = list + 12 * <usize>first, end = list + 12 * <usize>last; k < end; k += 12) {
    const o = (<usize>load<u32>(k)) << 4;
    const group = <usize>load<u32>(k, 4);
    const until = columns + ((<usize>load<u32>(k, 8)) << 4);
    const far = sumRow(columns + (group << 4), until, blocks + (group << 6), x, v128.load(x + o));
    v128.store(out + o, add(v128.load(out + o), far));
  }
}

/**
 * b −= free (A − M) v / θ on the rows from `first` up to `last`, with what stands in `system`; result = Σ |b + m v|² over free rows, of b as it was: the length of the right-hand side
 * where the unknown is the velocity and not its change.
 */
export function subtractStiffness(first: i32, last: i32, system: usize, result: usize): void {
  const numbers = word(system, at.NUMBERS);
  const rowStart = word(system, at.ROW_START);
  const columns = word(system, at.COLUMNS);
  const blocks = word(system, at.BLOCKS);
  const particle = word(system, at.PARTICLES);
  const v = word(system, at.VELOCITIES);
  const b = word(system, at.RIGHT_SIDE);
  const inverseTheta = f32x4.splat(<f32>load<f64>(numbers, INVERSE_THETA << 3));
  const dampingScale = f32x4.splat(<f32>load<f64>(numbers, DAMPING_SCALE << 3));
  let sum = f64x2.splat(0);
  let from = <usize>load<u32>(rowStart + ((<usize>first) << 2));
  for (let i = first; i < last; i++) {
    const o = (<usize>i) << 4;
    const own = v128.load(v + o);
    const about = v128.load(particle + o);
    const isFree = splat2(about);
    const to = <usize>load<u32>(rowStart + ((<usize>(i + 1)) << 2));
    const far = sumRow(columns + (from << 4), columns + (to << 4), blocks + (from << 6), v, own);
    const all = madd(mul(dampingScale, splat1(about)), own, far);
    const before = v128.load(b + o);
    const whole = mul(isFree, madd(splat0(about), own, before));
    sum = addDouble(sum, whole, whole);
    v128.store(b + o, sub(before, mul(isFree, mul(inverseTheta, all))));
    from = to;
  }
  store<f64>(result, sumDouble(sum));
}
