/**
 * The slow, exact judge of the continuous tests: do two features meet while their vertices move on straight lines? Coordinates
 * become whole numbers (a common power of two is taken out), everything else is whole-number arithmetic on polynomials of the time.
 *
 * Whether they meet at t depends on the signs of some polynomials at t, and the times at which they do are closed. So it is enough to
 * look at t = 0, t = 1 and at the roots in between: of the coplanarity cubic alone if it is not identically zero, else of
 * every polynomial whose sign matters.
 */
import { isolateRoots, type Polynomial, plus, type Root, signAt, minus as subtract, times } from "./exact-roots.ts";

export type Kind = "vertex-face" | "edge-edge";
type Vector = [Polynomial, Polynomial, Polynomial];

/** A point set that contains the origin at t iff: where n ≠ 0, the plane is met and all weights are ≥ 0; else one segment contains it. */
interface Difference {
  plane: Polynomial;
  n: Vector;
  weights: () => Polynomial[];
  segments: [Vector, Vector][];
}

/**
 * Whether the features of vertices 0–3 meet in [0, until]; `until` is a number in [0, 1]. Vertex–face: the point, then the triangle.
 * Edge–edge: two vertices of each edge.
 */
export function exactlyMeet(kind: Kind, xs: ArrayLike<number>, xe: ArrayLike<number>, until = 1): boolean {
  const x = moveExactly(xs, xe, until);
  const difference = kind === "vertex-face" ? pointMinusTriangle(x) : edgeMinusEdge(x);
  const at = (root: Root): boolean => containsOrigin(difference, root);
  if ([0n, 1n].some((a) => at({ g: [], a, k: 0, exact: true }))) return true;
  if (difference.plane.length > 0) return isolateRoots(difference.plane).some(at);
  const { n, weights, segments } = difference;
  const ofSegments = segments.flatMap(([p, q]) => [...cross(p, q), dot(p, q)]);
  return [...n, ...weights(), ...ofSegments].some((polynomial) => isolateRoots(polynomial).some(at));
}

function pointMinusTriangle(x: Vector[]): Difference {
  const d = [1, 2, 3].map((i) => difference(x[0], x[i]));
  const n = cross(difference(d[0], d[1]), difference(d[0], d[2]));
  const sides: [Vector, Vector][] = [
    [d[0], d[1]],
    [d[1], d[2]],
    [d[2], d[0]],
  ];
  return { plane: dot(d[0], n), n, weights: () => sides.map(([p, q]) => dot(n, cross(p, q))), segments: sides };
}

function edgeMinusEdge(x: Vector[]): Difference {
  const [d00, d01, d10, d11] = [difference(x[2], x[0]), difference(x[2], x[1]), difference(x[3], x[0]), difference(x[3], x[1])];
  const p = difference(x[1], x[0]);
  const q = difference(x[3], x[2]);
  const n = cross(p, q);
  const weights = (): Polynomial[] => {
    const nn = dot(n, n);
    const a = dot(n, cross(d00, q));
    const b = dot(n, cross(d00, p));
    return [a, subtract(nn, a), b, subtract(nn, b)];
  };
  const segments: [Vector, Vector][] = [
    [d00, d01],
    [d10, d11],
    [d00, d10],
    [d01, d11],
  ];
  return { plane: dot(d00, n), n, weights, segments };
}

function containsOrigin({ plane, n, weights, segments }: Difference, root: Root): boolean {
  if (n.some((component) => signAt(component, root) !== 0)) {
    return signAt(plane, root) === 0 && weights().every((weight) => signAt(weight, root) >= 0);
  }
  return segments.some(([p, q]) => cross(p, q).every((component) => signAt(component, root) === 0) && signAt(dot(p, q), root) <= 0);
}

// --- vectors of polynomials ---

function difference(a: Vector, b: Vector): Vector {
  return [subtract(a[0], b[0]), subtract(a[1], b[1]), subtract(a[2], b[2])];
}

function dot(a: Vector, b: Vector): Polynomial {
  return plus(plus(times(a[0], b[0]), times(a[1], b[1])), times(a[2], b[2]));
}

function cross(a: Vector, b: Vector): Vector {
  const component = (i: number, j: number): Polynomial => subtract(times(a[i], b[j]), times(a[j], b[i]));
  return [component(1, 2), component(2, 0), component(0, 1)];
}

/** The four vertices as linear functions of s = t/until in [0, 1]. */
function moveExactly(xs: ArrayLike<number>, xe: ArrayLike<number>, until: number): Vector[] {
  const all = toIntegers([...Array.from(xs).slice(0, 12), ...Array.from(xe).slice(0, 12)]);
  const [end, one] = toIntegers([until, 1]);
  const line = (i: number): Polynomial => {
    const polynomial = [all[i] * one, (all[12 + i] - all[i]) * end];
    while (polynomial.at(-1) === 0n) polynomial.pop();
    return polynomial;
  };
  return [0, 3, 6, 9].map((i) => [line(i), line(i + 1), line(i + 2)]);
}

/** The numbers times the least power of two that makes all of them whole. */
export function toIntegers(numbers: number[]): bigint[] {
  const parts = numbers.map(decompose);
  let least = Infinity;
  for (const [mantissa, exponent] of parts) if (mantissa !== 0n) least = Math.min(least, exponent);
  return parts.map(([mantissa, exponent]) => (mantissa === 0n ? 0n : mantissa << BigInt(exponent - least)));
}

const bits = new DataView(new ArrayBuffer(8));

/** value = mantissa · 2^exponent with an odd mantissa. */
function decompose(value: number): [bigint, number] {
  if (!Number.isFinite(value)) throw new Error(`not a finite number: ${value}`);
  bits.setFloat64(0, value);
  const high = bits.getUint32(0);
  const biased = (high >>> 20) & 0x7ff;
  let mantissa = (high & 0xfffff) * 4294967296 + bits.getUint32(4) + (biased > 0 ? 4503599627370496 : 0);
  let exponent = (biased > 0 ? biased : 1) - 1075;
  if (mantissa === 0) return [0n, 0];
  while (mantissa % 2 === 0) {
    mantissa /= 2;
    exponent++;
  }
  return [BigInt(value < 0 ? -mantissa : mantissa), exponent];
}
