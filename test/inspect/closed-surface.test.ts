import { expect, test } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import { classifySurface } from "../../src/inspect/closed-surface.ts";
import { measurePenetration } from "../../src/inspect/penetration.ts";

const CORNERS = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const FACES = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];

function classify(positions: readonly number[], triangles: readonly number[]): string {
  return classifySurface({ positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) });
}

test("a tetrahedron is closed, whichever way all its triangles face", () => {
  expect(classify(CORNERS, FACES)).toBe("oriented");
  expect(classify(CORNERS, FACES.toReversed())).toBe("oriented");
});

test("vertices at one place are one vertex: triangles that share none may be closed", () => {
  const soup = FACES.flatMap((i) => CORNERS.slice(3 * i, 3 * i + 3).map((c) => (c === 0 ? -0 : c)));
  const mixed = soup.map((c, k) => (k % 2 === 0 ? c : c + 0));
  const triangles = FACES.map((_, i) => i);
  expect(classify(mixed, triangles)).toBe("oriented");
  const moved = mixed.map((c, k) => (k === 4 ? c + 1e-15 : c));
  expect(classify(moved, triangles)).toBe("open");
});

test("a triangle turned round leaves it closed, one that is missing does not", () => {
  expect(classify(CORNERS, [0, 1, 2, ...FACES.slice(3)])).toBe("even");
  expect(classify(CORNERS, FACES.slice(3))).toBe("open");
  expect(classify(CORNERS, [])).toBe("open");
  expect(classify([], [])).toBe("open");
});

test("triangles without area change nothing, and a sheet between two closed halves leaves both closed", () => {
  expect(classify(CORNERS, [...FACES, 0, 0, 1, 2, 2, 2])).toBe("oriented");
  // two tetrahedra on one face, which is there twice or not at all
  const both = [...CORNERS, -1, 0, 0];
  const other = [0, 2, 3, 0, 4, 2, 0, 3, 4, 2, 4, 3];
  expect(classify(both, [...FACES, ...other])).toBe("oriented");
  expect(classify(both, [...FACES, ...other.slice(3)])).toBe("open"); // edges with three triangles
});

test("the deepest of many points is found, whatever was searched before it", () => {
  const random = createRandom(11);
  const mesh = { positions: Float64Array.from(CORNERS), triangles: Uint32Array.from([0, 1, 2, ...FACES.slice(3)]) };
  const points = Float64Array.from({ length: 3000 }, () => random());
  let deepest = 0;
  let vertex = -1;
  for (let i = 0; i < 1000; i++) {
    const [x, y, z] = points.subarray(3 * i, 3 * i + 3);
    const depth = Math.min(x, y, z, (1 - x - y - z) / Math.sqrt(3)); // its four planes
    if (depth <= deepest) continue;
    deepest = depth;
    vertex = i;
  }
  const found = measurePenetration(points, [{ mesh }]);
  expect(found.maxPenetration).toBeCloseTo(deepest, 14);
  expect(found.vertex).toBe(vertex);
});
