// The matrix and the forces of a step, one pass over the positions: A = M′ + Lap(J) with M′ = M + σ_C c on the diagonal and, between
// neighbours, J = σ_K (α I + β u uᵀ + w I) + σ_C c_s I, which is kept as two: J = a I + s sᵀ. See src/forces/spring-jacobian.ts.
import { BLOCK_FLOOR, DAMPING_SCALE, MODEL, MODEL_LEAST, SECONDS, STIFFNESS_SCALE } from "../../layout/block-numbers";
import * as at from "../../layout/block-words";
import { computeDifferences, ROWS_AT_ONCE, TINY } from "../shared/edge-differences";
import { add, madd, mul, splat0, splat1, splat2, sub, sumLanes, zipHigh, zipLow } from "../shared/simd";
import { word } from "../shared/words";

// A group has 48 bytes of `stiffness` besides those of `traits`: k of the springs that are in the matrix, the slope p at which a spring fades
// under compression, and c_s. With q and e of the model and a δ that is next to nothing
//
//     fade = 1 + (r − L − δ) p within 0 and 1,    α = max(e k, q k (1 − L/r)),    β = k fade − α
//
// | model     | q | e    | p of type 1    |
// |-----------|---|------|----------------|
// | exact     | 1 | −∞   | 0              |
// | clamped   | 1 | 0    | 0              |
// | choi      | 1 | 0    | ∞              |
// | smoothed  | 1 | 0    | 1/(L(1 − α))   |
// | projected | 0 | 0    | 0              |
// | isotropic | 0 | 1    | 0              |
//
// A block has 64 bytes a group: four a, then four of each coordinate of s. A row has 64 bytes: the columns of its inverse diagonal block, 0 where it is
// held, and M′ three times.

/** |d|² in `scratch` becomes (k (1 − L/r) + w); the blocks of the groups are written, times `share`. */
export function computeBlocks(t: usize, k: usize, scratch: usize, end: usize, blocks: usize, share: f64, numbers: usize): void {
  const stiffnessScale = f32x4.splat(<f32>(share * load<f64>(numbers, STIFFNESS_SCALE << 3)));
  const dampingScale = f32x4.splat(<f32>(share * load<f64>(numbers, DAMPING_SCALE << 3)));
  const q = f32x4.splat(<f32>load<f64>(numbers, MODEL << 3));
  const least = f32x4.splat(<f32>load<f64>(numbers, MODEL_LEAST << 3));
  const shift = f32x4.splat(1e-30);
  const tiny = f32x4.splat(TINY);
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  for (let d = scratch; d < end; d += 64, t += 48, k += 48, blocks += 64) {
    const rest = v128.load(t, 16);
    const weight = v128.load(t, 32);
    const squared = v128.load(d, 48);
    const r = f32x4.sqrt(f32x4.max(squared, tiny));
    const inverse = f32x4.div(one, r);
    const stretch = sub(r, f32x4.abs(rest));
    const strain = mul(stretch, inverse);
    const isSlack = v128.and(f32x4.lt(rest, zero), f32x4.le(stretch, zero));
    v128.store(d, add(v128.andnot(mul(v128.load(t), strain), isSlack), weight), 48);
    const scaled = mul(stiffnessScale, v128.load(k));
    const fade = f32x4.max(zero, f32x4.min(one, madd(sub(stretch, shift), v128.load(k, 16), one)));
    const along = mul(scaled, fade);
    const across = v128.bitselect(along, f32x4.max(mul(least, scaled), mul(mul(q, scaled), strain)), f32x4.lt(squared, tiny));
    const s = mul(f32x4.sqrt(f32x4.max(zero, sub(along, across))), inverse);
    v128.store(blocks, madd(stiffnessScale, weight, madd(dampingScale, v128.load(k, 32), across)));
    v128.store(blocks, mul(s, v128.load(d)), 16);
    v128.store(blocks, mul(s, v128.load(d, 16)), 32);
    v128.store(blocks, mul(s, v128.load(d, 32)), 48);
  }
}

/** The inverses of the diagonal blocks of four rows, by the factors L D Lᵀ (core/mat3); (xx, xy, xz) and (yy, yz, zz) stand where they go. */
function invertFour(rows: usize, particle: usize, floor: v128): void {
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  const u0 = v128.load(rows);
  const u1 = v128.load(rows, 64);
  const u2 = v128.load(rows, 128);
  const u3 = v128.load(rows, 192);
  const up = zipLow(u0, u2);
  const uq = zipLow(u1, u3);
  const b = zipHigh(up, uq);
  const c = zipLow(zipHigh(u0, u2), zipHigh(u1, u3));
  const w0 = v128.load(rows, 16);
  const w1 = v128.load(rows, 80);
  const w2 = v128.load(rows, 144);
  const w3 = v128.load(rows, 208);
  const wp = zipLow(w0, w2);
  const wq = zipLow(w1, w3);
  let a = zipLow(up, uq);
  let g = zipLow(wp, wq);
  let k = zipLow(zipHigh(w0, w2), zipHigh(w1, w3));
  const more = mul(floor, add(a, add(g, k)));
  a = add(a, more);
  g = add(g, more);
  k = add(k, more);
  const inverse0 = f32x4.div(one, a);
  const l1 = mul(b, inverse0);
  const l2 = mul(c, inverse0);
  const inverse1 = f32x4.div(one, sub(g, mul(l1, b)));
  const e = sub(zipHigh(wp, wq), mul(l1, c));
  const l3 = mul(e, inverse1);
  const f0 = zipHigh(v128.load(particle), v128.load(particle, 32));
  const f1 = zipHigh(v128.load(particle, 16), v128.load(particle, 48));
  const isFree = f32x4.ne(zipLow(f0, f1), zero);
  let zz = f32x4.div(one, sub(k, add(mul(l2, c), mul(l3, e))));
  let yz = sub(zero, mul(l3, zz));
  let yy = sub(inverse1, mul(l3, yz));
  let xz = sub(zero, madd(l1, yz, mul(l2, zz)));
  let xy = sub(zero, madd(l1, yy, mul(l2, yz)));
  const xx = v128.and(isFree, sub(inverse0, madd(l1, xy, mul(l2, xz))));
  zz = v128.and(isFree, zz);
  yz = v128.and(isFree, yz);
  yy = v128.and(isFree, yy);
  xz = v128.and(isFree, xz);
  xy = v128.and(isFree, xy);
  storeColumns(rows, xx, xy, xz);
  storeColumns(rows + 16, xy, yy, yz);
  storeColumns(rows + 32, xz, yz, zz);
}

// @ts-ignore: decorator
@inline
function storeColumns(to: usize, x: v128, y: v128, z: v128): void {
  const zero = f32x4.splat(0);
  let xz = zipLow(x, z);
  let y0 = zipLow(y, zero);
  v128.store(to, zipLow(xz, y0));
  v128.store(to, zipHigh(xz, y0), 64);
  xz = zipHigh(x, z);
  y0 = zipHigh(y, zero);
  v128.store(to, zipLow(xz, y0), 128);
  v128.store(to, zipHigh(xz, y0), 192);
}

export function invertRows(first: i32, last: i32, system: usize): void {
  const numbers = word(system, at.NUMBERS);
  const rows = word(system, at.ROWS);
  const particle = word(system, at.PARTICLES);
  const floor = f32x4.splat(<f32>load<f64>(numbers, BLOCK_FLOOR << 3));
  for (let i = first; i < last; i += 4) invertFour(rows + ((<usize>i) << 6), particle + ((<usize>i) << 4), floor);
}

/** Inverse diagonal blocks and b as `assembleBlocks` makes them, from what it saved. */
export function restoreRows(first: i32, last: i32, system: usize): void {
  const particle = word(system, at.PARTICLES);
  const impulse = word(system, at.IMPULSES);
  const b = word(system, at.RIGHT_SIDE);
  const rows = word(system, at.ROWS);
  const saved = word(system, at.SAVED);
  for (let i = first; i < last; i++) {
    const o = (<usize>i) << 4;
    v128.store(rows + (o << 2), v128.load(saved + 3 * o));
    v128.store(rows + (o << 2), v128.load(saved + 3 * o, 16), 16);
    v128.store(b + o, mul(splat2(v128.load(particle + o)), add(v128.load(saved + 3 * o, 32), v128.load(impulse + o))));
  }
  invertRows(first, last, system);
}

/**
 * Blocks, inverse diagonal blocks and  b = impulse + h f  at the positions x, of the rows from `first`, a multiple of four, up to `last`. `particle`
 * has mass, damping and 1 or 0 for free or held; it and `rows` have room for a multiple of four.
 */
export function assembleBlocks(chunk: usize, first: i32, last: i32, system: usize): void {
  const numbers = word(system, at.NUMBERS);
  const rowStart = word(system, at.ROW_START);
  const neighbour = word(system, at.NEIGHBOUR);
  const traits = word(system, at.TRAITS);
  const stiffness = word(system, at.STIFFNESS);
  const x = word(system, at.POSITIONS);
  const particle = word(system, at.PARTICLES);
  const impulse = word(system, at.IMPULSES);
  const b = word(system, at.RIGHT_SIDE);
  const rows = word(system, at.ROWS);
  const blocks = word(system, at.BLOCKS);
  const scratch = word(system, at.SCRATCH) + chunk * word(system, at.SCRATCH_SIZE);
  const saved = HAS_CONTACT ? word(system, at.SAVED) : 0;
  const h = f32x4.splat(<f32>load<f64>(numbers, SECONDS << 3));
  const dampingScale = f32x4.splat(<f32>load<f64>(numbers, DAMPING_SCALE << 3));
  const zero = f32x4.splat(0);
  const upper = f32x4(1, 0, 0, 0);
  const outer = f32x4(1, 0, 1, 0);
  for (let from = first; from < last; from += ROWS_AT_ONCE) {
    const to = min(from + ROWS_AT_ONCE, last);
    computeDifferences(from, to, rowStart, neighbour, x, scratch);
    const group = <usize>load<u32>(rowStart + ((<usize>from) << 2));
    const end = scratch + ((<usize>load<u32>(rowStart + ((<usize>to) << 2)) - group) << 6);
    computeBlocks(traits + 48 * group, stiffness + 48 * group, scratch, end, blocks + (group << 6), 1, numbers);
    let d = scratch;
    let j = blocks + (group << 6);
    for (let i = from; i < to; i++) {
      let fx = zero;
      let fy = zero;
      let fz = zero;
      let a = zero;
      let xx = zero;
      let xy = zero;
      let xz = zero;
      let yy = zero;
      let yz = zero;
      let zz = zero;
      const until = scratch + ((<usize>load<u32>(rowStart + ((<usize>(i + 1)) << 2)) - group) << 6);
      for (; d < until; d += 64, j += 64) {
        const scale = v128.load(d, 48);
        fx = madd(scale, v128.load(d), fx);
        fy = madd(scale, v128.load(d, 16), fy);
        fz = madd(scale, v128.load(d, 32), fz);
        a = add(a, v128.load(j));
        const sx = v128.load(j, 16);
        const sy = v128.load(j, 32);
        const sz = v128.load(j, 48);
        xx = madd(sx, sx, xx);
        xy = madd(sx, sy, xy);
        xz = madd(sx, sz, xz);
        yy = madd(sy, sy, yy);
        yz = madd(sy, sz, yz);
        zz = madd(sz, sz, zz);
      }
      const o = (<usize>i) << 4;
      const about = v128.load(particle + o);
      const inertia = madd(dampingScale, splat1(about), splat0(about));
      const row = rows + (o << 2);
      const whole = add(inertia, sumLanes(a, a, a));
      const first = madd(upper, whole, sumLanes(xx, xy, xz));
      const second = madd(outer, whole, sumLanes(yy, yz, zz));
      const push = mul(h, sumLanes(fx, fy, fz));
      v128.store(row, first);
      v128.store(row, second, 16);
      v128.store(row, inertia, 48);
      v128.store(b + o, mul(splat2(about), add(push, v128.load(impulse + o))));
      if (HAS_CONTACT && saved != 0) {
        v128.store(saved + 3 * o, first);
        v128.store(saved + 3 * o, second, 16);
        v128.store(saved + 3 * o, push, 32);
      }
    }
    invertRows(from, to, system);
  }
}
