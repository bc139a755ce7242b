import { expect, test } from "vitest";
import { frameCloth, framingDistance, isShowable } from "../../studio/src/stage/framing.ts";

test("a hanging cloth is framed by its box", () => {
  const { centre, radius, floor } = frameCloth(new Float32Array([0, 0, 0, 2, 0, 0, 0, 2, 0, 2, 2, 0]));
  expect(centre).toEqual([1, 1, 0]);
  expect(radius).toBeCloseTo(Math.SQRT2, 6);
  expect(floor).toBeLessThan(0);
});

test("a level cloth is framed with the room it needs to hang, and the scene's own floor wins", () => {
  const { centre, floor } = frameCloth(new Float32Array([0, 5, 0, 2, 5, 0, 0, 5, 1, 2, 5, 1]), 0);
  expect(centre).toEqual([1, 4.5, 0.5]);
  expect(floor).toBe(0);
});

test("a point, or nothing at all, still gives a view", () => {
  expect(frameCloth(new Float32Array([1, 2, 3])).radius).toBeGreaterThan(0);
  expect(frameCloth(new Float32Array(0)).radius).toBe(1);
});

test("the ball fits the narrower side of the view", () => {
  const right = Math.PI / 2;
  expect(framingDistance(1, right, 2)).toBeCloseTo(Math.SQRT2, 9);
  expect(framingDistance(1, right, 0.5)).toBeGreaterThan(framingDistance(1, right, 1));
});

test("a cloth far outside its stage, or not a number, is not shown", () => {
  const framing = { centre: [0, 1, 0] as const, radius: 1, floor: 0 };
  expect(isShowable(new Float32Array([0, 1, 0, 3, -9, 2]), framing)).toBe(true);
  expect(isShowable(new Float32Array([0, 1, 0, 3, -99, 2]), framing)).toBe(false);
  expect(isShowable(new Float32Array([0, Number.NaN, 0]), framing)).toBe(false);
});
