import fc from "fast-check";
import { expect, test } from "vitest";
import { computeMotion, type Motion } from "../../src/core/motion.ts";
import { normalise3, type Vec3 } from "../../src/core/vec3.ts";

/** Where the point that starts at `start` is at time t. */
function place(motion: Motion, t: number, start: Vec3 = [1, 2, 3]): number[] {
  const out = new Float64Array(3);
  computeMotion(motion, t, Float64Array.from(start), 0, out);
  return [...out];
}

function expectNear(actual: readonly number[], expected: readonly number[], tolerance: number = 1e-14): void {
  const gap = Math.max(...actual.map((value, c) => Math.abs(value - expected[c])));
  expect(gap, `${actual} is not ${expected}`).toBeLessThan(tolerance);
}

const KEYFRAMES: Motion = {
  keyframes: [
    { at: 1, offset: [0, 0, 0] },
    { at: 2, offset: [2, 0, -1] },
    { at: 4, offset: [2, 4, -1] },
  ],
};

test("an empty motion moves nothing", () => {
  expect(place({}, 7)).toEqual([1, 2, 3]);
  expect(place({ keyframes: [] }, 7)).toEqual([1, 2, 3]);
});

test("keyframes hold before the first and after the last", () => {
  expect(place(KEYFRAMES, 0)).toEqual([1, 2, 3]);
  expect(place(KEYFRAMES, 1)).toEqual([1, 2, 3]);
  expect(place(KEYFRAMES, 4)).toEqual([3, 6, 2]);
  expect(place(KEYFRAMES, 1e6)).toEqual([3, 6, 2]);
});

test("a lone keyframe holds its offset at all times", () => {
  const motion: Motion = { keyframes: [{ at: 1, offset: [0, 0, 5] }] };
  for (const t of [0, 1, 2]) expect(place(motion, t)).toEqual([1, 2, 8]);
});

test("between keyframes the way is straight", () => {
  expect(place(KEYFRAMES, 1.5)).toEqual([2, 2, 2.5]);
  expect(place(KEYFRAMES, 2)).toEqual([3, 2, 2]);
  expect(place(KEYFRAMES, 2.5)).toEqual([3, 3, 2]);
});

test("a sine starts in place whatever its phase, and repeats after its period", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0.1, max: 5, noNaN: true }), (phase, f) => {
      const motion: Motion = { sine: { direction: [0, 1, 0], amplitude: 0.5, frequency: f, phase } };
      expect(place(motion, 0)).toEqual([1, 2, 3]);
      expectNear(place(motion, 3 / f), [1, 2, 3], 1e-13);
    }),
  );
});

test("a sine reaches its amplitude after a quarter of its period", () => {
  const motion: Motion = { sine: { direction: [0, 0, 1], amplitude: 0.5, frequency: 2 } };
  expectNear(place(motion, 0.125), [1, 2, 3.5]);
  expectNear(place(motion, 0.375), [1, 2, 2.5]);
});

test("a quarter turn about z takes x to y", () => {
  const motion: Motion = { rotation: { axis: [0, 0, 1], center: [1, 0, 0], speed: Math.PI / 2 } };
  expectNear(place(motion, 1, [3, 0, 5]), [1, 2, 5]);
  expectNear(place(motion, 2, [3, 0, 5]), [-1, 0, 5]);
});

test("a rotation keeps distances to its axis, and a full turn returns", () => {
  const coordinate = fc.double({ min: -2, max: 2, noNaN: true });
  const vector = fc.tuple(coordinate, coordinate, coordinate);
  fc.assert(
    fc.property(vector, vector, vector, fc.double({ min: 0, max: 10, noNaN: true }), (direction, center, start, t) => {
      if (Math.hypot(...direction) < 0.1) return;
      const axis = normalise3(direction);
      const motion: Motion = { rotation: { axis, center, speed: 2 } };
      const arm = (p: readonly number[]): number => Math.hypot(...p.map((value, c) => value - center[c]));
      const along = (p: readonly number[]): number => p.reduce((sum, value, c) => sum + (value - center[c]) * axis[c], 0);
      const turned = place(motion, t, start);
      expect(Math.abs(arm(turned) - arm(start))).toBeLessThan(1e-13);
      expect(Math.abs(along(turned) - along(start))).toBeLessThan(1e-13);
      expectNear(place(motion, Math.PI, start), start, 1e-13);
    }),
  );
});

test("a rotation waits for `from` and stops at `until`", () => {
  const motion: Motion = { rotation: { axis: [0, 1, 0], center: [0, 0, 0], speed: 1, from: 1, until: 1 + Math.PI } };
  expect(place(motion, 0.5)).toEqual([1, 2, 3]);
  expectNear(place(motion, 1 + Math.PI), [-1, 2, -3]);
  expect(place(motion, 100)).toEqual(place(motion, 1 + Math.PI));
});

test("the parts of a motion add up", () => {
  const sine = { direction: [0, 0, 1], amplitude: 1, frequency: 1 } as const;
  const rotation = { axis: [0, 0, 1], center: [0, 0, 0], speed: Math.PI } as const;
  const keyframes = [{ at: 0, offset: [10, 0, 0] }] as const;
  expectNear(place({ sine, rotation, keyframes }, 1.25, [1, 0, 0]), [10 - Math.SQRT1_2, -Math.SQRT1_2, 1]);
});

test("only the particle that was named is written", () => {
  const start = Float64Array.of(0, 0, 0, 1, 2, 3);
  const out = new Float64Array(6).fill(9);
  computeMotion(KEYFRAMES, 2, start, 1, out);
  expect([...out]).toEqual([9, 9, 9, 3, 2, 2]);
});
