// The first residual of Choi's step: springs are pulled to targets along other, predicted positions. See edge-forces.
import { add, madd, mul, splat0, splat1, splat2, sub, sumLanes, zipHigh, zipLow } from "./simd";

const TINY: f32 = 1e-24;

/**
 * out = free (s (f − c v) + b),   f_i = Σ_j k (d − d*) + w d,   d* = L p/|p|, or p where the spring is slack, p the edge at `to`.
 */
export function computeTargetResidual(
  n: i32,
  rowStart: usize,
  neighbour: usize,
  traits: usize,
  x: usize,
  to: usize,
  particle: usize,
  impulse: usize,
  v: usize,
  seconds: usize,
  out: usize,
): void {
  const s = f32x4.splat(<f32>load<f64>(seconds));
  const tiny = f32x4.splat(TINY);
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  let g = neighbour;
  let t = traits;
  for (let i = 0; i < n; i++) {
    const o = (<usize>i) << 4;
    const h = v128.load(x + 2 * o);
    const l = v128.load(x + 2 * o, 16);
    const th = v128.load(to + 2 * o);
    const tl = v128.load(to + 2 * o, 16);
    let fx = zero;
    let fy = zero;
    let fz = zero;
    const end = neighbour + ((<usize>load<u32>(rowStart + ((<usize>(i + 1)) << 2))) << 4);
    for (; g < end; g += 16, t += 48) {
      const j0 = <usize>load<u32>(g);
      const j1 = <usize>load<u32>(g, 4);
      const j2 = <usize>load<u32>(g, 8);
      const j3 = <usize>load<u32>(g, 12);
      // differences first, lane by lane of (x, y, z, 0), then turned
      const a0 = add(sub(v128.load(x + j0), h), sub(v128.load(x + j0, 16), l));
      const a1 = add(sub(v128.load(x + j1), h), sub(v128.load(x + j1, 16), l));
      const a2 = add(sub(v128.load(x + j2), h), sub(v128.load(x + j2, 16), l));
      const a3 = add(sub(v128.load(x + j3), h), sub(v128.load(x + j3, 16), l));
      const b0 = add(sub(v128.load(to + j0), th), sub(v128.load(to + j0, 16), tl));
      const b1 = add(sub(v128.load(to + j1), th), sub(v128.load(to + j1, 16), tl));
      const b2 = add(sub(v128.load(to + j2), th), sub(v128.load(to + j2, 16), tl));
      const b3 = add(sub(v128.load(to + j3), th), sub(v128.load(to + j3, 16), tl));
      const p = zipLow(a0, a2);
      const q = zipLow(a1, a3);
      const dx = zipLow(p, q);
      const dy = zipHigh(p, q);
      const dz = zipLow(zipHigh(a0, a2), zipHigh(a1, a3));
      const u = zipLow(b0, b2);
      const w = zipLow(b1, b3);
      const px = zipLow(u, w);
      const py = zipHigh(u, w);
      const pz = zipLow(zipHigh(b0, b2), zipHigh(b1, b3));
      const k = v128.load(t);
      const rest = v128.load(t, 16);
      const r = f32x4.sqrt(f32x4.max(madd(px, px, madd(py, py, mul(pz, pz))), tiny));
      const length = f32x4.abs(rest);
      const isSlack = v128.and(f32x4.lt(rest, zero), f32x4.le(r, length));
      const ratio = mul(k, v128.bitselect(one, f32x4.div(length, r), isSlack));
      const scale = add(k, v128.load(t, 32));
      fx = add(fx, sub(mul(scale, dx), mul(ratio, px)));
      fy = add(fy, sub(mul(scale, dy), mul(ratio, py)));
      fz = add(fz, sub(mul(scale, dz), mul(ratio, pz)));
    }
    const about = v128.load(particle + o);
    const f = sub(sumLanes(fx, fy, fz), mul(splat1(about), v128.load(v + o)));
    v128.store(out + o, mul(splat2(about), madd(s, f, v128.load(impulse + o))));
  }
}
