import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import type { Vec3 } from "../../src/core/vec3.ts";
import { type BoxBody, type RoundedCone, roundedConeDepth } from "../../src/inspect/body-depth.ts";
import { type InspectedBody, measurePenetration } from "../../src/inspect/penetration.ts";
import { repeats } from "../support/full.ts";

/** How deep a single point lies in a single body. */
function depth(body: InspectedBody, ...point: [number, number, number]): number {
  return measurePenetration(Float64Array.from(point), [body]).maxPenetration;
}

/** A sharp box along x, y and z. */
function box(center: Vec3, halfSizes: Vec3): BoxBody {
  return { kind: "box", center, halfSizes, u: [1, 0, 0], v: [0, 1, 0], rounding: 0 };
}

/** The surface of a box as a mesh, each face four squares of two triangles; `inward` turns all triangles round. */
function boxMesh(low: number, high: number, inward = false): InspectedBody {
  const grid = [low, (low + high) / 2, high];
  const positions: number[] = [];
  for (const axis of [0, 1, 2]) {
    for (const outward of [false, true]) {
      for (const [i, j] of [
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
      ]) {
        const corners = [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
          [1, 1],
          [0, 1],
        ].map(([k, l]) => {
          const point = [0, 0, 0];
          point[axis] = outward ? high : low;
          point[(axis + 1) % 3] = grid[i + k];
          point[(axis + 2) % 3] = grid[j + l];
          return point;
        });
        positions.push(...(outward === inward ? corners.reverse() : corners).flat());
      }
    }
  }
  const triangles = Uint32Array.from({ length: positions.length / 3 }, (_, i) => i);
  return { mesh: { positions: Float64Array.from(positions), triangles } };
}

test("depths computed by hand", () => {
  expect(depth({ kind: "sphere", center: [1, 2, 3], radius: 2 }, 1, 2, 4.5)).toBe(0.5);
  expect(depth({ kind: "sphere", center: [1, 2, 3], radius: 2 }, 1, 2, 5.5)).toBe(0);
  expect(depth({ kind: "plane", point: [0, 1, 0], normal: [0, 5, 0] }, 7, 0.25, -3)).toBe(0.75);
  expect(depth({ kind: "plane", point: [0, 1, 0], normal: [0, 5, 0] }, 7, 1.25, -3)).toBe(0);
  expect(depth({ kind: "capsule", from: [0, 0, 0], to: [4, 0, 0], radius: 1 }, 2, 0.75, 0)).toBe(0.25);
  expect(depth({ kind: "capsule", from: [0, 0, 0], to: [4, 0, 0], radius: 1 }, 4.5, 0, 0)).toBe(0.5);
  expect(depth({ kind: "capsule", from: [0, 0, 0], to: [4, 0, 0], radius: 1 }, 5.5, 0, 0)).toBe(0);
  expect(depth(box([1, 0, 0], [3, 2, 1]), 1.5, 1.75, 0)).toBe(0.25);
  expect(depth(box([1, 0, 0], [3, 2, 1]), 4.5, 0, 0)).toBe(0);
  const turned: InspectedBody = { ...box([0, 0, 0], [3, 1, 1]), u: [0, 1, 0], v: [-1, 0, 0] };
  expect(depth(turned, 0, 2.75, 0)).toBe(0.25);
  expect(depth(turned, 2.75, 0, 0)).toBe(0);
});

test("a box with round edges is cut off at its edges and corners and nowhere else", () => {
  const body: InspectedBody = { ...box([0, 0, 0], [3, 2, 1]), rounding: 0.5 };
  expect(depth(body, 2.75, 0, 0)).toBe(0.25);
  expect(depth(body, 0, 0, 0)).toBe(1);
  expect(depth(body, 2.5 + 0.3, 1.5 - 0.4 + 0.8, 0)).toBeCloseTo(0, 15); // on the round edge
  expect(depth(body, 2.5 + 0.24, 1.5 + 0.32, 0)).toBeCloseTo(0.1, 15);
  const towardsCorner = 0.4 / Math.sqrt(3);
  expect(depth(body, 2.5 + towardsCorner, -1.5 - towardsCorner, 0.5 + towardsCorner)).toBeCloseTo(0.1, 15);
  expect(depth(body, 2.99, 1.99, 0.99)).toBe(0); // in the sharp corner that is gone
});

test("the crease between two cones is filled by a quarter of the blend where both are equally deep", () => {
  const ball = (x: number): RoundedCone => ({ from: [x, 0, 0], to: [x, 0, 0], radii: [1, 1] });
  const body = (blend: number): InspectedBody => ({ kind: "cones", cones: [ball(-1), ball(1)], blend });
  expect(depth(body(0), 0, 0.01, 0)).toBe(0); // the balls touch at the origin
  expect(depth(body(0.2), 0, 0, 0)).toBeCloseTo(0.05, 15);
  expect(depth(body(0.2), 1, 0.75, 0)).toBe(0.25); // far from the crease
  expect(depth(body(0), 1, 0.75, 0)).toBe(0.25);
});

test("a height field is deep straight down, from border to border, and nowhere beside it", () => {
  const field = { origin: [1, 2, 3], u: [1, 0, 0], v: [0, 0, 1], spacing: [2, 1], columns: 3 } as const;
  const body: InspectedBody = { kind: "heightField", ...field, heights: [0, 1, 0, 4, 5, 4, 0, 1, 0] };
  expect(depth(body, 1, 1.75, 3)).toBe(0.25);
  expect(depth(body, 2, 2.25, 3)).toBe(0.25); // between 0 and 1
  expect(depth(body, 2, 2, 3.5)).toBe(2.5); // among 0, 1, 4 and 5
  expect(depth(body, 5, 1, 5)).toBe(1); // the last corner
  expect(depth(body, 5.001, 1, 5)).toBe(0);
  expect(depth(body, 3, 1, 2.999)).toBe(0);
  expect(depth(body, 3, 7.5, 4)).toBe(0);
});

test("a cone whose radius shrinks by 3 over 5 leans by 3/5: its flank is met at 4/5 of the radius away from the axis", () => {
  const body: InspectedBody = { kind: "cone", from: [0, 0, 0], to: [0, 5, 0], radii: [4, 1] };
  // The flank touches the spheres at (4 · 4/5, 4 · 3/5) and (4/5, 5 + 3/5); its middle, half a metre inwards.
  expect(depth(body, 2 - 0.4, 4 - 0.3, 0)).toBeCloseTo(0.5, 14);
  expect(depth(body, 0, 5.75, 0)).toBeCloseTo(0.25, 14);
  expect(depth(body, 0, -3.75, 0)).toBeCloseTo(0.25, 14);
  expect(depth({ kind: "cone", from: [0, 0, 0], to: [0, 1, 0], radii: [4, 1] }, 0, 3.5, 0)).toBe(0.5);
});

test("a rounded cone is as deep as the deepest of many spheres on its way", () => {
  const coordinate = fc.double({ min: -2, max: 2, noNaN: true });
  const vector = fc.tuple(coordinate, coordinate, coordinate);
  const radius = fc.double({ min: 0.1, max: 2, noNaN: true });
  fc.assert(
    fc.property(vector, vector, radius, radius, vector, (from, to, fromRadius, toRadius, p) => {
      let deepest = -Infinity;
      for (let i = 0; i <= 2000; i++) {
        const t = i / 2000;
        const away = Math.hypot(...from.map((c, k) => c + t * (to[k] - c) - p[k]));
        deepest = Math.max(deepest, fromRadius + t * (toRadius - fromRadius) - away);
      }
      const got = roundedConeDepth({ from, to, radii: [fromRadius, toRadius] }, p[0], p[1], p[2]);
      expect(got - deepest).toBeGreaterThan(-1e-12);
      expect(got - deepest).toBeLessThan(0.005); // half the way between two spheres
    }),
    { numRuns: 200 },
  );
});

test("a mesh of a box agrees with the box, whichever way its triangles face", () => {
  const cube = box([0, 0, 0], [1, 1, 1]);
  const lattice = fc.integer({ min: -6, max: 6 }).map((n) => n / 4); // meets faces, edges, corners and diagonals exactly
  const anywhere = fc.double({ min: -1.5, max: 1.5, noNaN: true });
  const point = fc.oneof(fc.tuple(lattice, lattice, lattice), fc.tuple(anywhere, anywhere, anywhere));
  let inside = 0;
  fc.assert(
    fc.property(point, fc.boolean(), (p, inward) => {
      const expected = depth(cube, ...p);
      if (expected > 0) inside++;
      expect(depth(boxMesh(-1, 1, inward), ...p)).toBeCloseTo(expected, 12);
    }),
    { numRuns: repeats(1000) },
  );
  expect(inside).toBeGreaterThan(repeats(100));
});

test("rays through edges and corners of a fine mesh of a sphere are counted once", () => {
  const n = 12;
  const positions = [0, 0, 1, 0, 0, -1];
  const triangles: number[] = [];
  const at = (i: number, j: number): number => 2 + (i - 1) * n + (j % n);
  for (let i = 1; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const [a, b] = [(Math.PI * i) / n, (2 * Math.PI * j) / n];
      positions.push(Math.sin(a) * Math.cos(b), Math.sin(a) * Math.sin(b), Math.cos(a));
      if (i === 1) triangles.push(0, at(1, j), at(1, j + 1));
      if (i === n - 1) triangles.push(1, at(i, j + 1), at(i, j));
      else triangles.push(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1));
    }
  }
  const body: InspectedBody = {
    mesh: { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) },
  };
  const random = createRandom(5);
  for (let k = 0; k < 400; k++) {
    // Below or above a vertex, at a height where the sphere's chords leave no doubt.
    const v = Math.floor((random() * positions.length) / 3);
    const [x, y, top] = [positions[3 * v], positions[3 * v + 1], Math.abs(positions[3 * v + 2])];
    const z = (random() - 0.5) * 3;
    if (Math.abs(Math.abs(z) - top) < 0.05) continue;
    expect(depth(body, x, y, z) > 0).toBe(Math.abs(z) < top);
  }
});

test("the deepest vertex is named with its body, and points on a surface are not inside", () => {
  const bodies: InspectedBody[] = [
    { kind: "plane", point: [0, 0, 0], normal: [0, 1, 0] },
    { kind: "sphere", center: [0, 1, 0], radius: 0.5 },
    boxMesh(2, 4),
  ];
  const positions = Float64Array.of(0, 0, 0, 0, 0.75, 0, 5, -0.125, 0, 3, 3, 2.5);
  expect(measurePenetration(positions, bodies)).toEqual({ maxPenetration: 0.5, vertex: 3, body: 2 });
  expect(measurePenetration(positions, bodies.slice(0, 2))).toEqual({ maxPenetration: 0.25, vertex: 1, body: 1 });
  expect(measurePenetration(Float64Array.of(9, 0, 0, 0, 1.5, 0, 2, 3, 3, 4, 4, 4), bodies)).toEqual({
    maxPenetration: 0,
    vertex: -1,
    body: -1,
  });
});
