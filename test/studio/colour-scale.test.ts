import fc from "fast-check";
import { expect, test } from "vitest";

const { createColourScale, roundUp } = await import("../../studio/src/inside/colour-scale.ts");

const brightness = (colours: Float32Array, i: number): number =>
  0.2126 * colours[3 * i] + 0.7152 * colours[3 * i + 1] + 0.0722 * colours[3 * i + 2];

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
  const scale = createColourScale();
  const values = Float32Array.of(0, 0.01, 0.02, 0.03, 0.04, 0.05, Number.NaN);
  const colours = new Float32Array(21);
  scale.paint("strain", values, 0, colours);
  expect(scale.limit).toBe(0.05);
  for (let i = 1; i < 6; i++) expect(brightness(colours, i)).toBeGreaterThan(brightness(colours, i - 1));
  expect(colours[18]).toBe(colours[19]);
  expect(colours[19]).toBe(colours[20]);
});

test("a signed field is white at 0, blue below and orange above", () => {
  const colours = new Float32Array(9);
  const scale = createColourScale();
  scale.paint("curvature", Float32Array.of(-5, 0, 5), 0, colours);
  expect(scale.limit).toBe(5);
  expect(Math.min(...colours.slice(3, 6))).toBeGreaterThan(0.8);
  expect(colours[2]).toBeGreaterThan(4 * colours[0]);
  expect(colours[6]).toBeGreaterThan(4 * colours[8]);
});

test("the limit grows at once, waits before it shrinks, and stays where it is held", () => {
  const scale = createColourScale();
  const colours = new Float32Array(30);
  const show = (size: number, now: number): number => {
    scale.paint("speed", new Float32Array(10).fill(size), now, colours);
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
