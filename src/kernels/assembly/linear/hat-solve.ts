// The system on coarse hats, in double precision: its blocks summed, factored by rows within their envelope, and solved.
import * as at from "../../layout/hat-words";

/** a · b over n numbers. */
// @ts-ignore: decorator
@inline
function dot(a: usize, b: usize, n: i32): f64 {
  let p = f64x2.splat(0);
  let q = f64x2.splat(0);
  const whole = a + ((<usize>(n & ~3)) << 3);
  for (; a < whole; a += 32, b += 32) {
    p = f64x2.add(p, f64x2.mul(v128.load(a), v128.load(b)));
    q = f64x2.add(q, f64x2.mul(v128.load(a, 16), v128.load(b, 16)));
  }
  p = f64x2.add(p, q);
  let sum = f64x2.extract_lane(p, 0) + f64x2.extract_lane(p, 1);
  for (let k = n & 3; k > 0; k--, a += 8, b += 8) sum += load<f64>(a) * load<f64>(b);
  return sum;
}

// @ts-ignore: decorator
@inline
function addTo(place: usize, value: f64): void {
  store<f64>(place, load<f64>(place) + value);
}

/** Takes a block from that of a hat with itself, whose rows are told at `rows`. */
// @ts-ignore: decorator
@inline
function subtractBlock(block: usize, values: usize, rows: usize): void {
  const second = values + <usize>load<u32>(rows, 4);
  const third = values + <usize>load<u32>(rows, 8);
  addTo(values + <usize>load<u32>(rows), -load<f64>(block));
  addTo(second, -load<f64>(block, 8));
  addTo(second + 8, -load<f64>(block, 24));
  addTo(third, -load<f64>(block, 16));
  addTo(third + 8, -load<f64>(block, 32));
  addTo(third + 16, -load<f64>(block, 40));
}

/** The constant part, and the blocks of all sets. */
function sumBlocks(words: usize, values: usize): void {
  memory.copy(values, <usize>load<u32>(words, at.CONSTANT), <usize>load<u32>(words, at.CONSTANT_BYTES));
  let set = <usize>load<u32>(words, at.SETS);
  for (let end = set + <usize>load<u32>(words, at.SET_COUNT) * at.SET_BYTES; set < end; set += at.SET_BYTES) {
    let block = <usize>load<u32>(set, at.SET_BLOCKS);
    let pair = <usize>load<u32>(set, at.SET_PAIRS);
    const hats = <usize>load<u32>(set, at.SET_HATS);
    for (let pairs = (hats * (hats - 1)) >> 1; pairs > 0; pairs--, block += 48, pair += at.PAIR_BYTES) {
      const first = values + <usize>load<u32>(pair);
      const second = values + <usize>load<u32>(pair, 4);
      const third = values + <usize>load<u32>(pair, 8);
      const xy = load<f64>(block, 8);
      const xz = load<f64>(block, 16);
      const yz = load<f64>(block, 32);
      addTo(first, load<f64>(block));
      addTo(first + 8, xy);
      addTo(first + 16, xz);
      addTo(second, xy);
      addTo(second + 8, load<f64>(block, 24));
      addTo(second + 16, yz);
      addTo(third, xz);
      addTo(third + 8, yz);
      addTo(third + 16, load<f64>(block, 40));
      subtractBlock(block, values, pair + 12);
      subtractBlock(block, values, pair + 24);
    }
  }
}

// @ts-ignore: decorator
@inline
function sumPair(p: v128): f64 {
  return f64x2.extract_lane(p, 0) + f64x2.extract_lane(p, 1);
}

/** The nine products of the three rows at a0, a1, a2 and those at b0, b1, b2 over n numbers, into `out`. */
function multiplyRows(a0: usize, a1: usize, a2: usize, b0: usize, b1: usize, b2: usize, n: i32, out: usize): void {
  const zero = f64x2.splat(0);
  const isOdd = (n & 1) !== 0;
  let x0 = isOdd ? v128.load64_zero(a0) : zero;
  let x1 = isOdd ? v128.load64_zero(a1) : zero;
  let x2 = isOdd ? v128.load64_zero(a2) : zero;
  let y0 = isOdd ? v128.load64_zero(b0) : zero;
  let y1 = isOdd ? v128.load64_zero(b1) : zero;
  let y2 = isOdd ? v128.load64_zero(b2) : zero;
  let p00 = f64x2.mul(x0, y0);
  let p01 = f64x2.mul(x0, y1);
  let p02 = f64x2.mul(x0, y2);
  let p10 = f64x2.mul(x1, y0);
  let p11 = f64x2.mul(x1, y1);
  let p12 = f64x2.mul(x1, y2);
  let p20 = f64x2.mul(x2, y0);
  let p21 = f64x2.mul(x2, y1);
  let p22 = f64x2.mul(x2, y2);
  for (let k: usize = isOdd ? 8 : 0, end = (<usize>n) << 3; k < end; k += 16) {
    x0 = v128.load(a0 + k);
    x1 = v128.load(a1 + k);
    x2 = v128.load(a2 + k);
    y0 = v128.load(b0 + k);
    y1 = v128.load(b1 + k);
    y2 = v128.load(b2 + k);
    p00 = f64x2.add(p00, f64x2.mul(x0, y0));
    p01 = f64x2.add(p01, f64x2.mul(x0, y1));
    p02 = f64x2.add(p02, f64x2.mul(x0, y2));
    p10 = f64x2.add(p10, f64x2.mul(x1, y0));
    p11 = f64x2.add(p11, f64x2.mul(x1, y1));
    p12 = f64x2.add(p12, f64x2.mul(x1, y2));
    p20 = f64x2.add(p20, f64x2.mul(x2, y0));
    p21 = f64x2.add(p21, f64x2.mul(x2, y1));
    p22 = f64x2.add(p22, f64x2.mul(x2, y2));
  }
  store<f64>(out, sumPair(p00), 0);
  store<f64>(out, sumPair(p01), 8);
  store<f64>(out, sumPair(p02), 16);
  store<f64>(out, sumPair(p10), 24);
  store<f64>(out, sumPair(p11), 32);
  store<f64>(out, sumPair(p12), 40);
  store<f64>(out, sumPair(p20), 48);
  store<f64>(out, sumPair(p21), 56);
  store<f64>(out, sumPair(p22), 64);
}

/** One row of the block X Lᵀ = A − P: `row` is that of A and then of X, `product` that of P, and b0, b1, b2 are the rows of L. */
// @ts-ignore: decorator
@inline
function divideRow(row: usize, product: usize, b0: usize, b1: usize, b2: usize): void {
  const x = (load<f64>(row) - load<f64>(product)) / load<f64>(b0);
  const y = (load<f64>(row, 8) - load<f64>(product, 8) - x * load<f64>(b1)) / load<f64>(b1, 8);
  const z = (load<f64>(row, 16) - load<f64>(product, 16) - x * load<f64>(b2) - y * load<f64>(b2, 8)) / load<f64>(b2, 16);
  store<f64>(row, x);
  store<f64>(row, y, 8);
  store<f64>(row, z, 16);
}

/** The Cholesky factor of the block A − P on the diagonal, in the rows a0, a1 and a2; false where a pivot is not positive. */
// @ts-ignore: decorator
@inline
function factorBlock(a0: usize, a1: usize, a2: usize, product: usize): bool {
  const xx = load<f64>(a0) - load<f64>(product);
  if (!(xx > 0)) return false;
  const l00 = sqrt(xx);
  const l10 = (load<f64>(a1) - load<f64>(product, 24)) / l00;
  const l20 = (load<f64>(a2) - load<f64>(product, 48)) / l00;
  const yy = load<f64>(a1, 8) - load<f64>(product, 32) - l10 * l10;
  if (!(yy > 0)) return false;
  const l11 = sqrt(yy);
  const l21 = (load<f64>(a2, 8) - load<f64>(product, 56) - l20 * l10) / l11;
  const zz = load<f64>(a2, 16) - load<f64>(product, 64) - l20 * l20 - l21 * l21;
  if (!(zz > 0)) return false;
  store<f64>(a0, l00);
  store<f64>(a1, l10);
  store<f64>(a1, l11, 8);
  store<f64>(a2, l20);
  store<f64>(a2, l21, 8);
  store<f64>(a2, sqrt(zz), 16);
  return true;
}

/** Where row i begins. */
// @ts-ignore: decorator
@inline
function rowAt(i: i32, starts: usize, values: usize): usize {
  return values + ((<usize>load<u32>(starts + ((<usize>i) << 2))) << 3);
}

/** L Lᵀ in place, three rows at a time, those of a hat, which begin in the same column; false where a pivot is not positive. */
function factor(rows: i32, firstColumns: usize, starts: usize, values: usize, product: usize): bool {
  for (let i = 0; i < rows; i += 3) {
    const first = load<i32>(firstColumns + ((<usize>i) << 2));
    const a0 = rowAt(i, starts, values);
    const a1 = rowAt(i + 1, starts, values);
    const a2 = rowAt(i + 2, starts, values);
    for (let j = first; j < i; j += 3) {
      const otherFirst = load<i32>(firstColumns + ((<usize>j) << 2));
      const b0 = rowAt(j, starts, values);
      const b1 = rowAt(j + 1, starts, values);
      const b2 = rowAt(j + 2, starts, values);
      const from = max(first, otherFirst);
      const own = (<usize>(from - first)) << 3;
      const other = (<usize>(from - otherFirst)) << 3;
      multiplyRows(a0 + own, a1 + own, a2 + own, b0 + other, b1 + other, b2 + other, j - from, product);
      const place = (<usize>(j - first)) << 3;
      const corner = (<usize>(j - otherFirst)) << 3;
      divideRow(a0 + place, product, b0 + corner, b1 + corner, b2 + corner);
      divideRow(a1 + place, product + 24, b0 + corner, b1 + corner, b2 + corner);
      divideRow(a2 + place, product + 48, b0 + corner, b1 + corner, b2 + corner);
    }
    multiplyRows(a0, a1, a2, a0, a1, a2, i - first, product);
    const corner = (<usize>(i - first)) << 3;
    if (!factorBlock(a0 + corner, a1 + corner, a2 + corner, product)) return false;
  }
  return true;
}

/** b ← L⁻ᵀ L⁻¹ b */
function substitute(rows: i32, firstColumns: usize, starts: usize, values: usize, b: usize): void {
  for (let i = 0; i < rows; i++) {
    const first = load<i32>(firstColumns + ((<usize>i) << 2));
    const row = values + ((<usize>load<u32>(starts + ((<usize>i) << 2))) << 3);
    const place = b + ((<usize>i) << 3);
    const sum = load<f64>(place) - dot(row, b + ((<usize>first) << 3), i - first);
    store<f64>(place, sum / load<f64>(row + ((<usize>(i - first)) << 3)));
  }
  for (let i = rows - 1; i >= 0; i--) {
    const first = load<i32>(firstColumns + ((<usize>i) << 2));
    const row = values + ((<usize>load<u32>(starts + ((<usize>i) << 2))) << 3);
    const place = b + ((<usize>i) << 3);
    const value = load<f64>(place) / load<f64>(row + ((<usize>(i - first)) << 3));
    store<f64>(place, value);
    let to = b + ((<usize>first) << 3);
    let from = row;
    for (; to < place; to += 8, from += 8) store<f64>(to, load<f64>(to) - load<f64>(from) * value);
  }
}

/** The moves of the hats, which are Pᵀ r before, from the blocks of all sets; false where the matrix is not positive definite. */
export function solveHats(words: usize): bool {
  const rows = load<i32>(words, at.ROWS);
  const firstColumns = <usize>load<u32>(words, at.FIRST_COLUMNS);
  const starts = <usize>load<u32>(words, at.ROW_STARTS);
  const values = <usize>load<u32>(words, at.VALUES);
  const right = <usize>load<u32>(words, at.RIGHT);
  const moves = <usize>load<u32>(words, at.MOVES);
  sumBlocks(words, values);
  if (!factor(rows, firstColumns, starts, values, <usize>load<u32>(words, at.SUMS))) return false;
  const end = right + ((<usize>rows) << 3);
  for (let b = right, m = moves; b < end; b += 24, m += 16) {
    store<f64>(b, <f64>load<f32>(m));
    store<f64>(b, <f64>load<f32>(m, 4), 8);
    store<f64>(b, <f64>load<f32>(m, 8), 16);
  }
  substitute(rows, firstColumns, starts, values, right);
  for (let b = right, m = moves; b < end; b += 24, m += 16) {
    store<f32>(m, <f32>load<f64>(b));
    store<f32>(m, <f32>load<f64>(b, 8), 4);
    store<f32>(m, <f32>load<f64>(b, 16), 8);
  }
  return true;
}
