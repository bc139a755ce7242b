// The forces of triangles towards targets   [Choi13, eq. 4.7–4.14], src/forces/linear-triangle-force.ts in single precision:
//
//     E = ½ Σ κ |S − S*|² over u, v, ũ and ṽ,     force on corner α: −κ w_α (S − S*)
//
// Targets are the directions of axes P: S itself, which gives the true energy where those of the shear axes are their own, or the axes of other positions, turned on
// where there are earlier ones.
import { CORNERS, IS_DERIVED, KEPT, OWN, RANGES, SCRATCH, SCRATCH_SIZE, TRAITS } from "../triangle-words";
import { TINY } from "./edge-differences";
import { turnOn, turnOnTwice } from "./edge-rotation";
import { add, madd, mul, sub, sumLanesDouble } from "./simd";
import { AXES, CORNERS as CORNER_BYTES, computeAxes, computeVectorAxes, shareAxes, storeAxis, TRAITS as TRAIT_BYTES } from "./triangle-axes";
import { word } from "./words";

/** Groups that loops take at a time. */
const GROUPS_AT_ONCE: usize = 16;
/** Bytes from the axes of one kind to those of the next, in the scratch: S, P and those that P turns on from. */
const APART: usize = GROUPS_AT_ONCE * AXES;
const KEPT_BYTES: usize = 96;

/** Where the targets of ũ and ṽ come from: the targets of u and v, P_u ± P_v, or axes that were turned. */
const DERIVED: i32 = 0;
const OF_AXES: i32 = 1;
const TURNED: i32 = 2;

/** P_u ± P_v as axes of their own. */
function addShearAxes(p: usize, end: usize): void {
  for (; p < end; p += AXES) {
    const ux = v128.load(p);
    const uy = v128.load(p, 16);
    const uz = v128.load(p, 32);
    const vx = v128.load(p, 64);
    const vy = v128.load(p, 80);
    const vz = v128.load(p, 96);
    storeAxis(add(ux, vx), add(uy, vy), add(uz, vz), p + 128);
    storeAxis(sub(ux, vx), sub(uy, vy), sub(uz, vz), p + 192);
  }
}

/** Turns the axes at p on, the shear axes too unless their targets are derived. */
function turnAxes(p: usize, end: usize, isDerived: bool, isSecond: bool): void {
  if (!isDerived) for (let k: usize = 0; k < 3 * APART; k += APART) addShearAxes(p + k, end + k);
  const size = isDerived ? AXES / 2 : AXES;
  for (; p < end; p += AXES) {
    if (isSecond) turnOnTwice(p, p + size, APART);
    else turnOn(p, p + size, APART);
  }
}

/** Keeps S_u and S_v, or moves on what was kept: S = S₀ + s ΔS. */
function keepAxes(s: usize, end: usize, kept: usize): void {
  for (; s < end; s += AXES, kept += KEPT_BYTES) {
    for (let k: usize = 0; k < 48; k += 16) {
      v128.store(kept + k, v128.load(s + k));
      v128.store(kept + k, v128.load(s + k, 64), 48);
    }
  }
}

function moveAxes(s: usize, end: usize, kept: usize, factor: usize): void {
  const seconds = f32x4.splat(<f32>load<f64>(factor));
  for (; s < end; s += AXES, kept += KEPT_BYTES) {
    storeAxis(
      madd(seconds, v128.load(s), v128.load(kept)),
      madd(seconds, v128.load(s, 16), v128.load(kept, 16)),
      madd(seconds, v128.load(s, 32), v128.load(kept, 32)),
      s,
    );
    storeAxis(
      madd(seconds, v128.load(s, 64), v128.load(kept, 48)),
      madd(seconds, v128.load(s, 80), v128.load(kept, 64)),
      madd(seconds, v128.load(s, 96), v128.load(kept, 80)),
      s + 64,
    );
  }
}

/** 1/√(n |p|²), at most 1e12. */
// @ts-ignore: decorator
@inline
function inverseLength(squared: v128, n: f32): v128 {
  return f32x4.div(f32x4.splat(1), f32x4.sqrt(mul(f32x4.splat(n), f32x4.max(squared, f32x4.splat(TINY)))));
}

// @ts-ignore: decorator
@inline
function square(x: v128, y: v128, z: v128): v128 {
  return madd(x, x, madd(y, y, mul(z, z)));
}

/** S_u and S_v become T_u and T_v, what acts along them, with targets along the axes at `p`; returns twice the energy of triangles whose first corner is the chunk's. */
function pullToTargets(s: usize, end: usize, p: usize, t: usize, own: usize, shear: i32): f64 {
  const half = f32x4.splat(0.5);
  const lanes = i32x4(1, 2, 4, 8);
  const zero = f32x4.splat(0);
  let energy = zero;
  for (; s < end; s += AXES, p += AXES, t += TRAIT_BYTES, own += 4) {
    const ux = v128.load(s);
    const uy = v128.load(s, 16);
    const uz = v128.load(s, 32);
    const vx = v128.load(s, 64);
    const vy = v128.load(s, 80);
    const vz = v128.load(s, 96);
    // targets of u and v
    const iu = inverseLength(v128.load(p, 48), 1);
    const iv = inverseLength(v128.load(p, 112), 1);
    const aux = mul(iu, v128.load(p));
    const auy = mul(iu, v128.load(p, 16));
    const auz = mul(iu, v128.load(p, 32));
    const avx = mul(iv, v128.load(p, 64));
    const avy = mul(iv, v128.load(p, 80));
    const avz = mul(iv, v128.load(p, 96));
    // and of their sum and difference, at the length 1/√2
    let px: v128;
    let py: v128;
    let pz: v128;
    let mx: v128;
    let my: v128;
    let mz: v128;
    if (shear == DERIVED) {
      px = add(aux, avx);
      py = add(auy, avy);
      pz = add(auz, avz);
      mx = sub(aux, avx);
      my = sub(auy, avy);
      mz = sub(auz, avz);
    } else if (shear == OF_AXES) {
      px = add(v128.load(p), v128.load(p, 64));
      py = add(v128.load(p, 16), v128.load(p, 80));
      pz = add(v128.load(p, 32), v128.load(p, 96));
      mx = sub(v128.load(p), v128.load(p, 64));
      my = sub(v128.load(p, 16), v128.load(p, 80));
      mz = sub(v128.load(p, 32), v128.load(p, 96));
    } else {
      px = v128.load(p, 128);
      py = v128.load(p, 144);
      pz = v128.load(p, 160);
      mx = v128.load(p, 192);
      my = v128.load(p, 208);
      mz = v128.load(p, 224);
    }
    const ip = inverseLength(square(px, py, pz), 2);
    const im = inverseLength(square(mx, my, mz), 2);
    // S − S*
    const dux = sub(ux, aux);
    const duy = sub(uy, auy);
    const duz = sub(uz, auz);
    const dvx = sub(vx, avx);
    const dvy = sub(vy, avy);
    const dvz = sub(vz, avz);
    const dpx = sub(mul(half, add(ux, vx)), mul(ip, px));
    const dpy = sub(mul(half, add(uy, vy)), mul(ip, py));
    const dpz = sub(mul(half, add(uz, vz)), mul(ip, pz));
    const dmx = sub(mul(half, sub(ux, vx)), mul(im, mx));
    const dmy = sub(mul(half, sub(uy, vy)), mul(im, my));
    const dmz = sub(mul(half, sub(uz, vz)), mul(im, mz));
    const ku = v128.load(t, 64);
    const kv = v128.load(t, 80);
    const kp = v128.load(t, 96);
    const km = v128.load(t, 112);
    v128.store(s, madd(ku, dux, madd(kp, dpx, mul(km, dmx))));
    v128.store(s, madd(ku, duy, madd(kp, dpy, mul(km, dmy))), 16);
    v128.store(s, madd(ku, duz, madd(kp, dpz, mul(km, dmz))), 32);
    v128.store(s, sub(madd(kv, dvx, mul(kp, dpx)), mul(km, dmx)), 64);
    v128.store(s, sub(madd(kv, dvy, mul(kp, dpy)), mul(km, dmy)), 80);
    v128.store(s, sub(madd(kv, dvz, mul(kp, dpz)), mul(km, dmz)), 96);
    // the shear axes are √2 times as long as what stands for them here
    const along = madd(ku, square(dux, duy, duz), mul(kv, square(dvx, dvy, dvz)));
    const across = madd(kp, square(dpx, dpy, dpz), mul(km, square(dmx, dmy, dmz)));
    const counts = i32x4.ne(v128.and(i32x4.splat(load<i32>(own)), lanes), zero);
    energy = add(energy, v128.and(counts, add(along, add(across, across))));
  }
  return sumLanesDouble(energy);
}

/**
 * Adds the forces of a chunk at the positions x, or where that is 0 at those of the last call with x moved on by s Δv, to f; towards targets along the axes at `to`, those
 * of x where that is 0, turned on from `before` and, where that is not 0, `beforeThat`. Returns its part of the energy.
 */
export function addTriangleForces(
  chunk: usize,
  triangles: usize,
  x: usize,
  to: usize,
  before: usize,
  beforeThat: usize,
  deltaV: usize,
  seconds: usize,
  f: usize,
): f64 {
  const range = word(triangles, RANGES) + (chunk << 3);
  const scratch = word(triangles, SCRATCH) + chunk * word(triangles, SCRATCH_SIZE);
  const kept = word(triangles, KEPT);
  const isDerived = word(triangles, IS_DERIVED) != 0;
  const shear = isDerived ? DERIVED : before == 0 ? OF_AXES : TURNED;
  let energy: f64 = 0;
  const last = <usize>load<u32>(range, 4);
  for (let first = <usize>load<u32>(range); first < last; first += GROUPS_AT_ONCE) {
    const end = scratch + min(GROUPS_AT_ONCE, last - first) * AXES;
    const corner = word(triangles, CORNERS) + first * CORNER_BYTES;
    const traits = word(triangles, TRAITS) + first * TRAIT_BYTES;
    const own = word(triangles, OWN) + (first << 2);
    if (x == 0) {
      computeVectorAxes(corner, traits, deltaV, scratch, end);
      moveAxes(scratch, end, kept + first * KEPT_BYTES, seconds);
    } else {
      computeAxes(corner, traits, x, scratch, end);
      if (kept != 0) keepAxes(scratch, end, kept + first * KEPT_BYTES);
    }
    if (to != 0) computeAxes(corner, traits, to, scratch + APART, end + APART);
    if (before != 0) {
      computeAxes(corner, traits, before, scratch + 2 * APART, end + 2 * APART);
      if (beforeThat != 0) computeAxes(corner, traits, beforeThat, scratch + 3 * APART, end + 3 * APART);
      turnAxes(scratch + APART, end + APART, isDerived, beforeThat != 0);
    }
    energy += pullToTargets(scratch, end, to == 0 ? scratch : scratch + APART, traits, own, shear);
    shareAxes(corner, traits, own, scratch, end, f);
  }
  return 0.5 * energy;
}
