import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type BroadPhaseKind, createBroadPhase } from "../../src/contact/search/broad-phase.ts";
import { BODY_GROUP, createCollisionMesh } from "../../src/contact/search/collision-mesh.ts";
import { createPairList, type PairBuffer } from "../../src/contact/search/pair-list.ts";
import { CONTACT_DISTANCE, CONTACT_SIZE, closestEdgeEdge, closestPointTriangle } from "../../src/contact/surfaces/closest-points.ts";
import { createRandom } from "../../src/core/random.ts";
import type { KernelModule } from "../../src/kernels/module.ts";
import { createGrid } from "../../src/mesh/grid.ts";
import { requireContactKernels } from "../kernels/support.ts";
import { repeats } from "../support/full.ts";
import { bruteForce, type Case, foldedSheet, soup } from "./bounding-cases.ts";

const WAYS = ["tree", "grid", "kernels"] as const;
type Way = (typeof WAYS)[number];

let module: KernelModule;
beforeAll(async () => {
  module = await requireContactKernels();
});

function createPhase({ mesh }: Pick<Case, "mesh">, way: Way, self: boolean): ReturnType<typeof createBroadPhase> {
  const kind: BroadPhaseKind = way === "grid" ? "grid" : "tree";
  return createBroadPhase(mesh, kind, { self }, way === "kernels" ? module : undefined);
}

const listed = ({ data, count }: PairBuffer): string => data.subarray(0, 2 * count).join();

/** All pairs of elements that are allowed at all, as `findPairs` says, and of these the ones whose differences lie in a box that comes near. */
function boxesMeeting({ mesh, xs }: Case, xe: Float64Array, margin: number, self: boolean): { points: number[]; edges: number[] } {
  const everywhere = {
    points: new Float64Array(6 * mesh.vertexCount),
    edges: new Float64Array(3 * mesh.edges.length),
    triangles: new Float64Array(2 * mesh.triangles.length),
  };
  const { points, edges } = bruteForce(mesh, everywhere, self);
  const comesNear = (first: number[], second: number[]): boolean => {
    for (let c = 0; c < 3; c++) {
      let [least, largest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (const x of [xs, xe]) {
        for (const i of first) {
          for (const j of second) {
            least = Math.min(least, x[3 * i + c] - x[3 * j + c]);
            largest = Math.max(largest, x[3 * i + c] - x[3 * j + c]);
          }
        }
      }
      if (least > margin || largest < -margin) return false;
    }
    return true;
  };
  const corners = (t: number): number[] => [...mesh.triangles.subarray(3 * t, 3 * t + 3)];
  const ends = (e: number): number[] => [...mesh.edges.subarray(2 * e, 2 * e + 2)];
  const keep = (pairs: number[], first: (n: number) => number[], second: (n: number) => number[]): number[] => {
    const kept: number[] = [];
    for (let k = 0; k < pairs.length; k += 2) {
      if (comesNear(first(pairs[k]), second(pairs[k + 1]))) kept.push(pairs[k], pairs[k + 1]);
    }
    return kept;
  };
  return { points: keep([...points], (p) => [p], corners), edges: keep([...edges], ends, ends) };
}

const SAMPLES = 8;

/** Those that do come near, at some moments of the step. */
function meeting(sample: Case, xe: Float64Array, margin: number, self: boolean): { points: number[]; edges: number[] } {
  const { mesh, xs } = sample;
  const moments = Array.from({ length: SAMPLES + 1 }, (_, k) => xs.map((x, c) => x + (k / SAMPLES) * (xe[c] - x)));
  const feature = new Float64Array(CONTACT_SIZE);
  const isNear = (closest: (x: Float64Array) => void): boolean =>
    moments.some((x) => {
      closest(x);
      return feature[CONTACT_DISTANCE] < margin;
    });
  const { points, edges } = boxesMeeting(sample, xe, margin, self);
  const keep = (pairs: number[], closest: (x: Float64Array, first: number, second: number) => void): number[] =>
    pairs.filter((_, n) => {
      const k = n - (n % 2);
      return isNear((x) => closest(x, pairs[k], pairs[k + 1]));
    });
  const [t, e] = [mesh.triangles, mesh.edges];
  return {
    points: keep(points, (x, p, k) => closestPointTriangle(x, p, t[3 * k], t[3 * k + 1], t[3 * k + 2], feature)),
    edges: keep(edges, (x, k, l) => closestEdgeEdge(x, e[2 * k], e[2 * k + 1], e[2 * l], e[2 * l + 1], feature)),
  };
}

const seeds = fc.integer();
const speeds = fc.constantFrom(0, 0.1, 1);
const margins = fc.constantFrom(0, 0.01, 0.2);

describe.each(WAYS)("what may meet, looked for by %s", (way) => {
  it.each([
    ["a soup of triangles in three groups", soup, 40],
    ["a folded sheet and a body", foldedSheet, 8],
  ] as const)("is all that trying all pairs finds, in ascending order, and less than what boxes tell, for %s", (_, make, numRuns) => {
    let [found, inBoxes] = [0, 0];
    fc.assert(
      fc.property(seeds, speeds, margins, fc.boolean(), fc.boolean(), (seed, speed, margin, self, isStill) => {
        const sample = make(seed, 1, speed, margin);
        const xe = isStill ? sample.xs : sample.xe;
        const pairs = createPairList();
        createPhase(sample, way, self).findMeeting(sample.xs, xe, margin, 0.01, pairs);
        const boxes = boxesMeeting(sample, xe, margin + 0.02, self);
        const near = meeting(sample, xe, margin, self);
        expectBetween(near.points, pairs.pointTriangles, boxes.points);
        expectBetween(near.edges, pairs.edgeEdges, boxes.edges);
        found += pairs.edgeEdges.count;
        inBoxes += boxes.edges.length / 2;
      }),
      { numRuns },
    );
    expect(found).toBeGreaterThan(10 * numRuns);
    expect(found).toBeLessThan(0.9 * inBoxes);
  });

  it("does not depend on motion that all have in common", () => {
    const sample = foldedSheet(7, 1, 0.1, 0.01);
    const [alone, together] = [createPairList(), createPairList()];
    const phase = createPhase(sample, way, true);
    phase.findMeeting(sample.xs, sample.xe, 0.01, 0, alone);
    phase.findMeeting(
      sample.xs,
      sample.xe.map((x) => x + 8),
      0.01,
      0,
      together,
    );
    expect(together.edgeEdges.count).toBe(alone.edgeEdges.count);
    expect(together.pointTriangles.count).toBe(alone.pointTriangles.count);
  });

  it("holds also for ends within the slack, and for others after these were added", () => {
    fc.assert(
      fc.property(seeds, fc.boolean(), fc.boolean(), (seed, self, isSoup) => {
        const sample = (isSoup ? soup : foldedSheet)(seed, 1, 0.1, 0);
        const random = createRandom(seed);
        const phase = createPhase(sample, way, self);
        const [margin, slack] = [0.02, 0.05];
        const pairs = createPairList();
        phase.findMeeting(sample.xs, sample.xe, margin, slack, pairs);
        let xe = sample.xe;
        for (let round = 0; round < 3; round++) {
          const moves = Array.from({ length: xe.length / 3 }, () => random() < 0.05);
          xe = sample.xe.map((x, c) => x + (moves[Math.floor(c / 3)] ? 1 : slack) * (2 * random() - 1));
          phase.addMeeting(xe, pairs);
          const expected = meeting(sample, xe, margin, self);
          expectBetween(expected.points, pairs.pointTriangles);
          expectBetween(expected.edges, pairs.edgeEdges);
        }
      }),
      { numRuns: repeats(8) },
    );
  });
});

/** Ascending, each once, with all of these and none beyond those. */
function expectBetween(least: number[], { data, count }: PairBuffer, most?: number[]): void {
  const keysOf = (list: ArrayLike<number>): number[] =>
    Array.from({ length: list.length / 2 }, (_, k) => 1e6 * list[2 * k] + list[2 * k + 1]);
  const keys = keysOf(data.subarray(0, 2 * count));
  expect(keys.every((key, k) => k === 0 || key > keys[k - 1])).toBe(true);
  const known = new Set(keys);
  expect(keysOf(least).every((key) => known.has(key))).toBe(true);
  const allowed = new Set(keysOf(most ?? []));
  if (most !== undefined) expect(keys.every((key) => allowed.has(key))).toBe(true);
}

describe("a slanted sheet of few triangles over a body of many", () => {
  const REACH = 0.01;

  /** A sheet whose triangles lie far above most of what is in their boxes. */
  function slanted(seed: number): Case {
    const random = createRandom(seed);
    const [slope, height] = [1 + random(), 0.1 * random()];
    const sheet = createGrid({ columns: 3, rows: 3, width: 1, height: 1 });
    const ground = createGrid({ columns: 24, rows: 24, width: 1, height: 1 });
    const n = sheet.positions.length / 3;
    const triangles = Uint32Array.of(...sheet.triangles, ...ground.triangles.map((corner) => n + corner));
    const groups = new Uint32Array(triangles.length / 3).fill(BODY_GROUP).fill(1, 0, sheet.triangles.length / 3);
    const xs = Float64Array.of(...sheet.positions, ...ground.positions);
    for (let i = 0; i < n; i++) xs[3 * i + 2] = slope * xs[3 * i] - height;
    for (let c = 3 * n; c < xs.length; c++) xs[c] += 0.01 * (random() - 0.5);
    const xe = xs.map((x, c) => (c < 3 * n ? x - 0.02 * random() : x));
    return { mesh: createCollisionMesh(xs.length / 3, triangles, groups), xs, xe, margin: REACH };
  }

  it.each(WAYS)("has few pairs, and all that come near, looked for by %s", (way) => {
    let [found, inBoxes] = [0, 0];
    const numRuns = repeats(4);
    fc.assert(
      fc.property(seeds, (seed) => {
        const sample = slanted(seed);
        const pairs = createPairList();
        const phase = createPhase(sample, way, true);
        const moved = sample.xe.map((x, c) => (c < 9 ? x - 0.1 : x));
        for (const xe of [sample.xe, moved]) {
          if (xe === moved) phase.addMeeting(xe, pairs);
          else phase.findMeeting(sample.xs, xe, REACH, 0.001, pairs);
          const near = meeting(sample, xe, REACH, true);
          expectBetween(near.points, pairs.pointTriangles);
          expectBetween(near.edges, pairs.edgeEdges);
        }
        found += pairs.pointTriangles.count;
        inBoxes += boxesMeeting(sample, moved, REACH + 0.002, true).points.length / 2;
      }),
      { numRuns },
    );
    expect(found).toBeGreaterThan(numRuns);
    expect(found).toBeLessThan(0.3 * inBoxes);
  });

  it("has the same pairs in WebAssembly as in TypeScript", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { mesh, xs, xe } = slanted(seed);
        const moved = xe.map((x, c) => (c < 9 ? x - 0.1 : x));
        const [plain, kernels] = [undefined, module].map((one) => {
          const list = createPairList();
          const phase = createBroadPhase(mesh, "tree", {}, one);
          phase.findMeeting(xs, xe, REACH, 0.001, list);
          const before = listed(list.pointTriangles) + listed(list.edgeEdges);
          phase.addMeeting(moved, list);
          return [before, listed(list.pointTriangles), listed(list.edgeEdges)];
        });
        expect(kernels).toEqual(plain);
      }),
      { numRuns: repeats(10) },
    );
  });
});

describe("kernels in WebAssembly find the same pairs as TypeScript, to the bit,", () => {
  it("where the triangles of a leaf have neighbours in more leaves than their table has room for", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = createRandom(seed);
        const vertexCount = 60;
        const triangles = Uint32Array.from({ length: 3 * 320 }, () => Math.floor(vertexCount * random()));
        const mesh = createCollisionMesh(vertexCount, triangles, new Uint32Array(320).fill(1));
        const xs = Float64Array.from({ length: 3 * vertexCount }, () => random());
        const xe = xs.map((x) => x + 0.02 * (random() - 0.5));
        const few = xe.map((x, c) => (c < 9 ? x + 0.3 : x));
        const lists = [undefined, module].map((kernels) => {
          const list = createPairList();
          const phase = createBroadPhase(mesh, "tree", {}, kernels);
          phase.findMeeting(xs, xe, 0.001, 0.001, list);
          phase.addMeeting(few, list);
          return list;
        });
        expect(lists[0].edgeEdges.count).toBeGreaterThan(1000);
        expect(listed(lists[1].pointTriangles)).toBe(listed(lists[0].pointTriangles));
        expect(listed(lists[1].edgeEdges)).toBe(listed(lists[0].edgeEdges));
      }),
      { numRuns: repeats(10) },
    );
  });

  it("step after step of a sheet that crumples about a body, until their lists need more room", () => {
    fc.assert(
      fc.property(seeds, fc.constantFrom(0, 3e5), (seed, away) => {
        const random = createRandom(seed);
        const grid = createGrid({ columns: 13, rows: 13, width: 1, height: 1 });
        const body = createGrid({ columns: 4, rows: 4, width: 1, height: 1, origin: [0, 0, 0.05] });
        const n = grid.positions.length / 3;
        const triangles = Uint32Array.of(...grid.triangles, ...body.triangles.map((corner) => n + corner));
        const groups = new Uint32Array(triangles.length / 3).fill(BODY_GROUP).fill(1, 0, grid.triangles.length / 3);
        const mesh = createCollisionMesh(n + body.positions.length / 3, triangles, groups);
        const phases = [createBroadPhase(mesh), createBroadPhase(mesh, "tree", {}, module)];
        const lists = phases.map(() => createPairList());
        let xs = Float64Array.of(...grid.positions, ...body.positions).map((x) => x + away);
        for (let step = 0; step < 5; step++) {
          const shrink = step === 3 ? 0.02 : 0.8; // a crumb: everything meets everything
          const ends = [0, 1].map(() => xs.map((x) => away + shrink * (x - away) + 0.05 * (random() - 0.5) + (random() < 0.02 ? 0.2 : 0)));
          const few = ends[0].map((x, c) => x + (c % 20 < 3 ? 0.1 * random() : 0));
          phases.forEach((phase, k) => {
            phase.findMeeting(xs, ends[0], 0.01, 0.002, lists[k]);
            phase.addMeeting(few, lists[k]);
            phase.addMeeting(ends[1], lists[k]);
          });
          expect(listed(lists[1].pointTriangles)).toBe(listed(lists[0].pointTriangles));
          expect(listed(lists[1].edgeEdges)).toBe(listed(lists[0].edgeEdges));
          xs = ends[1];
        }
        expect(lists[0].edgeEdges.count).toBeGreaterThan(0);
      }),
      { numRuns: repeats(3) },
    );
  });

  it("where a vertex flies far away, and none where one is nowhere", () => {
    for (const wrong of [1e7, Number.POSITIVE_INFINITY, Number.NaN]) {
      const sample = foldedSheet(1, 1, 0.1, 0.1);
      const lists = [undefined, module].map((kernels) => {
        const phase = createBroadPhase(sample.mesh, "tree", {}, kernels);
        const pairs = createPairList();
        phase.findMeeting(sample.xs, sample.xs, 0.1, 0.01, pairs);
        const xe = sample.xe.slice();
        xe[7] = wrong;
        if (wrong === 1e7) phase.addMeeting(xe, pairs);
        phase.findMeeting(sample.xs, xe, 0.1, 0.01, pairs);
        return listed(pairs.pointTriangles) + listed(pairs.edgeEdges);
      });
      expect(lists[1]).toBe(lists[0]);
    }
  });
});
