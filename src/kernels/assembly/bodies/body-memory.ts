// What the kernels of bodies read and write.
import { CLOTH_FRICTION, CLOTH_THICKNESS, FRICTION, THICKNESS } from "../../layout/body-places";
import { FAR } from "../../layout/contact-limits";

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
  return load<f64>(array + ((<usize>k) << 3));
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

/** Component c of Rᵀ(x − t): the point x of the world in the coordinates of the body. */
// @ts-ignore: decorator
@inline
export function toBody(pose: usize, c: i32, x: usize): f64 {
  return turnToBody(pose, c, at(x, 0) - at(pose, 9), at(x, 1) - at(pose, 10), at(x, 2) - at(pose, 11));
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
