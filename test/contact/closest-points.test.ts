import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CONTACT_DISTANCE, CONTACT_SIZE, closestEdgeEdge, closestPointTriangle } from "../../src/contact/surfaces/closest-points.ts";
import { makeQuery, QUERY_FAMILIES } from "../support/ccd-queries.ts";
import type { Kind } from "../support/exact-ccd.ts";
import { exactDistance } from "../support/exact-distance.ts";
import { repeats } from "../support/full.ts";

/** The four vertices in the order of β: the first feature's, then the second's. */
const ORDER: Record<Kind, number[]> = { "vertex-face": [1, 2, 3, 0], "edge-edge": [0, 1, 2, 3] };

function closest(kind: Kind, x: ArrayLike<number>): Float64Array {
  const out = new Float64Array(CONTACT_SIZE);
  if (kind === "vertex-face") closestPointTriangle(Float64Array.from(x), 0, 1, 2, 3, out);
  else closestEdgeEdge(Float64Array.from(x), 0, 1, 2, 3, out);
  return out;
}

const round = (values: Float64Array): number[] => Array.from(values, (value) => Math.round(value * 1e9) / 1e9 + 0);

describe("a point and a triangle", () => {
  const TRIANGLE = [0, 0, 0, 4, 0, 0, 0, 4, 0];
  test.each([
    ["above the inside", [1, 1, 2], [-0.5, -0.25, -0.25, 1], [0, 0, 1], 2],
    ["below the inside", [1, 1, -2], [-0.5, -0.25, -0.25, 1], [0, 0, -1], 2],
    ["beside an edge", [1, -3, 0], [-0.75, -0.25, 0, 1], [0, -1, 0], 3],
    ["beyond the slanted edge", [3, 3, 0], [0, -0.5, -0.5, 1], [Math.SQRT1_2, Math.SQRT1_2, 0], Math.SQRT2],
    ["at a corner", [7, 0, 4], [0, -1, 0, 1], [0.6, 0, 0.8], 5],
    ["in the triangle", [1, 1, 0], [-0.5, -0.25, -0.25, 1], [0, 0, 1], 0],
    ["on a corner", [0, 4, 0], [0, 0, -1, 1], [0, 0, 1], 0],
  ])("%s", (_, point, weights, normal, distance) => {
    const out = closest("vertex-face", [...point, ...TRIANGLE]);
    expect(round(out)).toEqual(round(Float64Array.from([...weights, ...normal, distance, 0])));
  });

  test("a triangle without area is its longest edge, one without extent a point", () => {
    const segment = closest("vertex-face", [1, 2, 0, 0, 0, 0, 4, 0, 0, 2, 0, 0]);
    expect(round(segment).slice(4)).toEqual([0, 1, 0, 2, 0]);
    const point = closest("vertex-face", [0, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(round(point).slice(4)).toEqual([0, 0.6, 0.8, 5, 0]);
  });
});

describe("two edges", () => {
  test.each([
    ["crossing", [-1, 0, 0, 1, 0, 0, 0, -1, 2, 0, 3, 2], [-0.5, -0.5, 0.75, 0.25], [0, 0, 1], 2],
    ["end against inside", [0, 0, 0, 4, 0, 0, 3, 2, 0, 3, 5, 0], [-0.25, -0.75, 1, 0], [0, 1, 0], 2],
    ["end against end", [0, 0, 0, 1, 0, 0, 4, 4, 0, 9, 9, 9], [0, -1, 1, 0], [0.6, 0.8, 0], 5],
    ["on one line", [0, 0, 0, 1, 0, 0, 3, 0, 0, 7, 0, 0], [0, -1, 1, 0], [1, 0, 0], 2],
    ["without length", [1, 1, 1, 1, 1, 1, 1, 1, 4, 1, 1, 4], [-1, 0, 1, 0], [0, 0, 1], 3],
    ["crossing each other", [-1, 0, 0, 1, 0, 0, 0, -1, 0, 0, 1, 0], [-0.5, -0.5, 0.5, 0.5], [0, 0, 1], 0],
  ])("%s", (_, x, weights, normal, distance) => {
    const out = closest("edge-edge", x);
    expect(round(out)).toEqual(round(Float64Array.from([...weights, ...normal, distance, 0])));
  });

  test("parallel edges side by side have their distance, and a normal across", () => {
    const out = closest("edge-edge", [0, 0, 0, 4, 0, 0, 1, 0, 3, 9, 0, 3]);
    expect(round(out).slice(4)).toEqual([0, 0, 1, 3, 0]);
  });
});

test("the distance is the exact one, the weights are convex and the normal has length one, whatever the shape", () => {
  fc.assert(
    fc.property(
      fc.constantFrom<Kind>("vertex-face", "edge-edge"),
      fc.constantFrom(...Object.keys(QUERY_FAMILIES).filter((name) => name !== "scaled")),
      fc.nat(),
      (kind, family, seed) => {
        const { xs } = makeQuery(family, kind, seed);
        const out = closest(kind, xs);
        const size = 1 + Math.max(...Array.from(xs, Math.abs));
        expect(Math.abs(out[CONTACT_DISTANCE] - exactDistance(kind, xs))).toBeLessThan(1e-10 * size);

        const [b0, b1, b2, b3] = out;
        const sums = kind === "vertex-face" ? [b0 + b1 + b2, b3] : [b0 + b1, b2 + b3];
        expect(sums[0]).toBeCloseTo(-1, 12);
        expect(sums[1]).toBeCloseTo(1, 12);
        const negatives = kind === "vertex-face" ? [b0, b1, b2] : [b0, b1];
        expect(Math.max(...negatives)).toBeLessThanOrEqual(1e-15);
        expect(Math.hypot(out[4], out[5], out[6])).toBeCloseTo(1, 12);

        const order = ORDER[kind];
        for (let k = 0; k < 3; k++) {
          const between = order.reduce((sum, vertex, i) => sum + out[i] * xs[3 * vertex + k], 0);
          expect(Math.abs(between - out[CONTACT_DISTANCE] * out[4 + k])).toBeLessThan(1e-10 * size);
        }
      },
    ),
    { numRuns: repeats(2000) },
  );
});
