// The forces of springs and hinges on every particle, gathered over its neighbours, four at a time.
import { add, madd, mul, splat0, splat1, splat2, sub, sumLanes, sumLanesDouble, zipHigh, zipLow } from "./simd";

// A row has its neighbours in groups of four; a group has 16 bytes of `neighbour` (byte offsets of their positions) and 48 of `traits`:
// four stiffnesses k, four rest lengths L (negative: does not push back) and four weights w of what is linear (hinges). The force is
//
//     f_i = Σ_j (k (1 − L/r) + w) d,   d = x_j − x_i,   r = |d|          E = ½ Σ_i Σ_j ½ (k (r − L)² + w r²)
//
// Positions come as pairs of vectors in single precision, hi and lo with x = hi + lo, 32 bytes a particle: the differences of neighbours are
// then as good as d itself can be.
//
// Three short loops over a chunk of rows are faster than one long one: a core looks ahead by some hundred instructions only.
//
// A particle has 16 bytes of `particle`: mass m, damping c, 1 or 0 for free or held. What the step asks for is
//
//     out = free (s (f − c (v + Δv)) + b − m Δv),     Φ = E + Σ Δv·(½ m Δv − b) + ½ s c |v + Δv|²

/** Lengths below 1e-12 m have no direction. */
export const TINY: f32 = 1e-24;

/** Rows of a chunk. */
export const CHUNK: i32 = 32;

/** d and |d|² of the groups of rows `first` to `last`, 64 bytes a group, into `scratch`. */
// @ts-ignore: decorator
@inline
export function computeDifferences(
  first: i32,
  last: i32,
  rowStart: usize,
  neighbour: usize,
  x: usize,
  scratch: usize,
): void {
  let g = neighbour + (<usize>load<u32>(rowStart + (<usize>first << 2)) << 4);
  let d = scratch;
  for (let i = first; i < last; i++) {
    const own = x + (<usize>i << 5);
    const h = v128.load(own);
    const l = v128.load(own, 16);
    const end = neighbour + (<usize>load<u32>(rowStart + (<usize>(i + 1) << 2)) << 4);
    for (; g < end; g += 16, d += 64) {
      const j0 = x + <usize>load<u32>(g);
      const j1 = x + <usize>load<u32>(g, 4);
      const j2 = x + <usize>load<u32>(g, 8);
      const j3 = x + <usize>load<u32>(g, 12);
      // (x, y, z, 0) of each, then turned into lanes of x, of y and of z
      const a0 = add(sub(v128.load(j0), h), sub(v128.load(j0, 16), l));
      const a1 = add(sub(v128.load(j1), h), sub(v128.load(j1, 16), l));
      const a2 = add(sub(v128.load(j2), h), sub(v128.load(j2, 16), l));
      const a3 = add(sub(v128.load(j3), h), sub(v128.load(j3, 16), l));
      const p = zipLow(a0, a2);
      const q = zipLow(a1, a3);
      const dx = zipLow(p, q);
      const dy = zipHigh(p, q);
      const dz = zipLow(zipHigh(a0, a2), zipHigh(a1, a3));
      v128.store(d, dx);
      v128.store(d, dy, 16);
      v128.store(d, dz, 32);
      v128.store(d, madd(dx, dx, madd(dy, dy, mul(dz, dz))), 48);
    }
  }
}

/** Gathers the forces at the positions x and what goes with them. `result` receives Φ; `scratch` has 16 numbers for each group of a chunk. */
export function computeResidual(
  n: i32,
  rowStart: usize,
  neighbour: usize,
  traits: usize,
  x: usize,
  particle: usize,
  impulse: usize,
  v: usize,
  deltaV: usize,
  seconds: usize,
  out: usize,
  result: usize,
  scratch: usize,
): void {
  const s = f32x4.splat(<f32>load<f64>(seconds));
  const half = f32x4.splat(0.5);
  const tiny = f32x4.splat(TINY);
  const zero = f32x4.splat(0);
  let energy: f64 = 0;
  let inertia: f64 = 0;
  for (let first = 0; first < n; first += CHUNK) {
    const last = min(first + CHUNK, n);
    computeDifferences(first, last, rowStart, neighbour, x, scratch);
    // |d|² becomes k (1 − L/r) + w
    const from = <usize>load<u32>(rowStart + (<usize>first << 2));
    const until = <usize>load<u32>(rowStart + (<usize>last << 2));
    let t = traits + 48 * from;
    let e = zero;
    for (let d = scratch, end = scratch + ((until - from) << 6); d < end; d += 64, t += 48) {
      const rest = v128.load(t, 16);
      const weight = v128.load(t, 32);
      const squared = v128.load(d, 48);
      const r = f32x4.sqrt(f32x4.max(squared, tiny));
      const stretch = sub(r, f32x4.abs(rest));
      const isSlack = v128.and(f32x4.lt(rest, zero), f32x4.le(stretch, zero));
      const tension = v128.andnot(mul(v128.load(t), stretch), isSlack);
      v128.store(d, add(f32x4.div(tension, r), weight), 48);
      e = madd(tension, stretch, madd(weight, squared, e));
    }
    energy += sumLanesDouble(e);
    let d = scratch;
    for (let i = first; i < last; i++) {
      let fx = zero;
      let fy = zero;
      let fz = zero;
      const end = scratch + ((<usize>load<u32>(rowStart + (<usize>(i + 1) << 2)) - from) << 6);
      for (; d < end; d += 64) {
        const scale = v128.load(d, 48);
        fx = madd(scale, v128.load(d), fx);
        fy = madd(scale, v128.load(d, 16), fy);
        fz = madd(scale, v128.load(d, 32), fz);
      }
      const o = <usize>i << 4;
      const about = v128.load(particle + o);
      const m = splat0(about);
      const c = splat1(about);
      const b = v128.load(impulse + o);
      const change = v128.load(deltaV + o);
      const after = add(v128.load(v + o), change);
      const f = sub(sumLanes(fx, fy, fz), mul(c, after));
      const momentum = mul(m, change);
      v128.store(out + o, mul(splat2(about), sub(madd(s, f, b), momentum)));
      const terms = madd(change, sub(mul(half, momentum), b), mul(mul(half, s), mul(c, mul(after, after))));
      inertia += sumLanesDouble(terms);
    }
  }
  store<f64>(result, 0.25 * energy + inertia);
}
