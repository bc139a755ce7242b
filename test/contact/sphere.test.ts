import { expect, test } from "vitest";
import { createSphere } from "../../src/contact/shapes/sphere.ts";
import { checkEntries, checkNormals, entry, measure } from "./shape-checks.ts";

const sphere = createSphere({ kind: "sphere", center: [1, 0, 0], radius: 0.5 });

test("a sphere measures from its centre, and is not lost there", () => {
  expect(measure(sphere, [2, 0, 0])).toEqual({ phi: 0.5, normal: [1, 0, 0], slope: 1 });
  expect(measure(sphere, [1, 0, 0])).toEqual({ phi: -0.5, normal: [0, 1, 0], slope: 1 });
});

test("a fast way through a sphere is met at the near side, one that passes by is not", () => {
  expect(entry(sphere, [-1, 0, 0], [1001, 0, 0], 0)).toBeCloseTo(1.5 / 1002, 15);
  expect(entry(sphere, [-1, 0, 0], [3, 0, 0], 0.5)).toBeCloseTo(0.25, 15);
  expect(entry(sphere, [-1, 0.51, 0], [1001, 0.51, 0], 0)).toBeGreaterThan(1);
  expect(entry(sphere, [2, 0, 0], [3, 0, 0], 0)).toBeGreaterThan(1);
});

test("normals and entries agree with differences and with sampling", () => {
  checkNormals(sphere, 2);
  checkEntries(sphere, 2, 0.05);
});
