import fc from "fast-check";
import { expect, test } from "vitest";
import { createBox } from "../../src/contact/shapes/box.ts";
import { checkEntries, checkNormals, entry, measure, pointWithin } from "./shape-checks.ts";

const straight = { kind: "box", center: [0, 0, 0], halfSizes: [1, 0.5, 0.25], u: [1, 0, 0], v: [0, 1, 0] } as const;
const sharp = createBox({ ...straight, rounding: 0 });
const turned = createBox({
  ...straight,
  center: [0.2, -0.1, 0],
  u: [0.6, 0.8, 0],
  v: [-0.8, 0.6, 0],
  rounding: 0.1,
});

test("a box measures to faces, edges and corners outside and to the nearest face inside", () => {
  expect(measure(sharp, [1.5, 0, 0])).toEqual({ phi: 0.5, normal: [1, 0, 0], slope: 1 });
  expect(measure(sharp, [-1.3, 0.9, 0]).phi).toBeCloseTo(0.5, 14);
  expect(measure(sharp, [1 + 2, 0.5 + 3, 0.25 + 6]).phi).toBeCloseTo(7, 13);
  const inside = measure(sharp, [0.1, 0.1, -0.2]);
  expect(inside.phi).toBeCloseTo(-0.05, 14);
  expect(inside.normal).toEqual([0, 0, -1]);
  expect(measure(sharp, [0, 0, 0]).phi).toBe(-0.25);
});

test("the distance is that to the closest point of the box", () => {
  fc.assert(
    fc.property(pointWithin(3), (p) => {
      const half = straight.halfSizes;
      const closest = p.map((x, c) => Math.min(Math.max(x, -half[c]), half[c]));
      const outside = Math.hypot(...p.map((x, c) => x - closest[c]));
      const inside = -Math.min(...p.map((x, c) => half[c] - Math.abs(x)));
      expect(measure(sharp, p).phi).toBeCloseTo(outside > 0 ? outside : inside, 12);
    }),
  );
});

test("rounding takes corners off and leaves faces where they are", () => {
  const rounded = createBox({ ...straight, rounding: 0.25 });
  expect(measure(rounded, [1.5, 0, 0]).phi).toBeCloseTo(0.5, 14);
  const corner = measure(rounded, [1, 0.5, 0]).phi;
  expect(corner).toBeCloseTo(0.25 * (Math.SQRT2 - 1), 14);
});

test("a thin plate is not jumped over", () => {
  const plate = createBox({ ...straight, halfSizes: [1, 1e-4, 1], rounding: 0 });
  expect(entry(plate, [0, 50, 0], [0.3, -50, 0.2], 1e-3)).toBeCloseTo(0.5, 4);
});

test("normals and entries agree with differences and with sampling", () => {
  for (const shape of [sharp, turned]) {
    checkNormals(shape, 2);
    checkEntries(shape, 2, 0.02);
  }
});
