import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildTriangleElements, trianglePairs } from "../../src/forces/triangle-elements.ts";
import { randomTriangles } from "../support/random-triangles.ts";

const { cloth } = randomTriangles(1);

describe("the weights of a triangle", () => {
  test("of a right triangle are those one reads off", () => {
    const elements = buildTriangleElements({
      ...cloth,
      triangles: Uint32Array.of(0, 1, 2),
      material: Float64Array.of(0, 0, 0.5, 0, 0, 0.25),
      triangleStiffness: Float64Array.of(100, 200, 30, 40),
    });
    expect([...elements.weights]).toEqual([-2, 2, 0, -4, 0, 4].map((value) => expect.closeTo(value, 15)));
    expect([...elements.stiffness]).toEqual([6.25, 12.5, 1.875, 2.5]);
  });

  test("find the columns of any linear map, whichever way the triangle turns", () => {
    const number = fc.double({ min: -2, max: 2, noNaN: true });
    fc.assert(
      fc.property(fc.nat({ max: 1e9 }), fc.array(number, { minLength: 6, maxLength: 6 }), (seed, map) => {
        const random = randomTriangles(seed).cloth;
        const { count, vertices, weights } = buildTriangleElements(random);
        const place = (i: number, c: number): number => 5 + map[c] * random.material[2 * i] + map[3 + c] * random.material[2 * i + 1];
        for (let e = 0; e < count; e++) {
          for (let c = 0; c < 3; c++) {
            let su = 0;
            let sv = 0;
            for (let a = 0; a < 3; a++) {
              su += weights[6 * e + a] * place(vertices[3 * e + a], c);
              sv += weights[6 * e + 3 + a] * place(vertices[3 * e + a], c);
            }
            expect(su).toBeCloseTo(map[c], 11);
            expect(sv).toBeCloseTo(map[3 + c], 11);
          }
        }
      }),
      { numRuns: 30 },
    );
  });
});

test("the pairs are the three sides", () => {
  const elements = { count: 1, vertices: Uint32Array.of(7, 3, 5), weights: new Float64Array(6), stiffness: new Float64Array(4) };
  expect([...trianglePairs(elements)]).toEqual([7, 3, 7, 5, 3, 5]);
});

test("a triangle without stiffness is left out, whatever its material", () => {
  const triangleStiffness = cloth.triangleStiffness.slice();
  triangleStiffness.fill(0, 8, 12);
  const material = new Float64Array(cloth.material.length);
  const elements = buildTriangleElements({ ...cloth, triangleStiffness });
  expect(elements.count).toBe(cloth.triangles.length / 3 - 1);
  expect([...elements.vertices.subarray(6, 9)]).toEqual([...cloth.triangles.subarray(9, 12)]);
  expect(buildTriangleElements({ ...cloth, material, triangleStiffness: triangleStiffness.fill(0) }).count).toBe(0);
  expect(buildTriangleElements({ ...cloth, triangleStiffness: new Float64Array(0) }).count).toBe(0);
});

test("one axis with stiffness is enough to be in", () => {
  const triangleStiffness = new Float64Array(cloth.triangleStiffness.length);
  triangleStiffness[4 * 5 + 3] = 1;
  expect(buildTriangleElements({ ...cloth, triangleStiffness }).count).toBe(1);
});

test("a triangle with stiffness but no area, or no material at all, is refused by its number", () => {
  const material = cloth.material.slice();
  const [i, j] = cloth.triangles.subarray(12, 14);
  material.copyWithin(2 * j, 2 * i, 2 * i + 2);
  const others = cloth.triangles.slice(0, 12);
  const only = { ...cloth, triangles: cloth.triangles.slice(12, 15), triangleStiffness: Float64Array.of(1, 1, 1, 1) };
  expect(() => buildTriangleElements({ ...only, material })).toThrow("triangles[0]: got material coordinates of no area");
  const triangles = Uint32Array.from([...others, ...only.triangles]);
  expect(() => buildTriangleElements({ ...cloth, triangles, triangleStiffness: new Float64Array(20).fill(1, 16), material })).toThrow(
    "triangles[4]",
  );
  expect(() => buildTriangleElements({ ...cloth, material: new Float64Array(0) })).toThrow(
    "triangles[0]: got a stiffness but no material coordinates; give its corners (u, v) that span an area",
  );
});
