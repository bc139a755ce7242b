// Forces and matrix of triangles, src/forces/triangle-axes.ts with the jacobian `clamped` and src/forces/baraff-witkin-shear.ts in single precision. The matrix is never
// written down: of each triangle S_u and S_v are kept, and two numbers of each axis s, with s = S_u ± S_v and half the stiffness κ for the shear axes,
//
//     g = κ (1 − 1/|S|),     force along s: −g s,     block: a I + β s sᵀ,   a = σ max(0, g),   β = (σκ − a)/|s|²
//
// and its product with a vector y is what the axes of y make of them, P: T = a P + β (s·P) s, shared out to the corners as forces are. Baraff and Witkin's shear
// stands in the place of both shear axes: with C = S_u·S_v the force along S_u is −κ C S_v, and of y  T_u = σκ (S_v·P_u + S_u·P_v) S_v.
import { BLOCKS, CORNERS, DIAGONALS, IS_ANGLE, OWN, RANGES, SCRATCH, SCRATCH_SIZE, TRAITS } from "../triangle-words";
import { TINY } from "./edge-differences";
import { add, madd, mul, sub } from "./simd";
import {
  AXES,
  addOwn,
  addShearAxes,
  CORNERS as CORNER_BYTES,
  computeAxes,
  shareAxes,
  TRAITS as TRAIT_BYTES,
} from "./triangle-axes";
import { word } from "./words";

/** Groups that loops take at a time. */
const GROUPS_AT_ONCE: usize = 16;
/** Of a group: S_u and S_v, and a and β of u, v, ũ and ṽ. */
const BLOCK: usize = 224;

/** What is kept of groups, from their axes in the scratch; −g takes the place of |s|². */
function computeBlocks(s: usize, end: usize, t: usize, to: usize, scale: v128, isAngle: bool): void {
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  const tiny = f32x4.splat(TINY);
  const lengths: usize = isAngle ? 2 : 4;
  for (; s < end; s += AXES, t += TRAIT_BYTES, to += BLOCK) {
    for (let k: usize = 0; k < 48; k += 16) {
      v128.store(to + k, v128.load(s + k));
      v128.store(to + k, v128.load(s + k, 64), 48);
    }
    const shear = mul(scale, v128.load(t, 96));
    for (let axis: usize = 0; axis < lengths; axis++) {
      const share = f32x4.splat(axis < 2 ? 1 : 0.5);
      const squared = v128.load(s + (axis << 6), 48);
      const kappa = mul(share, v128.load(t + (axis << 4), 64));
      const length = f32x4.sqrt(mul(share, f32x4.max(squared, tiny)));
      const g = mul(kappa, f32x4.div(sub(length, one), length));
      const whole = mul(scale, kappa);
      const isNothing = f32x4.le(squared, tiny); // no direction
      const a = v128.bitselect(whole, mul(scale, f32x4.max(zero, g)), isNothing);
      v128.store(to + (axis << 5), a, 96);
      v128.store(to + (axis << 5), f32x4.div(sub(whole, a), f32x4.max(squared, tiny)), 112);
      v128.store(s + (axis << 6), sub(zero, g), 48);
    }
    if (isAngle) {
      v128.store(to, zero, 160);
      v128.store(to, shear, 176);
    }
  }
}

/** Adds the diagonal blocks of one corner of four triangles, whose weights are wu and wv, to their rows: (xx, xy, xz, 0), (yy, yz, zz, 0). */
function addDiagonals(s: usize, block: usize, wu: v128, wv: v128, isAngle: bool, corner: usize, own: u32, to: usize): void {
  const zero = f32x4.splat(0);
  let a = zero;
  let xx = zero;
  let xy = zero;
  let xz = zero;
  let yy = zero;
  let yz = zero;
  let zz = zero;
  if (isAngle) {
    for (let k: usize = 0; k < 48; k += 16) v128.store(s + k, madd(wu, v128.load(s + k, 64), mul(wv, v128.load(s + k))), 128);
  }
  const axes: usize = isAngle ? 3 : 4; // the third is that of this corner
  for (let axis: usize = 0; axis < axes; axis++) {
    let w = axis == 1 ? wv : wu;
    if (axis > 1) w = isAngle ? f32x4.splat(1) : axis == 2 ? add(wu, wv) : sub(wu, wv);
    w = mul(w, w);
    a = madd(w, v128.load(block + (axis << 5), 96), a);
    w = mul(w, v128.load(block + (axis << 5), 112));
    const x = v128.load(s + (axis << 6));
    const y = v128.load(s + (axis << 6), 16);
    const z = v128.load(s + (axis << 6), 32);
    xx = madd(w, mul(x, x), xx);
    xy = madd(w, mul(x, y), xy);
    xz = madd(w, mul(x, z), xz);
    yy = madd(w, mul(y, y), yy);
    yz = madd(w, mul(y, z), yz);
    zz = madd(w, mul(z, z), zz);
  }
  addOwn(to, corner, 0, own, add(a, xx), xy, xz);
  addOwn(to + 16, corner, 0, own, add(a, yy), yz, add(a, zz));
}

/** S_u and S_v in the scratch become the forces along them. */
function pullBack(s: usize, end: usize, t: usize, isAngle: bool): void {
  for (; s < end; s += AXES, t += TRAIT_BYTES) {
    let gu = v128.load(s, 48);
    let gv = v128.load(s, 112);
    const gp = v128.load(s, 176);
    const gm = v128.load(s, 240);
    let both = sub(gp, gm);
    if (isAngle) {
      both = f32x4.splat(0);
      for (let k: usize = 0; k < 48; k += 16) both = sub(both, mul(v128.load(s + k), v128.load(s + k, 64)));
      both = mul(v128.load(t, 96), both);
    } else {
      gu = add(gu, add(gp, gm));
      gv = add(gv, add(gp, gm));
    }
    for (let k: usize = 0; k < 48; k += 16) {
      const u = v128.load(s + k);
      const v = v128.load(s + k, 64);
      v128.store(s + k, madd(gu, u, mul(both, v)));
      v128.store(s + k, madd(gv, v, mul(both, u)), 64);
    }
  }
}

/** Blocks of a chunk's triangles at the positions x for the scale σ at `factor`: forces are added to f, and the diagonal to its rows. */
export function assembleTriangles(chunk: usize, triangles: usize, x: usize, factor: usize, f: usize): void {
  const scratch = word(triangles, SCRATCH) + chunk * word(triangles, SCRATCH_SIZE);
  const diagonals = word(triangles, DIAGONALS);
  const isAngle = word(triangles, IS_ANGLE) != 0;
  const scale = f32x4.splat(<f32>load<f64>(factor));
  const range = word(triangles, RANGES) + (chunk << 3);
  const last = <usize>load<u32>(range, 4);
  for (let first = <usize>load<u32>(range); first < last; first += GROUPS_AT_ONCE) {
    const end = scratch + min(GROUPS_AT_ONCE, last - first) * AXES;
    const corners = word(triangles, CORNERS) + first * CORNER_BYTES;
    const traits = word(triangles, TRAITS) + first * TRAIT_BYTES;
    const own = word(triangles, OWN) + (first << 2);
    let block = word(triangles, BLOCKS) + first * BLOCK;
    computeAxes(corners, traits, x, true, scratch, end);
    addShearAxes(scratch, end);
    computeBlocks(scratch, end, traits, block, scale, isAngle);
    let corner = corners;
    let t = traits;
    let mask = own;
    for (let s = scratch; s < end; s += AXES, corner += CORNER_BYTES, t += TRAIT_BYTES, mask += 4, block += BLOCK) {
      const b = v128.load(t);
      const c = v128.load(t, 16);
      const q = v128.load(t, 32);
      const r = v128.load(t, 48);
      const bits = load<u32>(mask);
      addDiagonals(s, block, add(b, c), add(q, r), isAngle, corner, bits, diagonals); // both with the other sign: only squares count
      addDiagonals(s, block, b, q, isAngle, corner + 16, bits >> 4, diagonals);
      addDiagonals(s, block, c, r, isAngle, corner + 32, bits >> 8, diagonals);
    }
    pullBack(scratch, end, traits, isAngle);
    shareAxes(corners, traits, own, scratch, end, f);
  }
}

/** P_u and P_v in the scratch become T_u and T_v. */
function applyBlocks(p: usize, end: usize, block: usize, isAngle: bool): void {
  for (; p < end; p += AXES, block += BLOCK) {
    const zero = f32x4.splat(0);
    let uu = zero;
    let vv = zero;
    let uv = zero;
    for (let k: usize = 0; k < 48; k += 16) {
      const u = v128.load(p + k);
      const v = v128.load(p + k, 64);
      const su = v128.load(block + k);
      const sv = v128.load(block + k, 48);
      uu = madd(su, u, uu);
      vv = madd(sv, v, vv);
      uv = madd(su, v, madd(sv, u, uv));
    }
    // T_u = a P_u + c_u S_u + c S_v + d P_v, and T_v likewise
    let au = v128.load(block, 96);
    let av = v128.load(block, 128);
    let cu = mul(v128.load(block, 112), uu);
    let cv = mul(v128.load(block, 144), vv);
    let cross: v128;
    let d = zero;
    if (isAngle) cross = mul(v128.load(block, 176), uv);
    else {
      const same = add(uu, vv);
      const ap = v128.load(block, 160);
      const am = v128.load(block, 192);
      const cp = mul(v128.load(block, 176), add(same, uv));
      const cm = mul(v128.load(block, 208), sub(same, uv));
      au = add(au, add(ap, am));
      av = add(av, add(ap, am));
      d = sub(ap, am);
      cu = add(cu, add(cp, cm));
      cv = add(cv, add(cp, cm));
      cross = sub(cp, cm);
    }
    for (let k: usize = 0; k < 48; k += 16) {
      const u = v128.load(p + k);
      const v = v128.load(p + k, 64);
      const su = v128.load(block + k);
      const sv = v128.load(block + k, 48);
      v128.store(p + k, madd(au, u, madd(cu, su, madd(cross, sv, mul(d, v)))));
      v128.store(p + k, madd(av, v, madd(cv, sv, madd(cross, su, mul(d, u)))), 64);
    }
  }
}

/** q += K y on the rows of a chunk. */
export function addTriangleProduct(chunk: usize, triangles: usize, y: usize, q: usize): void {
  const scratch = word(triangles, SCRATCH) + chunk * word(triangles, SCRATCH_SIZE);
  const isAngle = word(triangles, IS_ANGLE) != 0;
  const range = word(triangles, RANGES) + (chunk << 3);
  const last = <usize>load<u32>(range, 4);
  for (let first = <usize>load<u32>(range); first < last; first += GROUPS_AT_ONCE) {
    const end = scratch + min(GROUPS_AT_ONCE, last - first) * AXES;
    const corner = word(triangles, CORNERS) + first * CORNER_BYTES;
    const t = word(triangles, TRAITS) + first * TRAIT_BYTES;
    computeAxes(corner, t, y, false, scratch, end);
    applyBlocks(scratch, end, word(triangles, BLOCKS) + first * BLOCK, isAngle);
    shareAxes(corner, t, word(triangles, OWN) + (first << 2), scratch, end, q);
  }
}

/** b −= free K v / θ on the rows of a chunk, with 1/θ at `factor`; q is used for it. */
export function subtractTriangles(
  first: i32,
  last: i32,
  chunk: usize,
  triangles: usize,
  particle: usize,
  factor: usize,
  v: usize,
  q: usize,
  b: usize,
): void {
  memory.fill(q + (<usize>first << 4), 0, <usize>(last - first) << 4);
  addTriangleProduct(chunk, triangles, v, q);
  const inverseTheta = f32x4.splat(<f32>load<f64>(factor));
  for (let o = <usize>first << 4, end = <usize>last << 4; o < end; o += 16) {
    const isFree = f32x4.splat(load<f32>(particle + o, 8));
    v128.store(b + o, sub(v128.load(b + o), mul(isFree, mul(inverseTheta, v128.load(q + o)))));
  }
}
