import { orient3d, U, UNDERFLOW } from "./orientation.ts";
import { linePierces, onSameSide, segmentMeetsTriangle } from "./segment-triangle.ts";

/**
 * Do two triangles, of three different vertices each, intersect? The answer is exact for the given coordinates (range: see
 * orientation.ts). Vertices are shared if they have the same number; equal positions under different numbers are a touch.
 *
 * By default an intersection is a *crossing*: a side of one has its ends strictly on the two sides of the other's plane and
 * meets the other, its border included. Cloth that lies on cloth, touches it with a corner or a side, or lies with it in one
 * plane has not passed through, and does not count. The border belongs to the crossing so that nothing slips through between
 * two triangles of a surface; a side that just touches the other's border from the outside counts with it.
 *
 * With `strict` every common point of the closed triangles counts, coplanar overlap too.
 *
 * | common vertices | crossing                                       | strict                                         |
 * |-----------------|------------------------------------------------|------------------------------------------------|
 * | none            | a side crosses the other triangle              | any common point                               |
 * | one             | a side opposite to it does, away from it       | a side opposite to it meets the other triangle |
 * | two             | never                                          | folded flat onto each other, an angle of 0     |
 * | three           | never                                          | always                                         |
 *
 * A crossing that runs exactly along sides and through corners of both surfaces, such as that of two lattices in two planes
 * of coordinates, is made of touches only: `strict` finds it. Triangles without area follow the same rules.
 */
export function trianglesIntersect(
  x: Float64Array,
  a0: number,
  a1: number,
  a2: number,
  b0: number,
  b1: number,
  b2: number,
  strict: boolean = false,
): boolean {
  const shared0 = a0 === b0 || a0 === b1 || a0 === b2;
  const shared1 = a1 === b0 || a1 === b1 || a1 === b2;
  const shared2 = a2 === b0 || a2 === b1 || a2 === b2;
  if (!shared0 && !shared1 && !shared2) {
    if (surelyApart(x, a0, a1, a2, b0, b1, b2)) return false;
    return strict ? touchApart(x, a0, a1, a2, b0, b1, b2) : crossApart(x, a0, a1, a2, b0, b1, b2);
  }
  if (shared0 && shared1 && shared2) return strict;
  // Turn both triangles until what they share comes first in a, or, of two shared vertices, until a's other one comes last.
  if (shared0 && shared1) return strict && foldedFlat(x, a0, a1, a2, other(b0, b1, b2, a0, a1));
  if (shared1 && shared2) return strict && foldedFlat(x, a1, a2, a0, other(b0, b1, b2, a1, a2));
  if (shared2 && shared0) return strict && foldedFlat(x, a2, a0, a1, other(b0, b1, b2, a2, a0));
  const v = shared0 ? a0 : shared1 ? a1 : a2;
  const a = shared0 ? a1 : shared1 ? a2 : a0;
  const aa = shared0 ? a2 : shared1 ? a0 : a1;
  const b = v === b0 ? b1 : v === b1 ? b2 : b0;
  const bb = v === b0 ? b2 : v === b1 ? b0 : b1;
  if (surelyFannedOut(x, v, a, aa, b, bb)) return false;
  if (strict) return segmentMeetsTriangle(x, a, aa, v, b, bb) || segmentMeetsTriangle(x, b, bb, v, a, aa);
  return crossesFan(x, a, aa, v, b, bb) || crossesFan(x, b, bb, v, a, aa);
}

/** A crossing of two triangles without a common vertex. */
function crossApart(x: Float64Array, a0: number, a1: number, a2: number, b0: number, b1: number, b2: number): boolean {
  const sideB0 = orient3d(x, a0, a1, a2, b0);
  const sideB1 = orient3d(x, a0, a1, a2, b1);
  const sideB2 = orient3d(x, a0, a1, a2, b2);
  if ((sideB0 > 0 && sideB1 > 0 && sideB2 > 0) || (sideB0 < 0 && sideB1 < 0 && sideB2 < 0)) return false;
  if (opposite(sideB0, sideB1) && linePierces(x, b0, b1, a0, a1, a2)) return true;
  if (opposite(sideB1, sideB2) && linePierces(x, b1, b2, a0, a1, a2)) return true;
  if (opposite(sideB2, sideB0) && linePierces(x, b2, b0, a0, a1, a2)) return true;
  const sideA0 = orient3d(x, b0, b1, b2, a0);
  const sideA1 = orient3d(x, b0, b1, b2, a1);
  const sideA2 = orient3d(x, b0, b1, b2, a2);
  if (opposite(sideA0, sideA1) && linePierces(x, a0, a1, b0, b1, b2)) return true;
  if (opposite(sideA1, sideA2) && linePierces(x, a1, a2, b0, b1, b2)) return true;
  return opposite(sideA2, sideA0) && linePierces(x, a2, a0, b0, b1, b2);
}

/** Two triangles have a common point exactly if a side of one meets the other. */
function touchApart(x: Float64Array, a0: number, a1: number, a2: number, b0: number, b1: number, b2: number): boolean {
  return (
    segmentMeetsTriangle(x, b0, b1, a0, a1, a2) ||
    segmentMeetsTriangle(x, b1, b2, a0, a1, a2) ||
    segmentMeetsTriangle(x, b2, b0, a0, a1, a2) ||
    segmentMeetsTriangle(x, a0, a1, b0, b1, b2) ||
    segmentMeetsTriangle(x, a1, a2, b0, b1, b2) ||
    segmentMeetsTriangle(x, a2, a0, b0, b1, b2)
  );
}

/** Does p q cross the triangle v a b elsewhere than in v? */
function crossesFan(x: Float64Array, p: number, q: number, v: number, a: number, b: number): boolean {
  if (!opposite(orient3d(x, v, a, b, p), orient3d(x, v, a, b, q)) || !linePierces(x, p, q, v, a, b)) return false;
  return orient3d(x, p, q, v, a) !== 0 || orient3d(x, p, q, b, v) !== 0;
}

/** Two triangles about the side v w lie in one plane and on the same side of it. */
function foldedFlat(x: Float64Array, v: number, w: number, a: number, b: number): boolean {
  return orient3d(x, v, w, a, b) === 0 && onSameSide(x, v, w, a, b);
}

/** The one of three vertices that is neither v nor w. */
function other(b0: number, b1: number, b2: number, v: number, w: number): number {
  if (b0 !== v && b0 !== w) return b0;
  return b1 !== v && b1 !== w ? b1 : b2;
}

function opposite(a: number, b: number): boolean {
  return (a > 0 && b < 0) || (a < 0 && b > 0);
}

/**
 * Seen along the line between their centres, do the triangles leave a gap that no rounding explains? Spares most pairs the
 * determinants. A projection is wrong by at most 5U of its `size`, the gap of two by 12U of the largest.
 */
function surelyApart(x: Float64Array, a0: number, a1: number, a2: number, b0: number, b1: number, b2: number): boolean {
  const ox = x[3 * a0];
  const oy = x[3 * a0 + 1];
  const oz = x[3 * a0 + 2];
  const a1x = x[3 * a1] - ox;
  const a1y = x[3 * a1 + 1] - oy;
  const a1z = x[3 * a1 + 2] - oz;
  const a2x = x[3 * a2] - ox;
  const a2y = x[3 * a2 + 1] - oy;
  const a2z = x[3 * a2 + 2] - oz;
  const b0x = x[3 * b0] - ox;
  const b0y = x[3 * b0 + 1] - oy;
  const b0z = x[3 * b0 + 2] - oz;
  const b1x = x[3 * b1] - ox;
  const b1y = x[3 * b1 + 1] - oy;
  const b1z = x[3 * b1 + 2] - oz;
  const b2x = x[3 * b2] - ox;
  const b2y = x[3 * b2 + 1] - oy;
  const b2z = x[3 * b2 + 2] - oz;
  const dx = b0x + b1x + b2x - a1x - a2x;
  const dy = b0y + b1y + b2y - a1y - a2y;
  const dz = b0z + b1z + b2z - a1z - a2z;
  const farA = Math.max(0, a1x * dx + a1y * dy + a1z * dz, a2x * dx + a2y * dy + a2z * dz);
  const nearB = Math.min(b0x * dx + b0y * dy + b0z * dz, b1x * dx + b1y * dy + b1z * dz, b2x * dx + b2y * dy + b2z * dz);
  const gap = nearB - farA;
  if (!(gap > 0)) return false;
  const size =
    Math.max(Math.abs(a1x), Math.abs(a2x), Math.abs(b0x), Math.abs(b1x), Math.abs(b2x)) * Math.abs(dx) +
    Math.max(Math.abs(a1y), Math.abs(a2y), Math.abs(b0y), Math.abs(b1y), Math.abs(b2y)) * Math.abs(dy) +
    Math.max(Math.abs(a1z), Math.abs(a2z), Math.abs(b0z), Math.abs(b1z), Math.abs(b2z)) * Math.abs(dz);
  return gap > 16 * U * size + UNDERFLOW;
}

/**
 * Is there surely a plane through the common vertex v that has a and aa strictly on one side, b and bb on the other? Then
 * the triangles have no other common point. It is sought across the difference of the two directions away from v.
 */
function surelyFannedOut(x: Float64Array, v: number, a: number, aa: number, b: number, bb: number): boolean {
  const vx = x[3 * v];
  const vy = x[3 * v + 1];
  const vz = x[3 * v + 2];
  const ax = x[3 * a] - vx + (x[3 * aa] - vx);
  const ay = x[3 * a + 1] - vy + (x[3 * aa + 1] - vy);
  const az = x[3 * a + 2] - vz + (x[3 * aa + 2] - vz);
  const bx = x[3 * b] - vx + (x[3 * bb] - vx);
  const by = x[3 * b + 1] - vy + (x[3 * bb + 1] - vy);
  const bz = x[3 * b + 2] - vz + (x[3 * bb + 2] - vz);
  const lengthA = Math.sqrt(ax * ax + ay * ay + az * az);
  const lengthB = Math.sqrt(bx * bx + by * by + bz * bz);
  const dx = bx / lengthB - ax / lengthA; // NaN for a triangle without extent, which is then not surely anywhere
  const dy = by / lengthB - ay / lengthA;
  const dz = bz / lengthB - az / lengthA;
  return (
    surelyBeyond(x, v, b, dx, dy, dz) &&
    surelyBeyond(x, v, bb, dx, dy, dz) &&
    surelyBeyond(x, v, a, -dx, -dy, -dz) &&
    surelyBeyond(x, v, aa, -dx, -dy, -dz)
  );
}

/** Is d·(p−v) positive, whatever rounding did? */
function surelyBeyond(x: Float64Array, v: number, p: number, dx: number, dy: number, dz: number): boolean {
  const px = (x[3 * p] - x[3 * v]) * dx;
  const py = (x[3 * p + 1] - x[3 * v + 1]) * dy;
  const pz = (x[3 * p + 2] - x[3 * v + 2]) * dz;
  return px + py + pz > 8 * U * (Math.abs(px) + Math.abs(py) + Math.abs(pz)) + UNDERFLOW;
}
