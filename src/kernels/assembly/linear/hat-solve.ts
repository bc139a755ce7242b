// The system on coarse hats, in double precision: its blocks summed, factored and solved.
import * as at from "../../layout/hat-words";
import { factorStrips, solveStrips } from "./hat-factor";

// Hats that share neither a vertex nor a spring meet by hinges across the line between two cells: a number r a pair, next to nothing, which would double the width of the strips. The strips have
// H + D instead, D = Σ |r| (x_a² + x_b²) − 2 r x_a x_b ≥ 0, and conjugate gradients that they precondition find the rest: from p = (H + D)⁻¹ r + βp, (H + D) p is known, and each product is
// with D alone.

/** The end of the iterations: a residual of this share of the first, in squares, or so many. */
const TOLERANCE: f64 = 1e-16;
const MOST_ITERATIONS: i32 = 100;

// @ts-ignore: decorator
@inline
function addTo(place: usize, value: f64): void {
  store<f64>(place, load<f64>(place) + value);
}

/** Adds three numbers to a column of a block. */
// @ts-ignore: decorator
@inline
function addColumn(column: usize, xy: v128, z: f64): void {
  v128.store(column, f64x2.add(v128.load(column), xy));
  addTo(column + 16, z);
}

/** Takes them from it. */
// @ts-ignore: decorator
@inline
function subtractColumn(column: usize, xy: v128, z: f64): void {
  v128.store(column, f64x2.sub(v128.load(column), xy));
  addTo(column + 16, -z);
}

/** The constant part, and the blocks of all sets. */
function sumBlocks(words: usize): void {
  const values = <usize>load<u32>(words, at.VALUES);
  memory.fill(values, 0, <usize>load<u32>(words, at.VALUE_BYTES));
  let number = <usize>load<u32>(words, at.CONSTANTS);
  let place = <usize>load<u32>(words, at.CONSTANT_PLACES);
  for (let end = place + ((<usize>load<u32>(words, at.CONSTANT_COUNT)) << 2); place < end; place += 4, number += 8) {
    const block = values + <usize>load<u32>(place);
    const value = load<f64>(number);
    addTo(block, value);
    addTo(block + at.COLUMN + 8, value);
    addTo(block + 2 * at.COLUMN + 16, value);
  }
  let set = <usize>load<u32>(words, at.SETS);
  for (let end = set + <usize>load<u32>(words, at.SET_COUNT) * at.SET_BYTES; set < end; set += at.SET_BYTES) {
    let from = <usize>load<u32>(set, at.SET_BLOCKS);
    let pair = <usize>load<u32>(set, at.SET_PAIRS);
    const hats = <usize>load<u32>(set, at.SET_HATS);
    for (let pairs = (hats * (hats - 1)) >> 1; pairs > 0; pairs--, from += 48, pair += at.PAIR_BYTES) {
      const x = v128.load(from);
      const y = f64x2.replace_lane(v128.load64_splat(from, 24), 0, load<f64>(from, 8));
      const z = f64x2.replace_lane(v128.load64_splat(from, 32), 0, load<f64>(from, 16));
      const xz = load<f64>(from, 16);
      const yz = load<f64>(from, 32);
      const zz = load<f64>(from, 40);
      let block = values + <usize>load<u32>(pair);
      addColumn(block, x, xz);
      addColumn(block + at.COLUMN, y, yz);
      addColumn(block + 2 * at.COLUMN, z, zz);
      for (let hat: usize = 4; hat <= 8; hat += 4) {
        block = values + <usize>load<u32>(pair + hat);
        subtractColumn(block, x, xz);
        subtractColumn(block + at.COLUMN, y, yz);
        subtractColumn(block + 2 * at.COLUMN, z, zz);
      }
    }
  }
}

/** a · b over `bytes`, an even number of numbers */
// @ts-ignore: decorator
@inline
function dot(a: usize, b: usize, bytes: usize): f64 {
  let sum = f64x2.splat(0);
  for (let k: usize = 0; k < bytes; k += 16) sum = f64x2.add(sum, f64x2.mul(v128.load(a + k), v128.load(b + k)));
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

/** out = y + f x */
// @ts-ignore: decorator
@inline
function combine(y: usize, f: f64, x: usize, out: usize, bytes: usize): void {
  const factor = f64x2.splat(f);
  for (let k: usize = 0; k < bytes; k += 16) v128.store(out + k, f64x2.add(v128.load(y + k), f64x2.mul(factor, v128.load(x + k))));
}

/** out ← out − D x */
function subtractFar(words: usize, x: usize, out: usize): void {
  let number = <usize>load<u32>(words, at.FAR);
  let place = <usize>load<u32>(words, at.FAR_PLACES);
  for (let end = place + ((<usize>load<u32>(words, at.FAR_COUNT)) << 3); place < end; place += 8, number += 8) {
    const a = <usize>load<u32>(place);
    const b = <usize>load<u32>(place, 4);
    const r = load<f64>(number);
    for (let c: usize = 0; c < <usize>at.HAT; c += 8) {
      const xa = load<f64>(x + a + c);
      const xb = load<f64>(x + b + c);
      addTo(out + a + c, r * xb - abs(r) * xa);
      addTo(out + b + c, r * xa - abs(r) * xb);
    }
  }
}

/** H y = r from y = 0, by what has been factored; r is spoilt. False where H is not positive definite. */
function iterate(words: usize, r: usize, bytes: usize): bool {
  const y = r + bytes;
  const z = y + bytes;
  const p = z + bytes;
  const q = p + bytes;
  const strips = load<i32>(words, at.STRIPS);
  const places = <usize>load<u32>(words, at.STRIP_PLACES);
  memory.copy(z, r, bytes);
  solveStrips(strips, places, z);
  if (load<u32>(words, at.FAR_COUNT) == 0) {
    memory.copy(y, z, bytes);
    return true;
  }
  memory.fill(y, 0, bytes);
  memory.copy(p, z, bytes);
  memory.copy(q, r, bytes);
  const goal = TOLERANCE * dot(r, r, bytes);
  let product = dot(r, z, bytes);
  for (let n = 0; product > 0 && n < MOST_ITERATIONS; n++) {
    memory.copy(z, q, bytes);
    subtractFar(words, p, z);
    const curvature = dot(p, z, bytes);
    if (!(curvature > 0)) return false;
    const step = product / curvature;
    combine(y, step, p, y, bytes);
    combine(r, -step, z, r, bytes);
    if (dot(r, r, bytes) <= goal) return true;
    memory.copy(z, r, bytes);
    solveStrips(strips, places, z);
    const next = dot(r, z, bytes);
    combine(z, next / product, p, p, bytes);
    combine(r, next / product, q, q, bytes);
    product = next;
  }
  return true;
}

/** The moves of the hats, which are Pᵀ r before, from the blocks of all sets; false where the matrix is not positive definite. */
export function solveHats(words: usize): bool {
  const strips = load<i32>(words, at.STRIPS);
  const right = <usize>load<u32>(words, at.VECTORS);
  const moves = <usize>load<u32>(words, at.MOVES);
  sumBlocks(words);
  if (!factorStrips(strips, <usize>load<u32>(words, at.STRIP_PLACES))) return false;
  const bytes = <usize>strips * at.COLUMN;
  const end = moves + ((<usize>load<u32>(words, at.HATS)) << 4);
  memory.fill(right + bytes - at.HAT, 0, at.HAT); // a hat may fill up the last strip
  for (let b = right, m = moves; m < end; b += at.HAT, m += 16) {
    store<f64>(b, <f64>load<f32>(m));
    store<f64>(b, <f64>load<f32>(m, 4), 8);
    store<f64>(b, <f64>load<f32>(m, 8), 16);
  }
  if (!iterate(words, right, bytes)) return false;
  for (let b = right + bytes, m = moves; m < end; b += at.HAT, m += 16) {
    store<f32>(m, <f32>load<f64>(b));
    store<f32>(m, <f32>load<f64>(b, 8), 4);
    store<f32>(m, <f32>load<f64>(b, 16), 8);
  }
  return true;
}
