import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import { createTriangleSearch } from "../../src/output/render-mesh-search.ts";
import { crumple, sheet } from "./render-mesh-poses.ts";

/** The distance [m] from a point to a triangle, by looking at points of the triangle on a grid that shrinks around the best. */
function distanceBySampling(p: readonly number[], corners: readonly Float64Array[]): number {
  let [u, v, half] = [1 / 3, 1 / 3, 1];
  const at = (s: number, t: number): number =>
    Math.hypot(...[0, 1, 2].map((k) => corners[0][k] + s * (corners[1][k] - corners[0][k]) + t * (corners[2][k] - corners[0][k]) - p[k]));
  for (let round = 0; round < 60; round++, half *= 0.7) {
    const [u0, v0] = [u, v];
    for (let i = -3; i <= 3; i++) {
      for (let j = -3; j <= 3; j++) {
        const s = Math.min(1, Math.max(0, u0 + (half * i) / 3));
        const t = Math.min(1 - s, Math.max(0, v0 + (half * j) / 3));
        if (at(s, t) < at(u, v)) [u, v] = [s, t];
      }
    }
  }
  return at(u, v);
}

test("the search finds the nearest triangle that is accepted, as a look at all of them does", () => {
  const { positions, triangles } = sheet(7, 0.4);
  const random = createRandom(2);
  const mesh = { positions: crumple(positions).map((value) => value + 0.03 * random()), triangles };
  const search = createTriangleSearch(mesh);
  const coordinate = fc.double({ min: -0.4, max: 0.4, noNaN: true });
  const weights = new Float64Array(3);
  fc.assert(
    fc.property(coordinate, coordinate, coordinate, fc.integer({ min: 1, max: 3 }), (x, y, z, every) => {
      const found = search.find(x, y, z, (t) => t % every === 0, weights);
      expect(found % every).toBe(0);
      let least = Infinity;
      for (let t = 0; t < triangles.length / 3; t += every) {
        const corners = [0, 1, 2].map((k) => mesh.positions.subarray(3 * triangles[3 * t + k], 3 * triangles[3 * t + k] + 3));
        least = Math.min(least, distanceBySampling([x, y, z], corners));
      }
      const nearest = [0, 1, 2].map((k) => weights.reduce((sum, w, m) => sum + w * mesh.positions[3 * triangles[3 * found + m] + k], 0));
      expect(Math.min(...weights)).toBeGreaterThanOrEqual(0);
      expect(Math.abs(Math.hypot(nearest[0] - x, nearest[1] - y, nearest[2] - z) - least)).toBeLessThan(1e-7);
    }),
    { numRuns: 15 },
  );
});

test("the search takes the lowest of equally near triangles, and none where none is accepted", () => {
  const { positions, triangles } = sheet(5, 0.4);
  const search = createTriangleSearch({ positions, triangles });
  const weights = new Float64Array(3);
  for (let v = 0; v < 25; v++) {
    const found = search.find(positions[3 * v], positions[3 * v + 1], 0, () => true, weights);
    expect(found).toBe(Math.floor(triangles.indexOf(v) / 3));
  }
  expect(search.find(0, 0, 0, () => false, weights)).toBe(-1);
  expect(createTriangleSearch({ positions, triangles: new Uint32Array(0) }).find(0, 0, 0, () => true, weights)).toBe(-1);
});
