// Inertial rotation: where edges will point if they keep turning   [Choi13, eq. 3.5–3.9] (src/forces/inertial-rotation.ts).
import { TINY } from "../shared/edge-differences";
import { add, madd, mul, sub } from "../shared/simd";

/**
 * The edges p of now become those that are turned on as from q, one step ago, `apart` bytes behind them: |p| (2 (û·û⁻) û − û⁻). Where nothing turns, p and q being
 * parallel or opposite or one of them 0, they stay as they are.
 */
export function turnOn(p: usize, end: usize, apart: usize): void {
  const tiny = f32x4.splat(TINY);
  const zero = f32x4.splat(0);
  for (; p < end; p += 64) {
    const q = p + apart;
    const px = v128.load(p);
    const py = v128.load(p, 16);
    const pz = v128.load(p, 32);
    const qx = v128.load(q);
    const qy = v128.load(q, 16);
    const qz = v128.load(q, 32);
    const cx = sub(mul(qy, pz), mul(qz, py));
    const cy = sub(mul(qz, px), mul(qx, pz));
    const cz = sub(mul(qx, py), mul(qy, px));
    const turns = f32x4.gt(madd(cx, cx, madd(cy, cy, mul(cz, cz))), zero);
    const dot = madd(px, qx, madd(py, qy, mul(pz, qz)));
    const after = f32x4.max(v128.load(p, 48), tiny);
    const before = f32x4.max(v128.load(q, 48), tiny);
    const keep = f32x4.div(mul(f32x4.splat(2), dot), f32x4.sqrt(mul(after, before)));
    const back = f32x4.sqrt(f32x4.div(after, before));
    v128.store(p, v128.bitselect(sub(mul(keep, px), mul(back, qx)), px, turns));
    v128.store(p, v128.bitselect(sub(mul(keep, py), mul(back, qy)), py, turns), 16);
    v128.store(p, v128.bitselect(sub(mul(keep, pz), mul(back, qz)), pz, turns), 32);
  }
}

// @ts-ignore: decorator
@inline
function c(value: f64): v128 {
  return f32x4.splat(<f32>value);
}

/** tan of half the angle, from that of the whole. */
// @ts-ignore: decorator
@inline
function halve(t: v128): v128 {
  return f32x4.div(t, add(c(1), f32x4.sqrt(madd(t, t, c(1)))));
}

/** The angle between two vectors over its sine times their lengths, 0 where that is 0: from its square, the inner product and the squared lengths. */
function angleOverSine(squared: v128, dot: v128, a: v128, b: v128): v128 {
  const sine = f32x4.sqrt(squared);
  const lengths = f32x4.sqrt(mul(a, b));
  // tan of a sixteenth of the angle is at most 0.2: the series of arctan ends soon
  let t = f32x4.div(sine, f32x4.max(add(lengths, dot), mul(c(1e-7), lengths)));
  for (let k = 0; k < 3; k++) t = halve(t);
  const z = mul(t, t);
  let sum = madd(z, c(1.0 / 9), c(-1.0 / 7));
  sum = madd(z, sum, c(1.0 / 5));
  sum = madd(z, sum, c(-1.0 / 3));
  sum = madd(z, sum, c(1));
  return v128.and(f32x4.div(mul(c(16), mul(t, sum)), sine), f32x4.gt(squared, c(0)));
}

/** The same of second order: by 2 ω − ω⁻, where ω turns the edges of one step ago, `apart` bytes behind them, to those of now, and ω⁻ those of two steps ago to these. */
export function turnOnTwice(p: usize, end: usize, apart: usize): void {
  for (; p < end; p += 64) {
    const q = p + apart;
    const b = q + apart;
    const px = v128.load(p);
    const py = v128.load(p, 16);
    const pz = v128.load(p, 32);
    const qx = v128.load(q);
    const qy = v128.load(q, 16);
    const qz = v128.load(q, 32);
    const bx = v128.load(b);
    const by = v128.load(b, 16);
    const bz = v128.load(b, 32);
    const cx = sub(mul(qy, pz), mul(qz, py));
    const cy = sub(mul(qz, px), mul(qx, pz));
    const cz = sub(mul(qx, py), mul(qy, px));
    const ex = sub(mul(by, qz), mul(bz, qy));
    const ey = sub(mul(bz, qx), mul(bx, qz));
    const ez = sub(mul(bx, qy), mul(by, qx));
    const between = v128.load(q, 48);
    const now = angleOverSine(madd(cx, cx, madd(cy, cy, mul(cz, cz))), madd(px, qx, madd(py, qy, mul(pz, qz))), v128.load(p, 48), between);
    const then = angleOverSine(madd(ex, ex, madd(ey, ey, mul(ez, ez))), madd(bx, qx, madd(by, qy, mul(bz, qz))), v128.load(b, 48), between);
    const twice = add(now, now);
    const wx = sub(mul(twice, cx), mul(then, ex));
    const wy = sub(mul(twice, cy), mul(then, ey));
    const wz = sub(mul(twice, cz), mul(then, ez));
    // Rodrigues, p + (sin θ/θ) w×p + ((1 − cos θ)/θ²) w×(w×p): sin φ/φ and cos φ by their series at φ = θ/8, which is at most 1.2, then doubled
    const y = mul(c(-1.0 / 64), madd(wx, wx, madd(wy, wy, mul(wz, wz))));
    let sine = madd(y, c(1.0 / 362880), c(1.0 / 5040));
    sine = madd(y, sine, c(1.0 / 120));
    sine = madd(y, sine, c(1.0 / 6));
    sine = madd(y, sine, c(1));
    let cosine = madd(y, c(1.0 / 3628800), c(1.0 / 40320));
    cosine = madd(y, cosine, c(1.0 / 720));
    cosine = madd(y, cosine, c(1.0 / 24));
    cosine = madd(y, cosine, c(0.5));
    cosine = madd(y, cosine, c(1));
    for (let k = 0; k < 2; k++) {
      sine = mul(sine, cosine);
      cosine = sub(mul(add(cosine, cosine), cosine), c(1));
    }
    const along = mul(sine, cosine);
    const inward = mul(c(0.5), mul(sine, sine)); // sin(θ/2)/(θ/2) is `sine`
    const rx = sub(mul(wy, pz), mul(wz, py));
    const ry = sub(mul(wz, px), mul(wx, pz));
    const rz = sub(mul(wx, py), mul(wy, px));
    v128.store(p, madd(inward, sub(mul(wy, rz), mul(wz, ry)), madd(along, rx, px)));
    v128.store(p, madd(inward, sub(mul(wz, rx), mul(wx, rz)), madd(along, ry, py)), 16);
    v128.store(p, madd(inward, sub(mul(wx, ry), mul(wy, rx)), madd(along, rz, pz)), 32);
  }
}
