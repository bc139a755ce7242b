import { expect, test } from "vitest";
import { add3, cross3, dot3, length3, normalise3, scale3, subtract3 } from "../../src/core/vec3.ts";

test("the products of vectors, by hand", () => {
  expect(dot3([1, 2, 3], [4, -5, 6])).toBe(12);
  expect(cross3([1, 0, 0], [0, 1, 0])).toEqual([0, 0, 1]);
  expect(cross3([1, 2, 3], [4, 5, 6])).toEqual([-3, 6, -3]);
  expect(add3([1, 2, 3], [4, -5, 6])).toEqual([5, -3, 9]);
  expect(subtract3([1, 2, 3], [4, -5, 6])).toEqual([-3, 7, -3]);
  expect(scale3([1, 2, 3], -2)).toEqual([-2, -4, -6]);
});

test("a normalised vector has length 1 and keeps its direction", () => {
  expect(length3([2, 3, 6])).toBe(7);
  expect(normalise3([0, 0, -5])).toEqual([0, 0, -1]);
  expect(Math.abs(length3(normalise3([0.1, -7, 3])) - 1)).toBeLessThan(2e-16);
});
