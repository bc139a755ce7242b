import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import { findIntersections } from "../../src/inspect/find-intersections.ts";
import { trianglesIntersect } from "../../src/inspect/triangle-triangle.ts";
import { foldedSheet, join, placeSheet } from "./sheets.ts";

/** Every pair of triangles, one after the other. */
function bruteForce(x: Float64Array, t: Uint32Array, groups?: ArrayLike<number>, strict = false): number[] {
  const pairs: number[] = [];
  for (let a = 0; 3 * a < t.length; a++) {
    for (let b = a + 1; 3 * b < t.length; b++) {
      if (groups !== undefined && groups[a] !== 0 && groups[b] !== 0) continue;
      const [i, j] = [3 * a, 3 * b];
      if (trianglesIntersect(x, t[i], t[i + 1], t[i + 2], t[j], t[j + 1], t[j + 2], strict)) pairs.push(a, b);
    }
  }
  return pairs;
}

const SIN = Math.sin;

test("random soups of triangles of all sizes give the pairs of brute force", () => {
  let found = 0;
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 120 }), fc.boolean(), fc.boolean(), (seed, count, strict, flat) => {
      const random = createRandom(seed);
      const positions = new Float64Array(9 * count);
      const groups = Array.from({ length: count }, () => Math.floor(3 * random()));
      for (let t = 0; t < count; t++) {
        const size = random() < 0.1 ? 2 : 0.3;
        const centre = [random(), random(), flat ? 0 : random()];
        for (let k = 0; k < 9; k++) positions[9 * t + k] = centre[k % 3] + size * (random() - 0.5);
      }
      const triangles = Uint32Array.from({ length: 3 * count }, (_, i) => i);
      for (const g of [undefined, groups]) {
        const result = findIntersections(positions, triangles, g, strict);
        expect(Array.from(result.pairs)).toEqual(bruteForce(positions, triangles, g, strict));
        expect(result.count).toBe(result.pairs.length / 2);
        found += result.count;
      }
    }),
    { numRuns: 60 },
  );
  expect(found).toBeGreaterThan(1000);
});

test("triangles on a small lattice, most of which touch, give the pairs of brute force", () => {
  const vertices = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 36, maxLength: 36 });
  const triangle = fc.uniqueArray(fc.integer({ min: 0, max: 11 }), { minLength: 3, maxLength: 3 });
  const corners = fc.array(triangle, { minLength: 20, maxLength: 20 });
  fc.assert(
    fc.property(vertices, corners, fc.boolean(), (values, list, strict) => {
      const positions = Float64Array.from(values);
      const triangles = Uint32Array.from(list.flat());
      expect(Array.from(findIntersections(positions, triangles, undefined, strict).pairs)).toEqual(
        bruteForce(positions, triangles, undefined, strict),
      );
    }),
    { numRuns: 100 },
  );
});

test.each([1, 2, 3, 4])("a crumpled sheet gives the pairs of brute force (seed %i)", (seed) => {
  const random = createRandom(seed);
  const w = Array.from({ length: 9 }, () => 24 * random() - 12);
  const { positions, triangles } = placeSheet(20, (u, v) => [
    0.3 * SIN(w[0] * u + w[1] * v + w[2]),
    0.3 * SIN(w[3] * u + w[4] * v + w[5]) + 0.01 * random(),
    0.3 * SIN(w[6] * u + w[7] * v + w[8]),
  ]);
  const expected = bruteForce(positions, triangles);
  expect(expected.length).toBeGreaterThan(0);
  expect(Array.from(findIntersections(positions, triangles).pairs)).toEqual(expected);
});

test("nothing is found in a flat, a tilted, a wavy and a cleanly folded sheet", () => {
  const clean = [
    placeSheet(30, (u, v) => [u, 0, v]),
    placeSheet(30, (u, v) => [u, 0.3 * u + 0.7 * v, v]),
    placeSheet(30, (u, v) => [u, 0.05 * SIN(20 * u) * SIN(17 * v), v]),
    foldedSheet(60, 0.06),
    foldedSheet(60, 0.0001), // the fold is far sharper than a triangle
  ];
  for (const { positions, triangles } of clean) {
    expect(findIntersections(positions, triangles).count).toBe(0);
  }
});

test("a sheet folded flat onto itself without a gap touches itself and does not cross", () => {
  const { positions, triangles } = placeSheet(9, (u, v) => [u, 0, Math.abs(v - 0.5)]);
  expect(findIntersections(positions, triangles).count).toBe(0);
  expect(findIntersections(positions, triangles, undefined, true).count).toBeGreaterThan(triangles.length / 6);
});

test("a folded sheet is found when a part of its upper half is pushed through the lower one", () => {
  const n = 40;
  const { positions, triangles } = foldedSheet(n, 0.06);
  const vertex = 30 * n + 20; // in the middle of the upper half
  positions[3 * vertex + 1] -= 0.0599;
  expect(findIntersections(positions, triangles).count).toBe(0);
  positions[3 * vertex + 1] -= 0.0002;
  const { pairs } = findIntersections(positions, triangles);
  const lifted = Array.from({ length: triangles.length / 3 }, (_, t) => t).filter((t) =>
    triangles.subarray(3 * t, 3 * t + 3).includes(vertex),
  );
  expect(pairs.length).toBeGreaterThan(0);
  for (let i = 0; i < pairs.length; i += 2) {
    expect(lifted.includes(pairs[i]) || lifted.includes(pairs[i + 1])).toBe(true);
  }
});

test("a sheet drawn through itself in a loop is found", () => {
  const { positions, triangles } = placeSheet(50, (u, v) => {
    const t = 2.4 * (v - 0.5); // a loop: the curve (t³ − t, t²) crosses itself at t = ±1
    return [u, t * t, t * t * t - t + 0.013 * u];
  });
  const result = findIntersections(positions, triangles);
  expect(result.count).toBeGreaterThan(49);
});

test("two sheets that cross in a line are found along all of it, also on exact lattices if touches count", () => {
  const slanted = join([placeSheet(21, (u, v) => [u, 0, v]), placeSheet(17, (u, v) => [u, v - 0.47, 0.5 + 0.1 * (v - 0.4)])]);
  const result = findIntersections(slanted.positions, slanted.triangles);
  expect(result.count).toBeGreaterThanOrEqual(20);
  const exact = join([placeSheet(9, (u, v) => [u, 0, v]), placeSheet(9, (u, v) => [u, v - 0.5, 0.5])]);
  expect(findIntersections(exact.positions, exact.triangles).count).toBe(0);
  expect(findIntersections(exact.positions, exact.triangles, undefined, true).count).toBeGreaterThan(8);
});

test("bodies are compared with cloth and not with bodies", () => {
  const scene = join([
    placeSheet(5, (u, v) => [u, 0.01 * u, v]),
    placeSheet(5, (u, v) => [u, v - 0.4, 0.513]),
    placeSheet(5, (u, v) => [0.487, u - 0.4, v]),
  ]);
  const groups = scene.parts.flatMap((part, k) => Array.from({ length: part.length / 3 }, () => k));
  const each = (pairs: Uint32Array): Set<string> =>
    new Set(Array.from({ length: pairs.length / 2 }, (_, i) => `${groups[pairs[2 * i]]}${groups[pairs[2 * i + 1]]}`));
  expect([...each(findIntersections(scene.positions, scene.triangles).pairs)].sort()).toEqual(["01", "02", "12"]);
  expect([...each(findIntersections(scene.positions, scene.triangles, groups).pairs)].sort()).toEqual(["01", "02"]);
});

test("an empty list, a single triangle and triangles that are all in one point have no intersections", () => {
  expect(findIntersections(new Float64Array(0), new Uint32Array(0)).count).toBe(0);
  expect(findIntersections(new Float64Array(9), Uint32Array.of(0, 1, 2)).count).toBe(0);
  expect(findIntersections(new Float64Array(30), Uint32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8)).count).toBe(0);
});

test("big triangles of a floor among small ones of cloth give the pairs of brute force", () => {
  const sheet = placeSheet(15, (u, v) => [0.1 * u, 0.02 * SIN(9 * u + 5 * v), 0.1 * v]);
  const floor = placeSheet(2, (u, v) => [20 * u - 10, 0.003 * u, 20 * v - 10]);
  const { positions, triangles } = join([sheet, floor]);
  const expected = bruteForce(positions, triangles);
  expect(expected.length).toBeGreaterThan(20);
  expect(Array.from(findIntersections(positions, triangles).pairs)).toEqual(expected);
});

test("the search ends at the number of pairs that is asked for", () => {
  const count = 12; // upright triangles like the pages of an open book, all through one that lies
  const positions: number[] = [-20, 0, -20, 20, 0, -20, 0, 0, 20];
  for (let k = 0; k < count; k++) positions.push(k / 10, -1, 0, k / 10, 1, 0.1, k / 10, 1, -0.1);
  const triangles = Uint32Array.from({ length: 3 * (count + 1) }, (_, i) => i);
  const all = findIntersections(Float64Array.from(positions), triangles);
  expect(all.count).toBe(count);
  for (const most of [1, 5, count, count + 1]) {
    const some = findIntersections(Float64Array.from(positions), triangles, undefined, false, most);
    expect(some.count).toBe(Math.min(most, count));
    for (let n = 0; n < some.count; n++) expect(some.pairs[2 * n]).toBe(0);
  }
});
