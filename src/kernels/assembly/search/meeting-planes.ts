// Triangles of cloth against those of bodies along the normals of the former (src/contact/search/meeting-planes.ts): pair by pair in double precision, operation for operation, and before that
// against boxes of many triangles of the body in single precision, which tells of no more.

import { AXIS_ROUNDING } from "../../layout/contact-limits";
import * as words from "../../layout/meeting-words";
import { word } from "./meeting-mesh";
import { difference } from "./meeting-ways";

/** Half steps of the lattice that are allowed for rounding: sums of single precision are wrong by less than 0.1. */
const ROOM: f64 = 0.5;

/** Stores the planes of the triangles in all slots of a tree. */
export function storePlanes(mesh: usize, tree: usize): void {
  const slots = <usize>load<u32>(tree, words.SLOTS);
  const count = load<i32>(tree, words.SLOT_COUNT);
  const planes = <usize>load<u32>(mesh, words.PLANES);
  for (let s = 0; s < count; s++) storePlane(mesh, word(slots, s), planes + <usize>words.PLANE_SIZE * <usize>s);
}

/**
 * The plane of a triangle: the normal n/|n|, its absolute values, and twice how far what is near it lies along n/|n| at most and at least, (largest, least) at the start and at the end, in steps
 * of the lattice from its middle.
 */
export function storePlane(mesh: usize, t: i32, to: usize): void {
  const ways = <usize>load<u32>(mesh, words.WAYS);
  const numbers = <usize>load<u32>(mesh, words.NUMBERS);
  const corners = <usize>load<u32>(mesh, words.TRIANGLES) + 12 * <usize>t;
  const a = load<i32>(corners);
  const b = load<i32>(corners, 4);
  const c = load<i32>(corners, 8);
  const nx = normalAlong(ways, a, b, c, 16, 32);
  const ny = normalAlong(ways, a, b, c, 32, 0);
  const nz = normalAlong(ways, a, b, c, 0, 16);
  const scale = 1 / sqrt(nx * nx + ny * ny + nz * nz);
  const step = load<f64>(numbers, words.STEP);
  const normal = f32x4.replace_lane(f32x4.replace_lane(f32x4.splat(<f32>(nx * scale)), 1, <f32>(ny * scale)), 2, <f32>(nz * scale));
  v128.store(to, f32x4.replace_lane(normal, 3, 0));
  v128.store(to, f32x4.abs(f32x4.replace_lane(normal, 3, 0)), 16);
  const ofA = place(ways, numbers, a, nx, ny, nz);
  const ofB = place(ways, numbers, b, nx, ny, nz);
  const ofC = place(ways, numbers, c, nx, ny, nz);
  const unit = f64x2.splat((2 * scale) / step);
  const room = f64x2.splat((2 * load<f64>(numbers, words.APART)) / step + ROOM);
  const most = f64x2.add(f64x2.mul(f64x2.max(ofA, f64x2.max(ofB, ofC)), unit), room);
  const least = f64x2.sub(f64x2.mul(f64x2.min(ofA, f64x2.min(ofB, ofC)), unit), room);
  v128.store(to, v128.shuffle<f32>(f32x4.demote_f64x2_zero(most), f32x4.demote_f64x2_zero(least), 0, 4, 1, 5), 32);
}

/** Where a vertex is along the normal from the middle of the lattice, at the start and at the end. */
// @ts-ignore: decorator
@inline
function place(ways: usize, numbers: usize, i: i32, nx: f64, ny: f64, nz: f64): v128 {
  const way = ways + 48 * <usize>i;
  const x = f64x2.sub(v128.load(way), v128.load64_splat(numbers, words.MIDDLE));
  const y = f64x2.sub(v128.load(way, 16), v128.load64_splat(numbers, words.MIDDLE + 8));
  const z = f64x2.sub(v128.load(way, 32), v128.load64_splat(numbers, words.MIDDLE + 16));
  return f64x2.add(f64x2.add(f64x2.mul(x, f64x2.splat(nx)), f64x2.mul(y, f64x2.splat(ny))), f64x2.mul(z, f64x2.splat(nz)));
}

/** Whether a box stays on one side of a plane, so that all triangles in it do. */
export function boxStaysFromPlane(plane: usize, box: usize): bool {
  const normal = v128.load(plane);
  const sizes = v128.load(plane, 16);
  const s = v128.load(box);
  const e = v128.load(box, 16);
  const startLow = i32x4.extend_low_i16x8_s(s);
  const startHigh = i32x4.extend_high_i16x8_s(s);
  const endLow = i32x4.extend_low_i16x8_s(e);
  const endHigh = i32x4.extend_high_i16x8_s(e);
  // twice the middle and twice half the sides, as least x and −largest x are at hand
  const a = f32x4.mul(normal, f32x4.convert_i32x4_s(i32x4.sub(startLow, startHigh)));
  const b = f32x4.mul(sizes, f32x4.convert_i32x4_s(i32x4.add(startLow, startHigh)));
  const c = f32x4.mul(normal, f32x4.convert_i32x4_s(i32x4.sub(endLow, endHigh)));
  const d = f32x4.mul(sizes, f32x4.convert_i32x4_s(i32x4.add(endLow, endHigh)));
  const ab = f32x4.add(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(a, b, 2, 6, 3, 7));
  const cd = f32x4.add(v128.shuffle<f32>(c, d, 0, 4, 1, 5), v128.shuffle<f32>(c, d, 2, 6, 3, 7));
  // (middle, −half) at the start and at the end
  const both = f32x4.add(v128.shuffle<f32>(ab, cd, 0, 1, 4, 5), v128.shuffle<f32>(ab, cd, 2, 3, 6, 7));
  const middles = v128.shuffle<f32>(both, both, 0, 0, 2, 2);
  const halves = v128.shuffle<f32>(both, both, 1, 1, 3, 3);
  const limits = v128.load(plane, 32);
  const above = f32x4.gt(f32x4.add(middles, halves), limits);
  const below = f32x4.lt(f32x4.sub(middles, halves), limits);
  // lanes 0 and 2 of `above` are about the largest, 1 and 3 of `below` about the least
  const isAbove = i32x4.extract_lane(above, 0) & i32x4.extract_lane(above, 2);
  const isBelow = i32x4.extract_lane(below, 1) & i32x4.extract_lane(below, 3);
  return (isAbove | isBelow) != 0;
}

/** Of the triangles `which` of a leaf, as bits, those that do not stay on one side of the plane of triangle t. */
export function keepAtPlane(mesh: usize, plane: usize, t: i32, slots: usize, block: usize, which: i32): i32 {
  const first = fourAtPlane(plane, block);
  const last = fourAtPlane(plane, block + 8);
  const triangles = <usize>load<u32>(mesh, words.TRIANGLES);
  const ways = <usize>load<u32>(mesh, words.WAYS);
  const numbers = <usize>load<u32>(mesh, words.NUMBERS);
  which &= ~((first & 15) | ((last & 15) << 4));
  for (let unsure = which & ~((first >> 4) | (last & 0xf0)); unsure != 0; unsure &= unsure - 1) {
    const k = ctz(unsure);
    if (staysFromPlane(ways, numbers, triangles + 12 * <usize>t, triangles + 12 * <usize>word(slots, k))) which &= ~(1 << k);
  }
  return which;
}

/** Of four boxes of a block, as bits: those that stay on one side of a plane, and above them those whose triangles do not. */
// @ts-ignore: decorator
@inline
function fourAtPlane(plane: usize, block: usize): i32 {
  const start = endAtPlane(plane, block, plane + 32);
  const end = endAtPlane(plane, block + 96, plane + 40);
  const isBeyond = start & end;
  const isNot = start | end;
  return ((isBeyond | (isBeyond >> 4)) & 15) | ((isNot >> 4) & (isNot >> 8) & 0xf0);
}

/** Of four boxes at one end of the step, four bits each: those above the plane, those below it, those whose triangles are not above it, and not below it. */
function endAtPlane(plane: usize, block: usize, limits: usize): i32 {
  let middles = f32x4.splat(0);
  let halves = middles; // negative
  for (let axis: usize = 0; axis < 3; axis++) {
    const least = v128.load16x4_s(block + (axis << 4));
    const largest = v128.load16x4_s(block + (axis << 4), 48); // negative
    const factors = plane + (axis << 2);
    middles = f32x4.add(middles, f32x4.mul(v128.load32_splat(factors), f32x4.convert_i32x4_s(i32x4.sub(least, largest))));
    halves = f32x4.add(halves, f32x4.mul(v128.load32_splat(factors, 16), f32x4.convert_i32x4_s(i32x4.add(least, largest))));
  }
  const from = f32x4.add(middles, halves);
  const to = f32x4.sub(middles, halves);
  const high = v128.load32_splat(limits);
  const low = v128.load32_splat(limits, 4);
  const room = f32x4.splat(<f32>(2 * ROOM));
  return (
    i32x4.bitmask(f32x4.gt(from, high)) |
    (i32x4.bitmask(f32x4.lt(to, low)) << 4) |
    (i32x4.bitmask(f32x4.lt(to, f32x4.sub(high, room))) << 8) |
    (i32x4.bitmask(f32x4.gt(from, f32x4.add(low, room))) << 12)
  );
}

/** Leaves of the pairs from `pair` to `top` of a triangle of a body and one of cloth those that do not stay apart so; returns the end. */
export function keepNearPlanes(mesh: usize, pair: usize, top: usize): usize {
  const triangles = <usize>load<u32>(mesh, words.TRIANGLES);
  const ways = <usize>load<u32>(mesh, words.WAYS);
  const numbers = <usize>load<u32>(mesh, words.NUMBERS);
  let kept = pair;
  for (; pair < top; pair += 8) {
    const both = load<u64>(pair);
    const other = triangles + 12 * <usize>(both & 0xffffffff);
    const own = triangles + 12 * <usize>(both >> 32);
    store<u64>(kept, both);
    kept += (<usize>!staysFromPlane(ways, numbers, own, other)) << 3;
  }
  return kept;
}

function staysFromPlane(ways: usize, numbers: usize, own: usize, other: usize): bool {
  const a = load<i32>(own);
  const b = load<i32>(own, 4);
  const c = load<i32>(own, 8);
  const nx = normalAlong(ways, a, b, c, 16, 32);
  const ny = normalAlong(ways, a, b, c, 32, 0);
  const nz = normalAlong(ways, a, b, c, 0, 16);
  extent = f64x2.splat(0);
  const ofB = along(ways, b, a, nx, ny, nz);
  const ofC = along(ways, c, a, nx, ny, nz);
  const first = along(ways, load<i32>(other), a, nx, ny, nz);
  const second = along(ways, load<i32>(other, 4), a, nx, ny, nz);
  const third = along(ways, load<i32>(other, 8), a, nx, ny, nz);
  const zero = f64x2.splat(0);
  const least = f64x2.sub(f64x2.min(first, f64x2.min(second, third)), f64x2.max(zero, f64x2.max(ofB, ofC)));
  const largest = f64x2.sub(f64x2.max(first, f64x2.max(second, third)), f64x2.min(zero, f64x2.min(ofB, ofC)));
  const above = min(f64x2.extract_lane(least, 0), f64x2.extract_lane(least, 1));
  const beyond = max(above, -max(f64x2.extract_lane(largest, 0), f64x2.extract_lane(largest, 1)));
  const reach = load<f64>(numbers, words.APART) + AXIS_ROUNDING * max(f64x2.extract_lane(extent, 0), f64x2.extract_lane(extent, 1));
  return beyond > 0 && beyond * beyond > reach * reach * (nx * nx + ny * ny + nz * nz);
}

/** The largest differences so far. */
let extent: v128 = f64x2.splat(0);

// @ts-ignore: decorator
@inline
function along(ways: usize, i: i32, a: i32, nx: f64, ny: f64, nz: f64): v128 {
  const x = difference(ways, i, a, 0);
  const y = difference(ways, i, a, 16);
  const z = difference(ways, i, a, 32);
  extent = f64x2.max(extent, f64x2.max(f64x2.abs(x), f64x2.max(f64x2.abs(y), f64x2.abs(z))));
  return f64x2.add(f64x2.add(f64x2.mul(x, f64x2.splat(nx)), f64x2.mul(y, f64x2.splat(ny))), f64x2.mul(z, f64x2.splat(nz)));
}

/** A component of the normal, start and end together: y and z are the two axes after its own. */
// @ts-ignore: decorator
@inline
function normalAlong(ways: usize, a: i32, b: i32, c: i32, y: usize, z: usize): f64 {
  const uy = difference(ways, b, a, y);
  const uz = difference(ways, b, a, z);
  const vy = difference(ways, c, a, y);
  const vz = difference(ways, c, a, z);
  const both = f64x2.sub(f64x2.mul(uy, vz), f64x2.mul(uz, vy));
  return f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1);
}
