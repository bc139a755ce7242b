import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BroadPhaseKind, createBroadPhase } from "../../src/contact/search/broad-phase.ts";
import { type CollisionMesh, createCollisionMesh } from "../../src/contact/search/collision-mesh.ts";
import { computeContourGradient } from "../../src/contact/untangle/contour-gradient.ts";
import { createCrossingList } from "../../src/contact/untangle/crossing-list.ts";
import { buildEdgeTopology } from "../../src/contact/untangle/edge-topology.ts";
import { createUntangling, type Untangling } from "../../src/contact/untangle/untangle.ts";
import { createRandom } from "../../src/core/random.ts";
import { findIntersections } from "../../src/inspect/find-intersections.ts";
import { repeats } from "../support/full.ts";
import { soup } from "./bounding-cases.ts";
import {
  ballThroughSheet,
  combine,
  cornerInBall,
  crossedBorders,
  crossedSheets,
  dent,
  foldThroughItself,
  foldWithDent,
  pushedThrough,
  sheet,
  sheetInBall,
  type Tangle,
  thorn,
  waves,
} from "./tangled-cases.ts";

const H = 1 / 60;

/** Pairs of triangles that intersect, by the independent checker. */
const judge = ({ triangles, groups }: CollisionMesh, x: Float64Array): Uint32Array =>
  findIntersections(
    x,
    triangles,
    groups.map((group) => (group === 0 ? 1 : 0)),
  ).pairs;

/** One look at x with an untangling of its own: what it found, what it would move, and how. */
function look(
  { mesh, x, inverseMass }: Tangle,
  { kind = "tree", self = true, speed = 0.5 }: { kind?: BroadPhaseKind; self?: boolean; speed?: number } = {},
): { count: number; shift: Float64Array; tangled: Uint8Array } {
  const phase = createBroadPhase(mesh, kind, { self });
  const untangling = createUntangling(mesh, { self, speed });
  phase.update(x, x, 0);
  const count = untangling.find(x, phase, inverseMass);
  const shift = new Float64Array(x.length);
  untangling.addShift(inverseMass, H, shift);
  return { count, shift, tangled: untangling.tangledVertices };
}

const lengthAt = (d: ArrayLike<number>, i: number): number => Math.hypot(d[3 * i], d[3 * i + 1], d[3 * i + 2]);

function edgeLengths({ edges }: CollisionMesh, x: Float64Array): Float64Array {
  return Float64Array.from({ length: edges.length / 2 }, (_, e) =>
    Math.hypot(...[0, 1, 2].map((c) => x[3 * edges[2 * e] + c] - x[3 * edges[2 * e + 1] + c])),
  );
}

/** Brings each edge back to its length, one after the other: cloth without weight or inertia. */
function relax({ mesh: { edges }, x, inverseMass: w }: Tangle, rest: Float64Array): void {
  for (let e = 0; e < rest.length; e++) {
    const [a, b] = [edges[2 * e], edges[2 * e + 1]];
    if (w[a] + w[b] === 0) continue;
    const d = [0, 1, 2].map((c) => x[3 * b + c] - x[3 * a + c]);
    const length = Math.hypot(...d);
    const lack = (length - rest[e]) / (length * (w[a] + w[b]));
    for (let c = 0; c < 3; c++) {
      x[3 * a + c] += w[a] * lack * d[c];
      x[3 * b + c] -= w[b] * lack * d[c];
    }
  }
}

/** Steps until the checker finds nothing; returns how many it took, and the highest speed of a vertex [m/s]. */
function untangle(tangle: Tangle, untangling: Untangling): { steps: number; fastest: number } {
  const { mesh, x, inverseMass } = tangle;
  const phase = createBroadPhase(mesh);
  const rest = edgeLengths(mesh, x);
  let fastest = 0;
  for (let steps = 0; steps < 60; steps++) {
    phase.update(x, x, 0);
    const count = untangling.find(x, phase, inverseMass);
    if (judge(mesh, x).length === 0 && count === 0) return { steps, fastest };
    const before = x.slice();
    const shift = new Float64Array(x.length);
    untangling.addShift(inverseMass, H, shift);
    for (let c = 0; c < x.length; c++) x[c] += shift[c];
    for (let sweep = 0; sweep < 5; sweep++) relax(tangle, rest);
    const way = x.map((value, c) => value - before[c]);
    for (let i = 0; i < mesh.vertexCount; i++) fastest = Math.max(fastest, lengthAt(way, i) / H);
  }
  return { steps: 60, fastest };
}

describe("untangling", () => {
  test.each([
    ["two sheets that cross at their borders", crossedBorders],
    ["two sheets that cross over their whole width", crossedSheets],
    ["a sheet with a dent through another sheet", dent],
    ["two wavy sheets that are through each other in many places", waves],
    ["a sheet pushed edgewise through the middle of another", pushedThrough],
    ["a folded sheet with a dent through itself", foldWithDent],
    ["a folded sheet whose border is through itself", foldThroughItself],
    ["a corner of a sheet in a ball", cornerInBall],
    ["a ball that reaches through a sheet", ballThroughSheet],
    ["a thorn through a single triangle", thorn],
  ])("frees %s within a second, and slowly", (_, make) => {
    for (const speed of [0.2, 0.5, 1]) {
      const tangle = make();
      expect(judge(tangle.mesh, tangle.x).length).toBeGreaterThan(0);
      const untangling = createUntangling(tangle.mesh, { self: true, speed });
      const { steps, fastest } = untangle(tangle, untangling);
      expect(steps).toBeLessThan(60);
      expect(fastest).toBeLessThan(2);
      expect(untangling.tangledVertices.every((mark) => mark === 0)).toBe(true);
    }
  });

  test("marks every vertex of a crossing, and nothing on the far side of a large sheet", () => {
    const tangle = dent();
    const { tangled } = look(tangle);
    const pairs = judge(tangle.mesh, tangle.x);
    for (const t of pairs) {
      // of two triangles that intersect, an edge of the one and all of the other
      const marked = tangle.mesh.triangles.subarray(3 * t, 3 * t + 3).filter((v) => tangled[v] === 1);
      expect(marked.length).toBeGreaterThanOrEqual(2);
    }
    expect(tangled[0] + tangled[20] + tangled[21 * 21]).toBe(0);
  });

  test("pulls a dent out, not further in", () => {
    const tangle = dent();
    const { shift } = look(tangle);
    const middle = 21 * 21 + 10 * 21 + 10;
    expect(tangle.x[3 * middle + 1]).toBeLessThan(-0.019);
    expect(shift[3 * middle + 1]).toBeGreaterThan(0);
  });
});

describe("crossings", () => {
  /** Triangles between random vertices, without a corner twice; no three points on a line, no four in a plane. */
  function cloud(seed: number): Tangle {
    const random = createRandom(seed);
    const vertexCount = 4 + Math.floor(30 * random());
    const triangles: number[] = [];
    for (let t = Math.floor(1 + 40 * random()); t > 0; t--) {
      const a = Math.floor(vertexCount * random());
      const b = (a + 1 + Math.floor((vertexCount - 2) * random())) % vertexCount;
      let c = Math.floor((vertexCount - 2) * random());
      for (const other of [Math.min(a, b), Math.max(a, b)]) if (c >= other) c++;
      triangles.push(a, b, c);
    }
    return {
      mesh: createCollisionMesh(vertexCount, Uint32Array.from(triangles)),
      x: Float64Array.from({ length: 3 * vertexCount }, () => random()),
      inverseMass: Float64Array.from({ length: vertexCount }, () => 1 + random()),
    };
  }

  test("are those of the independent checker, with a tree and with a grid", () => {
    let found = 0;
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom("tree", "grid"), (seed, kind) => {
        const { mesh, x } = cloud(seed);
        const phase = createBroadPhase(mesh, kind);
        const list = createCrossingList(mesh, true);
        phase.update(x, x, 0);
        const count = list.find(x, phase);
        const { edgeTriangleStart, edgeTriangles } = buildEdgeTopology(mesh);
        const pairs = new Set<string>();
        for (let k = 0; k < count; k++) {
          const [e, t] = [list.pairs.data[2 * k], list.pairs.data[2 * k + 1]];
          for (const f of edgeTriangles.subarray(edgeTriangleStart[e], edgeTriangleStart[e + 1])) {
            pairs.add(`${Math.min(f, t)} ${Math.max(f, t)}`);
          }
        }
        const expected = judge(mesh, x);
        const listed = Array.from({ length: expected.length / 2 }, (_, n) => `${expected[2 * n]} ${expected[2 * n + 1]}`);
        expect([...pairs].sort()).toEqual(listed.sort());
        found += count;
      }),
      { numRuns: repeats(300) },
    );
    expect(found).toBeGreaterThan(repeats(10000));
  });

  test("around a vertex of many triangles are found once each", () => {
    const hub = 60;
    const triangles = Uint32Array.from({ length: 3 * hub }, (_, h) => (h % 3 === 0 ? 0 : 1 + ((Math.floor(h / 3) + (h % 3)) % hub)));
    const random = createRandom(5);
    const x = Float64Array.from({ length: 3 * (hub + 1) }, () => random());
    const mesh = createCollisionMesh(hub + 1, triangles);
    const phase = createBroadPhase(mesh);
    const list = createCrossingList(mesh, true);
    phase.update(x, x, 0);
    const count = list.find(x, phase);
    const keys = new Set(Array.from({ length: count }, (_, k) => list.pairs.data.subarray(2 * k, 2 * k + 2).join()));
    expect(keys.size).toBe(count);
    // each crossing of an outer edge is that of one pair of triangles here; spokes have a vertex in common with all of them
    expect(count).toBeGreaterThan(50);
    expect(judge(mesh, x).length / 2).toBe(new Set([...keys].map((key) => pairOf(key, mesh))).size);
  });

  const pairOf = (key: string, mesh: CollisionMesh): string => {
    const { edgeTriangleStart, edgeTriangles } = buildEdgeTopology(mesh);
    const [e, t] = key.split(",").map(Number);
    const f = edgeTriangles[edgeTriangleStart[e]];
    return `${Math.min(f, t)} ${Math.max(f, t)}`;
  };

  test("without self are none within a cloth, and never within a body", () => {
    expect(look(foldWithDent(), { self: false }).count).toBe(0);
    expect(look(dent(), { self: false }).count).toBe(look(dent()).count);
    const tangle = foldWithDent();
    const bodies = createCollisionMesh(tangle.mesh.vertexCount, tangle.mesh.triangles, new Uint32Array(tangle.mesh.groups.length));
    expect(look({ ...tangle, mesh: bodies }).count).toBe(0);
  });

  test("are none in a crumpled sheet that is not tangled", () => {
    const random = createRandom(3);
    const pleats = sheet(1, { columns: 41, rows: 41 }, (x, _, z) => {
      const phase = 40 * (x + 0.1);
      const inPleat = phase - Math.floor(phase);
      const up = Math.floor(phase) % 2 === 0 ? inPleat : 1 - inPleat;
      return [0.15 * x + 0.0002 * random(), 0.025 * up + 0.3 * z * z, z + 0.3 * x * x];
    });
    const tangle = combine(pleats);
    expect(judge(tangle.mesh, tangle.x).length).toBe(0);
    const { count, shift, tangled } = look(tangle);
    expect(count).toBe(0);
    expect(shift.every((value) => value === 0)).toBe(true);
    expect(tangled.every((mark) => mark === 0)).toBe(true);
  });

  test("are none where sheets lie in one plane or touch", () => {
    const level = { u: [1, 0, 0], v: [0, 0, 1] } as const;
    const onCorner = { u: [1, 1, 0.5], v: [-1, 1, 0.7], origin: [0.0013, 0, 0.0021] } as const;
    const slanted = { u: [0.8, 0.6, 0], v: [-0.36, 0.48, 0.8], origin: [0, 0, 0] } as const;
    expect(look(combine(sheet(1, level), sheet(2, level))).count).toBe(0);
    expect(look(combine(sheet(1, level), sheet(2, { ...level, origin: [-0.097, 0, -0.092] }))).count).toBe(0);
    expect(look(combine(sheet(1, level), sheet(2, onCorner))).count).toBe(0);
    expect(look(combine(sheet(1, slanted), sheet(2, { ...slanted, columns: 14, rows: 17 }))).count).toBe(0);
  });

  test("are none where a sheet is wholly inside a body: without a contour nothing is known, and nothing is done", () => {
    const { count, shift } = look(sheetInBall());
    expect(count).toBe(0);
    expect(shift.every((value) => value === 0)).toBe(true);
  });

  /** Checks what moves, by how much; returns how many crossings there are. */
  function expectSoundShift(tangle: Tangle): number {
    const { mesh, inverseMass } = tangle;
    const { count, shift } = look(tangle, { speed: 2 });
    expect(shift.every(Number.isFinite)).toBe(true);
    const momentum = [0, 0, 0];
    let longest = 0;
    for (let i = 0; i < mesh.vertexCount; i++) {
      longest = Math.max(longest, inverseMass[i] > 0 ? lengthAt(shift, i) : lengthAt(shift, i) * 1e300);
      for (let c = 0; c < 3; c++) momentum[c] += inverseMass[i] > 0 ? shift[3 * i + c] / inverseMass[i] : 0;
    }
    expect(longest).toBeLessThanOrEqual(2 * H * (1 + 1e-12));
    if (inverseMass.every((w) => w > 0)) expect(Math.hypot(...momentum)).toBeLessThan(1e-12 * mesh.vertexCount);
    return count;
  }

  test("of any soup of triangles move by numbers, no faster than the speed, and keep the momentum", () => {
    let found = 0;
    const scales = fc.constantFrom(1e-150, 1e-9, 1, 1e6, 1e150);
    fc.assert(
      fc.property(fc.integer(), scales, fc.boolean(), (seed, scale, pinned) => {
        const { mesh, xs } = soup(seed, scale, 0, 0);
        const inverseMass = Float64Array.from({ length: mesh.vertexCount }, (_, i) => (pinned && i % 3 === 0 ? 0 : 1 + (i % 4)));
        found += expectSoundShift({ mesh, x: xs, inverseMass });
      }),
      { numRuns: repeats(1000) },
    );
    for (let seed = 1; seed <= 100; seed++) found += expectSoundShift(cloud(seed));
    expect(found).toBeGreaterThan(repeats(10000));
    for (const make of [crossedBorders, crossedSheets, dent, waves, pushedThrough]) expect(expectSoundShift(make())).toBeGreaterThan(0);
  });

  test("move to the bit alike with a tree and with a grid, and on boxes of a whole step", () => {
    let found = 0;
    for (const tangle of [waves(), foldWithDent(), cornerInBall(), ...[1, 2, 3, 4, 5].map(cloud)]) {
      const { mesh, x, inverseMass } = tangle;
      const { count, shift } = look(tangle);
      found += count;
      expect(look(tangle, { kind: "grid" }).shift).toEqual(shift);
      const phase = createBroadPhase(mesh);
      const untangling = createUntangling(mesh, { self: true, speed: 0.5 });
      phase.update(
        x,
        x.map((value, c) => value + 0.01 * (c % 3)),
        0.01,
      );
      expect(untangling.find(x, phase, inverseMass)).toBe(count);
      const again = new Float64Array(x.length);
      untangling.addShift(inverseMass, H, again);
      expect(again).toEqual(shift);
    }
    expect(found).toBeGreaterThan(500);
  });
});

/** Length of the intersection of two triangles without a common vertex: where the line of their planes is in both. */
function segmentLength(x: Float64Array, one: Uint32Array, other: Uint32Array): number {
  const at = (v: number): number[] => [...x.subarray(3 * v, 3 * v + 3)];
  const minus = (a: number[], b: number[]): number[] => a.map((value, c) => value - b[c]);
  const dot = (a: number[], b: number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const cross = (a: number[], b: number[]): number[] =>
    [0, 1, 2].map((c) => a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3]);
  const normal = (t: Uint32Array): number[] => cross(minus(at(t[1]), at(t[0])), minus(at(t[2]), at(t[0])));
  const line = cross(normal(one), normal(other));
  const range = (t: Uint32Array, u: Uint32Array): [number, number] => {
    const places: number[] = [];
    for (let h = 0; h < 3; h++) {
      const [p, q] = [at(t[h]), at(t[(h + 1) % 3])];
      const [dp, dq] = [p, q].map((point) => dot(normal(u), minus(point, at(u[0]))));
      if (dp > 0 === dq > 0) continue;
      places.push(dot(line, p) + (dp / (dp - dq)) * dot(line, minus(q, p)));
    }
    return places.length === 0 ? [0, -1] : [Math.min(...places), Math.max(...places)];
  };
  const [a, b] = [range(one, other), range(other, one)];
  return Math.max(0, Math.min(a[1], b[1]) - Math.max(a[0], b[0])) / Math.hypot(...line);
}

test("the gradients of a contour's crossings say how its length changes when two surfaces move against each other", () => {
  let tried = 0;
  for (let seed = 1; seed <= 300; seed++) {
    const random = createRandom(seed);
    // two surfaces of four triangles each, wavy
    const parts = [0, 1].map((side) => {
      const positions = [0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 1, 1, 0, 2, 1, 0].map((c) => c + 0.3 * random());
      const turned = positions.map((x, c) => (side === 0 ? x : positions[c - (c % 3) + ((c + 1) % 3)] + [0.5, 0.5, -1][c % 3]));
      return { positions: turned, triangles: [0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4], group: 1 + side };
    });
    const { mesh, x } = combine(...parts);
    const { triangles, edges } = mesh;
    const totalLength = (y: Float64Array): number => {
      let total = 0;
      for (let s = 0; s < 4; s++) {
        for (let t = 4; t < 8; t++) {
          total += segmentLength(y, triangles.subarray(3 * s, 3 * s + 3), triangles.subarray(3 * t, 3 * t + 3));
        }
      }
      return total;
    };
    const phase = createBroadPhase(mesh, "tree", { self: false });
    const list = createCrossingList(mesh, false);
    phase.update(x, x, 0);
    const count = list.find(x, phase);
    const gradient = new Float64Array(3);
    const slope = [0, 0, 0];
    let longest = 0;
    for (let k = 0; k < count; k++) {
      const [e, t] = [list.pairs.data[2 * k], list.pairs.data[2 * k + 1]];
      computeContourGradient(x, mesh, buildEdgeTopology(mesh), list.normals, e, t, gradient);
      longest = Math.max(longest, Math.hypot(...gradient));
      for (let c = 0; c < 3; c++) slope[c] -= (edges[2 * e] < 6 ? 0.5 : -0.5) * gradient[c];
    }
    if (count === 0 || longest > 1.99) continue;
    for (let c = 0; c < 3; c++) {
      const step = 1e-6;
      const moved = (by: number): Float64Array => x.map((value, i) => (i % 3 === c ? value + (i < 18 ? 0.5 : -0.5) * by : value));
      const difference = (totalLength(moved(step)) - totalLength(moved(-step))) / (2 * step);
      expect(Math.abs(difference - slope[c])).toBeLessThan(1e-4);
    }
    tried++;
  }
  expect(tried).toBeGreaterThan(50);
});
