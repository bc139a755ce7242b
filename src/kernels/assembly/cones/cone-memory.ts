// What the kernels of bodies of rounded cones read and write: src/contact/bodies/cone-store.ts lays it out.

// What describes a body, doubles: a capsule around it, how far away is near [m], the width of blends [m], the box, where it is at the start and at the end of the
// step, how many cones it has, its number, thickness [m] and friction, one number of nothing, both poses once more, two places; then its cones, then a ball around each.
export const LEVEL: usize = 8 * 9;
export const BLEND: usize = 8 * 10;
export const BOUND: usize = 8 * 11;
export const START_POSE: usize = 8 * 17;
export const END_POSE: usize = 8 * 29;
export const CONE_COUNT: usize = 8 * 41;
export const NUMBER: usize = 8 * 42;
export const THICKNESS: usize = 8 * 43;
export const FRICTION: usize = 8 * 44;
/** Both poses number by number: start, end, start, … */
export const BOTH_POSES: usize = 8 * 46;
/** Byte offsets: of the cones two by two (cone-measure), and of room for what has a part in a normal. */
export const TWO_CONES: usize = 8 * 70;
export const PARTS: usize = 8 * 71;
export const CONES: usize = 8 * 72;
export const TWO_CONES_SIZE: usize = 16 * 18;
export const CONE_SIZE: usize = 8 * 14;
export const BALL_SIZE: usize = 8 * 4;

// Words: byte offsets of the arrays that src/contact/bodies/cone-store.ts lists, in its order.
export const STARTS: usize = 0;
export const AHEAD: usize = 4;
export const WAYS: usize = 8;
export const STRAYS: usize = 12;
export const STRAYED: usize = 16;
export const PINNED: usize = 20;
export const CROWDS: usize = 24;
export const BODIES: usize = 28;
export const PARTICLES: usize = 32;
export const FROM: usize = 36;
export const PHI: usize = 40;
export const ROOM: usize = 44;
export const ENDS: usize = 48;
export const CLOSE: usize = 52;
export const MASS: usize = 56;
export const POSITIONS: usize = 60;
export const VELOCITIES: usize = 64;
export const FORCES: usize = 68;
export const NEXT_X: usize = 72;
export const NEXT_V: usize = 76;
export const HELD: usize = 80;
export const OPTIONS: usize = 84;
export const STUCK: usize = 88;
export const SURFACE_VELOCITY: usize = 92;
export const PLACE: usize = 96;
export const SLIDES_ON: usize = 100;
export const NORMALS: usize = 104;
export const PUSH: usize = 108;
export const DRIVE: usize = 112;
export const FORESEEN_ON: usize = 116;
export const PRESSING: usize = 120;
export const NEXT_PRESSING: usize = 124;
export const PRESS_FORCE: usize = 128;
export const GRIP: usize = 132;
export const LYING: usize = 136;
export const ASKED: usize = 140;
export const LYING_PAIRS: usize = 144;
export const IS_KNOWN: usize = 148;
export const KNOWN_NORMALS: usize = 152;
export const FORESEEN: usize = 156;
export const FORESEEN_LACKS: usize = 160;
export const FORESEEN_NORMALS: usize = 164;
export const TOUCHED: usize = 168;
export const CORRECTIONS: usize = 172;
export const SEEN: usize = 176;
export const CLOTH_THICKNESS: usize = 180;
export const CLOTH_FRICTION: usize = 184;
// Of the options: step [s], restitution and push speed [m/s], then
export const ARE_TOLD: i32 = 3;
export const ARE_GRIPPED: i32 = 4;
export const ARE_WEIGHED: i32 = 5;

const FAR: f64 = 1e30;

/** Whether φ stays above a level on the way from where a pair starts to a point in the coordinates of the body: `staysAbove` of src/contact/bodies/near-bodies.ts. */
// @ts-ignore: decorator
@inline
export function staysAbove(from: usize, distance: f64, x: f64, y: f64, z: f64, level: f64): bool {
  const dx = x - at(from, 0);
  const dy = y - at(from, 1);
  const dz = z - at(from, 2);
  return distance < FAR && distance - sqrt(dx * dx + dy * dy + dz * dz) > level;
}

// @ts-ignore: decorator
@inline
export function at(array: usize, k: i32): f64 {
  return load<f64>(array + (<usize>k << 3));
}

/** Where the array of this name begins. */
// @ts-ignore: decorator
@inline
export function arrayOf(arrays: usize, name: usize): usize {
  return <usize>load<u32>(arrays + name);
}

/** The distance that particle i keeps from the body: `pairGap` of src/contact/shapes/surface-pair.ts. */
// @ts-ignore: decorator
@inline
export function gapOf(body: usize, arrays: usize, i: usize): f64 {
  return 0.5 * (load<f64>(body, THICKNESS) + load<f64>(arrayOf(arrays, CLOTH_THICKNESS) + (i << 3)));
}

/** Coulomb's coefficient between particle i and the body: `pairFriction` of src/contact/shapes/surface-pair.ts. */
// @ts-ignore: decorator
@inline
export function frictionOf(body: usize, arrays: usize, i: usize): f64 {
  return sqrt(load<f64>(body, FRICTION) * load<f64>(arrayOf(arrays, CLOTH_FRICTION) + (i << 3)));
}

/** Component c of Rᵀp. */
// @ts-ignore: decorator
@inline
export function turnToBody(pose: usize, c: i32, x: f64, y: f64, z: f64): f64 {
  return at(pose, c) * x + at(pose, 3 + c) * y + at(pose, 6 + c) * z;
}

/** Component c of R p. */
// @ts-ignore: decorator
@inline
export function turnToWorld(pose: usize, c: i32, x: f64, y: f64, z: f64): f64 {
  return at(pose, 3 * c) * x + at(pose, 3 * c + 1) * y + at(pose, 3 * c + 2) * z;
}

/** Component c of R p + t. */
// @ts-ignore: decorator
@inline
export function toWorld(pose: usize, c: i32, x: f64, y: f64, z: f64): f64 {
  return turnToWorld(pose, c, x, y, z) + at(pose, 9 + c);
}
