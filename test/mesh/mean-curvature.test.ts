import fc from "fast-check";
import { expect, test } from "vitest";
import { createGrid } from "../../src/mesh/grid.ts";
import { computeMeanCurvature } from "../../src/mesh/mean-curvature.ts";

/** A grid of n × n vertices, bent by a map of (u, v). */
function bend(n: number, width: number, map: (u: number, v: number) => number[]) {
  const { triangles, positions } = createGrid({ columns: n, rows: n, width, height: width });
  const flat = Array.from({ length: n * n }, (_, i) => [positions[3 * i], positions[3 * i + 1] + positions[3 * i + 2]]);
  const curvature = new Float64Array(n * n);
  computeMeanCurvature(triangles, Float64Array.from(flat.flatMap(([u, v]) => map(u, v))), curvature);
  return curvature;
}

test("on a cylinder it is 1/(2r) everywhere, whichever way the grid lies around it, the border included", () => {
  fc.assert(
    fc.property(fc.double({ min: 0.2, max: 5, noNaN: true }), fc.double({ min: 0, max: 3, noNaN: true }), (r, turn) => {
      const [c, s] = [Math.cos(turn), Math.sin(turn)];
      const curvature = bend(24, r, (u, v) => {
        const [around, along] = [(c * u + s * v) / r, c * v - s * u];
        return [r * Math.sin(around), along, r * Math.cos(around)];
      });
      for (const h of curvature) expect(Math.abs(Math.abs(h) * 2 * r - 1)).toBeLessThan(0.01);
      expect(Math.min(...curvature) * Math.max(...curvature)).toBeGreaterThan(0);
    }),
    { numRuns: 30 },
  );
});

test("on a ball it is 1/r, positive where the normals point outwards and negative where they point inwards", () => {
  const ball = (sign: number) =>
    bend(21, 1, (u, v) => [2 * Math.sin(u), 2 * Math.cos(u) * Math.sin(v), sign * 2 * Math.cos(u) * Math.cos(v)]);
  const [one, other] = [ball(1), ball(-1)];
  for (let i = 0; i < one.length; i++) {
    expect(Math.abs(one[i])).toBeGreaterThan(0.49);
    expect(Math.abs(one[i])).toBeLessThan(0.51);
    expect(other[i]).toBeCloseTo(-one[i], 12);
  }
});

test("flat, crumpled to a point or without triangles it is 0", () => {
  expect(Math.max(...bend(7, 1, (u, v) => [u, v, 0]).map(Math.abs))).toBeLessThan(1e-12);
  expect(bend(4, 1, () => [1, 1, 1])).toEqual(new Float64Array(16));
  const alone = new Float64Array(2).fill(7);
  computeMeanCurvature(new Uint32Array(0), new Float64Array(6), alone);
  expect(alone).toEqual(new Float64Array(2));
});
