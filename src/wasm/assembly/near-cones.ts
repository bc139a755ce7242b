// Which particles may come near a body of rounded cones in a step: `searchBody` of src/collision/near-bodies.ts, operation for operation. Of the cones only the
// distance is asked for, not the normal.

// What describes a body, doubles: a capsule around it, how far away is near [m], the width of blends [m], the box, where it is at the start and at the end of the step; then its cones, then a ball around each.
const LEVEL: usize = 8 * 9;
const BLEND: usize = 8 * 10;
const BOUND: usize = 8 * 11;
const POSES: usize = 8 * 17;
const CONES: usize = 8 * 41;
const CONE_SIZE: usize = 8 * 14;
const BALL_SIZE: usize = 8 * 4;

// Words: byte offsets of arrays by particle or by crowd, and of what is found.
const STARTS: usize = 0;
const AHEAD: usize = 4;
const WAYS: usize = 8;
const STRAYS: usize = 12;
const PINNED: usize = 16;
const CROWDS: usize = 20;
const FOUND: usize = 24;
const FROM: usize = 28;
const PHI: usize = 32;
const ROOM: usize = 36;

const CROWD: i32 = 32;
const CROWD_SIZE: usize = 8 * 7;

/** Returns how many particles it has found. */
export function findNearCones(body: usize, coneCount: i32, arrays: usize, particleCount: i32): i32 {
  let crowd = <usize>load<u32>(arrays, CROWDS);
  const scale = at(body, 8);
  const radius = at(body, 7) + load<f64>(body, LEVEL);
  let count = 0;
  for (let first = 0; first < particleCount; first += CROWD, crowd += CROWD_SIZE) {
    let squared: f64 = 0;
    for (let c = 0; c < 3; c++) {
      const low = at(body, c) + min(0, at(body, 3 + c));
      const high = at(body, c) + max(0, at(body, 3 + c));
      const apart = scale * max(0, max(at(crowd, c) - high, low - at(crowd, 3 + c)));
      squared += apart * apart;
    }
    const most = radius + at(crowd, 6);
    if (squared <= most * most) count = searchCrowd(body, coneCount, arrays, first, min(first + CROWD, particleCount), count);
  }
  return count;
}

function searchCrowd(body: usize, coneCount: i32, arrays: usize, first: i32, end: i32, found: i32): i32 {
  const starts = <usize>load<u32>(arrays, STARTS);
  const ahead = <usize>load<u32>(arrays, AHEAD);
  const ways = <usize>load<u32>(arrays, WAYS);
  const strays = <usize>load<u32>(arrays, STRAYS);
  const pinned = <usize>load<u32>(arrays, PINNED);
  const level = load<f64>(body, LEVEL);
  const ax = at(body, 3);
  const ay = at(body, 4);
  const az = at(body, 5);
  const radius = at(body, 7) + level;
  const squaredScale = at(body, 8) * at(body, 8);
  const pose = body + POSES;
  let count = found;
  for (let i = first; i < end; i++) {
    const x = starts + 24 * <usize>i;
    const px = at(x, 0) - at(body, 0);
    const py = at(x, 1) - at(body, 1);
    const pz = at(x, 2) - at(body, 2);
    const t = min(1, max(0, (px * ax + py * ay + pz * az) * at(body, 6)));
    const dx = px - t * ax;
    const dy = py - t * ay;
    const dz = pz - t * az;
    const most = radius + at(ways, i) + at(strays, i);
    if (squaredScale * (dx * dx + dy * dy + dz * dz) > most * most || load<u8>(pinned + <usize>i) != 0) continue;
    const sx = inBody(pose, x, 0);
    const sy = inBody(pose, x, 1);
    const sz = inBody(pose, x, 2);
    const later = ahead + 24 * <usize>i;
    const wx = sx - inBody(pose + 96, later, 0);
    const wy = sy - inBody(pose + 96, later, 1);
    const wz = sz - inBody(pose + 96, later, 2);
    const way = sqrt(wx * wx + wy * wy + wz * wz);
    const reach = level + (way + at(strays, i));
    const bx = max(0, max(at(body + BOUND, 0) - sx, sx - at(body + BOUND, 3)));
    const by = max(0, max(at(body + BOUND, 1) - sy, sy - at(body + BOUND, 4)));
    const bz = max(0, max(at(body + BOUND, 2) - sz, sz - at(body + BOUND, 5)));
    if (bx * bx + by * by + bz * bz > reach * reach) continue;
    const phi = distanceTo(body, coneCount, sx, sy, sz);
    if (phi > reach) continue;
    store<i32>(<usize>load<u32>(arrays, FOUND) + (<usize>count << 2), i);
    const from = <usize>load<u32>(arrays, FROM) + 24 * <usize>count;
    store<f64>(from, sx);
    store<f64>(from, sy, 8);
    store<f64>(from, sz, 16);
    store<f64>(<usize>load<u32>(arrays, PHI) + (<usize>count << 3), phi);
    store<f64>(<usize>load<u32>(arrays, ROOM) + (<usize>count << 3), phi - way);
    count++;
  }
  return count;
}

/** φ of the blended union: src/collision/cone-body.ts. */
function distanceTo(body: usize, coneCount: i32, x: f64, y: f64, z: f64): f64 {
  const blend = load<f64>(body, BLEND);
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

/** Component c of Rᵀ(x − t). */
// @ts-ignore: decorator
@inline
function inBody(pose: usize, x: usize, c: i32): f64 {
  const px = at(x, 0) - at(pose, 9);
  const py = at(x, 1) - at(pose, 10);
  const pz = at(x, 2) - at(pose, 11);
  return at(pose, c) * px + at(pose, 3 + c) * py + at(pose, 6 + c) * pz;
}

// @ts-ignore: decorator
@inline
function at(array: usize, k: i32): f64 {
  return load<f64>(array + (<usize>k << 3));
}
