import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boxesMeet, computeElementBoxes, createElementBoxes } from "../../src/contact/search/bounding-boxes.ts";
import { addSelfPairs, addTreePairs } from "../../src/contact/search/bounding-pairs.ts";
import { medianSplit } from "../../src/contact/search/bounding-split.ts";
import { type BoundingTree, createBoundingTree, refitBoundingTree } from "../../src/contact/search/bounding-tree.ts";
import { createPairBuffer, type PairBuffer } from "../../src/contact/search/pair-list.ts";
import { createRandom } from "../../src/core/random.ts";
import { boxMeet, foldedSheet, soup } from "./bounding-cases.ts";

const seeds = fc.integer();
const members = (count: number): Uint32Array => Uint32Array.from({ length: count }, (_, t) => t);
const sorted = ({ data, count }: PairBuffer): string[] =>
  Array.from({ length: count }, (_, n) => [data[2 * n], data[2 * n + 1]].sort((a, b) => a - b).join(" ")).sort();

/** Random boxes, many of them alike. */
function randomBoxes(random: () => number, count: number): Float64Array {
  const boxes = new Float64Array(6 * count);
  for (let t = 0; t < count; t++) {
    for (let c = 0; c < 3; c++) {
      boxes[6 * t + c] = Math.floor(8 * random());
      boxes[6 * t + 3 + c] = boxes[6 * t + c] + Math.floor(3 * random());
    }
  }
  return boxes;
}

function quality(tree: BoundingTree): number {
  let sides = 0;
  for (let o = 0; o < tree.nodeBoxes.length; o += 6) {
    for (let c = 0; c < 3; c++) sides += tree.nodeBoxes[o + 3 + c] - tree.nodeBoxes[o + c];
  }
  return sides;
}

describe("the boxes of a step", () => {
  it("hold their elements and half the margin at any time between, and hardly more", () => {
    fc.assert(
      fc.property(seeds, fc.constantFrom(1e-9, 1, 1e6), fc.double({ min: 0, max: 1, noNaN: true }), (seed, scale, s) => {
        const { mesh, xs, xe, margin } = soup(seed, scale, 1, 0.1);
        const boxes = createElementBoxes(mesh);
        computeElementBoxes(mesh, xs, xe, margin, boxes);
        mesh.points.forEach((v) => {
          for (let c = 0; c < 3; c++) {
            const k = 3 * v + c;
            const [low, high] = [boxes.points[6 * v + c], boxes.points[6 * v + 3 + c]];
            for (const x of [xs[k] + s * (xe[k] - xs[k]), (1 - s) * xs[k] + s * xe[k]]) {
              expect(low).toBeLessThanOrEqual(x - margin / 2);
              expect(high).toBeGreaterThanOrEqual(x + margin / 2);
            }
            const wide = Math.abs(xe[k] - xs[k]) + margin;
            expect(high - low).toBeLessThanOrEqual(wide + 1e-14 * (Math.abs(xs[k]) + Math.abs(xe[k]) + margin));
          }
        });
        const within = (inner: Float64Array, i: number, outer: Float64Array, o: number): boolean =>
          [0, 1, 2].every((c) => inner[6 * i + c] >= outer[6 * o + c] && inner[6 * i + 3 + c] <= outer[6 * o + 3 + c]);
        mesh.groups.forEach((_, t) => {
          for (let e = mesh.edgeStart[t]; e < mesh.edgeStart[t + 1]; e++) {
            expect(within(boxes.edges, e, boxes.triangles, t)).toBe(true);
            expect(within(boxes.points, mesh.edges[2 * e], boxes.edges, e)).toBe(true);
          }
        });
      }),
    );
  });

  it("meet also where they only touch, and not where a number is missing", () => {
    const a = Float64Array.of(0, 0, 0, 1, 1, 1);
    expect(boxesMeet(a, 0, Float64Array.of(1, 1, 1, 2, 2, 2), 0)).toBe(true);
    expect(boxesMeet(a, 0, Float64Array.of(1 + 2 ** -52, 0, 0, 2, 1, 1), 0)).toBe(false);
    expect(boxesMeet(a, 0, Float64Array.of(0, 0, -2, 1, 1, -Number.MIN_VALUE), 0)).toBe(false);
    expect(boxesMeet(a, 0, Float64Array.of(Number.NaN, 0, 0, 1, 1, 1), 0)).toBe(false);
  });
});

describe("a bounding tree", () => {
  it("finds each pair of boxes that meet once, in itself and in another tree", () => {
    fc.assert(
      fc.property(seeds, fc.nat(120), (seed, count) => {
        const boxes = randomBoxes(createRandom(seed), count);
        const cut = Math.floor(count / 3);
        const [all, low, high] = [members(count), members(count).subarray(0, cut), members(count).subarray(cut)].map((list) =>
          createBoundingTree(count, list),
        );
        const self: string[] = [];
        const across: string[] = [];
        for (let a = 0; a < count; a++) {
          for (let b = a + 1; b < count; b++) {
            if (!boxMeet(boxes, a, boxes, b)) continue;
            self.push(`${a} ${b}`);
            if (a < cut && b >= cut) across.push(`${a} ${b}`);
          }
        }
        for (const tree of [all, low, high]) refitBoundingTree(tree, boxes);
        const found = createPairBuffer(1);
        addSelfPairs(all, found);
        expect(sorted(found)).toEqual(self.sort());
        found.count = 0;
        addTreePairs(low, high, found);
        expect(sorted(found)).toEqual(across.sort());
      }),
    );
  });

  it("is sorted anew when its boxes have grown too large, and not before", () => {
    const { mesh, xs } = foldedSheet(5, 1, 0, 0);
    const boxes = createElementBoxes(mesh);
    const tree = createBoundingTree(mesh.groups.length, members(mesh.groups.length));
    const refit = (x: Float64Array): string => {
      computeElementBoxes(mesh, x, x, 0, boxes);
      refitBoundingTree(tree, boxes.triangles);
      return tree.slots.join();
    };
    const first = refit(xs);
    expect(refit(xs.map((x, k) => 3 * x + (k % 3)))).toBe(first);
    expect(refit(xs.map((x, k) => (k % 3 === 1 ? 1.1 * x : x)))).toBe(first);
    // The vertices change places, so that triangles near each other in the tree are so no longer.
    const random = createRandom(1);
    const shuffled = Float64Array.from({ length: mesh.groups.length }, random);
    const places = new Float64Array(boxes.triangles.length).map((_, o) => 100 * shuffled[Math.floor(o / 6)] + (o % 6 > 2 ? 1 : 0));
    const stale = createBoundingTree(mesh.groups.length, members(mesh.groups.length));
    refitBoundingTree(stale, boxes.triangles);
    stale.sortedSize = Number.POSITIVE_INFINITY; // never again
    refitBoundingTree(stale, places);
    refitBoundingTree(tree, places);
    expect(tree.slots.join()).not.toBe(first);
    expect(quality(tree)).toBeLessThan(0.3 * quality(stale));
    stale.sortedSize = 0;
    refitBoundingTree(stale, places);
    expect(quality(stale)).toBeLessThan(1.2 * quality(tree));
  });
});

describe("the median split", () => {
  it("leaves no larger key before the middle than after it", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 60 }), fc.nat(59), (list, at) => {
        const items = Int32Array.from(list, (_, i) => i);
        const middle = at % list.length;
        medianSplit(items, 0, items.length, middle, Float64Array.from(list));
        expect([...items].sort((a, b) => a - b)).toEqual(list.map((_, i) => i));
        const keys = [...items].map((i) => list[i]);
        expect(Math.max(-9, ...keys.slice(0, middle))).toBeLessThanOrEqual(Math.min(9, ...keys.slice(middle)));
      }),
    );
  });
});
