import { type Kind, toIntegers } from "./exact-ccd.ts";

type Vector = bigint[];
/** A ratio of whole numbers with a positive denominator. */
type Ratio = [bigint, bigint];

/** Whether at that very time, a number in [0, 1], the features are no more than `distance` apart. Exact. */
export function exactlyWithin(kind: Kind, xs: ArrayLike<number>, xe: ArrayLike<number>, time: number, distance: number): boolean {
  const numbers = toIntegers([...Array.from(xs).slice(0, 12), ...Array.from(xe).slice(0, 12), distance]);
  const [t, one] = toIntegers([time, 1]);
  const x = Array.from({ length: 12 }, (_, i) => numbers[i] * (one - t) + numbers[12 + i] * t);
  return !isLess([(numbers[24] * one) ** 2n, 1n], squaredDistance(kind, x));
}

/** The distance of the features of four vertices, exact until the last step. */
export function exactDistance(kind: Kind, x: ArrayLike<number>): number {
  const numbers = toIntegers([...Array.from(x).slice(0, 12), 1]);
  const unit = numbers[12];
  const [n, d] = squaredDistance(kind, numbers);
  // a root of whole numbers, with enough digits
  const digits = 2n ** 120n;
  return Number(wholeRoot((n * digits * digits) / d)) / (Number(digits) * Number(unit));
}

/** The least over all parts of the features, faces, edges and vertices, onto which the other projects. */
function squaredDistance(kind: Kind, x: bigint[]): Ratio {
  const v = [0, 3, 6, 9].map((i) => x.slice(i, i + 3));
  const found: Ratio[] = [];
  if (kind === "vertex-face") {
    const d = [1, 2, 3].map((i) => minus(v[0], v[i]));
    const n = cross(minus(d[0], d[1]), minus(d[0], d[2]));
    const nn = dot(n, n);
    const sides = [0, 1, 2].map((i) => [d[i], d[(i + 1) % 3]]);
    for (const [p, q] of sides) addSegment(p, q, found);
    if (nn > 0n && sides.every(([p, q]) => dot(n, cross(p, q)) >= 0n)) found.push([dot(n, d[0]) ** 2n, nn]);
  } else {
    const s = minus(v[2], v[0]);
    const p = minus(v[1], v[0]);
    const q = minus(v[3], v[2]);
    const n = cross(p, q);
    const nn = dot(n, n);
    const a = dot(n, cross(s, q));
    const b = dot(n, cross(s, p));
    if (nn > 0n && a >= 0n && a <= nn && b >= 0n && b <= nn) found.push([dot(n, s) ** 2n, nn]);
    for (const i of [0, 1]) addSegment(minus(v[2], v[i]), minus(v[3], v[i]), found);
    for (const j of [2, 3]) addSegment(minus(v[j], v[0]), minus(v[j], v[1]), found);
  }
  return found.reduce((least, next) => (isLess(next, least) ? next : least));
}

/** The squared distance of the origin from a segment. */
function addSegment(p: Vector, q: Vector, found: Ratio[]): void {
  const e = minus(q, p);
  const ee = dot(e, e);
  const along = -dot(p, e);
  if (along > 0n && along < ee) found.push([dot(p, p) * ee - along * along, ee]);
  else found.push([dot(p, p), 1n], [dot(q, q), 1n]);
}

function isLess(a: Ratio, b: Ratio): boolean {
  return a[0] * b[1] < b[0] * a[1];
}

function minus(a: Vector, b: Vector): Vector {
  return a.map((value, k) => value - b[k]);
}

function dot(a: Vector, b: Vector): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** ⌊√a⌋ by Newton's method. */
function wholeRoot(a: bigint): bigint {
  if (a === 0n) return 0n;
  let root = 1n << BigInt((a.toString(2).length / 2 + 1) | 0);
  for (;;) {
    const next = (root + a / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
