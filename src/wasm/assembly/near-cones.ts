// Which particles may come near a body of rounded cones in a step: `searchBody` of src/collision/near-bodies.ts, operation for operation. Of the cones only the
// distance is asked for, not the normal.
import {
  AHEAD,
  arrayOf,
  at,
  BALL_SIZE,
  BLEND,
  BODIES,
  BOTH_POSES,
  BOUND,
  CONE_COUNT,
  CONE_SIZE,
  CONES,
  CROWDS,
  ENDS,
  FROM,
  LEVEL,
  NUMBER,
  OPTIONS,
  PARTICLES,
  PHI,
  PINNED,
  ROOM,
  STARTS,
  STRAYED,
  STRAYS,
  VELOCITIES,
  WAYS,
} from "./cone-memory";

const CROWD: i32 = 32;
const CROWD_SIZE: usize = 8 * 7;
const CHANGE_SPEED: f64 = 1;
const CHANGE_SHARE: f64 = 0.5;
const SPARE: f64 = 1.5;

/** How far velocities lead particles in the step, where to, and how far from there they are expected to end. */
export function startWays(arrays: usize, particleCount: i32): void {
  const h = at(arrayOf(arrays, OPTIONS), 0);
  const ways = arrayOf(arrays, WAYS);
  const strays = arrayOf(arrays, STRAYS);
  let x = arrayOf(arrays, STARTS);
  let v = arrayOf(arrays, VELOCITIES);
  let ahead = arrayOf(arrays, AHEAD);
  for (let o: usize = 0, end = <usize>particleCount << 3; o < end; o += 8, x += 24, v += 24, ahead += 24) {
    const way = h * sqrt(at(v, 0) * at(v, 0) + at(v, 1) * at(v, 1) + at(v, 2) * at(v, 2));
    store<f64>(ways + o, way);
    store<f64>(strays + o, CHANGE_SPEED * h + CHANGE_SHARE * way);
    store<f64>(ahead, at(x, 0) + h * at(v, 0));
    store<f64>(ahead, at(x, 1) + h * at(v, 1), 8);
    store<f64>(ahead, at(x, 2) + h * at(v, 2), 16);
  }
}

export function gatherCrowds(arrays: usize, particleCount: i32): void {
  const ways = arrayOf(arrays, WAYS);
  const strays = arrayOf(arrays, STRAYS);
  const starts = arrayOf(arrays, STARTS);
  let crowd = arrayOf(arrays, CROWDS);
  for (let first = 0; first < particleCount; first += CROWD, crowd += CROWD_SIZE) {
    const end = min(first + CROWD, particleCount);
    let farthest: f64 = 0;
    for (let i = first; i < end; i++) farthest = max(farthest, at(ways, i) + at(strays, i));
    for (let c = 0; c < 3; c++) {
      let low = at(starts, 3 * first + c);
      let high = low;
      for (let k = 3 * first + c; k < 3 * end; k += 3) {
        low = min(low, at(starts, k));
        high = max(high, at(starts, k));
      }
      store<f64>(crowd + (<usize>c << 3), low);
      store<f64>(crowd + (<usize>c << 3), high, 24);
    }
    store<f64>(crowd, farthest, 48);
  }
}

/** How far the ends of ways have strayed; whether one has farther than was expected, and more is expected then. */
export function coverEnds(arrays: usize, particleCount: i32): bool {
  const strays = arrayOf(arrays, STRAYS);
  const strayed = arrayOf(arrays, STRAYED);
  const pinned = arrayOf(arrays, PINNED);
  let ahead = arrayOf(arrays, AHEAD);
  let end = arrayOf(arrays, ENDS);
  let isLonger = false;
  for (let i = 0; i < particleCount; i++, ahead += 24, end += 24) {
    const x = at(end, 0) - at(ahead, 0);
    const y = at(end, 1) - at(ahead, 1);
    const z = at(end, 2) - at(ahead, 2);
    const stray = sqrt(x * x + y * y + z * z);
    store<f64>(strayed + (<usize>i << 3), stray);
    if (stray <= at(strays, i) || load<u8>(pinned + <usize>i) != 0) continue;
    store<f64>(strays + (<usize>i << 3), stray < Infinity ? SPARE * stray : Infinity);
    isLonger = true;
  }
  return isLonger;
}

/** Adds the pairs of a body behind the `count` that there are; returns how many there are then, or −1 where there is room for `most` only. */
export function findNearCones(body: usize, arrays: usize, particleCount: i32, count: i32, most: i32): i32 {
  let crowd = arrayOf(arrays, CROWDS);
  const scale = at(body, 8);
  const radius = at(body, 7) + load<f64>(body, LEVEL);
  for (let first = 0; first < particleCount; first += CROWD, crowd += CROWD_SIZE) {
    let squared: f64 = 0;
    for (let c = 0; c < 3; c++) {
      const low = at(body, c) + min(0, at(body, 3 + c));
      const high = at(body, c) + max(0, at(body, 3 + c));
      const apart = scale * max(0, max(at(crowd, c) - high, low - at(crowd, 3 + c)));
      squared += apart * apart;
    }
    const reach = radius + at(crowd, 6);
    if (squared > reach * reach) continue;
    if (count + CROWD > most) return -1;
    count = searchCrowd(body, arrays, first, min(first + CROWD, particleCount), count);
  }
  return count;
}

/** Two particles at a time: most of a crowd are too far away. */
function searchCrowd(body: usize, arrays: usize, first: i32, end: i32, found: i32): i32 {
  const ways = arrayOf(arrays, WAYS);
  const strays = arrayOf(arrays, STRAYS);
  const pinned = arrayOf(arrays, PINNED);
  const ahead = arrayOf(arrays, AHEAD) - arrayOf(arrays, STARTS);
  const level = load<f64>(body, LEVEL);
  const ox = v128.load64_splat(body);
  const oy = v128.load64_splat(body, 8);
  const oz = v128.load64_splat(body, 16);
  const ax = v128.load64_splat(body, 24);
  const ay = v128.load64_splat(body, 32);
  const az = v128.load64_splat(body, 40);
  const inverse = v128.load64_splat(body, 48);
  const radius = f64x2.splat(at(body, 7) + level);
  const squaredScale = f64x2.splat(at(body, 8) * at(body, 8));
  const zero = f64x2.splat(0);
  const one = f64x2.splat(1);
  let count = found;
  let x = arrayOf(arrays, STARTS) + 24 * <usize>first;
  for (let i = first; i < end; i += 2, x += 48) {
    const isPair = i + 1 < end;
    // the second of the last two may be none: what stands there is not looked at
    const a = v128.load(x);
    const b = v128.load(x, 16);
    const c = v128.load(x, 32);
    const px = f64x2.sub(v128.shuffle<f64>(a, b, 0, 3), ox);
    const py = f64x2.sub(v128.shuffle<f64>(a, c, 1, 2), oy);
    const pz = f64x2.sub(v128.shuffle<f64>(b, c, 0, 3), oz);
    const along = f64x2.add(f64x2.add(f64x2.mul(px, ax), f64x2.mul(py, ay)), f64x2.mul(pz, az));
    const t = f64x2.min(one, f64x2.max(zero, f64x2.mul(along, inverse)));
    const dx = f64x2.sub(px, f64x2.mul(t, ax));
    const dy = f64x2.sub(py, f64x2.mul(t, ay));
    const dz = f64x2.sub(pz, f64x2.mul(t, az));
    const squared = f64x2.add(f64x2.add(f64x2.mul(dx, dx), f64x2.mul(dy, dy)), f64x2.mul(dz, dz));
    const o = <usize>i << 3;
    const most = f64x2.add(f64x2.add(radius, v128.load(ways + o)), v128.load(strays + o));
    const areFar = i64x2.bitmask(f64x2.gt(f64x2.mul(squaredScale, squared), f64x2.mul(most, most)));
    if (areFar == 3) continue;
    if ((areFar & 1) == 0 && load<u8>(pinned + <usize>i) == 0) {
      if (addPair(body, arrays, x, x + ahead, i, level, at(strays, i), count)) count++;
    }
    if (isPair && (areFar & 2) == 0 && load<u8>(pinned + <usize>i, 1) == 0) {
      if (addPair(body, arrays, x + 24, x + 24 + ahead, i + 1, level, at(strays, i + 1), count)) count++;
    }
  }
  return count;
}

/** Writes the pair with a particle as number `count`; false where it is too far away. Where it starts and where it is led to are two lanes of the same operations. */
function addPair(body: usize, arrays: usize, x: usize, later: usize, i: i32, level: f64, stray: f64, count: i32): bool {
  const poses = body + BOTH_POSES;
  const px = f64x2.sub(v128.load64_lane(later, v128.load64_splat(x), 1), v128.load(poses, 144));
  const py = f64x2.sub(v128.load64_lane(later, v128.load64_splat(x, 8), 1, 8), v128.load(poses, 160));
  const pz = f64x2.sub(v128.load64_lane(later, v128.load64_splat(x, 16), 1, 16), v128.load(poses, 176));
  const bothX = turnBoth(poses, px, py, pz);
  const bothY = turnBoth(poses + 16, px, py, pz);
  const bothZ = turnBoth(poses + 32, px, py, pz);
  const sx = f64x2.extract_lane(bothX, 0);
  const sy = f64x2.extract_lane(bothY, 0);
  const sz = f64x2.extract_lane(bothZ, 0);
  const wx = sx - f64x2.extract_lane(bothX, 1);
  const wy = sy - f64x2.extract_lane(bothY, 1);
  const wz = sz - f64x2.extract_lane(bothZ, 1);
  const way = sqrt(wx * wx + wy * wy + wz * wz);
  const reach = level + (way + stray);
  const bx = max(0, max(at(body + BOUND, 0) - sx, sx - at(body + BOUND, 3)));
  const by = max(0, max(at(body + BOUND, 1) - sy, sy - at(body + BOUND, 4)));
  const bz = max(0, max(at(body + BOUND, 2) - sz, sz - at(body + BOUND, 5)));
  if (bx * bx + by * by + bz * bz > reach * reach) return false;
  const phi = distanceTo(body, sx, sy, sz);
  if (phi > reach) return false;
  store<i32>(arrayOf(arrays, BODIES) + (<usize>count << 2), <i32>load<f64>(body, NUMBER));
  store<i32>(arrayOf(arrays, PARTICLES) + (<usize>count << 2), i);
  const from = arrayOf(arrays, FROM) + 24 * <usize>count;
  store<f64>(from, sx);
  store<f64>(from, sy, 8);
  store<f64>(from, sz, 16);
  store<f64>(arrayOf(arrays, PHI) + (<usize>count << 3), phi);
  store<f64>(arrayOf(arrays, ROOM) + (<usize>count << 3), phi - way);
  return true;
}

/** A component of Rᵀp, of both poses. */
// @ts-ignore: decorator
@inline
function turnBoth(column: usize, x: v128, y: v128, z: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(v128.load(column), x), f64x2.mul(v128.load(column, 48), y)), f64x2.mul(v128.load(column, 96), z));
}

/** φ of the blended union: src/collision/cone-body.ts. */
function distanceTo(body: usize, x: f64, y: f64, z: f64): f64 {
  const blend = load<f64>(body, BLEND);
  const coneCount = <i32>load<f64>(body, CONE_COUNT);
  let cone = body + CONES;
  let ball = cone + CONE_SIZE * <usize>coneCount;
  let phi = coneDistance(cone, x, y, z);
  for (let k = 1; k < coneCount; k++) {
    cone += CONE_SIZE;
    ball += BALL_SIZE;
    const bx = x - at(ball, 0);
    const by = y - at(ball, 1);
    const bz = z - at(ball, 2);
    const reach = phi + blend + at(ball, 3);
    if (!(reach > 0) || bx * bx + by * by + bz * bz > reach * reach) continue;
    const other = coneDistance(cone, x, y, z);
    const apart = abs(phi - other);
    const s = apart < blend ? 1 - apart / blend : 0;
    phi = (other < phi ? other : phi) - 0.25 * blend * s * s;
  }
  return phi;
}

/** φ of a packed cone: src/collision/rounded-cone.ts. */
function coneDistance(cone: usize, px: f64, py: f64, pz: f64): f64 {
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
  const ux = x - t * ax;
  const uy = y - t * ay;
  const uz = z - t * az;
  const size = sqrt(ux * ux + uy * uy + uz * uz);
  const side = t * cosine - size * sine;
  if (side <= 0 || side >= length * cosine) {
    const s = side <= 0 ? t : t - length;
    return sqrt(s * s + size * size) - at(cone, side <= 0 ? 10 : 11);
  }
  return t * sine + size * cosine - at(cone, 10);
}
