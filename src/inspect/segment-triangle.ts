import { orient2d, orient3d } from "./orientation.ts";

/** The planes a figure can be seen in, as pairs of axes. */
const VIEWS: readonly (readonly [number, number])[] = [
  [0, 1],
  [1, 2],
  [2, 0],
];

/**
 * Does the line through p and q pass through the closed triangle a b c? p and q must lie strictly on opposite sides of its
 * plane. The line winds about all three sides alike, or meets those it does not wind about.
 */
export function linePierces(x: Float64Array, p: number, q: number, a: number, b: number, c: number): boolean {
  const sideA = orient3d(x, p, q, a, b);
  const sideB = orient3d(x, p, q, b, c);
  if ((sideA > 0 && sideB < 0) || (sideA < 0 && sideB > 0)) return false;
  const sideC = orient3d(x, p, q, c, a);
  return (sideA >= 0 && sideB >= 0 && sideC >= 0) || (sideA <= 0 && sideB <= 0 && sideC <= 0);
}

/** Have the closed segment p q and the closed triangle a b c a point in common? Exact; either may have no extent. */
export function segmentMeetsTriangle(x: Float64Array, p: number, q: number, a: number, b: number, c: number): boolean {
  const sideP = orient3d(x, a, b, c, p);
  const sideQ = orient3d(x, a, b, c, q);
  if ((sideP > 0 && sideQ > 0) || (sideP < 0 && sideQ < 0)) return false;
  if (sideP !== 0 || sideQ !== 0) return linePierces(x, p, q, a, b, c);
  return segmentsMeet(x, p, q, a, b) || segmentsMeet(x, p, q, b, c) || segmentsMeet(x, p, q, c, a) || pointInTriangle(x, p, a, b, c);
}

/** Is p, a point in the plane of the triangle a b c, inside or on its border? False for a triangle without area. */
function pointInTriangle(x: Float64Array, p: number, a: number, b: number, c: number): boolean {
  for (const [u, v] of VIEWS) {
    const area = orient2d(x, a, b, c, u, v);
    if (area === 0) continue;
    const sideA = orient2d(x, a, b, p, u, v);
    const sideB = orient2d(x, b, c, p, u, v);
    const sideC = orient2d(x, c, a, p, u, v);
    return area > 0 ? sideA >= 0 && sideB >= 0 && sideC >= 0 : sideA <= 0 && sideB <= 0 && sideC <= 0;
  }
  return false;
}

/** Have the closed segments p q and a b a point in common? */
function segmentsMeet(x: Float64Array, p: number, q: number, a: number, b: number): boolean {
  if (orient3d(x, p, q, a, b) !== 0) return false;
  for (const [u, v] of VIEWS) {
    const sideA = orient2d(x, p, q, a, u, v);
    const sideB = orient2d(x, p, q, b, u, v);
    const sideP = orient2d(x, a, b, p, u, v);
    const sideQ = orient2d(x, a, b, q, u, v);
    // All 0: the four points look like points of a line from here. From where they do not, nothing in their plane is hidden.
    if (sideA === 0 && sideB === 0 && sideP === 0 && sideQ === 0) continue;
    return !sameSide(sideA, sideB) && !sameSide(sideP, sideQ);
  }
  return rangesMeet(x, p, q, a, b);
}

/** For four points on a line: do p q and a b overlap on every axis? */
function rangesMeet(x: Float64Array, p: number, q: number, a: number, b: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const p0 = x[3 * p + axis];
    const q0 = x[3 * q + axis];
    const a0 = x[3 * a + axis];
    const b0 = x[3 * b + axis];
    if (Math.max(p0, q0) < Math.min(a0, b0) || Math.max(a0, b0) < Math.min(p0, q0)) return false;
  }
  return true;
}

function sameSide(a: number, b: number): boolean {
  return (a > 0 && b > 0) || (a < 0 && b < 0);
}

/** Do c and d, in a plane with a and b, lie strictly on the same side of the line a b? False if c lies on that line. */
export function onSameSide(x: Float64Array, a: number, b: number, c: number, d: number): boolean {
  for (const [u, v] of VIEWS) {
    const sideC = orient2d(x, a, b, c, u, v);
    if (sideC !== 0) return sameSide(sideC, orient2d(x, a, b, d, u, v));
  }
  return false;
}
