// Conjugate gradients on the matrix of block-rows, preconditioned by its inverse diagonal blocks: src/linalg/block-pcg.ts in single precision, with
// sums in double. Held rows have inverses 0, so their direction stays 0.
import { addPairs } from "./block-product";
import { applyInverse } from "./block-sweep";
import { clearRows, gripRows, projectRows, tieRows } from "./block-rows-bound";
import { madd, mul, sub, sumLanesDouble } from "./simd";

/** Squares below this [kg² m²/s²] are nothing: single precision ends at 1e-38. */
const NOTHING: f64 = 1e-26;

/** Rows whose products are summed in single precision before they are added in double precision. */
const FEW: usize = 16 * 16;

// Of `numbers`: tolerance, floor and most iterations in; iterations, residual over the first one, 1 if it is small enough, 1 if a direction without
// curvature was met, out; and r·r and r·z for itself.
const ITERATIONS: usize = 24;
const SQUARED: usize = 56;
const PRECONDITIONED: usize = 64;

/** r −= α q, z = D⁻¹ r, r·r and r·z */
function update(n: i32, alpha: f64, rows: usize, q: usize, r: usize, z: usize, numbers: usize): void {
  const a = f32x4.splat(<f32>alpha);
  const zero = f32x4.splat(0);
  let squared: f64 = 0;
  let preconditioned: f64 = 0;
  const size = <usize>n << 4;
  for (let o: usize = 0; o < size; ) {
    const end = min(o + FEW, size);
    let rr = zero;
    let rz = zero;
    for (; o < end; o += 16, rows += 64) {
      const s = sub(v128.load(r + o), mul(a, v128.load(q + o)));
      v128.store(r + o, s);
      const t = applyInverse(rows, s);
      v128.store(z + o, t);
      rr = madd(s, s, rr);
      rz = madd(s, t, rz);
    }
    squared += sumLanesDouble(rr);
    preconditioned += sumLanesDouble(rz);
  }
  store<f64>(numbers, squared, SQUARED);
  store<f64>(numbers, preconditioned, PRECONDITIONED);
}

/** a · b */
function dot(size: usize, a: usize, b: usize): f64 {
  let sum: f64 = 0;
  for (let o: usize = 0; o < size; ) {
    const end = min(o + FEW, size);
    let part = f32x4.splat(0);
    for (; o < end; o += 16) part = madd(v128.load(a + o), v128.load(b + o), part);
    sum += sumLanesDouble(part);
  }
  return sum;
}

/** y += α p, p = z + β p, q = M′ p */
function turn(size: usize, alpha: f64, beta: f64, inertia: usize, z: usize, y: usize, p: usize, q: usize): void {
  const a = f32x4.splat(<f32>alpha);
  const b = f32x4.splat(<f32>beta);
  for (let o: usize = 0; o < size; o += 16) {
    const before = v128.load(p + o);
    v128.store(y + o, madd(a, before, v128.load(y + o)));
    const after = madd(b, before, v128.load(z + o));
    v128.store(p + o, after);
    v128.store(q + o, mul(v128.load(inertia + o), after));
  }
}

/** q += (Lap(J) + Σ T Tᵀ + ties) x */
// @ts-ignore: decorator
@inline
function multiply(n: i32, matrix: usize, bound: usize, x: usize, q: usize): void {
  addPairs(
    n,
    <usize>load<u32>(matrix),
    <usize>load<u32>(matrix, 4),
    <usize>load<u32>(matrix, 8),
    <usize>load<u32>(matrix, 12),
    x,
    q,
  );
  gripRows(bound, x, q);
  tieRows(bound, x, q);
}

/**
 * Solves A y = r from y = 0, or from the y it is given where `startsFromY` is not 0; r, which is 0 on held rows, becomes the residual. Where there are
 * sliders, q is A y in the end. `matrix` holds byte offsets of rowStart, ownedEnd, columns and blocks, `bound` is that of block-rows-bound; p, z
 * and `inertia` are scratch.
 */
export function solveBlocks(
  n: i32,
  matrix: usize,
  rows: usize,
  bound: usize,
  r: usize,
  inertia: usize,
  p: usize,
  q: usize,
  z: usize,
  y: usize,
  startsFromY: i32,
  numbers: usize,
): void {
  const tolerance = load<f64>(numbers);
  const floor = load<f64>(numbers, 8);
  const most = load<f64>(numbers, 16);
  const size = <usize>n << 4;
  for (let o: usize = 0; o < size; o += 16) v128.store(inertia + o, v128.load(rows + (o << 2), 48));
  let squared = dot(size, r, r);
  const start = squared <= NOTHING ? 0 : squared;
  const goal = max(max(start * tolerance * tolerance, floor * floor), NOTHING);
  memory.fill(p, 0, size);
  if (startsFromY) {
    for (let o: usize = 0; o < size; o += 16) v128.store(q + o, mul(v128.load(inertia + o), v128.load(y + o)));
    multiply(n, matrix, bound, y, q);
    clearRows(bound, q);
    projectRows(bound, q);
  } else {
    memory.fill(y, 0, size);
    memory.fill(q, 0, size);
  }
  projectRows(bound, r);
  update(n, startsFromY ? 1 : 0, rows, q, r, z, numbers);
  squared = load<f64>(numbers, SQUARED);
  turn(size, 0, 0, inertia, z, y, p, q);
  let iterations: f64 = 0;
  let isIndefinite: f64 = 0;
  while (squared > goal && iterations < most) {
    multiply(n, matrix, bound, p, q);
    clearRows(bound, q);
    projectRows(bound, q);
    const curvature = dot(size, p, q);
    if (!(curvature > 0)) {
      isIndefinite = 1;
      if (curvature == 0 || isNaN(curvature)) break;
    }
    const before = load<f64>(numbers, PRECONDITIONED);
    const alpha = before / curvature;
    update(n, alpha, rows, q, r, z, numbers);
    squared = load<f64>(numbers, SQUARED);
    turn(size, alpha, load<f64>(numbers, PRECONDITIONED) / before, inertia, z, y, p, q);
    iterations++;
  }
  if (load<u32>(bound, 8) > 0) {
    for (let o: usize = 0; o < size; o += 16) v128.store(q + o, mul(v128.load(inertia + o), v128.load(y + o)));
    multiply(n, matrix, bound, y, q);
  }
  if (!(start < Infinity)) memory.copy(y, r, size); // no finite solution: the step must see it
  store<f64>(numbers, iterations, ITERATIONS);
  store<f64>(numbers, start == 0 ? 0 : sqrt(squared / start), ITERATIONS + 8);
  store<f64>(numbers, squared <= goal ? 1 : 0, ITERATIONS + 16);
  store<f64>(numbers, isIndefinite, ITERATIONS + 24);
}
