// The dense kernels of the supernodal factorisation (src/linalg/dense-panel.ts), in double precision, two numbers at once along the rows.
import { sumDouble } from "../shared/double-sums";

/** a · b over `bytes`, a multiple of 8 */
// @ts-ignore: decorator
@inline
function dotRows(a: usize, b: usize, bytes: usize): f64 {
  let s = f64x2.splat(0);
  const whole = a + (bytes & ~15);
  const end = a + bytes;
  for (; a < whole; a += 16, b += 16) s = f64x2.add(s, f64x2.mul(v128.load(a), v128.load(b)));
  return sumDouble(s) + (a < end ? load<f64>(a) * load<f64>(b) : 0);
}

/** out[2r + c] = row r of four at a · row c of two at b, over `bytes`; rows of both are `stride` bytes apart. */
// @ts-ignore: decorator
@inline
function dotTile(a: usize, b: usize, stride: usize, bytes: usize, out: usize): void {
  const a1 = a + stride;
  const a2 = a1 + stride;
  const a3 = a2 + stride;
  const b1 = b + stride;
  let s00 = f64x2.splat(0);
  let s01 = s00;
  let s10 = s00;
  let s11 = s00;
  let s20 = s00;
  let s21 = s00;
  let s30 = s00;
  let s31 = s00;
  const whole = bytes & ~15;
  let k: usize = 0;
  for (; k < whole; k += 16) {
    const u = v128.load(b + k);
    const w = v128.load(b1 + k);
    let x = v128.load(a + k);
    s00 = f64x2.add(s00, f64x2.mul(x, u));
    s01 = f64x2.add(s01, f64x2.mul(x, w));
    x = v128.load(a1 + k);
    s10 = f64x2.add(s10, f64x2.mul(x, u));
    s11 = f64x2.add(s11, f64x2.mul(x, w));
    x = v128.load(a2 + k);
    s20 = f64x2.add(s20, f64x2.mul(x, u));
    s21 = f64x2.add(s21, f64x2.mul(x, w));
    x = v128.load(a3 + k);
    s30 = f64x2.add(s30, f64x2.mul(x, u));
    s31 = f64x2.add(s31, f64x2.mul(x, w));
  }
  let u: f64 = 0;
  let w: f64 = 0;
  let x0: f64 = 0;
  let x1: f64 = 0;
  let x2: f64 = 0;
  let x3: f64 = 0;
  if (k < bytes) {
    u = load<f64>(b + k);
    w = load<f64>(b1 + k);
    x0 = load<f64>(a + k);
    x1 = load<f64>(a1 + k);
    x2 = load<f64>(a2 + k);
    x3 = load<f64>(a3 + k);
  }
  store<f64>(out, sumDouble(s00) + x0 * u);
  store<f64>(out, sumDouble(s01) + x0 * w, 8);
  store<f64>(out, sumDouble(s10) + x1 * u, 16);
  store<f64>(out, sumDouble(s11) + x1 * w, 24);
  store<f64>(out, sumDouble(s20) + x2 * u, 32);
  store<f64>(out, sumDouble(s21) + x2 * w, 40);
  store<f64>(out, sumDouble(s30) + x3 * u, 48);
  store<f64>(out, sumDouble(s31) + x3 * w, 56);
}

/** Factors a panel in place; returns the first column whose pivot is not positive, −1 if all are. `scratch` has eight numbers. */
export function factorPanel(panel: usize, width: i32, rows: i32, scratch: usize): i32 {
  const stride = (<usize>width) << 3;
  for (let j = 0; j < width; j++) {
    const rowJ = panel + <usize>j * stride;
    for (let k = 0; k < j; k++) {
      const rowK = panel + <usize>k * stride;
      const at = rowJ + ((<usize>k) << 3);
      store<f64>(at, (load<f64>(at) - dotRows(rowJ, rowK, (<usize>k) << 3)) * load<f64>(rowK + ((<usize>k) << 3)));
    }
    const at = rowJ + ((<usize>j) << 3);
    const pivot = load<f64>(at) - dotRows(rowJ, rowJ, (<usize>j) << 3);
    if (!(pivot > 0)) return j;
    store<f64>(at, 1 / sqrt(pivot));
  }
  let i = width;
  for (; i + 3 < rows; i += 4) solveFourRows(panel, width, panel + <usize>i * stride, scratch);
  for (; i < rows; i++) {
    const row = panel + <usize>i * stride;
    for (let j = 0; j < width; j++) {
      const rowJ = panel + <usize>j * stride;
      const at = row + ((<usize>j) << 3);
      store<f64>(at, (load<f64>(at) - dotRows(row, rowJ, (<usize>j) << 3)) * load<f64>(rowJ + ((<usize>j) << 3)));
    }
  }
  return -1;
}

function solveFourRows(panel: usize, width: i32, row: usize, scratch: usize): void {
  const stride = (<usize>width) << 3;
  let j = 0;
  for (; j + 1 < width; j += 2) {
    const p = panel + <usize>j * stride;
    const q = p + stride;
    const bytes = (<usize>j) << 3;
    dotTile(row, p, stride, bytes, scratch);
    const dp = load<f64>(p + bytes);
    const l = load<f64>(q + bytes);
    const dq = load<f64>(q + bytes, 8);
    for (let r: usize = 0; r < 4; r++) {
      const at = row + r * stride + bytes;
      const a = (load<f64>(at) - load<f64>(scratch + (r << 4))) * dp;
      store<f64>(at, a);
      store<f64>(at, (load<f64>(at, 8) - load<f64>(scratch + (r << 4), 8) - a * l) * dq, 8);
    }
  }
  if (j < width) {
    const p = panel + <usize>j * stride;
    const bytes = (<usize>j) << 3;
    for (let r: usize = 0; r < 4; r++) {
      const at = row + r * stride;
      store<f64>(at + bytes, (load<f64>(at + bytes) - dotRows(at, p, bytes)) * load<f64>(p + bytes));
    }
  }
}

/** The lower triangle of U ← U − B Bᵀ; a few entries above the diagonal are touched too. */
export function subtractOuterProduct(b: usize, width: i32, rows: i32, update: usize, scratch: usize): void {
  const stride = (<usize>width) << 3;
  const updateStride = (<usize>rows) << 3;
  const tiled = rows & ~3;
  for (let i = 0; i < tiled; i += 4) {
    const a = b + <usize>i * stride;
    const into = update + <usize>i * updateStride;
    for (let j = 0; j < i + 4; j += 2) {
      dotTile(a, b + <usize>j * stride, stride, stride, scratch);
      for (let r: usize = 0; r < 4; r++) {
        const at = into + r * updateStride + ((<usize>j) << 3);
        v128.store(at, f64x2.sub(v128.load(at), v128.load(scratch + (r << 4))));
      }
    }
  }
  for (let i = tiled; i < rows; i++) {
    const a = b + <usize>i * stride;
    for (let j = 0; j <= i; j++) {
      const at = update + <usize>i * updateStride + ((<usize>j) << 3);
      store<f64>(at, load<f64>(at) - dotRows(a, b + <usize>j * stride, stride));
    }
  }
}
