import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type BroadPhase, createBroadPhase } from "../../src/contact/search/broad-phase.ts";
import { createCollisionMesh, visitPairs } from "../../src/contact/search/collision-mesh.ts";
import { createPairList, type PairList } from "../../src/contact/search/pair-list.ts";
import { findSheets, type SheetCloth } from "../../src/contact/search/sheets.ts";
import { CONTACT_DISTANCE, CONTACT_SIZE, closestEdgeEdge, closestPointTriangle } from "../../src/contact/surfaces/closest-points.ts";
import { smoothNoise } from "../../src/core/random.ts";
import { createSimulation, type SceneInput } from "../../src/index.ts";
import type { KernelModule } from "../../src/kernels/module.ts";
import { createDisk } from "../../src/mesh/disk.ts";
import { createGrid } from "../../src/mesh/grid.ts";
import { requireContactKernels } from "../kernels/support.ts";
import { repeats } from "../support/full.ts";

let module: KernelModule;
beforeAll(async () => {
  module = await requireContactKernels();
});

/** Lattices side by side as one cloth, whose particles are numbered backwards where `turned`. */
function joinGrids(grids: readonly { columns: number; rows: number; width: number; height: number }[], turned = false): SheetCloth {
  const material: number[] = [];
  const triangles: number[] = [];
  const parts: { name: string; start: number; end: number }[] = [];
  for (const grid of grids) {
    const { positions, material: own = [], triangles: corners } = createGrid(grid);
    const start = material.length / 2;
    for (const corner of corners) triangles.push(start + corner);
    material.push(...own);
    parts.push({ name: "part", start, end: start + positions.length / 3 });
  }
  const particleCount = material.length / 2;
  const numberOf = (i: number): number => (turned ? particleCount - 1 - i : i);
  const all = Array.from({ length: particleCount }, (_, i) => numberOf(i));
  return {
    particleCount,
    triangles: Uint32Array.from(triangles, numberOf),
    material: Float64Array.from(all.flatMap((i) => [material[2 * i], material[2 * i + 1]])),
    origin: Uint32Array.from(all),
    parts,
  };
}

/** Where the sheets are when noise of a wavelength and a height has bent them, and they have been crushed to a share of their width. */
function bend(
  { material, particleCount, origin, parts }: SheetCloth,
  seed: number,
  wave: number,
  height: number,
  crush: number,
): Float64Array {
  const x = new Float64Array(3 * particleCount);
  for (let i = 0; i < particleCount; i++) {
    const part = parts.findIndex(({ end }) => origin[i] < end);
    const [u, v] = [material[2 * i], material[2 * i + 1]];
    const noise = (c: number): number =>
      height * smoothNoise(seed, c + 3 * part, (u + 0.4 * v) / wave) * smoothNoise(seed, 9 + c, (v - 0.3 * u) / wave);
    x.set([crush * u + noise(0), v + noise(1), 0.1 * part + noise(2)], 3 * i);
  }
  return x;
}

const keysOf = ({ pointTriangles, edgeEdges }: PairList): { points: Set<string>; edges: Set<string> } => {
  const [points, edges] = [pointTriangles, edgeEdges].map(
    ({ data, count }) => new Set(Array.from({ length: count }, (_, n) => `${data[2 * n]} ${data[2 * n + 1]}`)),
  );
  return { points, edges };
};

/** The least distance at some moments of the step of the pairs that one list has and the other has not. */
function leastLeftOut(phase: BroadPhase, all: PairList, kept: PairList, xs: Float64Array, xe: Float64Array): number {
  const { points, edges } = keysOf(kept);
  const left = createPairList();
  for (const kind of ["pointTriangles", "edgeEdges"] as const) {
    const known = kind === "pointTriangles" ? points : edges;
    const { data, count } = all[kind];
    const rest: number[] = [];
    for (let n = 0; n < count; n++) if (!known.has(`${data[2 * n]} ${data[2 * n + 1]}`)) rest.push(data[2 * n], data[2 * n + 1]);
    left[kind].data = Uint32Array.from(rest);
    left[kind].count = rest.length / 2;
  }
  const feature = new Float64Array(CONTACT_SIZE);
  let least = Number.POSITIVE_INFINITY;
  for (let s = 0; s <= 8; s++) {
    const x = xs.map((value, c) => value + (s / 8) * (xe[c] - value));
    let seen = 0;
    visitPairs(phase.mesh, left, (a, b, c, d) => {
      if (seen++ < left.pointTriangles.count) closestPointTriangle(x, d, a, b, c, feature);
      else closestEdgeEdge(x, a, b, c, d, feature);
      least = Math.min(least, feature[CONTACT_DISTANCE]);
    });
  }
  return least;
}

const grids = fc.record({
  columns: fc.integer({ min: 2, max: 14 }),
  rows: fc.integer({ min: 2, max: 14 }),
  width: fc.double({ min: 0.2, max: 1, noNaN: true }),
  height: fc.double({ min: 0.2, max: 1, noNaN: true }),
});
const cases = fc.record({
  sheets: fc.array(grids, { minLength: 1, maxLength: 2 }),
  turned: fc.boolean(),
  seed: fc.integer({ min: 1, max: 1e9 }),
  wave: fc.double({ min: 0.05, max: 1, noNaN: true }),
  height: fc.double({ min: 0, max: 0.5, noNaN: true }),
  crush: fc.constantFrom(1, 1, 0.5, 0.05),
  way: fc.double({ min: 0, max: 0.4, noNaN: true }),
  far: fc.constantFrom(0, 0, 30),
  clearance: fc.double({ min: 1e-4, max: 0.03, noNaN: true }),
});

describe("cloth that is a lattice", () => {
  it("is known by its material coordinates, however it is numbered", () => {
    for (const turned of [false, true]) {
      const cloth = joinGrids(
        [
          { columns: 5, rows: 4, width: 1, height: 0.6 },
          { columns: 2, rows: 3, width: 0.5, height: 1 },
        ],
        turned,
      );
      const sheets = findSheets(cloth) ?? [];
      expect(sheets.map(({ columns, rows }) => [columns, rows])).toEqual([
        [4, 3],
        [1, 2],
      ]);
      for (const { columns, vertices } of sheets) {
        vertices.forEach((i, place) => {
          expect(cloth.material[2 * i]).toBeCloseTo((place % (columns + 1)) * (columns === 4 ? 0.25 : 0.5));
        });
      }
      expect(new Set(sheets.flatMap(({ triangles }) => [...triangles])).size).toBe(cloth.triangles.length / 3);
    }
  });

  it("is none with a hole, a triangle twice, a cut, or as a disk", () => {
    const cloth = joinGrids([{ columns: 5, rows: 4, width: 1, height: 0.6 }]);
    const { triangles, particleCount, material, origin } = cloth;
    expect(findSheets(cloth)).toBeDefined();
    expect(findSheets({ ...cloth, triangles: triangles.subarray(3) })).toBeUndefined();
    expect(findSheets({ ...cloth, triangles: Uint32Array.from([...triangles.subarray(3), ...triangles.subarray(3, 6)]) })).toBeUndefined();
    expect(findSheets({ ...cloth, triangles: Uint32Array.from([...triangles, 0, 1, 19]) })).toBeUndefined();
    expect(
      findSheets({
        ...cloth,
        particleCount: particleCount + 1,
        material: Float64Array.from([...material, material[12], material[13]]),
        origin: Uint32Array.from([...origin, 6]),
      }),
    ).toBeUndefined();
    const disk = createDisk({ rings: 3, radius: 1 });
    const count = disk.positions.length / 3;
    const all = Uint32Array.from({ length: count }, (_, i) => i);
    const parts = [{ name: "disk", start: 0, end: count }];
    const flat = disk.material ?? new Float64Array(2 * count);
    expect(findSheets({ particleCount: count, triangles: disk.triangles, material: flat, origin: all, parts })).toBeUndefined();
  });

  it("leaves out no pair that comes near, and lists none that the other search does not", () => {
    let [left, kept, proofs, searches] = [0, 0, 0, 0];
    fc.assert(
      fc.property(cases, ({ sheets, turned, seed, wave, height, crush, way, far, clearance }) => {
        const cloth = joinGrids(sheets, turned);
        const found = findSheets(cloth);
        expect(found).toBeDefined();
        const mesh = createCollisionMesh(cloth.particleCount, cloth.triangles);
        const xs = bend(cloth, seed, wave, height, crush).map((x) => x + far);
        const to = bend(cloth, seed + 1, wave, height, crush);
        const xe = xs.map((x, c) => x + way * (to[c] + far - x) + (c % 3 === 0 ? way : 0));
        const slack = clearance / 8;
        const [plain, quick] = [undefined, found].map((own) => createBroadPhase(mesh, "tree", { self: true, sheets: own }, module));
        const [all, few] = [createPairList(), createPairList()];
        const apart = clearance + 2 * Math.sqrt(3) * slack;
        const compare = (ends: Float64Array): void => {
          const [known, listed] = [keysOf(all), keysOf(few)];
          expect([...listed.points].filter((pair) => !known.points.has(pair))).toEqual([]);
          expect([...listed.edges].filter((pair) => !known.edges.has(pair))).toEqual([]);
          expect(leastLeftOut(plain, all, few, xs, ends)).toBeGreaterThan(apart);
          left += known.points.size + known.edges.size - listed.points.size - listed.edges.size;
          kept += listed.points.size + listed.edges.size;
        };
        plain.findMeeting(xs, xe, clearance, slack, all);
        quick.findMeeting(xs, xe, clearance, slack, few);
        compare(xe);
        if (quick.countLooked() < plain.countLooked()) proofs++;
        else searches++;
        const ends = xe.map((x, c) => (c % 21 < 3 ? x + 2 * slack : x));
        plain.addMeeting(ends, all);
        quick.addMeeting(ends, few);
        compare(ends.map((x, c) => (c % 21 < 3 ? x : xe[c])));
      }),
      { numRuns: repeats(2000) },
    );
    expect(left).toBeGreaterThan(100);
    expect(kept).toBeGreaterThan(1000);
    expect(proofs).toBeGreaterThan(searches);
  });

  it("moves to the same bits as by another search, in the air and where it folds", async () => {
    const sheet = (origin: [number, number, number]): NonNullable<SceneInput["cloths"]>[number] => ({
      grid: { columns: 18, rows: 14, width: 0.6, height: 0.5, origin, u: [1, 0, 0.2], v: [0.02, -1, 0.05] },
      fabric: "jersey",
    });
    const scene = (broadPhase: "tree" | "grid"): SceneInput => ({
      drape: 1,
      timestep: 1 / 60,
      solver: { method: "implicit-euler", tolerance: 1e-3 },
      wind: { velocity: [0, 0, 3], gusts: { strength: 0.7, period: 0.5 } },
      cloths: [{ ...sheet([0, 1.5, 0]), pins: ["top"] }, sheet([-0.1, 0.52, -0.4])],
      colliders: [{ plane: {} }],
      collision: { self: true, broadPhase },
    });
    const [quick, plain] = await Promise.all([createSimulation(scene("tree")), createSimulation(scene("grid"))]);
    let contacts = 0;
    for (let n = 0; n < 70; n++) {
      quick.step();
      plain.step();
      contacts += quick.view.measure().contacts;
      expect(quick.hash()).toBe(plain.hash());
    }
    expect(contacts).toBeGreaterThan(100);
    expect(quick.view.inspect().intersections).toBe(0);
  });
});
