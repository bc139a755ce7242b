// Distance and normal of a packed cone: `measureCone` of src/contact/shapes/rounded-cone.ts, operation for operation.

import { NO_DIRECTION } from "../../layout/contact-limits";
import { at } from "./body-memory";

/** The normal of the cone that was measured last. */
export let coneX: f64 = 0;
export let coneY: f64 = 0;
export let coneZ: f64 = 0;

/** φ of two packed cones, or of one at two points: points (x, y, z) from a, in two lanes; axis, length, radii at a and b, sine and cosine as src/contact/shapes/rounded-cone.ts has them. */
// @ts-ignore: decorator
@inline
export function distances(
  x: v128,
  y: v128,
  z: v128,
  ax: v128,
  ay: v128,
  az: v128,
  length: v128,
  ra: v128,
  rb: v128,
  sine: v128,
  cosine: v128,
): v128 {
  const t = f64x2.add(f64x2.add(f64x2.mul(x, ax), f64x2.mul(y, ay)), f64x2.mul(z, az));
  const ux = f64x2.sub(x, f64x2.mul(t, ax));
  const uy = f64x2.sub(y, f64x2.mul(t, ay));
  const uz = f64x2.sub(z, f64x2.mul(t, az));
  const size = f64x2.sqrt(f64x2.add(f64x2.add(f64x2.mul(ux, ux), f64x2.mul(uy, uy)), f64x2.mul(uz, uz)));
  const side = f64x2.sub(f64x2.mul(t, cosine), f64x2.mul(size, sine));
  const isBefore = f64x2.le(side, f64x2.splat(0));
  const isAtEnd = v128.or(isBefore, f64x2.ge(side, f64x2.mul(length, cosine)));
  const between = f64x2.sub(f64x2.add(f64x2.mul(t, sine), f64x2.mul(size, cosine)), ra);
  if (!v128.any_true(isAtEnd)) return between;
  const s = v128.bitselect(t, f64x2.sub(t, length), isBefore);
  const r = f64x2.sqrt(f64x2.add(f64x2.mul(s, s), f64x2.mul(size, size)));
  const atEnd = f64x2.sub(r, v128.bitselect(ra, rb, isBefore));
  return v128.bitselect(atEnd, between, isAtEnd);
}

/** Leaves the normal at a point in `coneX` and so on. */
export function findConeNormal(cone: usize, px: f64, py: f64, pz: f64): void {
  const x = px - at(cone, 0);
  const y = py - at(cone, 1);
  const z = pz - at(cone, 2);
  const ax = at(cone, 3);
  const ay = at(cone, 4);
  const az = at(cone, 5);
  const length = at(cone, 9);
  const sine = at(cone, 12);
  const cosine = at(cone, 13);
  const t = x * ax + y * ay + z * az;
  let ux = x - t * ax;
  let uy = y - t * ay;
  let uz = z - t * az;
  const size = sqrt(ux * ux + uy * uy + uz * uz);
  if (size > NO_DIRECTION) {
    const inverse = 1 / size;
    ux *= inverse;
    uy *= inverse;
    uz *= inverse;
  } else {
    ux = at(cone, 6);
    uy = at(cone, 7);
    uz = at(cone, 8);
  }
  const side = t * cosine - size * sine;
  let along: f64;
  let away: f64;
  if (side <= 0 || side >= length * cosine) {
    const s = side <= 0 ? t : t - length;
    const r = sqrt(s * s + size * size);
    const inverse = r > NO_DIRECTION ? 1 / r : 0;
    along = s * inverse;
    away = r > NO_DIRECTION ? size * inverse : 1;
  } else {
    along = sine;
    away = cosine;
  }
  coneX = along * ax + away * ux;
  coneY = along * ay + away * uy;
  coneZ = along * az + away * uz;
}

/** φ of a packed cone at two points. */
// @ts-ignore: decorator
@inline
export function coneDistances(cone: usize, px: v128, py: v128, pz: v128): v128 {
  return distances(
    f64x2.sub(px, v128.load64_splat(cone)),
    f64x2.sub(py, v128.load64_splat(cone, 8)),
    f64x2.sub(pz, v128.load64_splat(cone, 16)),
    v128.load64_splat(cone, 24),
    v128.load64_splat(cone, 32),
    v128.load64_splat(cone, 40),
    v128.load64_splat(cone, 72),
    v128.load64_splat(cone, 80),
    v128.load64_splat(cone, 88),
    v128.load64_splat(cone, 96),
    v128.load64_splat(cone, 104),
  );
}
