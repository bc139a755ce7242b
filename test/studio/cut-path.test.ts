import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import { createSimulation } from "../../src/index.ts";
import { cutPath, findCrossings } from "../../studio/src/touch/cut-path.ts";
import type { PickView } from "../../studio/src/touch/pick.ts";

/** Looks along −z: x and y from −1 to 1 fill 100 × 100 px, depth is −z/10. */
const VIEW: PickView = { matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -0.1, 0, 0, 0, 0, 1], width: 100, height: 100 };
type Pixel = readonly [number, number];

function toPixel(x: Float32Array, i: number): Pixel {
  return [50 + 50 * x[3 * i], 50 - 50 * x[3 * i + 1]];
}

const cross = ([ax, ay]: Pixel, [bx, by]: Pixel, [cx, cy]: Pixel): number => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

/** Depth of a triangle at a pixel, or undefined beside it, by areas. */
function depthAt(x: Float32Array, corners: readonly number[], p: Pixel): number | undefined {
  const [a, b, c] = corners.map((i) => toPixel(x, i));
  const weights = [cross(b, c, p), cross(c, a, p), cross(a, b, p)].map((part) => part / cross(a, b, c));
  if (!weights.every((weight) => weight >= 0)) return undefined;
  return corners.reduce((sum, i, k) => sum - 0.1 * weights[k] * x[3 * i + 2], 0);
}

/** By brute force: every edge against every segment, and every triangle in front of where they meet. */
function bruteForce(x: Float32Array, triangles: Uint32Array, stroke: readonly Pixel[]): Set<string> {
  const rows = Array.from({ length: triangles.length / 3 }, (_, t) => Array.from(triangles.subarray(3 * t, 3 * t + 3)));
  const found = new Set<string>();
  for (const row of rows) {
    for (let k = 0; k < 3; k++) {
      const [i, j] = [row[k], row[(k + 1) % 3]].sort((a, b) => a - b);
      const [p, q] = [toPixel(x, i), toPixel(x, j)];
      for (let n = 0; n + 1 < stroke.length; n++) {
        const [s, e] = [stroke[n], stroke[n + 1]];
        if (cross(s, e, p) * cross(s, e, q) > 0 || cross(p, q, s) * cross(p, q, e) > 0) continue;
        const share = cross(s, e, p) / (cross(s, e, p) - cross(s, e, q));
        const at: Pixel = [p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])];
        const depth = -0.1 * (x[3 * i + 2] + share * (x[3 * j + 2] - x[3 * i + 2]));
        const others = rows.filter((other) => !(other.includes(i) && other.includes(j)));
        if (others.every((other) => (depthAt(x, other, at) ?? 1) > depth - 1e-6)) found.add(`${i} ${j}`);
      }
    }
  }
  return found;
}

/** Where the answer hangs on a hundredth of a pixel, rounding decides. */
const SHIFTS: readonly Pixel[] = [
  [0.01, 0],
  [-0.01, 0],
  [0, 0.01],
  [0, -0.01],
];

test("random strokes cross the edges of a random soup of triangles that brute force says", () => {
  const triangles = Uint32Array.of(0, 1, 2, 1, 2, 3, 4, 5, 6, 5, 6, 7);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 }), fc.integer({ min: 2, max: 5 }), (seed, count) => {
      const random = createRandom(seed);
      const x = Float32Array.from({ length: 24 }, () => 1.8 * random() - 0.9);
      const stroke = Array.from({ length: count }, (): Pixel => [2 + 96 * random(), 2 + 96 * random()]);
      const known = bruteForce(x, triangles, stroke);
      const moved = SHIFTS.map(([dx, dy]) =>
        bruteForce(
          x,
          triangles,
          stroke.map(([px, py]): Pixel => [px + dx, py + dy]),
        ),
      );
      fc.pre(moved.every((set) => set.size === known.size && [...set].every((edge) => known.has(edge))));
      const crossings = findCrossings(x, triangles, VIEW, stroke, new Float32Array(24));
      expect(new Set(crossings.map(({ edge }) => edge.join(" ")))).toEqual(known);
      const order = crossings.map(({ along }) => along);
      expect(order).toEqual(order.toSorted((a, b) => a - b));
    }),
    { numRuns: 500 },
  );
});

/** A sheet of 9 × 9 vertices across the picture, in front of it another one that covers its right half. */
async function sheets(count: number) {
  const grid = (origin: number[], width: number) => ({ columns: 9, rows: 9, width, height: 1.6, origin });
  const simulation = await createSimulation({
    drape: 1,
    cloths: [{ grid: grid([-0.8, 0.8, 0], 1.6) }, { grid: grid([0.01, 0.81, 1], 0.82) }].slice(0, count),
  });
  const x = new Float32Array(3 * simulation.particleCount);
  simulation.readPositions(x);
  return { simulation, x };
}

function components(triangles: Uint32Array, count: number): number {
  const root = Uint32Array.from({ length: count }, (_, i) => i);
  const find = (i: number): number => (root[i] === i ? i : find(root[i]));
  for (let c = 0; c < triangles.length; c++) root[find(triangles[c])] = find(triangles[c - (c % 3)]);
  return new Set(Array.from(triangles, find)).size;
}

test("a stroke from border to border, of any slant, makes two pieces of a sheet", async () => {
  await fc.assert(
    fc.asyncProperty(fc.double({ min: 25, max: 75, noNaN: true }), fc.double({ min: 25, max: 75, noNaN: true }), async (left, right) => {
      const { simulation, x } = await sheets(1);
      const stroke: Pixel[] = [
        [2, left],
        [50, (left + right) / 2],
        [98, right],
      ];
      const crossings = findCrossings(x, simulation.triangles, VIEW, stroke, new Float32Array(x.length));
      const path = cutPath(crossings, simulation.triangles);
      simulation.edit.cut(path);
      expect(components(simulation.triangles, simulation.particleCount)).toBe(2);
      const vertices = path.map(([a]) => a);
      expect(new Set(vertices).size).toBe(vertices.length); // it does not run back on itself
    }),
    { numRuns: 60 },
  );
});

test("only what is seen is cut: of two sheets behind each other the front one, and beside it the other", async () => {
  const { simulation, x } = await sheets(2);
  const stroke: Pixel[] = [
    [2, 52],
    [98, 52],
  ];
  const path = cutPath(findCrossings(x, simulation.triangles, VIEW, stroke, new Float32Array(x.length)), simulation.triangles);
  simulation.edit.cut(path);
  expect(components(simulation.triangles, simulation.particleCount)).toBe(3); // the front one is in two, the other has a slit
  for (const [a, b] of path) {
    for (const vertex of [a, b]) if (vertex < 81) expect(x[3 * vertex]).toBeLessThan(0.2);
  }
  expect(path.some(([a]) => a < 81)).toBe(true);
});

test("a stroke beside the cloth, or within one triangle, cuts nothing", async () => {
  const { simulation, x } = await sheets(1);
  for (const stroke of [
    [
      [1, 1],
      [5, 99],
    ],
    [
      [52, 52],
      [53, 51],
    ],
    [[50, 50]],
    [],
  ] as Pixel[][]) {
    const crossings = findCrossings(x, simulation.triangles, VIEW, stroke, new Float32Array(x.length));
    expect(cutPath(crossings, simulation.triangles)).toEqual([]);
  }
});
