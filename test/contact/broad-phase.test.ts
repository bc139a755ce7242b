import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BroadPhase, type BroadPhaseKind, createBroadPhase } from "../../src/contact/search/broad-phase.ts";
import { createCollisionMesh } from "../../src/contact/search/collision-mesh.ts";
import { createPairList, type PairBuffer } from "../../src/contact/search/pair-list.ts";
import { createRandom } from "../../src/core/random.ts";
import { createDisk } from "../../src/mesh/disk.ts";
import { createGrid } from "../../src/mesh/grid.ts";
import { bruteForce, type Case, foldedSheet, soup } from "./bounding-cases.ts";
import "../support/steady-compiler.ts";

const KINDS: readonly BroadPhaseKind[] = ["tree", "grid"];

const listed = ({ data, count }: PairBuffer): string => data.subarray(0, 2 * count).join();

function expectAllPairs(phase: BroadPhase, { mesh, xs, xe, margin }: Case, self: boolean): number {
  const pairs = createPairList();
  phase.update(xs, xe, margin);
  phase.findPairs(pairs);
  const expected = bruteForce(mesh, phase.boxes, self);
  expect(listed(pairs.pointTriangles)).toBe(expected.points.join());
  expect(listed(pairs.edgeEdges)).toBe(expected.edges.join());
  return (expected.points.length + expected.edges.length) / 2;
}

const seeds = fc.integer();
const scales = fc.constantFrom(1e-9, 1e-3, 1, 1e6, 1e150);
const speeds = fc.constantFrom(0, 0.1, 1, 10);
const margins = fc.constantFrom(0, 0.01, 0.2);

describe.each(KINDS)("the broad phase with a %s", (kind) => {
  it.each([
    ["a soup of triangles in three groups", soup, 150],
    ["a folded sheet and a body", foldedSheet, 40],
  ] as const)("finds exactly what trying all pairs finds, in ascending order, for %s", (_, make, numRuns) => {
    let found = 0;
    fc.assert(
      fc.property(seeds, scales, speeds, margins, fc.boolean(), (seed, scale, speed, margin, self) => {
        const sample = make(seed, scale, speed, margin);
        found += expectAllPairs(createBroadPhase(sample.mesh, kind, { self }), sample, self);
      }),
      { numRuns },
    );
    expect(found).toBeGreaterThan(10 * numRuns);
  });

  it("finds them step after step, while a sheet crumples and flies away", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const sample = foldedSheet(seed, 1, 1, 0.1);
        const random = createRandom(seed);
        const phase = createBroadPhase(sample.mesh, kind);
        let { xs } = sample;
        for (let step = 0; step < 6; step++) {
          const reach = step === 4 ? 100 : 0.5;
          const xe = xs.map((x) => 0.8 * x + reach * (random() - 0.5));
          expectAllPairs(phase, { ...sample, xs, xe }, true);
          xs = xe;
        }
      }),
      { numRuns: 10 },
    );
  });

  it("finds them around a vertex of many triangles", () => {
    const { positions, triangles } = createDisk({ rings: 6, radius: 1 });
    const hub = Uint32Array.from({ length: 3 * 60 }, (_, h) => (h % 3 === 0 ? 0 : 1 + ((Math.floor(h / 3) + (h % 3)) % 60)));
    const mesh = createCollisionMesh(positions.length / 3, Uint32Array.of(...triangles, ...hub));
    expect(expectAllPairs(createBroadPhase(mesh, kind), { mesh, xs: positions, xe: positions, margin: 0.01 }, true)).toBeGreaterThan(100);
  });

  it("finds a small triangle on a large one, and none among thousands far away", () => {
    const far = createGrid({ columns: 30, rows: 30, width: 1, height: 1, origin: [0, 50, 0] });
    const n = far.positions.length / 3;
    const xs = Float64Array.of(...far.positions, -1e5, 0, -1e5, 1e5, 0, -1e5, 0, 0, 1e5, 0, 0, 0, 0.01, 0, 0, 0, 0, 0.01);
    const mesh = createCollisionMesh(n + 6, Uint32Array.of(...far.triangles, n, n + 1, n + 2, n + 3, n + 4, n + 5));
    const phase = createBroadPhase(mesh, kind);
    const pairs = createPairList();
    phase.update(xs, xs, 0.001);
    phase.findPairs(pairs);
    const big = mesh.triangles.length / 3 - 2;
    const { data, count } = pairs.pointTriangles;
    const onBig = [...data.subarray(0, 2 * count)].filter((_, k) => k % 2 === 0 && data[k + 1] === big);
    expect(onBig).toEqual([n + 3, n + 4, n + 5]);
  });

  it("finds nothing where there is nothing", () => {
    const mesh = createCollisionMesh(0, new Uint32Array(0));
    const nothing = new Float64Array(0);
    expect(expectAllPairs(createBroadPhase(mesh, kind), { mesh, xs: nothing, xe: nothing, margin: 1 }, true)).toBe(0);
  });

  it("is right also with huge and infinite numbers, and finds no pair of a vertex that has none", () => {
    for (const wrong of [-1e308, Number.POSITIVE_INFINITY]) {
      const sample = foldedSheet(1, 1, 1, 0.1);
      sample.xe[7] = wrong;
      expectAllPairs(createBroadPhase(sample.mesh, kind), sample, true);
    }
    const sample = foldedSheet(1, 1, 1, 0.1);
    sample.xe[7] = Number.NaN;
    const phase = createBroadPhase(sample.mesh, kind);
    const { pointTriangles } = createPairList();
    phase.update(sample.xs, sample.xe, 0.1);
    phase.findPairs({ pointTriangles, edgeEdges: createPairList().edgeEdges });
    for (let n = 0; n < pointTriangles.count; n++) expect(pointTriangles.data[2 * n]).not.toBe(2);
  });
});

describe("an update and a search", () => {
  const { gc } = globalThis;
  it.each(KINDS)("allocate nothing once the lists have grown, with a %s", async (kind) => {
    const sample = foldedSheet(3, 1, 1, 0.1);
    const phase = createBroadPhase(sample.mesh, kind);
    const pairs = createPairList();
    const crumpled = sample.xs.map((x, i) => (i % 7 === 0 ? 0.3 * x : x));
    const step = (): void => {
      phase.update(sample.xs, sample.xe, sample.margin);
      phase.findPairs(pairs);
      phase.update(sample.xe, crumpled, sample.margin);
      phase.findPairs(pairs);
      phase.findMeeting(sample.xs, sample.xe, sample.margin, 0.01, pairs);
      phase.addMeeting(crumpled, pairs);
    };
    let heap = Number.POSITIVE_INFINITY;
    let arrays = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 30 && !(heap < 1280 && arrays <= 0); round++) {
      for (let n = 0; n < 20; n++) step();
      gc?.();
      await new Promise((resolve) => setTimeout(resolve, 5));
      const before = process.memoryUsage();
      for (let n = 0; n < 50; n++) step();
      const after = process.memoryUsage();
      heap = Math.min(heap, (after.heapUsed - before.heapUsed) / 50);
      arrays = Math.min(arrays, (after.arrayBuffers - before.arrayBuffers) / 50);
    }
    expect(pairs.edgeEdges.count).toBeGreaterThan(50);
    expect(arrays).toBeLessThanOrEqual(0);
    expect(heap).toBeLessThan(1280);
  });
});
