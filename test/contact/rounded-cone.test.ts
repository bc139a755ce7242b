import fc from "fast-check";
import { expect, test } from "vitest";
import { createRoundedCone } from "../../src/contact/shapes/rounded-cone.ts";
import { checkEntries, checkNormals, measure, type Point, pointWithin } from "./shape-checks.ts";

const cone = createRoundedCone({ kind: "cone", from: [-0.5, 0.1, 0], to: [0.6, 0, 0.2], radii: [0.4, 0.1] });
const capsule = createRoundedCone({ kind: "capsule", from: [0, -0.5, 0], to: [0, 0.5, 0], radius: 0.3 });

/** Distance to the balls between the ends, by trying many of them. */
function nearest(p: Point, from: Point, to: Point, radii: readonly [number, number]): number {
  let best = Number.POSITIVE_INFINITY;
  for (let k = 0; k <= 4000; k++) {
    const t = k / 4000;
    const ball = from.map((x, c) => x + t * (to[c] - x));
    best = Math.min(best, Math.hypot(...p.map((x, c) => x - ball[c])) - (radii[0] + t * (radii[1] - radii[0])));
  }
  return best;
}

test("a rounded cone is as far as the nearest of all balls between its ends", () => {
  fc.assert(
    fc.property(pointWithin(2), (p) => {
      const brute = nearest(p, [-0.5, 0.1, 0], [0.6, 0, 0.2], [0.4, 0.1]);
      const { phi } = measure(cone, p);
      expect(phi).toBeLessThanOrEqual(brute + 1e-9);
      // inside, the balls' own distances reach less deep than those to the side
      if (brute > 0) expect(phi).toBeGreaterThan(brute - 1e-6);
    }),
    { numRuns: 200 },
  );
});

test("a capsule has known distances beside, beyond and on its axis", () => {
  expect(measure(capsule, [1, 0.2, 0]).phi).toBeCloseTo(0.7, 14);
  expect(measure(capsule, [0, 1.5, 0])).toEqual({ phi: 0.7, normal: [0, 1, 0], slope: 1 });
  const inside = measure(capsule, [0, 0.1, 0]);
  expect(inside.phi).toBeCloseTo(-0.3, 14);
  expect(inside.normal[1]).toBe(0);
});

test("one ball inside the other, and two ends at one point, are the larger ball", () => {
  const swallowed = createRoundedCone({ kind: "cone", from: [0, 0, 0], to: [0.1, 0, 0], radii: [0.2, 0.5] });
  const point = createRoundedCone({ kind: "capsule", from: [0.1, 0, 0], to: [0.1, 0, 0], radius: 0.5 });
  for (const shape of [swallowed, point]) {
    expect(measure(shape, [1.1, 0, 0]).phi).toBeCloseTo(0.5, 14);
    expect(measure(shape, [0.1, -3, 0]).phi).toBeCloseTo(2.5, 14);
  }
});

test("two middles closer than directions can tell are one ball", () => {
  for (const gap of [1e-300, 1.5717277847026288e-162, 1e-151]) {
    const shape = createRoundedCone({ kind: "cone", from: [gap, 0, 0], to: [0, 0, 0], radii: [0.2, 0.25] });
    for (const p of [
      [0.1, 0, 0],
      [-0.02, 0.1, 0.05],
      [0, 0.3, 0],
    ] as const) {
      expect(measure(shape, p).phi).toBeCloseTo(Math.hypot(...p) - 0.25, 14);
    }
  }
});

test("normals and entries agree with differences and with sampling", () => {
  for (const shape of [cone, capsule]) {
    checkNormals(shape, 1.5);
    checkEntries(shape, 1.5, 0.02);
  }
});
