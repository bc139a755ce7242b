/** A point or direction as scenes and options write it. Kernels work on packed arrays instead. */
export type Vec3 = readonly [number, number, number];

/** Three numbers as programs give them: in a list or a typed array, or as the x, y and z of an object such as three's Vector3. */
export type VectorInput = ArrayLike<number> | { readonly x: number; readonly y: number; readonly z: number };

/** A quaternion x, y, z, w of any length, likewise. */
export type QuaternionInput = ArrayLike<number> | { readonly x: number; readonly y: number; readonly z: number; readonly w: number };

export function dot3(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross3(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function length3(a: Vec3): number {
  return Math.sqrt(dot3(a, a));
}

export function scale3(a: Vec3, s: number): Vec3 {
  return [a[0] * s, a[1] * s, a[2] * s];
}

export function add3(a: Vec3, b: Vec3): Vec3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function subtract3(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function normalise3(a: Vec3): Vec3 {
  return scale3(a, 1 / length3(a));
}
