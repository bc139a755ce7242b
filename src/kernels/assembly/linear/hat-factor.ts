// The Cholesky factor of the matrix on coarse hats, in double precision, strip by strip (src/kernels/layout/hat-words.ts), and the solves with it.
//
// A tile is three columns of a strip, those of a hat: nine vectors, which stay in registers. All tiles to its left are taken from it, one column after the other: six rows of the strip times the three rows
// of that hat. Nothing is summed across lanes. The blocks on the diagonal are inverted.
import * as at from "../../layout/hat-words";

const COLUMN: usize = at.COLUMN;
const HAT: usize = at.HAT;
/** Bytes of two tiles, the columns of the hats of a strip. */
const TILES: usize = 6 * COLUMN;

// @ts-ignore: decorator
@inline
function less(p: v128, x: v128, y: v128): v128 {
  return f64x2.sub(p, f64x2.mul(x, y));
}

// @ts-ignore: decorator
@inline
function more(p: v128, x: v128, y: v128): v128 {
  return f64x2.add(p, f64x2.mul(x, y));
}

/** Where column 0 of a strip would be; its first column is a strip's. */
// @ts-ignore: decorator
@inline
function stripAt(strip: i32, places: usize): usize {
  return <usize>load<u32>(places + ((<usize>strip) << 3), 4);
}

// @ts-ignore: decorator
@inline
function firstColumn(strip: i32, places: usize): usize {
  return <usize>load<u32>(places + ((<usize>strip) << 3));
}

/** The tile less the columns from `a` up to `end` of its strip times those of a hat's rows at `b`; then times L⁻ᵀ of that hat, whose L⁻¹ is at `corner`, unless that is 0. */
function reduceTile(tile: usize, a: usize, end: usize, b: usize, corner: usize): void {
  let p00 = v128.load(tile);
  let p10 = v128.load(tile, 16);
  let p20 = v128.load(tile, 32);
  let p01 = v128.load(tile, 48);
  let p11 = v128.load(tile, 64);
  let p21 = v128.load(tile, 80);
  let p02 = v128.load(tile, 96);
  let p12 = v128.load(tile, 112);
  let p22 = v128.load(tile, 128);
  for (; a < end; a += COLUMN, b += COLUMN) {
    const x = v128.load(a);
    const y = v128.load(a, 16);
    const z = v128.load(a, 32);
    let l = v128.load64_splat(b);
    p00 = less(p00, x, l);
    p10 = less(p10, y, l);
    p20 = less(p20, z, l);
    l = v128.load64_splat(b, 8);
    p01 = less(p01, x, l);
    p11 = less(p11, y, l);
    p21 = less(p21, z, l);
    l = v128.load64_splat(b, 16);
    p02 = less(p02, x, l);
    p12 = less(p12, y, l);
    p22 = less(p22, z, l);
  }
  if (corner != 0) {
    let l = v128.load64_splat(corner, 112);
    p02 = f64x2.mul(p02, l);
    p12 = f64x2.mul(p12, l);
    p22 = f64x2.mul(p22, l);
    l = v128.load64_splat(corner, 64);
    p02 = more(p02, p01, l);
    p12 = more(p12, p11, l);
    p22 = more(p22, p21, l);
    l = v128.load64_splat(corner, 16);
    p02 = more(p02, p00, l);
    p12 = more(p12, p10, l);
    p22 = more(p22, p20, l);
    l = v128.load64_splat(corner, 56);
    p01 = f64x2.mul(p01, l);
    p11 = f64x2.mul(p11, l);
    p21 = f64x2.mul(p21, l);
    l = v128.load64_splat(corner, 8);
    p01 = more(p01, p00, l);
    p11 = more(p11, p10, l);
    p21 = more(p21, p20, l);
    l = v128.load64_splat(corner);
    p00 = f64x2.mul(p00, l);
    p10 = f64x2.mul(p10, l);
    p20 = f64x2.mul(p20, l);
  }
  v128.store(tile, p00);
  v128.store(tile, p10, 16);
  v128.store(tile, p20, 32);
  v128.store(tile, p01, 48);
  v128.store(tile, p11, 64);
  v128.store(tile, p21, 80);
  v128.store(tile, p02, 96);
  v128.store(tile, p12, 112);
  v128.store(tile, p22, 128);
}

/** L⁻¹ of the block of a hat with itself, whose first number is at `corner`; false where a pivot is not positive. */
// @ts-ignore: decorator
@inline
function factorCorner(corner: usize): bool {
  const xx = load<f64>(corner);
  if (!(xx > 0)) return false;
  const x = 1 / sqrt(xx);
  const xy = load<f64>(corner, 8) * x;
  const xz = load<f64>(corner, 16) * x;
  const yy = load<f64>(corner, 56) - xy * xy;
  if (!(yy > 0)) return false;
  const y = 1 / sqrt(yy);
  const yz = (load<f64>(corner, 64) - xz * xy) * y;
  const zz = load<f64>(corner, 112) - xz * xz - yz * yz;
  if (!(zz > 0)) return false;
  const z = 1 / sqrt(zz);
  store<f64>(corner, x);
  store<f64>(corner, -xy * x * y, 8);
  store<f64>(corner, (xy * yz * y - xz) * x * z, 16);
  store<f64>(corner, y, 56);
  store<f64>(corner, -yz * y * z, 64);
  store<f64>(corner, z, 112);
  return true;
}

/** The rows of the second hat of a strip in the columns of the first, whose block with itself is at `corner`. */
// @ts-ignore: decorator
@inline
function divideLower(corner: usize): void {
  const lower = corner + HAT;
  for (let row = lower; row < lower + HAT; row += 8) {
    const x = load<f64>(row);
    const y = load<f64>(row, 48);
    const z = load<f64>(row, 96);
    store<f64>(row, x * load<f64>(corner));
    store<f64>(row, x * load<f64>(corner, 8) + y * load<f64>(corner, 56), 48);
    store<f64>(row, x * load<f64>(corner, 16) + y * load<f64>(corner, 64) + z * load<f64>(corner, 112), 96);
  }
}

/** L Lᵀ in place; false where a pivot is not positive. What is above the diagonal in its blocks is spoilt. */
export function factorStrips(strips: i32, places: usize): bool {
  for (let i = 0; i < strips; i++) {
    const own = stripAt(i, places);
    const first = firstColumn(i, places);
    const start = own + first * COLUMN;
    for (let j = <i32>(first / 6); j < i; j++) {
      const other = stripAt(j, places);
      const from = max(first, firstColumn(j, places)) * COLUMN;
      const to = <usize>j * TILES;
      reduceTile(own + to, own + from, own + to, other + from, other + to);
      const next = to + TILES / 2;
      reduceTile(own + next, own + from, own + next, other + from + HAT, other + next + HAT);
    }
    const tile = own + <usize>i * TILES;
    reduceTile(tile, start, tile, start, 0);
    if (!factorCorner(tile)) return false;
    divideLower(tile);
    const next = tile + TILES / 2;
    reduceTile(next, start, next, start + HAT, 0);
    if (!factorCorner(next + HAT)) return false;
  }
  return true;
}

/** b ← L⁻¹ b of a hat, whose L⁻¹ is at `corner`. */
// @ts-ignore: decorator
@inline
function applyCorner(corner: usize, b: usize): void {
  const x = load<f64>(b);
  const y = load<f64>(b, 8);
  store<f64>(b, x * load<f64>(corner, 16) + y * load<f64>(corner, 64) + load<f64>(b, 16) * load<f64>(corner, 112), 16);
  store<f64>(b, x * load<f64>(corner, 8) + y * load<f64>(corner, 56), 8);
  store<f64>(b, x * load<f64>(corner));
}

/** b ← L⁻ᵀ b */
// @ts-ignore: decorator
@inline
function applyCornerBack(corner: usize, b: usize): void {
  const y = load<f64>(b, 8);
  const z = load<f64>(b, 16);
  store<f64>(b, load<f64>(b) * load<f64>(corner) + y * load<f64>(corner, 8) + z * load<f64>(corner, 16));
  store<f64>(b, y * load<f64>(corner, 56) + z * load<f64>(corner, 64), 8);
  store<f64>(b, z * load<f64>(corner, 112), 16);
}

/** b ← L⁻¹ b of the two hats of a strip. */
// @ts-ignore: decorator
@inline
function solveOwn(corner: usize, b: usize): void {
  applyCorner(corner, b);
  const x = load<f64>(b);
  const y = load<f64>(b, 8);
  const z = load<f64>(b, 16);
  for (let r: usize = HAT; r < COLUMN; r += 8) {
    const own = corner + r;
    store<f64>(b + r, load<f64>(b + r) - (x * load<f64>(own) + y * load<f64>(own, 48) + z * load<f64>(own, 96)));
  }
  applyCorner(corner + TILES / 2 + HAT, b + HAT);
}

/** b ← L⁻ᵀ b of them. */
// @ts-ignore: decorator
@inline
function solveOwnBack(corner: usize, b: usize): void {
  applyCornerBack(corner + TILES / 2 + HAT, b + HAT);
  const x = load<f64>(b, 24);
  const y = load<f64>(b, 32);
  const z = load<f64>(b, 40);
  for (let c: usize = 0; c < HAT; c += 8) {
    const own = corner + c * 6;
    store<f64>(b + c, load<f64>(b + c) - (x * load<f64>(own, 24) + y * load<f64>(own, 32) + z * load<f64>(own, 40)));
  }
  applyCornerBack(corner, b);
}

/** b ← L⁻ᵀ L⁻¹ b */
export function solveStrips(strips: i32, places: usize, b: usize): void {
  for (let i = 0; i < strips; i++) {
    const own = stripAt(i, places);
    const place = b + <usize>i * COLUMN;
    let x = v128.load(place);
    let y = v128.load(place, 16);
    let z = v128.load(place, 32);
    let column = own + firstColumn(i, places) * COLUMN;
    for (let k = b + (firstColumn(i, places) << 3); k < place; k += 8, column += COLUMN) {
      const value = v128.load64_splat(k);
      x = less(x, v128.load(column), value);
      y = less(y, v128.load(column, 16), value);
      z = less(z, v128.load(column, 32), value);
    }
    v128.store(place, x);
    v128.store(place, y, 16);
    v128.store(place, z, 32);
    solveOwn(own + <usize>i * TILES, place);
  }
  for (let i = strips - 1; i >= 0; i--) {
    const own = stripAt(i, places);
    const place = b + <usize>i * COLUMN;
    solveOwnBack(own + <usize>i * TILES, place);
    const x = v128.load(place);
    const y = v128.load(place, 16);
    const z = v128.load(place, 32);
    let column = own + firstColumn(i, places) * COLUMN;
    for (let k = b + (firstColumn(i, places) << 3); k < place; k += 16, column += 2 * COLUMN) {
      const u = f64x2.add(
        f64x2.mul(v128.load(column), x),
        f64x2.add(f64x2.mul(v128.load(column, 16), y), f64x2.mul(v128.load(column, 32), z)),
      );
      const w = f64x2.add(
        f64x2.mul(v128.load(column, 48), x),
        f64x2.add(f64x2.mul(v128.load(column, 64), y), f64x2.mul(v128.load(column, 80), z)),
      );
      v128.store(k, f64x2.sub(v128.load(k), f64x2.add(v128.shuffle<f64>(u, w, 0, 2), v128.shuffle<f64>(u, w, 1, 3))));
    }
  }
}
