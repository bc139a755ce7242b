import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createGrid } from "../../src/mesh/grid.ts";
import { computeNormals } from "../../src/output/normals.ts";

function normalsOf(positions: ArrayLike<number>, triangles: ArrayLike<number>): Float32Array {
  const normals = new Float32Array(positions.length).fill(9);
  computeNormals(Float32Array.from(positions), Uint32Array.from(triangles), normals);
  return normals;
}

describe("computeNormals", () => {
  test("a flat grid's point along u × v", () => {
    const { positions, triangles } = createGrid({ columns: 4, rows: 3, width: 3, height: 2, v: [0, 0, 1] });
    const normals = normalsOf(positions, triangles);
    for (let i = 0; i < normals.length; i += 3) expect([...normals.subarray(i, i + 3)]).toEqual([0, -1, 0]);
  });

  test("at a fold they weigh the triangles by area", () => {
    // one triangle in z = 0 of area ½, one in x = 0 of area 1, joined along the y axis
    const positions = [0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 2];
    const normals = normalsOf(positions, [0, 2, 1, 0, 1, 3]);
    const root = Math.sqrt(5);
    for (const i of [0, 1]) {
      expect([...normals.subarray(3 * i, 3 * i + 3)]).toEqual([2 / root, 0, 1 / root].map((n) => expect.closeTo(n, 6)));
    }
    expect([...normals.subarray(6, 9)]).toEqual([0, 0, 1]);
    expect([...normals.subarray(9, 12)]).toEqual([1, 0, 0]);
  });

  test("a vertex in no triangle, or in flat ones only, gets (0, 0, 1)", () => {
    expect([...normalsOf([5, 5, 5], [])]).toEqual([0, 0, 1]);
    expect([...normalsOf([0, 0, 0, 1, 0, 0, 2, 0, 0], [0, 1, 2])]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
  });

  test("have length 1 on any cloth", () => {
    const coordinate = fc.float({ min: -100, max: 100, noNaN: true });
    fc.assert(
      fc.property(fc.array(coordinate, { minLength: 15, maxLength: 15 }), (positions) => {
        const normals = normalsOf(positions, [0, 1, 2, 0, 2, 3, 0, 3, 4]);
        for (let i = 0; i < normals.length; i += 3) {
          expect(Math.hypot(normals[i], normals[i + 1], normals[i + 2])).toBeCloseTo(1, 5);
        }
      }),
    );
  });
});
