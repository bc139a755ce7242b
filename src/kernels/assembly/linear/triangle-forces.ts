// The forces of triangles towards targets   [Choi13, eq. 4.7–4.14], src/forces/linear-triangle-force.ts in single precision:
//
//     E = ½ Σ κ |S − S*|² over u, v, ũ and ṽ,     force on corner α: −κ w_α (S − S*)
//
// Targets are the directions of axes P: S itself, which gives the true energy where those of the shear axes are their own, or the axes of other positions, turned on
// where there are earlier ones.
import { CORNERS, IS_DERIVED, KEPT, OWN, RANGES, SCRATCH, SCRATCH_SIZE, TRAITS } from "../../layout/triangle-words";
import { storeWithSquare, TINY } from "../shared/edge-differences";
import { add, madd, mul, sub, sumLanesDouble } from "../shared/simd";
import { AXES, addShearAxes, CORNERS as CORNER_BYTES, computeAxes, shareAxes, TRAITS as TRAIT_BYTES } from "../shared/triangle-axes";
import { word } from "../shared/words";
import { turnOn, turnOnTwice } from "./edge-rotation";

/** Groups that loops take at a time. */
const GROUPS_AT_ONCE: usize = 16;
/** Bytes from the axes of one kind to those of the next, in the scratch: S, P and those that P turns on from. */
const APART: usize = GROUPS_AT_ONCE * AXES;
const KEPT_BYTES: usize = 96;

/** Turns the axes at p on, the shear axes too unless their targets are derived. */
function turnAxes(p: usize, end: usize, isDerived: bool, isSecond: bool): void {
  if (!isDerived) for (let k = APART; k < 3 * APART; k += APART) addShearAxes(p + k, end + k); // those at p are there
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
  for (; s < end; s += AXES - 128) {
    for (const last = s + 128; s < last; s += 64, kept += 48) {
      storeWithSquare(
        madd(seconds, v128.load(s), v128.load(kept)),
        madd(seconds, v128.load(s, 16), v128.load(kept, 16)),
        madd(seconds, v128.load(s, 32), v128.load(kept, 32)),
        s,
      );
    }
  }
}

/** 1/√(n |p|²), at most 1e12. */
// @ts-ignore: decorator
@inline
function inverseLength(squared: v128, n: f32): v128 {
  return f32x4.div(f32x4.splat(1), f32x4.sqrt(mul(f32x4.splat(n), f32x4.max(squared, f32x4.splat(TINY)))));
}

/** S_u and S_v become T_u and T_v, what pulls along them, with targets along the axes at `p`; returns twice the energy of triangles whose first corner is the chunk's. */
function pullToTargets(s: usize, end: usize, p: usize, t: usize, own: usize, isDerived: bool): f64 {
  const half = f32x4.splat(0.5);
  const lanes = i32x4(1, 2, 4, 8);
  const zero = f32x4.splat(0);
  let energy = zero;
  for (; s < end; s += AXES, p += AXES, t += TRAIT_BYTES, own += 4) {
    const iu = inverseLength(v128.load(p, 48), 1);
    const iv = inverseLength(v128.load(p, 112), 1);
    // the sum and the difference of the targets of u and v, or the shear axes
    let plus = v128.load(p, 176);
    let minus = v128.load(p, 240);
    if (isDerived) {
      plus = zero;
      minus = zero;
      for (let k: usize = 0; k < 48; k += 16) {
        const u = mul(iu, v128.load(p + k));
        const v = mul(iv, v128.load(p + k, 64));
        plus = madd(add(u, v), add(u, v), plus);
        minus = madd(sub(u, v), sub(u, v), minus);
      }
    }
    const ip = inverseLength(plus, 2);
    const im = inverseLength(minus, 2);
    const ku = v128.load(t, 64);
    const kv = v128.load(t, 80);
    const kp = v128.load(t, 96);
    const km = v128.load(t, 112);
    let twice = zero;
    for (let k: usize = 0; k < 48; k += 16) {
      const su = v128.load(s + k);
      const sv = v128.load(s + k, 64);
      const u = mul(iu, v128.load(p + k));
      const v = mul(iv, v128.load(p + k, 64));
      const sum = isDerived ? add(u, v) : v128.load(p + k, 128);
      const difference = isDerived ? sub(u, v) : v128.load(p + k, 192);
      // S* − S, those of the shear axes over √2
      const du = sub(u, su);
      const dv = sub(v, sv);
      const dp = sub(mul(ip, sum), mul(half, add(su, sv)));
      const dm = sub(mul(im, difference), mul(half, sub(su, sv)));
      const tp = mul(kp, dp);
      const tm = mul(km, dm);
      v128.store(s + k, madd(ku, du, add(tp, tm)));
      v128.store(s + k, madd(kv, dv, sub(tp, tm)), 64);
      const shear = madd(tp, dp, mul(tm, dm));
      twice = add(twice, madd(mul(ku, du), du, madd(mul(kv, dv), dv, add(shear, shear))));
    }
    const counts = i32x4.ne(v128.and(i32x4.splat(load<i32>(own)), lanes), zero);
    energy = add(energy, v128.and(counts, twice));
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
  const apart: usize = to == 0 ? 0 : APART;
  let energy: f64 = 0;
  const last = <usize>load<u32>(range, 4);
  for (let first = <usize>load<u32>(range); first < last; first += GROUPS_AT_ONCE) {
    const end = scratch + min(GROUPS_AT_ONCE, last - first) * AXES;
    const corner = word(triangles, CORNERS) + first * CORNER_BYTES;
    const traits = word(triangles, TRAITS) + first * TRAIT_BYTES;
    const own = word(triangles, OWN) + (first << 2);
    computeAxes(corner, traits, x == 0 ? deltaV : x, x != 0, scratch, end);
    if (x == 0) moveAxes(scratch, end, kept + first * KEPT_BYTES, seconds);
    else if (kept != 0) keepAxes(scratch, end, kept + first * KEPT_BYTES);
    if (to != 0) computeAxes(corner, traits, to, true, scratch + APART, end + APART);
    if (!isDerived) addShearAxes(scratch + apart, end + apart);
    if (before != 0) {
      computeAxes(corner, traits, before, true, scratch + 2 * APART, end + 2 * APART);
      if (beforeThat != 0) computeAxes(corner, traits, beforeThat, true, scratch + 3 * APART, end + 3 * APART);
      turnAxes(scratch + APART, end + APART, isDerived, beforeThat != 0);
    }
    energy += pullToTargets(scratch, end, scratch + apart, traits, own, isDerived);
    shareAxes(corner, traits, own, scratch, end, f);
  }
  return 0.5 * energy;
}
