import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CONTACT_DISTANCE, CONTACT_SIZE, CONTACT_TIME } from "../../src/contact/surfaces/closest-points.ts";
import { KEPT_OF, KEPT_SHARE, testEdgeEdge, testPointTriangle } from "../../src/contact/surfaces/continuous-test.ts";
import { makeQuery, QUERY_FAMILIES } from "../support/ccd-queries.ts";
import { exactlyMeet, type Kind } from "../support/exact-ccd.ts";
import { exactDistance, exactlyWithin } from "../support/exact-distance.ts";
import { repeats } from "../support/full.ts";
import "../support/steady-compiler.ts";

const KINDS: Kind[] = ["vertex-face", "edge-edge"];
const FAMILIES = Object.keys(QUERY_FAMILIES);
const EPSILON = 2 ** -23;
const out = new Float64Array(CONTACT_SIZE);

function hits(kind: Kind, start: ArrayLike<number>, end: ArrayLike<number>, distance = 0, kept?: Float64Array): boolean {
  const run = kind === "vertex-face" ? testPointTriangle : testEdgeEdge;
  return run(Float64Array.from(start), Float64Array.from(end), 0, 1, 2, 3, distance, out, kept);
}

/** The answer, which must also be that of the exact judge. */
function answer(kind: Kind, start: number[], end: number[]): boolean {
  const hit = hits(kind, start, end);
  expect(exactlyMeet(kind, start, end)).toBe(hit);
  return hit;
}

describe("cases that other tests have stumbled over", () => {
  test.each([
    [-EPSILON, false],
    [0, true],
    [EPSILON, true],
  ])("a resting point at the corner of a rising triangle, off by %f: %s", (q, expected) => {
    const start = [0, q, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0];
    const end = [0, q, 0, 0, 0, 1, 0, 1, 1, 1, 0, 1];
    expect(answer("vertex-face", start, end)).toBe(expected);
  });

  test("a triangle that falls over a point while two of its corners change places", () => {
    const start = [0.1, 0.1, 0.1, 0, 0, 1, 1, 0, 1, 0, 1, 1];
    const end = [0.1, 0.1, 0.1, 0, 0, 0, 0, 1, 0, 1, 0, 0];
    expect(answer("vertex-face", start, end)).toBe(true);
  });

  test.each([0.5, 0.8, 0.88, 0.9, 1])("an edge that sweeps twice over the plane of the other, up to %f", (t) => {
    const first = [0, 0, 1, 0, 1, 1];
    const goal = [1, 1, 0, 0, 0, 0];
    const second = [0.1, 0.2, 2, 0.1, 0.2, -1];
    const moved = first.map((value, i) => (1 - t) * value + t * goal[i]);
    expect(answer("edge-edge", [...first, ...second], [...moved, ...second])).toBe(true);
  });

  test.each([1e-2, 1e-4, 1e-6, 1e-8])("crossing edges that close a gap of %f", (gap) => {
    const start = [-1, 0, gap / 2, 1, 0, gap / 2, 0, -1, -gap / 2, 0, 1, -gap / 2];
    const end = [-1, 0, -gap / 2, 1, 0, -gap / 2, 0, -1, gap / 2, 0, 1, gap / 2];
    expect(answer("edge-edge", start, end)).toBe(true);
    expect(out[CONTACT_TIME]).toBeCloseTo(0.5, 9);
  });

  test("an edge that moves up to another hits it if it goes far enough and is not beside it", () => {
    for (const uy of [-1, 0, 1 - EPSILON, 1, 1 + EPSILON, 2]) {
      for (const x of [-1 - EPSILON, -1, -1 + EPSILON, 0, 1 - EPSILON, 1, 1 + EPSILON]) {
        const start = [-1, -1, 0, 1, -1, 0, x, 1, -1, x, 1, 1];
        const end = [-1, -1 + uy, 0, 1, -1 + uy, 0, x, 1 - uy, -1, x, 1 - uy, 1];
        expect(answer("edge-edge", start, end)).toBe(uy >= 1 && Math.abs(x) <= 1);
      }
    }
  });

  test("a point that slides into a triangle within its plane, and one that slides by", () => {
    const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0];
    expect(answer("vertex-face", [-1, 0.25, 0, ...triangle], [2, 0.25, 0, ...triangle])).toBe(true);
    expect(out[CONTACT_TIME]).toBeCloseTo(1 / 3, 9);
    expect(Array.from(out.subarray(4, 7))).toEqual([-1, 0, 0]);
    expect(answer("vertex-face", [-1, 1.25, 0, ...triangle], [2, 1.25, 0, ...triangle])).toBe(false);
    expect(answer("vertex-face", [-1, 0.25, 1e-9, ...triangle], [2, 0.25, 1e-9, ...triangle])).toBe(false);
  });

  test("an edge that slides along its own line into another", () => {
    const other = [3, 3, 3, 5, 5, 5];
    expect(answer("edge-edge", [0, 0, 0, 1, 1, 1, ...other], [2, 2, 2, 3, 3, 3, ...other])).toBe(true);
    expect(answer("edge-edge", [0, 0, 0, 1, 1, 1, ...other], [1.5, 1.5, 1.5, 2.5, 2.5, 2.5, ...other])).toBe(false);
  });

  test("features that never move apart, and ones that have collapsed into a point", () => {
    const x = [1, 1, 0, 0, 0, 0, 4, 0, 0, 0, 4, 0];
    expect(answer("vertex-face", x, x)).toBe(true);
    expect(out[CONTACT_TIME]).toBe(0);
    const same = new Array(12).fill(2);
    expect(answer("edge-edge", same, same)).toBe(true);
    expect(out.every(Number.isFinite)).toBe(true);
    expect(answer("edge-edge", [...same.slice(6), 1, 2, 3, 1, 2, 3], [...same.slice(6), 4, 2, 3, 4, 2, 3])).toBe(false);
    expect(answer("edge-edge", [...same.slice(6), 1, 2, 2, 1, 2, 2], [...same.slice(6), 4, 2, 2, 4, 2, 2])).toBe(true);
  });
});

describe("what a hit tells", () => {
  test("a falling point: time, weights of the triangle, normal towards the point", () => {
    hits("vertex-face", [1, 1, 3, 0, 0, 0, 4, 0, 0, 0, 4, 0], [1, 1, -1, 0, 0, 0, 4, 0, 0, 0, 4, 0]);
    expect(out[CONTACT_TIME]).toBeCloseTo(0.75, 12);
    expect(Array.from(out.subarray(0, 4), (w) => Math.round(w * 1e9) / 1e9)).toEqual([-0.5, -0.25, -0.25, 1]);
    expect(Array.from(out.subarray(4, 7))).toEqual([0, 0, 1]);
    expect(out[CONTACT_DISTANCE]).toBeLessThan(1e-12);
  });

  test("with a least distance, the time when the features are that close", () => {
    hits("vertex-face", [1, 1, 3, 0, 0, 0, 4, 0, 0, 0, 4, 0], [1, 1, -1, 0, 0, 0, 4, 0, 0, 0, 4, 0], 1);
    expect(out[CONTACT_TIME]).toBeCloseTo(0.5, 12);
    expect(out[CONTACT_DISTANCE]).toBeCloseTo(1, 12);
  });

  test("two edges: normal from the first to the second", () => {
    hits("edge-edge", [-1, 0, 0, 1, 0, 0, 0, -1, 2, 0, 3, 2], [-1, 0, 0, 1, 0, 0, 0, -1, -2, 0, 3, -2]);
    expect(out[CONTACT_TIME]).toBeCloseTo(0.5, 12);
    expect(Array.from(out.subarray(0, 7), (w) => Math.round(w * 1e9) / 1e9)).toEqual([-0.5, -0.5, 0.75, 0.25, 0, 0, 1]);
  });

  test("features that touch at the start get a normal against their motion", () => {
    const triangle = [0, 0, 0, 4, 0, 0, 0, 4, 0];
    hits("vertex-face", [1, 1, 0, ...triangle], [1, 1, 2, ...triangle]);
    expect([out[CONTACT_TIME], out[6]]).toEqual([0, -1]);
    hits("vertex-face", [1, 1, 0, ...triangle], [1, 1, -2, ...triangle]);
    expect([out[CONTACT_TIME], out[6]]).toEqual([0, 1]);
  });

  test("features closer than the least distance at the start keep the side on which they are", () => {
    const triangle = [0, 0, 0, 4, 0, 0, 0, 4, 0];
    for (const goal of [2, -2]) {
      expect(hits("vertex-face", [1, 1, 0.5, ...triangle], [1, 1, goal, ...triangle], 1)).toBe(true);
      expect(Array.from(out.subarray(4))).toEqual([0, 0, 1, 0.5, 0]);
    }
  });

  test("numbers that are not finite are a hit", () => {
    const x = [1, 1, 3, 0, 0, 0, 4, 0, 0, 0, 4, 0];
    expect(hits("vertex-face", x.with(2, Number.NaN), x)).toBe(true);
    expect(hits("vertex-face", x, x.with(2, Number.NEGATIVE_INFINITY))).toBe(true);
    const huge = x.map((value) => value * 4e307);
    expect(hits("vertex-face", huge, huge.with(2, -huge[2]))).toBe(true);
  });
});

describe("against the exact judge", () => {
  const query = fc.record({ family: fc.constantFrom(...FAMILIES), kind: fc.constantFrom(...KINDS), seed: fc.nat() });

  test("of random and degenerate queries no hit is missed", () => {
    fc.assert(
      fc.property(query, ({ family, kind, seed }) => {
        const { xs, xe } = makeQuery(family, kind, seed);
        if (hits(kind, xs, xe)) return;
        expect(exactlyMeet(kind, xs, xe)).toBe(false);
      }),
      { numRuns: repeats(10_000) },
    );
  });

  test("the time of a hit is never after the first meeting, and its contact is sound", () => {
    fc.assert(
      fc.property(query, ({ family, kind, seed }) => {
        const { xs, xe } = makeQuery(family, kind, seed);
        if (!hits(kind, xs, xe)) return;
        const before = out[CONTACT_TIME] * (1 - 2 ** -50);
        if (before > 0) expect(exactlyMeet(kind, xs, xe, before)).toBe(false);
        expect(out.every(Number.isFinite)).toBe(true);
        expect(Math.hypot(out[4], out[5], out[6])).toBeCloseTo(1, 9);
      }),
      { numRuns: repeats(1500) },
    );
  });

  test("with a least distance, the features are never that close before the time of the hit", () => {
    fc.assert(
      fc.property(query, fc.integer({ min: 0, max: 40 }), ({ family, kind, seed }, power) => {
        const { xs, xe } = makeQuery(family, kind, seed);
        const distance = 2 ** -power * (family === "scaled" ? Math.max(...Array.from(xs, Math.abs)) : 1);
        const until = hits(kind, xs, xe, distance) ? out[CONTACT_TIME] * (1 - 2 ** -50) : 1;
        if (until === 0) return;
        for (let i = 0; i <= 8; i++) {
          expect(exactlyWithin(kind, xs, xe, (until * i) / 8, distance)).toBe(false);
          expect(exactlyWithin(kind, xs, xe, until * (1 - 2 ** (-4 * i)), distance)).toBe(false);
        }
      }),
      { numRuns: repeats(1500) },
    );
  });

  test("on random input the time of a hit is within 1e-9 of the first meeting", () => {
    for (const kind of KINDS) {
      for (let seed = 0; seed < 500; seed++) {
        const { xs, xe } = makeQuery("generic", kind, seed);
        if (!hits(kind, xs, xe)) continue;
        expect(exactlyMeet(kind, xs, xe, Math.min(1, out[CONTACT_TIME] + 1e-9)), `seed ${seed}`).toBe(true);
      }
    }
  });

  test("false alarms are under 1 % of random queries", () => {
    for (const kind of KINDS) {
      let alarms = 0;
      for (let seed = 0; seed < 2000; seed++) {
        const { xs, xe } = makeQuery("generic", kind, seed);
        if (hits(kind, xs, xe) && !exactlyMeet(kind, xs, xe)) alarms++;
      }
      expect(alarms).toBeLessThan(20);
    }
  });

  test("lattice queries, degenerate most of the time, are answered exactly", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...KINDS),
        fc.array(fc.integer({ min: -1, max: 1 }), { minLength: 24, maxLength: 24 }),
        (kind, numbers) => {
          expect(hits(kind, numbers.slice(0, 12), numbers.slice(12))).toBe(exactlyMeet(kind, numbers.slice(0, 12), numbers.slice(12)));
        },
      ),
      { numRuns: repeats(3000) },
    );
  });
});

describe("features that keep a share of their distance", () => {
  const keep = (share: number, of: number): Float64Array => {
    const kept = new Float64Array(2);
    kept[KEPT_SHARE] = share;
    kept[KEPT_OF] = of;
    return kept;
  };
  /** Features of the size of a metre, `gap` apart along z. */
  const apart: Record<Kind, (gap: number) => number[]> = {
    "vertex-face": (gap) => [0.2, 0.3, gap, 0, 0, 0, 1, 0, 0, 0, 1, 0],
    "edge-edge": (gap) => [-1, 0, 0, 1, 0, 0, 0.1, -1, gap, 0.1, 2, gap],
  };

  test.each(KINDS.flatMap((kind) => [1e-3, 1e-9, 1e-18].map((gap) => [kind, gap] as const)))(
    "%s, %f m apart: a fifth of it is too little, three tenths are not",
    (kind, gap) => {
      const kept = keep(0.25, 0.002);
      expect(hits(kind, apart[kind](gap), apart[kind](0.2 * gap), 0, kept)).toBe(true);
      expect(out[CONTACT_TIME]).toBeCloseTo(0.75 / 0.8, 9);
      expect(out[CONTACT_DISTANCE] / gap).toBeCloseTo(0.25, 9);
      expect(hits(kind, apart[kind](gap), apart[kind](0.3 * gap), 0, kept)).toBe(false);
      // without, only what meets is a hit
      expect(hits(kind, apart[kind](gap), apart[kind](0.2 * gap))).toBe(false);
    },
  );

  test.each(KINDS)("%s that start further apart than the distance given are judged by it", (kind) => {
    const kept = keep(0.25, 0.002);
    expect(hits(kind, apart[kind](1), apart[kind](0.0006), 0, kept)).toBe(false);
    expect(hits(kind, apart[kind](1), apart[kind](0.0004), 0, kept)).toBe(true);
    expect(out[CONTACT_DISTANCE]).toBeCloseTo(0.0005, 9);
    expect(hits(kind, apart[kind](0.002), apart[kind](0.0006), 0, kept)).toBe(false);
    expect(hits(kind, apart[kind](0.002), apart[kind](0.0004), 0, kept)).toBe(true);
  });

  test("a gap can be closed a millionfold and more, step by step, and is always seen from its own side", () => {
    const kept = keep(0.25, 0.002);
    for (let gap = 1e-3; gap > 1e-15; gap *= 0.3) {
      expect(hits("edge-edge", apart["edge-edge"](gap), apart["edge-edge"](0.3 * gap), 0, kept)).toBe(false);
      expect(hits("edge-edge", apart["edge-edge"](gap), apart["edge-edge"](-gap), 0, kept)).toBe(true);
      expect(Array.from(out.subarray(4, 7))).toEqual([0, 0, 1]);
    }
  });

  test("random and degenerate ones are never closer before the time of the hit, by the exact judge", () => {
    const query = fc.record({ family: fc.constantFrom(...FAMILIES), kind: fc.constantFrom(...KINDS), seed: fc.nat() });
    let [alarms, passed] = [0, 0];
    fc.assert(
      fc.property(query, fc.integer({ min: 0, max: 20 }), ({ family, kind, seed }, power) => {
        const { xs, xe } = makeQuery(family, kind, seed);
        const scale = family === "scaled" ? Math.max(...Array.from(xs, Math.abs)) : 1;
        const kept = keep(0.25, 2 ** -power * scale);
        const least = 0.25 * Math.min(kept[KEPT_OF], exactDistance(kind, xs)) * (1 - 1e-12);
        const hit = hits(kind, xs, xe, 0, kept);
        const until = hit ? out[CONTACT_TIME] * (1 - 2 ** -50) : 1;
        if (hit) alarms++;
        else passed++;
        if (until === 0 || !(least > 0)) return;
        for (let i = 0; i <= 4; i++) {
          expect(exactlyWithin(kind, xs, xe, (until * i) / 4, least)).toBe(false);
          expect(exactlyWithin(kind, xs, xe, until * (1 - 2 ** (-6 * i)), least)).toBe(false);
        }
      }),
      { numRuns: repeats(1000) },
    );
    expect(Math.min(alarms, passed)).toBeGreaterThan(repeats(100));
  });
});

test("a test allocates nothing", () => {
  const queries = FAMILIES.flatMap((family) => KINDS.map((kind) => makeQuery(family, kind, 3)));
  const kept = Float64Array.of(0.25, 1e-3);
  const runAll = (rounds: number): void => {
    for (let round = 0; round < rounds; round++) {
      for (const { kind, xs, xe } of queries) {
        const run = kind === "vertex-face" ? testPointTriangle : testEdgeEdge;
        run(xs, xe, 0, 1, 2, 3, 1e-3, out);
        run(xs, xe, 0, 1, 2, 3, 0, out, kept);
      }
    }
  };
  const measure = (rounds: number): number => {
    const before = process.memoryUsage().heapUsed;
    runAll(rounds);
    return (process.memoryUsage().heapUsed - before) / (rounds * queries.length);
  };
  runAll(2000);
  let least = Number.POSITIVE_INFINITY; // other work of the process shows up in some measurements
  for (let n = 0; n < 5; n++) {
    globalThis.gc?.();
    least = Math.min(least, measure(2000));
  }
  expect(least).toBeLessThan(8); // bytes; a single boxed number would be 12 or more
});

describe("the judge itself", () => {
  test("a meeting at an irrational time is decided by what is known there", () => {
    // the point follows a line, the triangle turns: coplanar at roots of a quadratic that are not rational
    const start = [0, 0, 1, -1, -1, 0, 1, -1, 0, 0, 1, 0];
    const end = [0, 0, -1, -1, -1, 1, 1, -1, -1, 0, 1, 1];
    expect(exactlyMeet("vertex-face", start, end)).toBe(true);
    expect(exactlyMeet("vertex-face", start.with(0, 9), end.with(0, 9))).toBe(false);
  });

  test("distances at a time agree with meeting at that time", () => {
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), fc.nat(), (kind, seed) => {
        const { xs } = makeQuery("lattice", kind, seed);
        expect(exactlyWithin(kind, xs, xs, 0.5, 0)).toBe(exactlyMeet(kind, xs, xs));
      }),
      { numRuns: repeats(1000) },
    );
  });
});
