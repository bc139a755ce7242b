import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ElementBoxes } from "../../src/collision/bounding-boxes.ts";
import { type BroadPhase, type BroadPhaseKind, createBroadPhase } from "../../src/collision/broad-phase.ts";
import { BODY_GROUP, type CollisionMesh, createCollisionMesh } from "../../src/collision/collision-mesh.ts";
import { createPairList, type PairBuffer } from "../../src/collision/pair-list.ts";
import { createRandom } from "../../src/core/random.ts";
import { createDisk } from "../../src/mesh/disk.ts";
import { createGrid } from "../../src/mesh/grid.ts";

const KINDS: readonly BroadPhaseKind[] = ["tree", "grid"];

interface Case {
  readonly mesh: CollisionMesh;
  readonly xs: Float64Array;
  readonly xe: Float64Array;
  readonly margin: number;
}

/** Triangles between random vertices, some of them twice or with a corner twice, in up to three groups. */
function soup(seed: number, scale: number, speed: number, margin: number): Case {
  const random = createRandom(seed);
  const vertexCount = 3 + Math.floor(40 * random());
  const triangleCount = Math.floor(60 * random());
  const corners = Array.from({ length: 3 * triangleCount }, () => Math.floor(vertexCount * random()));
  const triangles = Uint32Array.from(corners, (v, h) => (h >= 9 && random() < 0.05 ? corners[h - 9] : v));
  const groups = Uint32Array.from({ length: triangleCount }, () => BODY_GROUP + Math.floor(3 * random()));
  const clustered = random() < 0.5; // some triangles small against the whole, or all of them across it
  const xs = Float64Array.from({ length: 3 * vertexCount }, () => {
    const place = Math.floor(4 * random()) + (clustered ? 0.2 : 3) * random();
    return scale * (random() < 0.1 ? 0 : place);
  });
  const xe = xs.map((x) => (random() < 0.3 ? x : x + scale * speed * (random() - 0.5)));
  return { mesh: createCollisionMesh(vertexCount, triangles, groups), xs, xe, margin: scale * margin };
}

/** A sheet that is folded into layers, with noise, beside a body of the same kind. */
function foldedSheet(seed: number, scale: number, speed: number, margin: number): Case {
  const random = createRandom(seed);
  const side = 3 + Math.floor(9 * random());
  const one = createGrid({ columns: side, rows: side, width: 1, height: 1 });
  const count = side * side;
  const bodyTriangles = one.triangles.map((v) => v + count);
  const triangles = Uint32Array.of(...one.triangles, ...bodyTriangles);
  const groups = Uint32Array.from({ length: triangles.length / 3 }, (_, t) => (3 * t < one.triangles.length ? 1 : 0));
  const xs = new Float64Array(6 * count);
  for (let i = 0; i < 2 * count; i++) {
    const [u, v] = [(i % side) / (side - 1), Math.floor((i % count) / side) / (side - 1)];
    const layer = Math.floor(3 * u);
    const along = layer % 2 === 0 ? 3 * u - layer : 1 + layer - 3 * u;
    const x = [along, 0.02 * layer, v].map((c) => c + 0.01 * (random() - 0.5));
    xs.set(i < count ? x : [x[2] + 0.3, x[0] - 0.5, x[1]], 3 * i);
  }
  const xe = xs.map((x) => x + speed * 0.1 * (random() - 0.5));
  const mesh = createCollisionMesh(2 * count, triangles, groups);
  return { mesh, xs: xs.map((x) => scale * x), xe: xe.map((x) => scale * x), margin: scale * margin * 0.1 };
}

function boxMeet(boxesA: Float64Array, a: number, boxesB: Float64Array, b: number): boolean {
  return [0, 1, 2].every((c) => boxesA[6 * a + c] <= boxesB[6 * b + 3 + c] && boxesB[6 * b + c] <= boxesA[6 * a + 3 + c]);
}

/** Every pair by trying them all, in ascending order. */
function bruteForce(mesh: CollisionMesh, boxes: ElementBoxes, self: boolean): { points: string[]; edges: string[] } {
  const triangleCount = mesh.triangles.length / 3;
  const edgeCount = mesh.edges.length / 2;
  const corners = (t: number): number[] => [...mesh.triangles.subarray(3 * t, 3 * t + 3)];
  const ends = (e: number): number[] => [...mesh.edges.subarray(2 * e, 2 * e + 2)];
  const triangleOf = (vertices: number[]): number => {
    for (let t = 0; t < triangleCount; t++) if (vertices.every((v) => corners(t).includes(v))) return t;
    return Number.NaN;
  };
  const allowed = (a: number, b: number): boolean => a !== b || (self && a !== BODY_GROUP);
  const points: string[] = [];
  for (let v = 0; v < mesh.vertexCount; v++) {
    const group = mesh.groups[triangleOf([v])];
    if (group === undefined) continue;
    for (let t = 0; t < triangleCount; t++) {
      if (corners(t).includes(v) || !allowed(group, mesh.groups[t])) continue;
      if (boxMeet(boxes.points, v, boxes.triangles, t)) points.push(`${v} ${t}`);
    }
  }
  const edges: string[] = [];
  const groups = Array.from({ length: edgeCount }, (_, e) => mesh.groups[triangleOf(ends(e))]);
  for (let e = 0; e < edgeCount; e++) {
    for (let f = e + 1; f < edgeCount; f++) {
      if (ends(e).some((v) => ends(f).includes(v)) || !allowed(groups[e], groups[f])) continue;
      if (boxMeet(boxes.edges, e, boxes.edges, f)) edges.push(`${e} ${f}`);
    }
  }
  return { points, edges };
}

const listed = ({ data, count }: PairBuffer): string[] =>
  Array.from({ length: count }, (_, n) => `${data[2 * n]} ${data[2 * n + 1]}`);

function expectAllPairs(phase: BroadPhase, { mesh, xs, xe, margin }: Case, self: boolean): number {
  const pairs = createPairList();
  phase.update(xs, xe, margin);
  phase.findPairs(pairs);
  const expected = bruteForce(mesh, phase.boxes, self);
  expect(listed(pairs.pointTriangles)).toEqual(expected.points);
  expect(listed(pairs.edgeEdges)).toEqual(expected.edges);
  return expected.points.length + expected.edges.length;
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
    const { positions, triangles } = createDisk({ rings: 12, radius: 1 });
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
    const crossing = listed(pairs.pointTriangles).filter((pair) => pair.endsWith(` ${big}`));
    expect(crossing).toEqual([`${n + 3} ${big}`, `${n + 4} ${big}`, `${n + 5} ${big}`]);
  });

  it("finds nothing, and ends, where there is nothing or where numbers are not finite", () => {
    const pairs = createPairList();
    const empty = createBroadPhase(createCollisionMesh(0, new Uint32Array(0)), kind);
    empty.update(new Float64Array(0), new Float64Array(0), 0.1);
    empty.findPairs(pairs);
    expect(pairs.pointTriangles.count + pairs.edgeEdges.count).toBe(0);
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, -1e308]) {
      const sample = foldedSheet(1, 1, 1, 0.1);
      sample.xe[7] = wrong;
      const phase = createBroadPhase(sample.mesh, kind);
      phase.update(sample.xs, sample.xe, 0.1);
      phase.findPairs(pairs);
      expect(pairs.edgeEdges.count).toBeGreaterThanOrEqual(0);
    }
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
