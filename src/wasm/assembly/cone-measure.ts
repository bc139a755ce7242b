// Distance and normal of a body of rounded cones: `measure` and `measureAhead` of src/collision/cone-body.ts, operation for operation.
import { at, BALL_SIZE, BLEND, CONE_COUNT, CONE_SIZE, CONES } from "./cone-memory";

const NO_DIRECTION: f64 = 1e-150;

/** What was last measured: φ [m], the normal, |∇φ|, and what φ cannot fall below at the end of the way [m]. */
export let phi: f64 = 0;
export let normalX: f64 = 0;
export let normalY: f64 = 0;
export let normalZ: f64 = 0;
export let slope: f64 = 0;
export let ahead: f64 = 0;

/** Of one cone. */
let coneX: f64 = 0;
let coneY: f64 = 0;
let coneZ: f64 = 0;

export function measure(body: usize, x: f64, y: f64, z: f64): void {
  const blend = load<f64>(body, BLEND);
  const count = <i32>load<f64>(body, CONE_COUNT);
  let cone = body + CONES;
  let ball = cone + CONE_SIZE * <usize>count;
  let found = measureCone(cone, x, y, z);
  let nx = coneX;
  let ny = coneY;
  let nz = coneZ;
  for (let k = 1; k < count; k++) {
    cone += CONE_SIZE;
    ball += BALL_SIZE;
    if (isTooFar(ball, x, y, z, found + blend)) continue;
    const other = measureCone(cone, x, y, z);
    const isNearer = other < found;
    const s = blendOf(found, other, blend);
    const share = isNearer ? 1 - 0.5 * s : 0.5 * s;
    found = (isNearer ? other : found) - 0.25 * blend * s * s;
    if (share > 0) {
      nx = (1 - share) * nx + share * coneX;
      ny = (1 - share) * ny + share * coneY;
      nz = (1 - share) * nz + share * coneZ;
    }
  }
  phi = found;
  finish(nx, ny, nz);
}

/** The same, and `ahead` of the way to a point. */
export function measureAhead(body: usize, x: f64, y: f64, z: f64, tx: f64, ty: f64, tz: f64): void {
  const blend = load<f64>(body, BLEND);
  const count = <i32>load<f64>(body, CONE_COUNT);
  let cone = body + CONES;
  let ball = cone + CONE_SIZE * <usize>count;
  const wx = tx - x;
  const wy = ty - y;
  const wz = tz - z;
  let found = measureCone(cone, x, y, z);
  let nx = coneX;
  let ny = coneY;
  let nz = coneZ;
  let last = found + (nx * wx + ny * wy + nz * wz);
  const way = sqrt((x - tx) * (x - tx) + (y - ty) * (y - ty) + (z - tz) * (z - tz));
  for (let k = 1; k < count; k++) {
    cone += CONE_SIZE;
    ball += BALL_SIZE;
    if (isTooFar(ball, x, y, z, max(found, last) + way + blend)) continue;
    const other = measureCone(cone, x, y, z);
    const otherLast = other + (coneX * wx + coneY * wy + coneZ * wz);
    const t = blendOf(last, otherLast, blend);
    last = min(last, otherLast) - 0.25 * blend * t * t;
    const isNearer = other < found;
    const s = blendOf(found, other, blend);
    const share = isNearer ? 1 - 0.5 * s : 0.5 * s;
    found = (isNearer ? other : found) - 0.25 * blend * s * s;
    if (share > 0) {
      nx = (1 - share) * nx + share * coneX;
      ny = (1 - share) * ny + share * coneY;
      nz = (1 - share) * nz + share * coneZ;
    }
  }
  phi = found;
  ahead = last;
  finish(nx, ny, nz);
}

// @ts-ignore: decorator
@inline
function isTooFar(ball: usize, px: f64, py: f64, pz: f64, far: f64): bool {
  const x = px - at(ball, 0);
  const y = py - at(ball, 1);
  const z = pz - at(ball, 2);
  const reach = far + at(ball, 3);
  return reach > 0 ? x * x + y * y + z * z > reach * reach : true;
}

// @ts-ignore: decorator
@inline
function blendOf(d: f64, e: f64, blend: f64): f64 {
  const apart = abs(d - e);
  return apart < blend ? 1 - apart / blend : 0;
}

// @ts-ignore: decorator
@inline
function finish(x: f64, y: f64, z: f64): void {
  const size = sqrt(x * x + y * y + z * z);
  const inverse = size > 0 ? 1 / size : 0;
  normalX = x * inverse;
  normalY = inverse == 0 ? 1 : y * inverse;
  normalZ = z * inverse;
  slope = size;
}

/** φ of a packed cone; leaves the normal in `coneX` and so on: src/collision/rounded-cone.ts. */
function measureCone(cone: usize, px: f64, py: f64, pz: f64): f64 {
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
  let distance: f64;
  if (side <= 0 || side >= length * cosine) {
    const s = side <= 0 ? t : t - length;
    const r = sqrt(s * s + size * size);
    distance = r - (side <= 0 ? at(cone, 10) : at(cone, 11));
    const inverse = r > NO_DIRECTION ? 1 / r : 0;
    along = s * inverse;
    away = r > NO_DIRECTION ? size * inverse : 1;
  } else {
    distance = t * sine + size * cosine - at(cone, 10);
    along = sine;
    away = cosine;
  }
  coneX = along * ax + away * ux;
  coneY = along * ay + away * uy;
  coneZ = along * az + away * uz;
  return distance;
}
