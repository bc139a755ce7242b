// The matrix and the forces of a step whose blocks between neighbours are no sums of a I and one s sᵀ: those of triangles, and in Oh's step, from the positions x and those that are
// predicted without Δv, x̂   [Oh04, sec. 5], the mean of the stiffness of springs at both. They are kept as they are (full-product), of the pairs that products go over
// (src/kernels/blocks/full-pairs.ts). The forces of Oh's step are those of src/forces/paid-force.ts,
//
//     old:      T(r) u + (T(r̂) − T(r)) û        rotated:  T(r̂) û
//
// and those of hinges at x̂.
import { DAMPING_SCALE, INVERSE_THETA, SECONDS } from "../../layout/block-numbers";
import * as at from "../../layout/block-words";
import { computeDifferences, ROWS_AT_ONCE, TINY } from "../shared/edge-differences";
import { add, madd, mul, splat0, splat1, splat2, sub, sumLanes } from "../shared/simd";
import { word } from "../shared/words";
import { computeBlocks, invertRows } from "./block-rows";
import { addFullPairs, SYMMETRIC } from "./full-product";
import { addTriangles } from "./triangle-blocks";

// @ts-ignore: decorator
@inline
function squareOf(d: usize): v128 {
  const x = v128.load(d);
  const y = v128.load(d, 16);
  const z = v128.load(d, 32);
  return madd(x, x, madd(y, y, mul(z, z)));
}

/** The lanes of d at x, of which T(r)/r + w is known, become forces at d. */
function pull(d: usize, end: usize): void {
  for (; d < end; d += 64) {
    const now = v128.load(d, 48);
    v128.store(d, mul(now, v128.load(d)));
    v128.store(d, mul(now, v128.load(d, 16)), 16);
    v128.store(d, mul(now, v128.load(d, 32)), 32);
  }
}

/** The same with those at x̂, `apart` from them. */
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

/** Blocks, their sums on the diagonal, (xx, xy, xz, 0) and (yy, yz, zz, 0) a row, and the forces f of springs and hinges. */
function assembleEdges(first: i32, last: i32, system: usize, chunk: usize, f: usize): void {
  const rowStart = word(system, at.HALF_EDGE_START);
  const pairStart = word(system, at.ROW_START);
  const diagonals = word(system, at.DIAGONALS);
  const size = word(system, at.BLOCK_SIZE);
  // differences at x and x̂, and blocks aI + ssᵀ there
  const apart = word(system, at.SCRATCH_SIZE) >> 2;
  const scratch = word(system, at.SCRATCH) + ((chunk * apart) << 2);
  const predicted = word(system, at.PREDICTED);
  const zero = f32x4.splat(0);
  let block = word(system, at.BLOCKS) + size * <usize>load<u32>(pairStart + ((<usize>first) << 2));
  for (let from = first; from < last; from += ROWS_AT_ONCE) {
    const to = min(from + ROWS_AT_ONCE, last);
    const group = <usize>load<u32>(rowStart + ((<usize>from) << 2));
    const end = scratch + ((<usize>load<u32>(rowStart + ((<usize>to) << 2)) - group) << 6);
    const t = word(system, at.TRAITS) + 48 * group;
    const k = word(system, at.STIFFNESS) + 48 * group;
    const share: f64 = predicted != 0 ? 0.5 : 1;
    computeDifferences(from, to, rowStart, word(system, at.NEIGHBOUR), word(system, at.POSITIONS), scratch);
    computeBlocks(t, k, scratch, end, scratch + (apart << 1), share, word(system, at.NUMBERS));
    if (predicted != 0) {
      computeDifferences(from, to, rowStart, word(system, at.NEIGHBOUR), predicted, scratch + apart);
      computeBlocks(t, k, scratch + apart, end + apart, scratch + 3 * apart, share, word(system, at.NUMBERS));
      pullPaid(t, scratch, end, apart, word(system, at.IS_ROTATED) != 0);
    } else pull(scratch, end);
    let d = scratch;
    for (let i = from; i < to; i++) {
      let fx = zero;
      let fy = zero;
      let fz = zero;
      let dxx = zero;
      let dxy = zero;
      let dxz = zero;
      let dyy = zero;
      let dyz = zero;
      let dzz = zero;
      const until = scratch + ((<usize>load<u32>(rowStart + ((<usize>(i + 1)) << 2)) - group) << 6);
      const blocksEnd = word(system, at.BLOCKS) + size * <usize>load<u32>(pairStart + ((<usize>(i + 1)) << 2));
      for (; d < until; d += 64) {
        fx = add(fx, v128.load(d));
        fy = add(fy, v128.load(d, 16));
        fz = add(fz, v128.load(d, 32));
        let j = d + (apart << 1);
        let a = v128.load(j);
        let sx = v128.load(j, 16);
        let sy = v128.load(j, 32);
        let sz = v128.load(j, 48);
        let xx = mul(sx, sx);
        let xy = mul(sx, sy);
        let xz = mul(sx, sz);
        let yy = mul(sy, sy);
        let yz = mul(sy, sz);
        let zz = mul(sz, sz);
        if (predicted != 0) {
          j += apart;
          a = add(a, v128.load(j));
          sx = v128.load(j, 16);
          sy = v128.load(j, 32);
          sz = v128.load(j, 48);
          xx = madd(sx, sx, xx);
          xy = madd(sx, sy, xy);
          xz = madd(sx, sz, xz);
          yy = madd(sy, sy, yy);
          yz = madd(sy, sz, yz);
          zz = madd(sz, sz, zz);
        }
        xx = add(xx, a);
        yy = add(yy, a);
        zz = add(zz, a);
        dxx = add(dxx, xx);
        dxy = add(dxy, xy);
        dxz = add(dxz, xz);
        dyy = add(dyy, yy);
        dyz = add(dyz, yz);
        dzz = add(dzz, zz);
        if (block >= blocksEnd) continue;
        v128.store(block, xx);
        v128.store(block, xy, 16);
        v128.store(block, xz, 32);
        v128.store(block, yy, 48);
        v128.store(block, yz, 64);
        v128.store(block, zz, 80);
        if (size != SYMMETRIC) memory.fill(block + SYMMETRIC, 0, size - SYMMETRIC);
        block += size;
      }
      const o = (<usize>i) << 4;
      v128.store(diagonals + (o << 1), sumLanes(dxx, dxy, dxz));
      v128.store(diagonals + (o << 1), sumLanes(dyy, dyz, dzz), 16);
      v128.store(f + o, sumLanes(fx, fy, fz));
    }
  }
}

/** q += Lap(J) x on the rows of a chunk. */
export function addFullProduct(chunk: usize, first: i32, last: i32, system: usize, x: usize, q: usize): void {
  const columns = word(system, at.COLUMNS);
  const blocks = word(system, at.BLOCKS);
  const size = word(system, at.BLOCK_SIZE);
  const common = word(system, at.COMMON_RANGES) + (chunk << 3);
  const list = word(system, at.COMMON_ROWS);
  addFullPairs(first, last, 0, word(system, at.ROW_START), word(system, at.OWNED_END), columns, blocks, size, x, q);
  addFullPairs(load<i32>(common), load<i32>(common, 4), list, list + 4, list + 8, columns, blocks, size, x, q);
}

/** b −= free (A − M) v / θ on the rows of a chunk; q is used for it. */
function subtractFullStiffness(chunk: usize, first: i32, last: i32, system: usize, q: usize): void {
  const numbers = word(system, at.NUMBERS);
  const particle = word(system, at.PARTICLES);
  const v = word(system, at.VELOCITIES);
  const b = word(system, at.RIGHT_SIDE);
  const inverseTheta = f32x4.splat(<f32>load<f64>(numbers, INVERSE_THETA << 3));
  const dampingScale = f32x4.splat(<f32>load<f64>(numbers, DAMPING_SCALE << 3));
  memory.fill(q + ((<usize>first) << 4), 0, (<usize>(last - first)) << 4);
  addFullProduct(chunk, first, last, system, v, q);
  for (let o = (<usize>first) << 4, end = (<usize>last) << 4; o < end; o += 16) {
    const about = v128.load(particle + o);
    const all = madd(mul(dampingScale, splat1(about)), v128.load(v + o), v128.load(q + o));
    v128.store(b + o, sub(v128.load(b + o), mul(splat2(about), mul(inverseTheta, all))));
  }
}

/** Blocks, inverse diagonal blocks and  b = free (impulse + h f)  of the rows from `first` up to `last`, with what stands in `system`; y = 0. */
export function assembleFullRows(chunk: usize, first: i32, last: i32, system: usize): void {
  const numbers = word(system, at.NUMBERS);
  const particle = word(system, at.PARTICLES);
  const diagonals = word(system, at.DIAGONALS);
  const impulse = word(system, at.IMPULSES);
  const b = word(system, at.RIGHT_SIDE);
  const rows = word(system, at.ROWS);
  const f = word(system, at.PRODUCT);
  const h = f32x4.splat(<f32>load<f64>(numbers, SECONDS << 3));
  const dampingScale = f32x4.splat(<f32>load<f64>(numbers, DAMPING_SCALE << 3));
  const upper = f32x4(1, 0, 0, 0);
  const outer = f32x4(1, 0, 1, 0);
  assembleEdges(first, last, system, chunk, f);
  if (word(system, at.TRIANGLES) != 0) addTriangles(chunk, system, f);
  for (let i = first; i < last; i++) {
    const o = (<usize>i) << 4;
    const about = v128.load(particle + o);
    const inertia = madd(dampingScale, splat1(about), splat0(about));
    const row = rows + (o << 2);
    v128.store(row, madd(upper, inertia, v128.load(diagonals + (o << 1))));
    v128.store(row, madd(outer, inertia, v128.load(diagonals + (o << 1), 16)), 16);
    v128.store(row, inertia, 48);
    v128.store(b + o, mul(splat2(about), madd(h, v128.load(f + o), v128.load(impulse + o))));
  }
  invertRows(first, last, system);
  if (word(system, at.PREDICTED) == 0) subtractFullStiffness(chunk, first, last, system, f);
  memory.fill(word(system, at.TO) + ((<usize>first) << 4), 0, (<usize>(last - first)) << 4);
}
