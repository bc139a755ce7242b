// Forces and matrix of triangles, src/forces/triangle-axes.ts with the jacobian `clamped` and src/forces/baraff-witkin-shear.ts in single precision. With s = S_u ± S_v and half the
// stiffness κ for the shear axes
//
//     g = κ (1 − 1/|S|),     force along s: −g s,     block between two corners: −w w′ (a I + β s sᵀ),   a = σ max(0, g),   β = (σκ − a)/|s|²
//
// which of the four axes is a sum of I, S_u S_uᵀ, S_v S_vᵀ and S_u S_vᵀ + S_v S_uᵀ. Baraff and Witkin's shear stands in the place of both shear axes: with C = S_u·S_v
// the force along S_u is −κ C S_v, and the block −κσ γ γ′ᵀ with γ = w_u S_v + w_v S_u, which is not symmetric.
import { STIFFNESS_SCALE } from "../../layout/block-numbers";
import { BLOCKS, DIAGONALS, NUMBERS, POSITIONS, TRIANGLES } from "../../layout/block-words";
import { CORNERS, IS_ANGLE, OWN, RANGES, SCRATCH, SCRATCH_SIZE, SLOTS, TRAITS } from "../../layout/triangle-words";
import { TINY } from "../shared/edge-differences";
import { add, madd, mul, sub } from "../shared/simd";
import { AXES, addOwn, CORNERS as CORNER_BYTES, computeAxes, shareAxes, TRAITS as TRAIT_BYTES } from "../shared/triangle-axes";
import { word } from "../shared/words";
import { SYMMETRIC } from "./full-product";

/** Groups that loops take at a time. */
const GROUPS_AT_ONCE: usize = 16;
/** Bytes of a group's table of places: of its edges ij, jk and ki. */
const SLOT_BYTES: usize = 48;
/** Bytes of the blocks of a group's edges, in the scratch behind the axes. */
const EDGE: usize = SYMMETRIC + 48;
const EDGES: usize = 3 * EDGE;
const BEHIND: usize = GROUPS_AT_ONCE * AXES;

// Behind S_u, S_v and their squared lengths, which −g of u and v take the place of, the scratch has of each group: a of u and v with what the shear axes add, and the difference of those;
// β of u and v, the sum and the difference of those of the shear axes, or κσ of Baraff and Witkin's; and the difference of −g of the shear axes, or −κC.
const A_U: usize = 128;
const A_V: usize = 144;
const A_SHEAR: usize = 160;
const B_U: usize = 176;
const B_V: usize = 192;
const B_SUM: usize = 208;
const B_SHEAR: usize = 224;
const G_SHEAR: usize = 240;

/** g of an axis, of whose squared length `share` is to be taken. */
// @ts-ignore: decorator
@inline
function pullOf(squared: v128, kappa: v128, share: f32): v128 {
  const length = f32x4.sqrt(mul(f32x4.splat(share), f32x4.max(squared, f32x4.splat(TINY))));
  return mul(kappa, f32x4.div(sub(length, f32x4.splat(1)), length));
}

/** a of an axis; σκ where it has no direction. */
// @ts-ignore: decorator
@inline
function acrossOf(g: v128, squared: v128, scale: v128, kappa: v128): v128 {
  const a = mul(scale, f32x4.max(f32x4.splat(0), g));
  return v128.bitselect(mul(scale, kappa), a, f32x4.le(squared, f32x4.splat(TINY)));
}

// @ts-ignore: decorator
@inline
function alongOf(a: v128, squared: v128, scale: v128, kappa: v128): v128 {
  return f32x4.div(sub(mul(scale, kappa), a), f32x4.max(squared, f32x4.splat(TINY)));
}

/** Fills the scratch of each group from its axes. */
function weighAxes(s: usize, end: usize, t: usize, scale: v128, isAngle: bool): void {
  const zero = f32x4.splat(0);
  const half = f32x4.splat(0.5);
  for (; s < end; s += AXES, t += TRAIT_BYTES) {
    const uu = v128.load(s, 48);
    const vv = v128.load(s, 112);
    const both = madd(v128.load(s), v128.load(s, 64), madd(v128.load(s, 16), v128.load(s, 80), mul(v128.load(s, 32), v128.load(s, 96))));
    const ku = v128.load(t, 64);
    const kv = v128.load(t, 80);
    let gu = pullOf(uu, ku, 1);
    let gv = pullOf(vv, kv, 1);
    let au = acrossOf(gu, uu, scale, ku);
    let av = acrossOf(gv, vv, scale, kv);
    v128.store(s, alongOf(au, uu, scale, ku), B_U);
    v128.store(s, alongOf(av, vv, scale, kv), B_V);
    if (isAngle) {
      const kappa = v128.load(t, 96);
      v128.store(s, zero, A_SHEAR);
      v128.store(s, mul(scale, kappa), B_SUM);
      v128.store(s, sub(zero, mul(kappa, both)), G_SHEAR);
    } else {
      const same = add(uu, vv);
      const plus = madd(f32x4.splat(2), both, same);
      const minus = sub(same, add(both, both));
      const kp = mul(half, v128.load(t, 96));
      const km = mul(half, v128.load(t, 112));
      const gp = pullOf(plus, kp, 0.5);
      const gm = pullOf(minus, km, 0.5);
      const ap = acrossOf(gp, plus, scale, kp);
      const am = acrossOf(gm, minus, scale, km);
      const bp = alongOf(ap, plus, scale, kp);
      const bm = alongOf(am, minus, scale, km);
      const g = add(gp, gm);
      const a = add(ap, am);
      gu = add(gu, g);
      gv = add(gv, g);
      au = add(au, a);
      av = add(av, a);
      v128.store(s, sub(ap, am), A_SHEAR);
      v128.store(s, add(bp, bm), B_SUM);
      v128.store(s, sub(bp, bm), B_SHEAR);
      v128.store(s, sub(gm, gp), G_SHEAR);
    }
    v128.store(s, au, A_U);
    v128.store(s, av, A_V);
    v128.store(s, sub(zero, gu), 48);
    v128.store(s, sub(zero, gv), 112);
  }
}

/** The blocks of the edges of a group between corners with the weights w and w′, of which one comes with the other sign. */
// @ts-ignore: decorator
@inline
function computeEdge(s: usize, wu: v128, wv: v128, otherU: v128, otherV: v128, isAngle: bool, to: usize): void {
  const uu = mul(wu, otherU);
  const vv = mul(wv, otherV);
  const uv = mul(wu, otherV);
  const vu = mul(wv, otherU);
  const cross = add(uv, vu);
  const a = madd(uu, v128.load(s, A_U), madd(vv, v128.load(s, A_V), mul(cross, v128.load(s, A_SHEAR))));
  const sum = v128.load(s, B_SUM);
  let ofU = mul(uu, v128.load(s, B_U));
  let ofV = mul(vv, v128.load(s, B_V));
  let ofBoth: v128;
  const ux = v128.load(s);
  const uy = v128.load(s, 16);
  const uz = v128.load(s, 32);
  const vx = v128.load(s, 64);
  const vy = v128.load(s, 80);
  const vz = v128.load(s, 96);
  if (isAngle) {
    ofU = madd(vv, sum, ofU);
    ofV = madd(uu, sum, ofV);
    const half = mul(f32x4.splat(0.5), sum);
    ofBoth = mul(cross, half);
    const turn = mul(sub(uv, vu), half);
    v128.store(to, mul(turn, sub(mul(uy, vz), mul(uz, vy))), SYMMETRIC);
    v128.store(to, mul(turn, sub(mul(uz, vx), mul(ux, vz))), SYMMETRIC + 16);
    v128.store(to, mul(turn, sub(mul(ux, vy), mul(uy, vx))), SYMMETRIC + 32);
  } else {
    const shear = v128.load(s, B_SHEAR);
    const same = add(uu, vv);
    const more = madd(same, sum, mul(cross, shear));
    ofU = add(ofU, more);
    ofV = add(ofV, more);
    ofBoth = madd(same, shear, mul(cross, sum));
  }
  // ofU S_u S_uᵀ + ofV S_v S_vᵀ + ofBoth (S_u S_vᵀ + S_v S_uᵀ)
  const px = madd(ofU, ux, mul(ofBoth, vx));
  const py = madd(ofU, uy, mul(ofBoth, vy));
  const pz = madd(ofU, uz, mul(ofBoth, vz));
  const qx = madd(ofBoth, ux, mul(ofV, vx));
  const qy = madd(ofBoth, uy, mul(ofV, vy));
  const qz = madd(ofBoth, uz, mul(ofV, vz));
  v128.store(to, madd(px, ux, madd(qx, vx, a)));
  v128.store(to, madd(px, uy, mul(qx, vy)), 16);
  v128.store(to, madd(px, uz, mul(qx, vz)), 32);
  v128.store(to, madd(py, uy, madd(qy, vy, a)), 48);
  v128.store(to, madd(py, uz, mul(qy, vz)), 64);
  v128.store(to, madd(pz, uz, madd(qz, vz, a)), 80);
}

function computeEdges(s: usize, end: usize, t: usize, isAngle: bool, to: usize): void {
  const zero = f32x4.splat(0);
  for (; s < end; s += AXES, t += TRAIT_BYTES, to += EDGES) {
    const b = v128.load(t);
    const c = v128.load(t, 16);
    const q = v128.load(t, 32);
    const r = v128.load(t, 48);
    const iu = add(b, c); // of corner i, with the other sign
    const iv = add(q, r);
    computeEdge(s, iu, iv, b, q, isAngle, to);
    computeEdge(s, b, q, sub(zero, c), sub(zero, r), isAngle, to + EDGE);
    computeEdge(s, c, r, iu, iv, isAngle, to + 2 * EDGE);
  }
}

/** Adds the lanes of numbers of an edge, 16 bytes each, to the blocks whose places stand at `slot`; odd ones are those of the other direction, in which s has the other sign. */
// @ts-ignore: decorator
@inline
function addLanes(from: usize, blocks: usize, slot: usize, isAngle: bool): void {
  for (let lane: usize = 0; lane < 16; lane += 4) {
    const place = load<u32>(slot + lane);
    const to = blocks + <usize>(place & ~1);
    const lanes = from + lane;
    store<f32>(to, load<f32>(to) + load<f32>(lanes));
    store<f32>(to, load<f32>(to, 16) + load<f32>(lanes, 16), 16);
    store<f32>(to, load<f32>(to, 32) + load<f32>(lanes, 32), 32);
    store<f32>(to, load<f32>(to, 48) + load<f32>(lanes, 48), 48);
    store<f32>(to, load<f32>(to, 64) + load<f32>(lanes, 64), 64);
    store<f32>(to, load<f32>(to, 80) + load<f32>(lanes, 80), 80);
    if (!isAngle) continue;
    const sign: f32 = place & 1 ? -1 : 1;
    for (let k = SYMMETRIC; k < EDGE; k += 16) store<f32>(to + k, load<f32>(to + k) + sign * load<f32>(lanes + k));
  }
}

/** Adds the blocks of two edges to the diagonal of the corner that they have in common. */
// @ts-ignore: decorator
@inline
function addDiagonals(one: usize, other: usize, corner: usize, own: u32, to: usize): void {
  const xx = add(v128.load(one), v128.load(other));
  const xy = add(v128.load(one, 16), v128.load(other, 16));
  const xz = add(v128.load(one, 32), v128.load(other, 32));
  const yy = add(v128.load(one, 48), v128.load(other, 48));
  const yz = add(v128.load(one, 64), v128.load(other, 64));
  const zz = add(v128.load(one, 80), v128.load(other, 80));
  addOwn(to, corner, 0, own, xx, xy, xz);
  addOwn(to + 16, corner, 0, own, yy, yz, zz);
}

/** S_u and S_v in the scratch become the forces along them. */
function pullBack(s: usize, end: usize): void {
  for (; s < end; s += AXES) {
    const gu = v128.load(s, 48);
    const gv = v128.load(s, 112);
    const both = v128.load(s, G_SHEAR);
    for (let k: usize = 0; k < 48; k += 16) {
      const u = v128.load(s + k);
      const v = v128.load(s + k, 64);
      v128.store(s + k, madd(gu, u, mul(both, v)));
      v128.store(s + k, madd(gv, v, mul(both, u)), 64);
    }
  }
}

/** Adds the blocks of a chunk's triangles and their forces, to f. */
export function addTriangles(chunk: usize, system: usize, f: usize): void {
  const triangles = word(system, TRIANGLES);
  const scratch = word(triangles, SCRATCH) + chunk * word(triangles, SCRATCH_SIZE);
  const blocks = word(system, BLOCKS);
  const diagonals = word(system, DIAGONALS);
  const isAngle = word(triangles, IS_ANGLE) != 0;
  const scale = f32x4.splat(<f32>load<f64>(word(system, NUMBERS), STIFFNESS_SCALE << 3));
  const range = word(triangles, RANGES) + (chunk << 3);
  const last = <usize>load<u32>(range, 4);
  for (let first = <usize>load<u32>(range); first < last; first += GROUPS_AT_ONCE) {
    const count = min(GROUPS_AT_ONCE, last - first);
    const end = scratch + count * AXES;
    const corners = word(triangles, CORNERS) + first * CORNER_BYTES;
    const traits = word(triangles, TRAITS) + first * TRAIT_BYTES;
    const own = word(triangles, OWN) + (first << 2);
    computeAxes(corners, traits, word(system, POSITIONS), true, scratch, end);
    weighAxes(scratch, end, traits, scale, isAngle);
    computeEdges(scratch, end, traits, isAngle, scratch + BEHIND);
    let corner = corners;
    let mask = own;
    let slot = word(triangles, SLOTS) + first * SLOT_BYTES;
    for (let ij = scratch + BEHIND, until = ij + count * EDGES; ij < until; ij += EDGES) {
      const jk = ij + EDGE;
      const ki = jk + EDGE;
      const bits = load<u32>(mask);
      addLanes(ij, blocks, slot, isAngle);
      addLanes(jk, blocks, slot + 16, isAngle);
      addLanes(ki, blocks, slot + 32, isAngle);
      addDiagonals(ij, ki, corner, bits, diagonals);
      addDiagonals(ij, jk, corner + 16, bits >> 4, diagonals);
      addDiagonals(jk, ki, corner + 32, bits >> 8, diagonals);
      corner += CORNER_BYTES;
      mask += 4;
      slot += SLOT_BYTES;
    }
    pullBack(scratch, end);
    shareAxes(corners, traits, own, scratch, end, f);
  }
}
