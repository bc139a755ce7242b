import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import { createFigure } from "../../src/figure/figure.ts";
import { createGarment } from "../../src/garment/garment.ts";
import { type Hats, makeCoarseHats } from "../../src/mesh/coarse-hats.ts";
import { createDisk } from "../../src/mesh/disk.ts";
import { createGrid } from "../../src/mesh/grid.ts";
import type { Surface } from "../../src/mesh/surface.ts";
import { icosphere } from "../stress/icosphere.ts";
import { lanternLike, ponchoLike } from "../support/irregular-meshes.ts";
import {
  createTorus,
  createTube,
  flat,
  type HatMesh,
  hatsAt,
  irregularSheet,
  joinMeshes,
  nodeDistances,
  shuffleMesh,
  slitSheet,
  worstPlace,
  worstSum,
} from "./hat-meshes.ts";

function make({ vertexCount, triangles, rest }: HatMesh, spacing: number): Hats {
  const hats = makeCoarseHats(vertexCount, triangles, rest, spacing);
  checkHats(hats, vertexCount);
  return hats;
}

/** What holds on any surface. */
function checkHats(hats: Hats, vertexCount: number): void {
  expect(hats.start.length).toBe(vertexCount + 1);
  expect(hats.node.length).toBe(hats.count);
  expect(hats.hat.length).toBe(hats.start[vertexCount]);
  expect(new Set(hats.node).size).toBe(hats.count);
  expect(worstSum(hats)).toBeLessThan(1e-12);
  hats.node.forEach((i, n) => {
    expect(hatsAt(hats, i)).toEqual([{ hat: n, weight: 1 }]);
  });
  for (let i = 0; i < vertexCount; i++) if (hats.start[i + 1] - hats.start[i] > 3) throw new Error(`vertex ${i} has too many hats`);
  expect(hats.hat.every((hat) => hat < hats.count)).toBe(true);
  expect(hats.weight.every((weight) => weight >= -0.5 && weight <= 2)).toBe(true);
}

/** Nodes are as even as they should be, but for a few. */
function expectEven(hats: Hats, mesh: HatMesh, spacing: number, least = 0.6): void {
  const lengths = nodeDistances(hats, mesh).map((length) => length / spacing);
  expect(lengths[Math.floor(0.02 * lengths.length)]).toBeGreaterThan(least);
  expect(lengths[Math.floor(0.98 * lengths.length)]).toBeLessThan(1.5);
}

function inPlane(surface: Surface): HatMesh {
  return { vertexCount: surface.positions.length / 3, triangles: surface.triangles, rest: flat(surface.material as Float64Array) };
}

function inSpace({ positions, triangles }: { positions: ArrayLike<number>; triangles: ArrayLike<number> }): HatMesh {
  return {
    vertexCount: positions.length / 3,
    triangles: Uint32Array.from(triangles),
    rest: { dimension: 3, coordinates: Float64Array.from(positions) },
  };
}

function sphere(levels: number): { positions: number[]; triangles: number[] } {
  const { points, triangles } = icosphere(levels);
  return { positions: points.flat(), triangles: triangles.flat() };
}

const FLAT_MESHES: Readonly<Record<string, HatMesh>> = {
  grid: inPlane(createGrid({ columns: 61, rows: 61, width: 1, height: 1 })),
  "jagged grid": inPlane(createGrid({ columns: 61, rows: 61, width: 1, triangles: "equilateral" })),
  disk: inPlane(createDisk({ rings: 30, radius: 0.5 })),
  "irregular sheet": irregularSheet({ columns: 60, rows: 60, seed: 1 }),
  "another sheet": irregularSheet({ columns: 50, rows: 70, seed: 2 }),
  "sheet with a hole": irregularSheet({
    columns: 60,
    rows: 60,
    seed: 3,
    has: (u, v) => Math.abs(u - 0.4) > 0.2 || Math.abs(v - 0.5) > 0.15,
  }),
  "L-shape": irregularSheet({ columns: 60, rows: 60, seed: 4, has: (u, v) => u < 0.4 || v < 0.4 }),
  ring: irregularSheet({
    columns: 70,
    rows: 70,
    seed: 5,
    has: (u, v) => Math.abs(Math.sqrt((u - 0.5) ** 2 + (v - 0.5) ** 2) - 0.35) < 0.14,
  }),
  slit: slitSheet(61, 6),
};

describe("makeCoarseHats on flat surfaces", () => {
  it.each(Object.entries(FLAT_MESHES))("makes linear functions of a %s, evenly", (name, mesh) => {
    const used = new Set(mesh.triangles);
    for (const spacing of [0.1, 0.17]) {
      const hats = make(mesh, spacing);
      expect(worstPlace(hats, mesh)).toBeLessThan(1e-13);
      expectEven(hats, mesh, spacing, name === "ring" ? 0.4 : 0.6); // the ring's outline is a staircase
      const bare = Array.from({ length: mesh.vertexCount }, (_, i) => i).filter((i) => hatsAt(hats, i).length > 0 !== used.has(i));
      expect(bare).toEqual([]);
    }
  });

  it("does the same by lengths alone, of a sheet in space", () => {
    for (const name of ["irregular sheet", "L-shape", "slit"]) {
      const { vertexCount, triangles, rest } = FLAT_MESHES[name];
      const x = Float64Array.from({ length: 3 * vertexCount }, (_, k) => {
        const [u, v] = rest.coordinates.subarray(2 * Math.floor(k / 3));
        return [0.6 * u, v, 0.8 * u][k % 3];
      });
      const mesh: HatMesh = { vertexCount, triangles, rest: { dimension: 3, coordinates: x } };
      const hats = make(mesh, 0.12);
      expect(worstPlace(hats, mesh)).toBeLessThan(1e-11);
      expectEven(hats, mesh, 0.12);
    }
  });

  it("keeps the corners of an outline", () => {
    for (const name of ["irregular sheet", "sheet with a hole", "L-shape"]) {
      const { rest } = FLAT_MESHES[name];
      const nodes = [...make(FLAT_MESHES[name], 0.1).node].map((i) => [...rest.coordinates.subarray(2 * i, 2 * i + 2)]);
      const corners = name === "L-shape" ? [[0, 0], [1, 0], [0, 1]] : [[0, 0], [1, 0], [0, 1], [1, 1]]; // biome-ignore format: short
      for (const corner of corners) expect(nodes).toContainEqual(corner);
    }
  });

  it("does not tie the sides of a slit", () => {
    const { rest } = FLAT_MESHES.slit;
    const hats = make(FLAT_MESHES.slit, 0.1);
    const sides = Array.from({ length: hats.count }, () => new Set<boolean>());
    for (let i = 0; i + 1 < hats.start.length; i++) {
      const [u, v] = rest.coordinates.subarray(2 * i);
      if (v < 0.3 && Math.abs(u - 0.5) > 1e-9) for (const { hat } of hatsAt(hats, i)) sides[hat].add(u < 0.5);
    }
    expect(Math.max(...sides.map((side) => side.size))).toBe(1);
  });

  it("is exact on random sheets with random holes, however they are numbered", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.double({ min: 0.03, max: 0.6, noNaN: true }), (seed, spacing) => {
        const random = createRandom(seed);
        const holes = Array.from({ length: 25 }, () => [random(), random(), 0.07 * random()]);
        const has = (u: number, v: number): boolean => holes.every(([a, b, r]) => (u - a) ** 2 + (v - b) ** 2 > r * r);
        const mesh = irregularSheet({ columns: 25, rows: 25, seed, has, jitter: 0.45 });
        expect(worstPlace(make(mesh, spacing), mesh)).toBeLessThan(1e-12);
      }),
    );
  });
});

describe("makeCoarseHats on developable surfaces", () => {
  it.each([
    ["cylinder", 1],
    ["cone", 0.4],
  ])("makes linear functions of an unrolled %s", (_, taper) => {
    const [rings, strips, radius, height] = [81, 60, 0.2, 1];
    const mesh = createTube(rings, strips, radius, height, taper);
    const spacing = 0.15;
    const hats = make(mesh, spacing);
    expectEven(hats, mesh, spacing);
    // unrolled about the strip of a vertex: strips are trapezoids, whose slanted sides meet at a tip
    const chord = 2 * radius * Math.sin(Math.PI / strips);
    const slant = Math.sqrt(height ** 2 + (radius * (1 - taper)) ** 2);
    const far = slant / (1 - taper);
    const turn = 2 * Math.asin(chord / (2 * far));
    const unroll = (i: number, from: number): [number, number] => {
      const ring = Math.floor(i / strips) / (rings - 1);
      let steps = (i % strips) - (from % strips);
      if (steps > strips / 2) steps -= strips;
      if (steps < -strips / 2) steps += strips;
      if (taper === 1) return [steps * chord, ring * height];
      const out = far - ring * slant;
      return [out * Math.sin(steps * turn), out * Math.cos(steps * turn)];
    };
    let worst = 0;
    for (let i = 0; i < mesh.vertexCount; i++) {
      const own = unroll(i, i);
      for (let c = 0; c < 2; c++) {
        const place = hatsAt(hats, i).reduce((sum, { hat, weight }) => sum + weight * unroll(hats.node[hat], i)[c], 0);
        worst = Math.max(worst, Math.abs(place - own[c]));
      }
    }
    expect(worst).toBeLessThan(1e-11);
  });
});

describe("makeCoarseHats on curved surfaces", () => {
  it("makes a sphere's coordinates but for the sagitta", () => {
    const mesh = inSpace(sphere(4));
    const radius = Math.sqrt(mesh.rest.coordinates.subarray(0, 3).reduce((sum, c) => sum + c * c, 0));
    for (const spacing of [0.25 * radius, 0.4 * radius, 0.6 * radius]) {
      const hats = make(mesh, spacing);
      expectEven(hats, mesh, spacing);
      expect(worstPlace(hats, mesh)).toBeLessThan((0.8 * spacing ** 2) / radius);
    }
    expect(make(mesh, 100 * radius).count).toBeGreaterThanOrEqual(4);
  });

  it("covers a torus", () => {
    const mesh = shuffleMesh(createTorus(60, 150), 1);
    const hats = make(mesh, 0.1);
    expectEven(hats, mesh, 0.1);
    expect(worstPlace(hats, mesh)).toBeLessThan(0.03);
    const area = 4 * Math.PI ** 2 * 0.5 * 0.2;
    const target = (area * 2) / Math.sqrt(3) / 0.1 ** 2;
    expect(hats.count).toBeGreaterThan(0.8 * target);
    expect(hats.count).toBeLessThan(1.3 * target);
    expect(make(mesh, 10).count).toBeGreaterThanOrEqual(7);
  });

  it("covers garments", () => {
    const body = createFigure().bones;
    for (const kind of ["dress", "trousers", "cape"] as const) {
      const mesh = inSpace(createGarment({ kind, body }));
      for (const spacing of [0.1, 0.2]) {
        const hats = make(mesh, spacing);
        expect(worstPlace(hats, mesh)).toBeLessThan(0.6 * spacing);
        expect(hats.count).toBeLessThan(mesh.vertexCount / 5);
      }
    }
  });

  it("takes a balloon that lies flat in its coordinates", () => {
    const mesh = inPlane(createDisk({ rings: 25, radius: 0.5, sides: 2 }));
    const hats = make(mesh, 0.12);
    expect(hats.count).toBeGreaterThan(80);
    expect(hats.count).toBeLessThan(200);
  });

  it("takes meshes with slivers", () => {
    for (const made of [ponchoLike(20, 60, 0), ponchoLike(20, 60, 100), lanternLike(2, 20, 24)]) {
      const mesh = inSpace(made);
      const hats = make(mesh, 0.1);
      expect(hats.count).toBeLessThan(mesh.vertexCount / 4);
    }
    const poncho = inSpace(ponchoLike(20, 60, 100));
    expect(worstPlace(make(poncho, 0.1), poncho)).toBeLessThan(1e-9);
  });
});

describe("makeCoarseHats on what is small or no manifold", () => {
  const triangle: HatMesh = { vertexCount: 3, triangles: Uint32Array.of(0, 1, 2), rest: flat([0, 0, 1, 0, 0, 1]) };
  const square: HatMesh = { vertexCount: 4, triangles: Uint32Array.of(0, 1, 2, 0, 2, 3), rest: flat([0, 0, 1, 0, 1, 1, 0, 1]) };

  it("keeps the least that a piece needs", () => {
    expect(make(triangle, 10).count).toBe(3);
    expect(make(square, 10).count).toBe(4);
    expect(make(inPlane(createDisk({ rings: 8, radius: 0.5 })), 100).count).toBeLessThan(9);
    const tetrahedron = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], triangles: [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3] };
    expect(make(inSpace(tetrahedron), 10).count).toBe(4);
  });

  it("keeps pieces apart", () => {
    const mesh = joinMeshes(FLAT_MESHES["irregular sheet"], joinMeshes(square, FLAT_MESHES["L-shape"]));
    const hats = make(mesh, 0.15);
    expect(worstPlace(hats, mesh)).toBeLessThan(1e-13);
    const first = FLAT_MESHES["irregular sheet"].vertexCount;
    for (let i = 0; i < mesh.vertexCount; i++) {
      for (const { hat } of hatsAt(hats, i)) expect(hats.node[hat] < first).toBe(i < first);
    }
  });

  it("gives lone vertices hats of their own if they are few", () => {
    const some: HatMesh = { ...triangle, vertexCount: 5, rest: flat([0, 0, 1, 0, 0, 1, 2, 2, 3, 3]) };
    expect([...make(some, 1).node]).toEqual([0, 1, 2, 3, 4]);
    const many: HatMesh = {
      ...triangle,
      vertexCount: 103,
      rest: flat(Array.from({ length: 206 }, (_, k) => (k < 6 ? [0, 0, 1, 0, 0, 1][k] : k))),
    };
    const hats = make(many, 1);
    expect(hats.count).toBe(3);
    expect(hatsAt(hats, 50)).toEqual([]);
    expect(makeCoarseHats(0, new Uint32Array(0), flat([]), 1).count).toBe(0);
  });

  it("keeps vertices where the surface is no manifold", () => {
    // three sheets that share an edge of a row of vertices; two sheets that share a corner
    const columns = 13;
    const x: number[] = [];
    const corners: number[] = [];
    const at = (sheet: number, r: number, c: number): number => (r === 0 ? c : columns * (1 + 12 * sheet + r - 1) + c);
    for (let c = 0; c < columns; c++) x.push(0.1 * c, 0, 0);
    for (let sheet = 0; sheet < 3; sheet++) {
      for (let r = 1; r < 13; r++)
        for (let c = 0; c < columns; c++) x.push(0.1 * c, 0.1 * r * [1, -0.5, -0.5][sheet], 0.1 * r * [0, 0.8, -0.8][sheet]);
      for (let r = 0; r < 12; r++) {
        for (let c = 0; c + 1 < columns; c++) {
          corners.push(
            at(sheet, r, c),
            at(sheet, r, c + 1),
            at(sheet, r + 1, c + 1),
            at(sheet, r, c),
            at(sheet, r + 1, c + 1),
            at(sheet, r + 1, c),
          );
        }
      }
    }
    const mesh = inSpace({ positions: x, triangles: corners });
    const hats = make(mesh, 0.5);
    for (let c = 0; c < columns; c++) expect([...hats.node]).toContain(c);
    expect(hats.count).toBeLessThan(60);
    expect(worstPlace(hats, mesh)).toBeLessThan(1e-12);

    const bow = { ...square, vertexCount: 5, triangles: Uint32Array.of(0, 1, 2, 0, 3, 4), rest: flat([0, 0, 1, 0, 1, 1, -1, 0, -1, -1]) };
    expect(make(bow, 1).count).toBe(5);
  });

  it("takes any triangles", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e6 }),
        fc.integer({ min: 3, max: 40 }),
        fc.integer({ min: 1, max: 80 }),
        (seed, count, most) => {
          const random = createRandom(seed);
          const triangles = Uint32Array.from({ length: 3 * most }, () => Math.floor(count * random()));
          for (const dimension of [2, 3] as const) {
            const coordinates = Float64Array.from({ length: dimension * count }, () => Math.round(4 * random()) / 4);
            make({ vertexCount: count, triangles, rest: { dimension, coordinates } }, 1);
          }
        },
      ),
    );
  });

  it("takes a Möbius strip and triangles that turn any way", () => {
    const { triangles, ...sheet } = irregularSheet({ columns: 40, rows: 12, seed: 9, jitter: 0.2 });
    const turned = triangles.slice();
    for (let t = 0; t < turned.length; t += 6) [turned[t], turned[t + 1]] = [turned[t + 1], turned[t]];
    const mesh = { ...sheet, triangles: turned };
    const hats = make(mesh, 0.12);
    expect(worstPlace(hats, mesh)).toBeLessThan(1e-13);
    expect(hats.count).toBeLessThan(60);

    const [length, width] = [60, 9];
    const x: number[] = [];
    const corners: number[] = [];
    const at = (k: number, w: number): number => (k < length ? k * width + w : width - 1 - w);
    for (let k = 0; k < length; k++) {
      const a = (2 * Math.PI * k) / length;
      for (let w = 0; w < width; w++) {
        const s = 0.04 * (w - (width - 1) / 2);
        const far = 0.5 + s * Math.cos(a / 2);
        x.push(far * Math.cos(a), s * Math.sin(a / 2), far * Math.sin(a));
        if (w + 1 < width) corners.push(at(k, w), at(k + 1, w), at(k, w + 1), at(k + 1, w), at(k + 1, w + 1), at(k, w + 1));
      }
    }
    expect(make(inSpace({ positions: x, triangles: corners }), 0.15).count).toBeLessThan(80);
  });
});

it("makes the same hats each time", () => {
  const mesh = FLAT_MESHES["irregular sheet"];
  expect(make(mesh, 0.1)).toEqual(make(mesh, 0.1));
});

it("makes every vertex a node where the spacing is that of the mesh", () => {
  const mesh = FLAT_MESHES.disk;
  expect(make(mesh, 0.001).count).toBe(mesh.vertexCount);
});
