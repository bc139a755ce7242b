import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseScale, computeDistances, rootMeanSquare } from "../../studio/src/compare/difference.ts";

const { colourDistances, describeRamp } = await import("../../studio/src/compare/difference-colours.ts");

test("the error is the root of the mean squared distance of the vertices", () => {
  const a = Float32Array.of(0, 0, 0, 1, 1, 1);
  const b = Float32Array.of(3, 0, 4, 1, 1, 1);
  const distances = new Float32Array(2);
  expect(computeDistances(a, b, distances)).toBe(true);
  expect([...distances]).toEqual([5, 0]);
  expect(rootMeanSquare(distances)).toBeCloseTo(5 / Math.SQRT2, 12);
  expect(rootMeanSquare(new Float32Array(0))).toBe(0);
});

test("cloths of different numbers of vertices have no distance", () => {
  const distances = Float32Array.of(7);
  expect(computeDistances(new Float32Array(3), new Float32Array(6), distances)).toBe(false);
  expect(computeDistances(new Float32Array(6), new Float32Array(6), distances)).toBe(false);
  expect([...distances]).toEqual([7]);
});

test("the scale is round, holds every distance, is well filled, and stands still while it can", () => {
  expect([0.03, 0.05, 0.051, 0.2, 3, 0].map((largest) => chooseScale(0, largest))).toEqual([0.05, 0.05, 0.1, 0.2, 5, 0.0001]);
  expect(chooseScale(0.1, 0.03)).toBe(0.1);
  expect(chooseScale(0.1, 0.019)).toBe(0.02);
  const length = fc.double({ min: 1e-4, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(length, length, (first, second) => {
      const scale = chooseScale(chooseScale(0, first), second);
      expect(scale).toBeGreaterThanOrEqual(second);
      expect(second).toBeGreaterThanOrEqual(0.19 * scale);
      expect(["1", "2", "5"]).toContain(scale.toExponential(6).replace(/\.?0*e.*/, ""));
    }),
  );
});

test("colours run from dark blue to bright yellow in order of brightness, and stay at the end beyond it", () => {
  const distances = Float32Array.from({ length: 60 }, (_, k) => (0.2 * k) / 50);
  const colours = new Float32Array(180);
  colourDistances(distances, 0.2, colours);
  const brightness = [...distances].map((_, k) => 0.2126 * colours[3 * k] + 0.7152 * colours[3 * k + 1] + 0.0722 * colours[3 * k + 2]);
  for (let k = 1; k < 50; k++) expect(brightness[k]).toBeGreaterThanOrEqual(brightness[k - 1]);
  expect(brightness[50]).toBeGreaterThan(5 * brightness[0]);
  expect([...colours.subarray(177)]).toEqual([...colours.subarray(150, 153)]);
  colourDistances(Float32Array.of(Number.NaN, 0), 0.2, colours);
  expect([...colours.subarray(0, 3)]).toEqual([...colours.subarray(3, 6)]);
  expect(describeRamp()).toMatch(/^linear-gradient\(to right, rgb\(53 95 141\), .*, rgb\(253 231 37\)\)$/);
});
