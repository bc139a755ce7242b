import { expect, test } from "vitest";
import { createPlane } from "../../src/contact/shapes/plane.ts";
import { checkEntries, checkNormals, entry, measure } from "./shape-checks.ts";

const plane = createPlane({ kind: "plane", point: [0, 0.5, 0], normal: [0.6, 0.8, 0] });

test("a plane measures the height along its normal", () => {
  expect(measure(plane, [0, 0.5, 7])).toEqual({ phi: 0, normal: [0.6, 0.8, 0], slope: 1 });
  expect(measure(plane, [0.6, 1.3, -2]).phi).toBeCloseTo(1, 14);
  expect(measure(plane, [-0.6, -0.3, 0]).phi).toBeCloseTo(-1, 14);
});

test("a way through a plane is met where it crosses the level, however long it is", () => {
  const flat = createPlane({ kind: "plane", point: [0, 0, 0], normal: [0, 1, 0] });
  expect(entry(flat, [0, 3, 0], [0, -1, 0], 0)).toBe(0.75);
  expect(entry(flat, [0, 3, 0], [5, -1, 0], 1)).toBe(0.5);
  expect(entry(flat, [0, 1e6, 0], [0, -1e6, 0], 0)).toBe(0.5);
  expect(entry(flat, [0, 3, 0], [9, 0.1, 0], 0)).toBeGreaterThan(1);
});

test("normals and entries agree with differences and with sampling", () => {
  checkNormals(plane, 2);
  checkEntries(plane, 2, 0.01);
});
