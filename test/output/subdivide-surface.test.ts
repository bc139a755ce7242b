import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import { cutMesh } from "../../src/mesh/cut.ts";
import { createDisk } from "../../src/mesh/disk.ts";
import type { Surface } from "../../src/mesh/surface.ts";
import { buildTopology } from "../../src/mesh/topology.ts";
import { computeSmoothNormals } from "../../src/output/render-mesh-normals.ts";
import { type SubdividedSurface, subdivideSurface, updateSubdivision } from "../../src/output/subdivide-surface.ts";
import { crumple, cylinderError, largestAngle, largestDifference, rigidMotions, roll, sheet, transform } from "./render-mesh-poses.ts";

function update(subdivided: SubdividedSurface, simulated: Float64Array): { positions: Float64Array; normals: Float64Array } {
  const positions = new Float64Array(subdivided.positions.length).fill(9);
  const normals = positions.slice();
  updateSubdivision(subdivided, simulated, positions, normals);
  return { positions, normals };
}

/** The row of fine vertex v as text: how many simulated vertices have which weight. */
function rowOf({ stencil }: SubdividedSurface, v: number): string {
  const counts = new Map<number, number>();
  for (const weight of stencil.weight.subarray(stencil.start[v], stencil.start[v + 1])) {
    counts.set(weight, (counts.get(weight) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a], [b]) => b - a)
    .map(([weight, count]) => `${count}×${weight * 64}/64`)
    .join(" ");
}

const SURFACES: readonly (readonly [string, Surface])[] = [
  ["a grid of right triangles", sheet(9, 0.4)],
  ["an equilateral grid", sheet(9, 0.4, "equilateral")],
  ["a disk", createDisk({ rings: 4, radius: 0.2, v: [0, 1, 0] })],
];

describe.each(SURFACES)("the subdivision of %s", (_, surface) => {
  const fine = subdivideSurface(surface, 2);

  test("has weights that are positive and sum to one", () => {
    const { start, weight } = fine.stencil;
    for (let r = 0; r + 1 < start.length; r++) {
      let sum = 0;
      for (let e = start[r]; e < start[r + 1]; e++) {
        expect(weight[e]).toBeGreaterThan(0);
        sum += weight[e];
      }
      expect(Math.abs(sum - 1)).toBeLessThan(1e-14);
    }
  });

  test("is one mesh with the same holes and turning sense, each triangle in sixteen", () => {
    expect(fine.triangles.length).toBe(16 * surface.triangles.length);
    const topology = buildTopology(fine.positions.length / 3, fine.triangles);
    const before = buildTopology(surface.positions.length / 3, surface.triangles);
    expect(topology.boundaryEdges.length).toBe(4 * before.boundaryEdges.length);
    expect(fine.positions.length / 3 - topology.edges.length / 2 + fine.triangles.length / 3).toBe(1);
    const up = fine.normals.map((_, i) => (i % 3 === 2 ? 1 : 0));
    expect(largestDifference(fine.normals, up)).toBeLessThan(1e-15);
  });

  test("goes with every affine map of the simulated mesh", () => {
    const entry = fc.double({ min: -2, max: 2, noNaN: true });
    const row = fc.array(entry, { minLength: 9, maxLength: 9 });
    const start = update(fine, crumple(surface.positions)).positions;
    fc.assert(
      fc.property(row, fc.array(entry, { minLength: 3, maxLength: 3 }), (matrix, offset) => {
        const now = update(fine, transform(crumple(surface.positions), matrix, offset)).positions;
        expect(largestDifference(now, transform(start, matrix, offset))).toBeLessThan(1e-13 * 60);
      }),
      { numRuns: 20 },
    );
  });

  test("moves rigidly with rigid motions, normals included", () => {
    const simulated = crumple(surface.positions);
    const start = update(fine, simulated);
    fc.assert(
      fc.property(rigidMotions, ({ rotation, offset }) => {
        const now = update(fine, transform(simulated, rotation, offset));
        expect(largestDifference(now.positions, transform(start.positions, rotation, offset))).toBeLessThan(1e-12);
        expect(largestDifference(now.normals, transform(start.normals, rotation, [0, 0, 0]))).toBeLessThan(1e-12);
      }),
      { numRuns: 20 },
    );
  });

  test("has a border that depends on the border only", () => {
    const { edges, boundaryEdges } = buildTopology(surface.positions.length / 3, surface.triangles);
    const onBorder = new Set([...boundaryEdges].flatMap((e) => [edges[2 * e], edges[2 * e + 1]]));
    const shaken = createRandom(3);
    const moved = surface.positions.map((value, i) => (onBorder.has(Math.floor(i / 3)) ? value : value + shaken() - 0.5));
    const now = update(fine, moved).positions;
    const topology = buildTopology(fine.positions.length / 3, fine.triangles);
    for (const e of topology.boundaryEdges) {
      for (const v of topology.edges.subarray(2 * e, 2 * e + 2)) {
        expect(now.subarray(3 * v, 3 * v + 3)).toEqual(fine.positions.subarray(3 * v, 3 * v + 3));
      }
    }
    expect(largestDifference(now, fine.positions)).toBeGreaterThan(0.1);
  });
});

describe("subdividing", () => {
  test("rectangles gives Catmull and Clark's rows, diagonals or not", () => {
    const fine = subdivideSurface(sheet(7, 0.6), 1, { corrections: 0 });
    for (const vertex of [16, 17, 23, 24]) expect(rowOf(fine, vertex)).toBe("1×36/64 4×6/64 4×1/64");
    const rows = Array.from({ length: 169 - 49 }, (_, v) => rowOf(fine, 49 + v));
    const tally = (row: string): number => rows.filter((other) => other === row).length;
    // middles of cells, of inner edges (those that leave the border included), of border edges
    expect(tally("4×16/64")).toBe(36);
    expect(tally("2×24/64 4×4/64")).toBe(60);
    expect(tally("2×32/64")).toBe(24);
  });

  test("equilateral triangles gives Loop's rows", () => {
    const fine = subdivideSurface(sheet(7, 0.6, "equilateral"), 1, { corrections: 0 });
    for (const vertex of [16, 17, 23, 24]) expect(rowOf(fine, vertex)).toBe("1×40/64 6×4/64");
    const inner = Array.from({ length: 169 - 49 }, (_, v) => rowOf(fine, 49 + v));
    expect(inner.filter((row) => row === "2×24/64 2×8/64").length).toBe(96);
    expect(inner.filter((row) => row === "2×32/64").length).toBe(24);
  });

  test("an even sheet is linear: fine vertices are evenly spread, in the plane and in the texture", () => {
    const surface = sheet(6, 0.5);
    const uv = Float32Array.from({ length: 72 }, (_, i) => surface.positions[3 * Math.floor(i / 2) + (i % 2)] + 0.25);
    const fine = subdivideSurface({ ...surface, uv }, 2);
    const places = new Set<string>();
    for (let o = 0; o < fine.positions.length; o += 3) {
      const [c, r] = [(fine.positions[o] + 0.25) / 0.025, (fine.positions[o + 1] + 0.25) / 0.025];
      expect(Math.abs(c - Math.round(c)) + Math.abs(r - Math.round(r))).toBeLessThan(1e-12);
      places.add(`${Math.round(c)} ${Math.round(r)}`);
      expect(fine.uv?.[(2 * o) / 3]).toBeCloseTo(fine.positions[o] + 0.25, 6);
      expect(fine.material?.[(2 * o) / 3]).toBeCloseTo(fine.positions[o] + 0.25, 12);
    }
    expect(places.size).toBe(21 * 21);
  });

  test("keeps straight borders straight and corners where they are, whatever the inside does", () => {
    const surface = sheet(9, 0.4);
    const simulated = crumple(surface.positions);
    // the left side on a line in space, unevenly stretched
    for (let r = 0; r < 9; r++) simulated.set([-0.2 + 0.1 * r * r * 0.01, r * r * 0.01, 0.3 * r * r * 0.01], 27 * r);
    const fine = subdivideSurface(surface, 3);
    const now = update(fine, simulated).positions;
    let count = 0;
    for (let o = 0; o < now.length; o += 3) {
      if (fine.positions[o] > -0.2 + 1e-9) continue;
      count++;
      expect(Math.abs(now[o] + 0.2 - 0.1 * now[o + 1])).toBeLessThan(1e-15);
      expect(Math.abs(now[o + 2] - 0.3 * now[o + 1])).toBeLessThan(1e-15);
    }
    expect(count).toBe(65);
    for (const corner of [0, 8, 72, 80]) {
      expect(largestDifference(now.subarray(3 * corner, 3 * corner + 3), simulated.subarray(3 * corner, 3 * corner + 3))).toBeLessThan(
        1e-15,
      );
    }
  });

  test.each([
    ["right", 0, 0.08],
    ["right", 0.9, 0.05],
    ["equilateral", 0, 0.12],
  ] as const)(
    "a rolled sheet of %s triangles (direction %f) leaves %f of its distance from the cylinder, normals to 1 degree",
    (kind, direction, share) => {
      const surface = sheet(11, 0.3, kind);
      const rolled = roll(surface.positions, 0.1, direction);
      const fine = subdivideSurface(surface, 3);
      const now = update(fine, rolled);
      const near = (v: number): boolean => Math.hypot(fine.positions[3 * v], fine.positions[3 * v + 1]) < 0.1;
      const coarse = cylinderError(rolled, surface.triangles, 0.1, direction);
      expect(cylinderError(now.positions, fine.triangles, 0.1, direction, (t) => near(fine.triangles[3 * t]))).toBeLessThan(share * coarse);
      const truth = new Float64Array(now.normals.length);
      for (let o = 0; o < truth.length; o += 3) {
        const along = Math.cos(direction) * now.positions[o] + Math.sin(direction) * now.positions[o + 1];
        const r = Math.hypot(along, 0.1 - now.positions[o + 2]);
        truth[o] = (-along * Math.cos(direction)) / r;
        truth[o + 1] = (-along * Math.sin(direction)) / r;
        truth[o + 2] = (0.1 - now.positions[o + 2]) / r;
      }
      expect(largestAngle(now.normals, truth, near)).toBeLessThan(1);
      // without corrections it shrinks by more than the coarse mesh's own error
      const plain = update(subdivideSurface(surface, 3, { corrections: 0 }), rolled).positions;
      expect(cylinderError(plain, fine.triangles, 0.1, direction)).toBeGreaterThan(5 * share * coarse);
    },
  );

  test("softens the finest wave a lattice can carry, and never enlarges it", () => {
    const surface = sheet(21, 0.4);
    for (const corrections of [0, 1, 2, 5]) {
      const fine = subdivideSurface(surface, 2, { corrections });
      const wave = surface.positions.map((value, i) => (i % 3 === 2 ? ((Math.floor(i / 3) % 21) % 2 === 0 ? 0.01 : -0.01) : value));
      const now = update(fine, wave).positions;
      const middle = 10 * 21 + 10;
      expect(now[3 * middle + 2]).toBeGreaterThan(0.003);
      expect(now[3 * middle + 2]).toBeLessThan(0.01);
      for (let o = 2; o < now.length; o += 3) expect(Math.abs(now[o])).toBeLessThan(0.0101);
    }
  });

  test("a cut mesh has borders along the cut, that lie on each other until it opens", () => {
    const { positions, triangles } = sheet(9, 0.4);
    const cut = cutMesh(
      81,
      triangles,
      Array.from({ length: 4 }, (_, r) => [9 * r + 4, 9 * r + 13] as const),
    );
    const start = Float64Array.from({ length: 3 * cut.particleCount }, (_, i) => positions[3 * cut.origin[Math.floor(i / 3)] + (i % 3)]);
    const fine = subdivideSurface({ positions: start, triangles: cut.triangles }, 2);
    const { boundaryEdges } = buildTopology(fine.positions.length / 3, fine.triangles);
    expect(boundaryEdges.length).toBe(4 * (32 + 8));
    const slit: number[] = [];
    for (let o = 0; o < fine.positions.length; o += 3) {
      if (Math.abs(fine.positions[o]) < 1e-12 && fine.positions[o + 1] < 1e-12) slit.push(fine.positions[o + 1]);
    }
    // 17 places from the border to the tip, all but the tip twice
    expect(slit.length).toBe(33);
    const heights = new Set(slit.map((y) => Math.round(y * 1e9)));
    expect(heights.size).toBe(17);
    expect(() => update(subdivideSurface({ positions, triangles }, 1), start)).toThrow("subdivide the cut mesh again");
  });

  test("has normals that agree with finite differences of a deformed surface", () => {
    const surface = sheet(33, 0.4);
    const fine = subdivideSurface(surface, 2);
    const now = update(fine, crumple(surface.positions));
    const truth = new Float64Array(now.normals.length);
    const step = 1e-5;
    for (let o = 0; o < truth.length; o += 3) {
      const [x, y] = fine.positions.subarray(o, o + 2);
      const p = crumple(Float64Array.of(x - step, y, 0, x + step, y, 0, x, y - step, 0, x, y + step, 0));
      const e = [p[3] - p[0], p[4] - p[1], p[5] - p[2]];
      const f = [p[9] - p[6], p[10] - p[7], p[11] - p[8]];
      const n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
      truth.set(
        n.map((value) => value / Math.hypot(...n)),
        o,
      );
    }
    const inside = (v: number): boolean => Math.abs(fine.positions[3 * v]) < 0.17 && Math.abs(fine.positions[3 * v + 1]) < 0.17;
    expect(largestAngle(now.normals, truth, inside)).toBeLessThan(0.3);
  });

  test("by no level is the mesh itself; wrong numbers are refused", () => {
    const surface = sheet(5, 0.4);
    const same = subdivideSurface(surface, 0);
    expect(same.triangles).toBe(surface.triangles);
    expect(same.positions).toEqual(surface.positions);
    for (const levels of [-1, 1.5, 9, Number.NaN]) expect(() => subdivideSurface(surface, levels)).toThrow("levels: got");
    expect(() => subdivideSurface(sheet(400, 1), 6)).toThrow("at most 4000000 triangles");
    expect(() => subdivideSurface(surface, 1, { corrections: -1 })).toThrow("options.corrections");
    expect(() => subdivideSurface({ ...surface, uv: new Float32Array(4) }, 1)).toThrow("surface.uv: got 4 numbers");
    const crowded = { positions: new Float64Array(15), triangles: Uint32Array.of(0, 1, 2, 0, 1, 3, 0, 1, 4) };
    expect(() => subdivideSurface(crowded, 1)).toThrow("3 triangles at the edge");
  });
});

test("smooth normals are exact on a sphere, however uneven its triangles", () => {
  const random = createRandom(11);
  const disk = createDisk({ rings: 4, radius: 1, v: [0, 1, 0] });
  // shaken, then put on the sphere of radius 2 about the origin
  const positions = disk.positions.map((value, i) => (i % 3 === 2 ? 1.5 : value + 0.1 * (random() - 0.5)));
  for (let o = 0; o < positions.length; o += 3) {
    const length = Math.hypot(...positions.subarray(o, o + 3));
    for (let k = o; k < o + 3; k++) positions[k] *= 2 / length;
  }
  const normals = new Float64Array(positions.length);
  computeSmoothNormals(positions, disk.triangles, normals);
  const inner = 3 * (1 + 3 * 3 * 4); // rings inside the border
  expect(
    largestDifference(
      normals.subarray(0, inner),
      positions.subarray(0, inner).map((value) => value / 2),
    ),
  ).toBeLessThan(1e-14);
  expect(
    largestDifference(
      normals,
      positions.map((value) => value / 2),
    ),
  ).toBeGreaterThan(0.01);
});
