/** Geometry in whole numbers of any size: slow, plain and free of rounding. It judges the quick answers of src/inspect. */
export type Point = readonly [bigint, bigint, bigint];

const BITS = new DataView(new ArrayBuffer(8));

/** A double as a whole multiple of 2⁻¹⁰⁷⁴, exactly. */
function toBig(value: number): bigint {
  BITS.setFloat64(0, value);
  const bits = BITS.getBigUint64(0);
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & 0xfffffffffffffn;
  const size = exponent === 0n ? fraction : (fraction | 0x10000000000000n) << (exponent - 1n);
  return bits >> 63n === 1n ? -size : size;
}

/** The points of packed positions as whole numbers, all scaled by one power of two that keeps them short. */
export function pointsOf(x: Float64Array): Point[] {
  const values = Array.from(x, toBig);
  const bits = values.reduce((all, value) => all | (value < 0n ? -value : value), 0n);
  const unit = bits === 0n ? 1n : bits & -bits;
  return Array.from({ length: x.length / 3 }, (_, i) => [values[3 * i] / unit, values[3 * i + 1] / unit, values[3 * i + 2] / unit]);
}

export function sign(value: bigint): number {
  return value > 0n ? 1 : value < 0n ? -1 : 0;
}

export function minus(a: Point, b: Point): Point {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function dot(a: Point, b: Point): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Point, b: Point): Point {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** The sign of (b−a)×(c−a)·(d−a). */
export function side(a: Point, b: Point, c: Point, d: Point): number {
  return sign(dot(cross(minus(b, a), minus(c, a)), minus(d, a)));
}

/**
 * Have two closed convex hulls of up to three points a point in common? They have none exactly if a plane lies strictly
 * between them, and then one of these directions is across such a plane: normals of faces, normals of pairs of sides, and,
 * for flat and thin pairs, normals within their common plane or line.
 */
export function hullsMeet(a: readonly Point[], b: readonly Point[]): boolean {
  const sidesOf = (p: readonly Point[]): Point[] => p.map((q, i) => minus(p[(i + 1) % p.length], q));
  const sides = [...sidesOf(a), ...sidesOf(b)];
  const between = minus(a[0], b[0]);
  const normals = sides.flatMap((e) => [...sides, between].map((f) => cross(e, f)));
  const directions = [between, ...sides, ...normals, ...normals.flatMap((n) => sides.map((e) => cross(n, e)))];
  return !directions.some((d) => {
    if (d.every((c) => c === 0n)) return false;
    const reachA = a.map((p) => dot(p, d));
    const reachB = b.map((p) => dot(p, d));
    return greatest(reachA) < least(reachB) || greatest(reachB) < least(reachA);
  });
}

function greatest(values: bigint[]): bigint {
  return values.reduce((p, q) => (p > q ? p : q));
}

function least(values: bigint[]): bigint {
  return values.reduce((p, q) => (p < q ? p : q));
}

/** Where p q, which ends strictly on the two sides of the triangle's plane, crosses that plane, as a point and a divisor. */
export function crossingPoint(p: Point, q: Point, [a, b, c]: readonly Point[]): { point: Point; by: bigint } | undefined {
  const n = cross(minus(b, a), minus(c, a));
  const heightP = dot(n, minus(p, a));
  const heightQ = dot(n, minus(q, a));
  if (sign(heightP) * sign(heightQ) >= 0) return undefined;
  const by = heightP - heightQ;
  const at = (i: number): bigint => q[i] * heightP - p[i] * heightQ;
  return by > 0n ? { point: [at(0), at(1), at(2)], by } : { point: [-at(0), -at(1), -at(2)], by: -by };
}

/** Does p q cross the closed triangle? Decided by the areas that the crossing point cuts off, all in whole numbers. */
export function crosses(p: Point, q: Point, triangle: readonly Point[]): boolean {
  const hit = crossingPoint(p, q, triangle);
  if (hit === undefined) return false;
  const corners = triangle.map((c): Point => [c[0] * hit.by, c[1] * hit.by, c[2] * hit.by]);
  const n = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]));
  return corners.every((c, i) => dot(n, cross(minus(corners[(i + 1) % 3], c), minus(hit.point, c))) >= 0n);
}
