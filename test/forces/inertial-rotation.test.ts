import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeRotatedDirection, ROTATION_VECTORS, ROTATION_WEIGHTS } from "../../src/forces/inertial-rotation.ts";

type V = readonly [number, number, number];

function rotated(order: 1 | 2, now: V, before: V, beforeThat: V = [0, 0, 0]): number[] {
  const vectors = new Float64Array(ROTATION_VECTORS);
  vectors.set([...now, ...before, ...beforeThat]);
  const out = new Float64Array(5).fill(7);
  computeRotatedDirection(vectors, ROTATION_WEIGHTS[order - 1], out, 1);
  expect([out[0], out[4]]).toEqual([7, 7]);
  return [...out.subarray(1, 4)];
}

/** A vector of the given length at an angle in the plane of e1 and e2. */
function inPlane(e1: V, e2: V, angle: number, length = 1): V {
  const [c, s] = [length * Math.cos(angle), length * Math.sin(angle)];
  return [c * e1[0] + s * e2[0], c * e1[1] + s * e2[1], c * e1[2] + s * e2[2]];
}

const E1: V = [0.6, 0.64, -0.48];
const E2: V = [-0.8, 0.48, -0.36];
const close = (v: V, digits = 13): unknown[] => v.map((value) => expect.closeTo(value, digits));

describe("a rotation that goes on as it was is predicted exactly", () => {
  test.each([1, 2] as const)("order %i, in any plane, at any length", (order) => {
    fc.assert(
      fc.property(
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.double({ min: -1.4, max: 1.4, noNaN: true }),
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        (start, turn, length) => {
          const at = (n: number): V => inPlane(E1, E2, start + n * turn, length * (1 + 0.1 * n));
          expect(rotated(order, at(2), at(1), at(0))).toEqual(close(inPlane(E1, E2, start + 3 * turn)));
        },
      ),
    );
  });

  test("order 2 follows one that speeds up evenly", () => {
    const at = (angle: number): V => inPlane(E1, E2, angle, 2);
    expect(rotated(2, at(0.5), at(0.2), at(0.1))).toEqual(close(inPlane(E1, E2, 0.5 + 2 * 0.3 - 0.1)));
    expect(rotated(2, at(0.5), at(0.6), at(0.2))).toEqual(close(inPlane(E1, E2, 0.5 - 2 * 0.1 - 0.4)));
  });
});

test("order 1 is Rodrigues' formula with the angle between the two vectors", () => {
  const number = fc.double({ min: -1, max: 1, noNaN: true });
  const vector = fc.tuple(number, number, number);
  fc.assert(
    fc.property(vector, vector, (now, before) => {
      fc.pre(Math.hypot(...now) > 0.1 && Math.hypot(...before) > 0.1);
      const cross = (a: readonly number[], b: readonly number[]): number[] =>
        [1, 2, 0].map((p, n) => a[p] * b[[2, 0, 1][n]] - a[[2, 0, 1][n]] * b[p]);
      const axis = cross(before, now);
      const sine = Math.hypot(...axis);
      fc.pre(sine > 1e-3);
      const angle = Math.atan2(sine, before[0] * now[0] + before[1] * now[1] + before[2] * now[2]);
      const a = axis.map((value) => value / sine);
      const u = now.map((value) => value / Math.hypot(...now));
      const au = cross(a, u);
      const aau = cross(a, au);
      const expected = u.map((value, c) => value + Math.sin(angle) * au[c] + (1 - Math.cos(angle)) * aau[c]);
      expect(rotated(1, now, before)).toEqual(expected.map((value) => expect.closeTo(value, 12)));
    }),
  );
});

describe("without an axis of rotation nothing turns", () => {
  test.each([1, 2] as const)("order %i", (order) => {
    const still = close([0.6, 0, 0.8], 15);
    expect(rotated(order, [3, 0, 4], [3, 0, 4], [3, 0, 4])).toEqual(still); // as before
    expect(rotated(order, [3, 0, 4], [6, 0, 8], [3, 0, 4])).toEqual(still); // longer
    expect(rotated(order, [3, 0, 4], [-3, 0, -4], [3, 0, 4])).toEqual(still); // turned over
    expect(rotated(order, [3, 0, 4], [0, 0, 0], [0, 0, 0])).toEqual(still); // nothing before
    expect(rotated(order, [0, 0, 0], [3, 0, 4], [3, 0, 4])).toEqual([0, 0, 0]);
  });
});

test("on a rotation by θ a step, keeping the direction is behind by θ and moving the ends on by θ³; turning on is not", () => {
  const angleOf = ([x, y]: readonly number[]): number => Math.atan2(y, x);
  for (const theta of [0.02, 0.05, 0.1]) {
    const now: V = [1, 0, 0];
    const before: V = [Math.cos(theta), -Math.sin(theta), 0];
    const moved = now.map((value, c) => 2 * value - before[c]);
    expect((angleOf(now) - theta) / theta).toBeCloseTo(-1, 14);
    expect(Math.abs((angleOf(moved) - theta) / theta ** 3 + 1)).toBeLessThan(2 * theta);
    expect(Math.abs(angleOf(rotated(1, now, before)) - theta)).toBeLessThan(1e-15);
  }
});
