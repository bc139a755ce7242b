// Matrix and forces of Oh's step, from the positions x and those that are predicted without Δv, x̂   [Oh04, sec. 5]: the matrix of block-rows with the mean of
// the stiffness at both, each group twice, at x and at x̂ with half its block (src/solvers/paid-rows.ts); the forces of src/forces/paid-force.ts,
//
//     old:      T(r) u + (T(r̂) − T(r)) û        rotated:  T(r̂) û
//
// and those of hinges at x̂.
import {
  BLOCKS,
  IMPULSES,
  IS_ROTATED,
  NEIGHBOUR,
  NUMBERS,
  PARTICLES,
  POSITIONS,
  PREDICTED,
  RIGHT_SIDE,
  ROWS,
  SCRATCH,
  SCRATCH_SIZE,
  SINGLE_ROW_START,
  STIFFNESS,
  TO,
  TRAITS,
} from "../block-words";
import { computeBlocks, invertFour } from "./block-rows";
import { computeDifferences, ROWS_AT_ONCE, TINY } from "./edge-differences";
import { add, madd, mul, splat0, splat1, splat2, sub, sumLanes } from "./simd";
import { word } from "./words";

// @ts-ignore: decorator
@inline
function squareOf(d: usize): v128 {
  const x = v128.load(d);
  const y = v128.load(d, 16);
  const z = v128.load(d, 32);
  return madd(x, x, madd(y, y, mul(z, z)));
}

/** The lanes of d at x, of which T(r)/r + w is known, and of those at x̂, `apart` from them, become forces at d. */
// @ts-ignore: decorator
@inline
function pullPaid(t: usize, d: usize, end: usize, apart: usize, isRotated: bool): void {
  const tiny = f32x4.splat(TINY);
  for (; d < end; d += 64, t += 48) {
    const p = d + apart;
    let then = v128.load(p, 48);
    if (isRotated) {
      v128.store(d, mul(then, v128.load(p)));
      v128.store(d, mul(then, v128.load(p, 16)), 16);
      v128.store(d, mul(then, v128.load(p, 32)), 32);
      continue;
    }
    const now = sub(v128.load(d, 48), v128.load(t, 32));
    const ratio = f32x4.sqrt(f32x4.div(f32x4.max(squareOf(d), tiny), f32x4.max(squareOf(p), tiny)));
    then = sub(then, mul(now, ratio));
    v128.store(d, madd(now, v128.load(d), mul(then, v128.load(p))));
    v128.store(d, madd(now, v128.load(d, 16), mul(then, v128.load(p, 16))), 16);
    v128.store(d, madd(now, v128.load(d, 32), mul(then, v128.load(p, 32))), 32);
  }
}

/** Blocks, inverse diagonal blocks and  b = free (impulse + h f)  of the rows from `first` up to `last`, with what stands in `system`; y = 0. */
export function assemblePaidBlocks(first: i32, last: i32, system: usize, chunk: usize): void {
  const rowStart = word(system, SINGLE_ROW_START);
  const particle = word(system, PARTICLES);
  const numbers = word(system, NUMBERS);
  const impulse = word(system, IMPULSES);
  const b = word(system, RIGHT_SIDE);
  const rows = word(system, ROWS);
  const apart = word(system, SCRATCH_SIZE) >> 1;
  const scratch = word(system, SCRATCH) + ((chunk * apart) << 1);
  const h = f32x4.splat(<f32>load<f64>(numbers));
  const dampingScale = f32x4.splat(<f32>load<f64>(numbers, 16));
  const zero = f32x4.splat(0);
  const upper = f32x4(1, 0, 0, 0);
  const outer = f32x4(1, 0, 1, 0);
  for (let from = first; from < last; from += ROWS_AT_ONCE) {
    const to = min(from + ROWS_AT_ONCE, last);
    computeDifferences(from, to, rowStart, word(system, NEIGHBOUR), word(system, POSITIONS), scratch);
    computeDifferences(from, to, rowStart, word(system, NEIGHBOUR), word(system, PREDICTED), scratch + apart);
    const group = <usize>load<u32>(rowStart + (<usize>from << 2));
    const end = scratch + ((<usize>load<u32>(rowStart + (<usize>to << 2)) - group) << 6);
    const t = word(system, TRAITS) + 48 * group;
    const k = word(system, STIFFNESS) + 48 * group;
    let j = word(system, BLOCKS) + (group << 7);
    computeBlocks(t, k, scratch, end, j, 128, 0.5, numbers);
    computeBlocks(t, k, scratch + apart, end + apart, j + 64, 128, 0.5, numbers);
    pullPaid(t, scratch, end, apart, word(system, IS_ROTATED) != 0);
    let d = scratch;
    for (let i = from; i < to; i++) {
      let fx = zero;
      let fy = zero;
      let fz = zero;
      const until = scratch + ((<usize>load<u32>(rowStart + (<usize>(i + 1) << 2)) - group) << 6);
      const blocksEnd = j + ((until - d) << 1);
      for (; d < until; d += 64) {
        fx = add(fx, v128.load(d));
        fy = add(fy, v128.load(d, 16));
        fz = add(fz, v128.load(d, 32));
      }
      let a = zero;
      let xx = zero;
      let xy = zero;
      let xz = zero;
      let yy = zero;
      let yz = zero;
      let zz = zero;
      for (; j < blocksEnd; j += 64) {
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
      const o = <usize>i << 4;
      const about = v128.load(particle + o);
      const inertia = madd(dampingScale, splat1(about), splat0(about));
      const row = rows + (o << 2);
      const whole = add(inertia, sumLanes(a, a, a));
      v128.store(row, madd(upper, whole, sumLanes(xx, xy, xz)));
      v128.store(row, madd(outer, whole, sumLanes(yy, yz, zz)), 16);
      v128.store(row, inertia, 48);
      v128.store(b + o, mul(splat2(about), madd(h, sumLanes(fx, fy, fz), v128.load(impulse + o))));
    }
    for (let i = from; i < to; i += 4) invertFour(rows + (<usize>i << 6), particle + (<usize>i << 4), numbers);
  }
  memory.fill(word(system, TO) + (<usize>first << 4), 0, <usize>(last - first) << 4);
}
