import fc from "fast-check";
import { expect, test } from "vitest";
import { orient2d, orient3d } from "../../src/inspect/orientation.ts";
import { repeats } from "../support/full.ts";
import { cross, minus, pointsOf, side, sign } from "./exact-reference.ts";

/** A double of any sign with an exponent in the given range, or 0. */
function double(low: number, high: number): fc.Arbitrary<number> {
  return fc
    .tuple(fc.double({ min: 1, max: 2, noNaN: true }), fc.integer({ min: low, max: high }), fc.constantFrom(-1, 0, 1))
    .map(([mantissa, exponent, s]) => mantissa * 2 ** exponent * s + 0);
}

function exactSide(x: Float64Array): number {
  const [a, b, c, d] = pointsOf(x);
  return side(a, b, c, d);
}

const LATTICE = fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 12, maxLength: 12 });

test("the side of a plane is right on small lattices, where many points lie in it", () => {
  let inPlane = 0;
  fc.assert(
    fc.property(LATTICE, (values) => {
      const x = Float64Array.from(values);
      if (exactSide(x) === 0) inPlane++;
      expect(Math.sign(orient3d(x, 0, 1, 2, 3))).toBe(exactSide(x) + 0);
    }),
    { numRuns: repeats(3000) },
  );
  expect(inPlane).toBeGreaterThan(repeats(300));
});

test("the side of a plane is right for points that rounding brought nearly, or exactly, into it", () => {
  let doubtful = 0;
  const weights = fc.tuple(double(-20, 0), double(-20, 0));
  fc.assert(
    fc.property(fc.array(double(-3, 3), { minLength: 9, maxLength: 9 }), weights, fc.integer(), (abc, [s, t], nudge) => {
      const d = [0, 1, 2].map((i) => abc[i] + s * (abc[3 + i] - abc[i]) + t * (abc[6 + i] - abc[i]));
      d[Math.abs(nudge) % 3] *= 1 + (nudge % 5) * 2 ** -52;
      const x = Float64Array.from([...abc, ...d]);
      const plain = plainDeterminant(x);
      if (Math.sign(plain) !== exactSide(x)) doubtful++;
      expect(Math.sign(orient3d(x, 0, 1, 2, 3))).toBe(exactSide(x) + 0);
    }),
    { numRuns: repeats(3000) },
  );
  expect(doubtful).toBeGreaterThan(repeats(100)); // plain doubles would have been wrong so often
});

test("the side of a plane is right for coordinates of very different sizes", () => {
  fc.assert(
    fc.property(fc.array(double(-290, 95), { minLength: 12, maxLength: 12 }), (values) => {
      const x = Float64Array.from(values);
      expect(Math.sign(orient3d(x, 0, 1, 2, 3))).toBe(exactSide(x) + 0);
    }),
    { numRuns: repeats(2000) },
  );
});

test("two exchanged corners change the sign, and a power of two does not", () => {
  fc.assert(
    fc.property(fc.array(double(-40, 3), { minLength: 12, maxLength: 12 }), fc.integer({ min: -60, max: 60 }), (values, k) => {
      const x = Float64Array.from(values);
      const scaled = x.map((value) => value * 2 ** k);
      const s = Math.sign(orient3d(x, 0, 1, 2, 3));
      for (const order of [
        [1, 0, 2, 3],
        [0, 2, 1, 3],
        [0, 1, 3, 2],
        [3, 1, 2, 0],
      ]) {
        expect(Math.sign(orient3d(x, order[0], order[1], order[2], order[3])) + s).toBe(0);
      }
      expect(Math.sign(orient3d(scaled, 0, 1, 2, 3))).toBe(s);
    }),
    { numRuns: 500 },
  );
});

test("the side of a line is right in each plane of axes, for random, lattice and nearly straight points", () => {
  const free = fc.array(double(-290, 95), { minLength: 9, maxLength: 9 });
  const lattice = fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 9, maxLength: 9 });
  const straight = fc
    .tuple(fc.array(double(-3, 3), { minLength: 6, maxLength: 6 }), double(-20, 1))
    .map(([ab, t]) => [...ab, ...[0, 1, 2].map((i) => ab[i] + t * (ab[3 + i] - ab[i]))]);
  fc.assert(
    fc.property(fc.oneof(free, lattice, straight), fc.constantFrom(0, 1, 2), (values, axis) => {
      const x = Float64Array.from(values);
      const [a, b, c] = pointsOf(x);
      const normal = cross(minus(b, a), minus(c, a));
      expect(Math.sign(orient2d(x, 0, 1, 2, (axis + 1) % 3, (axis + 2) % 3))).toBe(sign(normal[axis]) + 0);
    }),
    { numRuns: repeats(4000) },
  );
});

/** The same determinant as anyone would write it. */
function plainDeterminant(x: Float64Array): number {
  const [ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz] = x;
  return (
    ((by - ay) * (cz - az) - (bz - az) * (cy - ay)) * (dx - ax) +
    ((bz - az) * (cx - ax) - (bx - ax) * (cz - az)) * (dy - ay) +
    ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) * (dz - az)
  );
}
