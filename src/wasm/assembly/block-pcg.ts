// Conjugate gradients on the matrix of block-rows, preconditioned by its inverse diagonal blocks: src/linalg/block-pcg.ts in single precision, with
// sums in double. Held rows have inverses 0, so their direction stays 0.
import { multiply } from "./block-product";
import { applyInverse } from "./block-sweep";
import { addDouble, sumDouble } from "./double-sums";
import { madd, splat0, sub, mul } from "./simd";

/** Squares below this are nothing: single precision ends at 1e-38. */
const NOTHING: f64 = 1e-60;

// Of `numbers`: tolerance, floor and most iterations in; iterations, residual over the first one, 1 if it is small enough, 1 if a direction without
// curvature was met, out; and r·r and r·z for itself.
const ITERATIONS: usize = 24;
const SQUARED: usize = 56;
const PRECONDITIONED: usize = 64;

/** y += α p, r −= α q on free rows, z = D⁻¹ r, r·r and r·z */
function update(n: i32, alpha: f64, rows: usize, p: usize, q: usize, y: usize, r: usize, z: usize, numbers: usize): void {
  const a = f32x4.splat(<f32>alpha);
  const zero = f32x4.splat(0);
  let rr = f64x2.splat(0);
  let rz = f64x2.splat(0);
  const end = <usize>n << 4;
  for (let o: usize = 0; o < end; o += 16, rows += 64) {
    v128.store(y + o, madd(a, v128.load(p + o), v128.load(y + o)));
    const isFree = f32x4.ne(splat0(v128.load(rows)), zero);
    const s = v128.and(isFree, sub(v128.load(r + o), mul(a, v128.load(q + o))));
    v128.store(r + o, s);
    const t = applyInverse(rows, s);
    v128.store(z + o, t);
    rr = addDouble(rr, s, s);
    rz = addDouble(rz, s, t);
  }
  store<f64>(numbers, sumDouble(rr), SQUARED);
  store<f64>(numbers, sumDouble(rz), PRECONDITIONED);
}

/** Solves A y = r from y = 0; r becomes the residual. p, q and z are scratch. */
export function solveBlocks(
  n: i32,
  rowStart: usize,
  columns: usize,
  blocks: usize,
  rows: usize,
  r: usize,
  p: usize,
  q: usize,
  z: usize,
  y: usize,
  numbers: usize,
): void {
  const tolerance = load<f64>(numbers);
  const floor = load<f64>(numbers, 8);
  const most = load<f64>(numbers, 16);
  const size = <usize>n << 4;
  memory.fill(y, 0, size);
  memory.fill(p, 0, size);
  memory.fill(q, 0, size);
  update(n, 0, rows, p, q, y, r, z, numbers);
  let squared = load<f64>(numbers, SQUARED);
  const start = squared <= NOTHING ? 0 : squared;
  const goal = max(max(start * tolerance * tolerance, floor * floor), NOTHING);
  memory.copy(p, z, size);
  let iterations: f64 = 0;
  let isIndefinite: f64 = 0;
  while (squared > goal && iterations < most) {
    const curvature = multiply(n, rowStart, columns, blocks, rows, p, q);
    if (!(curvature > 0)) {
      isIndefinite = 1;
      if (curvature == 0 || isNaN(curvature)) break;
    }
    const before = load<f64>(numbers, PRECONDITIONED);
    update(n, before / curvature, rows, p, q, y, r, z, numbers);
    squared = load<f64>(numbers, SQUARED);
    const beta = f32x4.splat(<f32>(load<f64>(numbers, PRECONDITIONED) / before));
    for (let o: usize = 0; o < size; o += 16) v128.store(p + o, madd(beta, v128.load(p + o), v128.load(z + o)));
    iterations++;
  }
  if (!(start < Infinity)) memory.copy(y, r, size); // no finite solution: the step must see it
  store<f64>(numbers, iterations, ITERATIONS);
  store<f64>(numbers, start == 0 ? 0 : sqrt(squared / start), ITERATIONS + 8);
  store<f64>(numbers, squared <= goal ? 1 : 0, ITERATIONS + 16);
  store<f64>(numbers, isIndefinite, ITERATIONS + 24);
}
