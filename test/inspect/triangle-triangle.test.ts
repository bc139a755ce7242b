import fc from "fast-check";
import { expect, test } from "vitest";
import { trianglesIntersect } from "../../src/inspect/triangle-triangle.ts";
import { repeats } from "../support/full.ts";
import { cross, crosses, crossingPoint, dot, hullsMeet, minus, type Point, pointsOf, sign } from "./exact-reference.ts";

type Corners = readonly (readonly [number, number, number])[];

/** Both answers, crossing and strict, for two triangles given by their corners; equal corners stay different vertices. */
function ask(a: Corners, b: Corners): [boolean, boolean] {
  const x = Float64Array.from([...a, ...b].flat());
  return [trianglesIntersect(x, 0, 1, 2, 3, 4, 5), trianglesIntersect(x, 0, 1, 2, 3, 4, 5, true)];
}

/** The crossing of two triangles without a common vertex, in whole numbers. */
function crossing(a: readonly Point[], b: readonly Point[]): boolean {
  return [0, 1, 2].some((i) => crosses(a[i], a[(i + 1) % 3], b) || crosses(b[i], b[(i + 1) % 3], a));
}

const FLOOR: Corners = [
  [0, 0, 0],
  [4, 0, 0],
  [0, 4, 0],
];

test.each<[string, Corners, boolean, boolean]>([
  [
    "one that stands in the other",
    [
      [1, 1, -1],
      [1, 1, 1],
      [2, 1, 1],
    ],
    true,
    true,
  ],
  [
    "one that reaches through the other's side",
    [
      [1, 1, -1],
      [1, 1, 1],
      [9, 9, 1],
    ],
    true,
    true,
  ],
  [
    "one that is pierced by the other's side only",
    [
      [-1, 1, 3],
      [-1, 1, -3],
      [3, 1, 0],
    ],
    true,
    true,
  ],
  [
    "one whose side passes exactly through a side",
    [
      [2, 0, -1],
      [2, 0, 1],
      [2, -3, 0],
    ],
    true,
    true,
  ],
  [
    "one whose side passes exactly through a corner",
    [
      [0, 0, -1],
      [0, 0, 1],
      [-3, -3, 0],
    ],
    true,
    true,
  ],
  [
    "one that stands on the other with a corner",
    [
      [1, 1, 0],
      [1, 1, 1],
      [2, 1, 1],
    ],
    false,
    true,
  ],
  [
    "one that stands on the other with a side",
    [
      [1, 1, 0],
      [2, 1, 0],
      [1, 1, 1],
    ],
    false,
    true,
  ],
  [
    "one that meets a side, which runs through its plane, with a corner",
    [
      [2, 2, 0],
      [3, 3, 1],
      [3, 3, -1],
    ],
    true,
    true,
  ],
  [
    "one that meets a corner with a corner",
    [
      [4, 0, 0],
      [5, 1, 1],
      [5, 1, -1],
    ],
    false,
    true,
  ],
  [
    "one in the same plane that overlaps",
    [
      [1, 1, 0],
      [5, 1, 0],
      [1, 5, 0],
    ],
    false,
    true,
  ],
  [
    "one in the same plane that lies inside",
    [
      [1, 1, 0],
      [2, 1, 0],
      [1, 2, 0],
    ],
    false,
    true,
  ],
  [
    "one in the same plane that holds the other",
    [
      [-9, -9, 0],
      [30, -9, 0],
      [-9, 30, 0],
    ],
    false,
    true,
  ],
  [
    "the same triangle again under other numbers",
    [
      [0, 0, 0],
      [4, 0, 0],
      [0, 4, 0],
    ],
    false,
    true,
  ],
  [
    "one in the same plane beside it",
    [
      [3, 3, 0],
      [5, 3, 0],
      [3, 5, 0],
    ],
    false,
    false,
  ],
  [
    "one in a plane above",
    [
      [0, 0, 1],
      [4, 0, 1],
      [0, 4, 1],
    ],
    false,
    false,
  ],
  [
    "one that crosses the plane beside it",
    [
      [3, 3, -1],
      [3, 3, 1],
      [9, 9, 0],
    ],
    false,
    false,
  ],
  [
    "a needle without area through it",
    [
      [1, 1, -1],
      [1, 1, 1],
      [1, 1, 5],
    ],
    true,
    true,
  ],
  [
    "a needle without area beside it",
    [
      [3, 3, -1],
      [3, 3, 1],
      [3, 3, 5],
    ],
    false,
    false,
  ],
  [
    "a single point on it",
    [
      [1, 1, 0],
      [1, 1, 0],
      [1, 1, 0],
    ],
    false,
    true,
  ],
  [
    "a single point above it",
    [
      [1, 1, 1],
      [1, 1, 1],
      [1, 1, 1],
    ],
    false,
    false,
  ],
])("a triangle and %s", (_, other, isCrossing, isStrict) => {
  expect(ask(FLOOR, other)).toEqual([isCrossing, isStrict]);
  expect(ask(other, FLOOR)).toEqual([isCrossing, isStrict]);
});

test.each<[string, Corners, boolean, boolean]>([
  [
    "that spread",
    [
      [-1, 0, 1],
      [0, -1, 1],
    ],
    false,
    false,
  ],
  [
    "of which one stands up from the other",
    [
      [1, 1, 1],
      [2, 1, 1],
    ],
    false,
    false,
  ],
  [
    "of which one cuts through the other",
    [
      [1, 1, 1],
      [2, 2, -1],
    ],
    true,
    true,
  ],
  [
    "of which a far side is cut by the other",
    [
      [5, 4, 3],
      [5, 4, -4],
    ],
    true,
    true,
  ],
  [
    "of which one passes exactly through the side at the vertex",
    [
      [1, 0, 1],
      [1, 0, -1],
    ],
    true,
    true,
  ],
  [
    "of which one lays a side on the other",
    [
      [1, 1, 0],
      [1, 1, 5],
    ],
    false,
    true,
  ],
  [
    "of which one has the vertex in the middle of its far side",
    [
      [1, 1, 1],
      [-1, -1, -1],
    ],
    false,
    true,
  ],
  [
    "that overlap in one plane",
    [
      [1, 1, 0],
      [1, 9, 0],
    ],
    false,
    true,
  ],
  [
    "that lie side by side in one plane",
    [
      [-1, 0, 0],
      [-1, -1, 0],
    ],
    false,
    false,
  ],
])("two triangles with one common vertex %s", (_, [p, q], isCrossing, isStrict) => {
  const x = Float64Array.from([...FLOOR, p, q].flat());
  for (const [a, b] of [
    [
      [0, 1, 2],
      [0, 3, 4],
    ],
    [
      [1, 2, 0],
      [4, 0, 3],
    ],
    [
      [2, 1, 0],
      [3, 4, 0],
    ],
  ]) {
    expect(trianglesIntersect(x, a[0], a[1], a[2], b[0], b[1], b[2])).toBe(isCrossing);
    expect(trianglesIntersect(x, b[0], b[1], b[2], a[0], a[1], a[2], true)).toBe(isStrict);
  }
});

test("two triangles with a common side never cross; strictly they meet if one is folded flat onto the other", () => {
  for (const [p, strict] of [
    [[4, 4, 0], false],
    [[0, 0, 1], false],
    [[1, 0, 0], true],
    [[-5, -5, 0], true],
    [[2, 2, 0], false],
  ] as const) {
    const x = Float64Array.from([...FLOOR, p].flat());
    for (const b of [
      [1, 2, 3],
      [3, 2, 1],
      [2, 3, 1],
    ]) {
      expect(trianglesIntersect(x, 0, 1, 2, b[0], b[1], b[2])).toBe(false);
      expect(trianglesIntersect(x, b[0], b[1], b[2], 2, 0, 1, true)).toBe(strict);
    }
  }
  const x = Float64Array.from(FLOOR.flat());
  expect([trianglesIntersect(x, 0, 1, 2, 2, 1, 0), trianglesIntersect(x, 0, 1, 2, 2, 1, 0, true)]).toEqual([false, true]);
});

/** Six points on a small lattice, so that most pairs have something special; or anywhere; or nearly in one plane. */
const SIX = fc.oneof(
  fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 18, maxLength: 18 }),
  fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 18, maxLength: 18 }),
  fc.array(
    fc.integer({ min: -1e6, max: 1e6 }).map((n) => n / 1e6),
    { minLength: 18, maxLength: 18 },
  ),
  fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 12, maxLength: 12 }).map((uv) =>
    [0, 1, 2, 3, 4, 5].flatMap((i) => {
      const [u, v] = [uv[2 * i] / 3, uv[2 * i + 1] / 7];
      return [u, v, 0.3 * u + 0.7 * v]; // a tilted plane; rounding leaves some points in it and some just beside
    }),
  ),
);

test("triangles without a common vertex agree with whole numbers", () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(SIX, (values) => {
      const x = Float64Array.from(values);
      const points = pointsOf(x);
      const [a, b] = [points.slice(0, 3), points.slice(3)];
      const expected = [crossing(a, b), hullsMeet(a, b)];
      expect([trianglesIntersect(x, 0, 1, 2, 3, 4, 5), trianglesIntersect(x, 0, 1, 2, 3, 4, 5, true)]).toEqual(expected);
      seen.set(String(expected), (seen.get(String(expected)) ?? 0) + 1);
    }),
    { numRuns: repeats(3000) },
  );
  for (const kind of ["true,true", "false,true", "false,false"]) expect(seen.get(kind)).toBeGreaterThan(repeats(200));
});

test("triangles that touch but for rounding agree with whole numbers", () => {
  const coordinate = fc.integer({ min: -1e6, max: 1e6 }).map((n) => n / 1e6);
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(fc.array(coordinate, { minLength: 9, maxLength: 9 }), fc.tuple(coordinate, coordinate, coordinate), (a, w) => {
      // The second triangle's side runs through a corner of the first one, across the line between their centres.
      const d = [0, 1, 2].map((k) => 2 * a[k] - a[3 + k] - a[6 + k]);
      const across = [0, 1, 2].map((k) => d[(k + 1) % 3] * w[(k + 2) % 3] - d[(k + 2) % 3] * w[(k + 1) % 3]);
      const b = [d, across, across.map((c) => -c)].flatMap((way) => way.map((c, k) => a[k] + c));
      const x = Float64Array.from([...a, ...b]);
      const points = pointsOf(x);
      const [first, second] = [points.slice(0, 3), points.slice(3)];
      const expected = [crossing(first, second), hullsMeet(first, second)];
      expect([trianglesIntersect(x, 0, 1, 2, 3, 4, 5), trianglesIntersect(x, 0, 1, 2, 3, 4, 5, true)]).toEqual(expected);
      expect(trianglesIntersect(x, 3, 4, 5, 0, 1, 2, true)).toBe(expected[1]);
      seen.set(String(expected), (seen.get(String(expected)) ?? 0) + 1);
    }),
    { numRuns: repeats(1000) },
  );
  for (const kind of ["true,true", "false,false"]) expect(seen.get(kind)).toBeGreaterThan(repeats(50));
});

test("triangles with a common vertex agree with whole numbers", () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(SIX, (values) => {
      const x = Float64Array.from(values);
      const [v, a, aa, b, bb] = pointsOf(x);
      const away = (p: Point, q: Point, triangle: Point[]): boolean => {
        const hit = crossingPoint(p, q, triangle);
        return crosses(p, q, triangle) && hit !== undefined && v.some((c, i) => c * hit.by !== hit.point[i]);
      };
      const expected = [
        away(a, aa, [v, b, bb]) || away(b, bb, [v, a, aa]),
        hullsMeet([a, aa], [v, b, bb]) || hullsMeet([b, bb], [v, a, aa]),
      ];
      expect([trianglesIntersect(x, 0, 1, 2, 0, 3, 4), trianglesIntersect(x, 0, 1, 2, 0, 3, 4, true)]).toEqual(expected);
      seen.set(String(expected), (seen.get(String(expected)) ?? 0) + 1);
    }),
    { numRuns: repeats(3000) },
  );
  for (const kind of ["true,true", "false,true", "false,false"]) expect(seen.get(kind)).toBeGreaterThan(repeats(100));
});

test("triangles with a common side agree with whole numbers", () => {
  let folded = 0;
  fc.assert(
    fc.property(SIX, (values) => {
      const x = Float64Array.from(values);
      const [v, w, a, b] = pointsOf(x);
      const n = cross(minus(w, v), minus(a, v));
      const m = cross(minus(w, v), minus(b, v));
      const expected = sign(dot(n, minus(b, v))) === 0 && sign(dot(n, m)) > 0;
      if (expected) folded++;
      expect(trianglesIntersect(x, 0, 1, 2, 3, 1, 0, true)).toBe(expected);
      expect(trianglesIntersect(x, 0, 1, 2, 3, 1, 0)).toBe(false);
    }),
    { numRuns: repeats(1000) },
  );
  expect(folded).toBeGreaterThan(repeats(30));
});

test("neither the order of triangles and corners nor a scale by a power of two changes the answer", () => {
  const corners = fc.constantFrom([0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]);
  fc.assert(
    fc.property(SIX, corners, corners, fc.integer({ min: -60, max: 60 }), fc.integer({ min: 0, max: 3 }), (values, p, q, k, common) => {
      const x = Float64Array.from(values);
      const scaled = x.map((value) => value * 2 ** k);
      const second = [3 - common, 4 - common, 5 - common];
      const [a0, a1, a2] = p;
      const [b0, b1, b2] = q.map((i) => second[i]);
      for (const strict of [false, true]) {
        const answer = trianglesIntersect(x, 0, 1, 2, second[0], second[1], second[2], strict);
        expect(trianglesIntersect(x, a0, a1, a2, b0, b1, b2, strict)).toBe(answer);
        expect(trianglesIntersect(scaled, b0, b1, b2, a0, a1, a2, strict)).toBe(answer);
      }
    }),
    { numRuns: repeats(2000) },
  );
});
