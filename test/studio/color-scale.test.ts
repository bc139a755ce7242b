import fc from "fast-check";
import { expect, test } from "vitest";

const { createColorScale, roundUp } = await import("../../studio/src/inside/color-scale.ts");

const brightness = (colors: Float32Array, i: number): number =>
  0.2126 * colors[3 * i] + 0.7152 * colors[3 * i + 1] + 0.0722 * colors[3 * i + 2];

test("limits are 1, 2 or 5 times a power of ten, at most two and a half times too large", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (value) => {
      const limit = roundUp(value);
      expect(limit).toBeGreaterThanOrEqual(value * (1 - 1e-5));
      expect(limit).toBeLessThanOrEqual(2.5 * value * (1 + 1e-5));
      expect(["1", "2", "5"]).toContain(limit.toExponential()[0]);
      expect(limit.toExponential()).toMatch(/^\d(e|$)/);
    }),
  );
});

test("more is brighter, up to the limit, and no number is grey", () => {
  const scale = createColorScale();
  const values = Float32Array.of(0, 0.01, 0.02, 0.03, 0.04, 0.05, Number.NaN);
  const colors = new Float32Array(21);
  scale.paint("strain", values, 0, colors);
  expect(scale.limit).toBe(0.05);
  for (let i = 1; i < 6; i++) expect(brightness(colors, i)).toBeGreaterThan(brightness(colors, i - 1));
  expect(colors[18]).toBe(colors[19]);
  expect(colors[19]).toBe(colors[20]);
});

test("a signed field is white at 0, blue below and orange above", () => {
  const colors = new Float32Array(9);
  const scale = createColorScale();
  scale.paint("curvature", Float32Array.of(-5, 0, 5), 0, colors);
  expect(scale.limit).toBe(5);
  expect(Math.min(...colors.slice(3, 6))).toBeGreaterThan(0.8);
  expect(colors[2]).toBeGreaterThan(4 * colors[0]);
  expect(colors[6]).toBeGreaterThan(4 * colors[8]);
});

test("the limit grows at once, waits before it shrinks, and stays where it is held", () => {
  const scale = createColorScale();
  const colors = new Float32Array(30);
  const show = (size: number, now: number): number => {
    scale.paint("speed", new Float32Array(10).fill(size), now, colors);
    return scale.limit;
  };
  expect(show(0.9, 0)).toBe(1);
  expect(show(1.1, 0.1)).toBe(2);
  expect(show(0.9, 0.2)).toBe(2);
  expect(show(0.1, 0.3)).toBe(2);
  expect(show(0.1, 30)).toBe(0.1);
  scale.hold(true);
  expect(show(7, 31)).toBe(0.1);
  scale.hold(false);
  expect(show(7, 32)).toBe(10);
  expect(show(0, 300)).toBe(0.01); // a cloth at rest does not show noise
});
