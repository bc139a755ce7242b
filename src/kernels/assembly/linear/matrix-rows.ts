// Products with the rows of a sparse matrix in single precision, three right-hand sides at once: vectors are (x, y, z, 0) a row.
import * as at from "../../layout/job-words";
import { add, madd, mul, sub } from "../shared/simd";
import { word } from "../shared/words";

// An entry has eight bytes: the byte offset of its column in a vector, and c. A row has a multiple of four of them, the last ones with a c of 0. Of a matrix A that is subtracted c_ij = −a_ij and
// d_i = Σ_j a_ij,
//
//     −(A x)_i = −d_i x_i + Σ_j c_ij (x_j − x_i),
//
// in which a stiff cloth that moves as one keeps its mass: a_ii, rounded, would lose it.

/** c (x_j − x_i) of entry e is added to a sum. */
// @ts-ignore: decorator
@inline
function addDifference(e: usize, x: usize, base: v128, sum: v128): v128 {
  return madd(v128.load32_splat(e, 4), sub(v128.load(x + <usize>load<u32>(e)), base), sum);
}

// @ts-ignore: decorator
@inline
function addEntry(e: usize, x: usize, sum: v128): v128 {
  return madd(v128.load32_splat(e, 4), v128.load(x + <usize>load<u32>(e)), sum);
}

/** out_i = z_i + w_i a, as far as there are w and z. */
// @ts-ignore: decorator
@inline
function finishRow(a: v128, row: usize, weight: usize, z: usize, out: usize): void {
  if (weight != 0) a = mul(v128.load32_splat(weight + (row >> 2)), a);
  if (z != 0) a = add(v128.load(z + row), a);
  v128.store(out + row, a);
}

/** out_i = w_i y_i */
function weighRows(row: usize, end: usize, args: usize): void {
  const weight = word(args, at.ROWS_WEIGHT);
  const y = word(args, at.ROWS_Y);
  const out = word(args, at.ROWS_OUT);
  for (; row < end; row += 16) v128.store(out + row, mul(v128.load32_splat(weight + (row >> 2)), v128.load(y + row)));
}

/** out_i = z_i + w_i (y_i − (A x)_i) */
function subtractMatrix(row: usize, end: usize, args: usize): void {
  const starts = word(args, at.ROWS_STARTS);
  const entries = word(args, at.ROWS_ENTRIES);
  const diagonal = word(args, at.ROWS_DIAGONAL);
  const weight = word(args, at.ROWS_WEIGHT);
  const x = word(args, at.ROWS_X);
  const y = word(args, at.ROWS_Y);
  const z = word(args, at.ROWS_Z);
  const out = word(args, at.ROWS_OUT);
  let e = entries + <usize>load<u32>(starts + (row >> 2));
  for (; row < end; row += 16) {
    const until = entries + <usize>load<u32>(starts + (row >> 2), 4);
    const base = v128.load(x + row);
    let a = sub(v128.load(y + row), mul(v128.load32_splat(diagonal + (row >> 2)), base));
    let b = f32x4.splat(0);
    for (; e < until; e += 32) {
      a = addDifference(e, x, base, a);
      b = addDifference(e + 8, x, base, b);
      a = addDifference(e + 16, x, base, a);
      b = addDifference(e + 24, x, base, b);
    }
    finishRow(add(a, b), row, weight, z, out);
  }
}

/** out_i = z_i + w_i Σ_j c_ij x_j */
function addMatrix(row: usize, end: usize, args: usize): void {
  const starts = word(args, at.ROWS_STARTS);
  const entries = word(args, at.ROWS_ENTRIES);
  const weight = word(args, at.ROWS_WEIGHT);
  const x = word(args, at.ROWS_X);
  const z = word(args, at.ROWS_Z);
  const out = word(args, at.ROWS_OUT);
  let e = entries + <usize>load<u32>(starts + (row >> 2));
  for (; row < end; row += 16) {
    const until = entries + <usize>load<u32>(starts + (row >> 2), 4);
    let a = f32x4.splat(0);
    let b = a;
    for (; e < until; e += 32) {
      a = addEntry(e, x, a);
      b = addEntry(e + 8, x, b);
      a = addEntry(e + 16, x, a);
      b = addEntry(e + 24, x, b);
    }
    finishRow(add(a, b), row, weight, z, out);
  }
}

export function addRows(first: i32, last: i32, args: usize): void {
  const row = (<usize>first) << 4;
  const end = (<usize>last) << 4;
  if (word(args, at.ROWS_ENTRIES) == 0) weighRows(row, end, args);
  else if (word(args, at.ROWS_DIAGONAL) != 0) subtractMatrix(row, end, args);
  else addMatrix(row, end, args);
}
