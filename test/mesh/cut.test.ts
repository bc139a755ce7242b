import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/core/errors.ts";
import { createRandom } from "../../src/core/random.ts";
import { checkedTopology } from "../../src/mesh/checked-topology.ts";
import { cutMesh, findEdgeCorners, type VertexPair } from "../../src/mesh/cut.ts";
import { createDisk } from "../../src/mesh/disk.ts";
import { createGrid } from "../../src/mesh/grid.ts";
import type { Surface } from "../../src/mesh/surface.ts";
import { buildTopology } from "../../src/mesh/topology.ts";
import { eulerCharacteristic, totalArea } from "./measure.ts";

const COLUMNS = 5;
const ROWS = 5;
const SHEET = createGrid({ columns: COLUMNS, rows: ROWS, width: 4, height: 4 });

/** The edges of a path through these vertices. */
function path(...vertices: number[]): VertexPair[] {
  return vertices.slice(1).map((to, n) => [vertices[n], to]);
}

/** Vertices of a column of the sheet, from row to row. */
function column(c: number, from = 0, to = ROWS - 1): number[] {
  return Array.from({ length: to - from + 1 }, (_, n) => (from + n) * COLUMNS + c);
}

/** The surface after a cut, its new vertices where their origins are. */
function cutSurface(surface: Surface, edges: readonly VertexPair[]): Surface & { origin: Uint32Array } {
  const { origin, triangles, particleCount } = cutMesh(surface.positions.length / 3, surface.triangles, edges);
  expect(origin.length).toBe(particleCount);
  const positions = Float64Array.from({ length: 3 * particleCount }, (_, c) => {
    return surface.positions[3 * origin[Math.floor(c / 3)] + (c % 3)];
  });
  return { positions, triangles, origin };
}

/** The pieces of a mesh, as sets of triangles that share vertices. */
function pieces(triangles: Uint32Array): number {
  const groups: Set<number>[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = new Set(triangles.subarray(t, t + 3));
    for (let g = groups.length - 1; g >= 0; g--) {
      if (![...groups[g]].some((i) => corners.has(i))) continue;
      for (const i of groups[g]) corners.add(i);
      groups.splice(g, 1);
    }
    groups.push(corners);
  }
  return groups.length;
}

function edgeCount({ positions, triangles }: Surface): number {
  return buildTopology(positions.length / 3, triangles).edges.length / 2;
}

/** How many groups the triangles around a vertex make, joined where they share a second vertex. */
function groupsAround(triangles: Uint32Array, vertex: number): number {
  const fans: number[][] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [...triangles.subarray(t, t + 3)];
    if (!corners.includes(vertex)) continue;
    let fan = corners.filter((i) => i !== vertex);
    for (let g = fans.length - 1; g >= 0; g--) {
      if (!fans[g].some((i) => fan.includes(i))) continue;
      fan = [...fan, ...fans[g]];
      fans.splice(g, 1);
    }
    fans.push(fan);
  }
  return fans.length;
}

describe("a cut", () => {
  it("right across makes two pieces, with a copy of each vertex on its way", () => {
    const cut = cutSurface(SHEET, path(...column(2)));
    expect(cut.positions.length / 3).toBe(25 + 5);
    expect(edgeCount(cut)).toBe(edgeCount(SHEET) + 4);
    expect(cut.triangles.length).toBe(SHEET.triangles.length);
    expect(pieces(cut.triangles)).toBe(2);
    expect(eulerCharacteristic(SHEET)).toBe(1);
    expect(eulerCharacteristic(cut)).toBe(2);
    expect(Math.abs(totalArea(cut) / totalArea(SHEET) - 1)).toBeLessThan(1e-12);
    expect([...cut.origin]).toEqual([...Array.from({ length: 25 }, (_, i) => i), 2, 7, 12, 17, 22]);
  });

  it("keeps a vertex's number on the side of its first triangle", () => {
    const cut = cutSurface(SHEET, path(...column(2)));
    for (let t = 0; t < SHEET.triangles.length; t += 3) {
      const before = [...SHEET.triangles.subarray(t, t + 3)];
      const after = [...cut.triangles.subarray(t, t + 3)];
      const isRight = before.some((i) => i % COLUMNS > 2);
      expect(after).toEqual(before.map((i) => (isRight && i % COLUMNS === 2 ? 25 + (i - 2) / COLUMNS : i)));
    }
  });

  it("may follow a diagonal", () => {
    const cut = cutSurface(SHEET, path(0, 6, 12, 18, 24));
    expect(cut.positions.length / 3).toBe(30);
    expect(edgeCount(cut)).toBe(edgeCount(SHEET) + 4);
    expect(pieces(cut.triangles)).toBe(2);
  });

  it("that ends inside leaves its last vertex whole and the sheet in one piece", () => {
    const cut = cutSurface(SHEET, path(...column(2, 0, 2)));
    expect([...cut.origin.subarray(25)]).toEqual([2, 7]); // 12 is the end
    expect(edgeCount(cut)).toBe(edgeCount(SHEET) + 2);
    expect(pieces(cut.triangles)).toBe(1);
    expect(eulerCharacteristic(cut)).toBe(1);
  });

  it("that lies inside opens a hole", () => {
    const cut = cutSurface(SHEET, path(...column(2, 1, 3)));
    expect([...cut.origin.subarray(25)]).toEqual([12]);
    expect(pieces(cut.triangles)).toBe(1);
    expect(eulerCharacteristic(cut)).toBe(0);
  });

  it("of a single edge inside changes nothing, and neither does one along the border", () => {
    for (const edges of [path(7, 12), path(0, 1, 2, 3, 4, 9), []]) {
      const cut = cutMesh(25, SHEET.triangles, edges);
      expect(cut.particleCount).toBe(25);
      expect(cut.triangles).toEqual(SHEET.triangles);
    }
  });

  it("that crosses another gives their vertex four copies, in any order of the edges", () => {
    const edges = [...path(...column(2)), ...path(10, 11, 12, 13, 14)];
    const cut = cutSurface(SHEET, edges);
    expect(pieces(cut.triangles)).toBe(4);
    expect(eulerCharacteristic(cut)).toBe(4);
    expect(cut.positions.length / 3).toBe(25 + 3 * 1 + 8);
    expect([...cut.origin].filter((i) => i === 12)).toHaveLength(4);
    const turned = [...edges].reverse().map(([a, b]): VertexPair => [b, a]);
    expect(cutSurface(SHEET, [...turned, ...turned])).toEqual(cut);
  });

  it("made in two goes makes the same pieces as in one", () => {
    const first = cutMesh(25, SHEET.triangles, path(...column(2)));
    // the row, by the corners that face its edges now
    const corners = findEdgeCorners(25, SHEET.triangles, path(10, 11, 12, 13, 14));
    const edges = [...corners].map((h): VertexPair => {
      const t = 3 * Math.floor(h / 3);
      return [first.triangles[t + ((h + 1) % 3)], first.triangles[t + ((h + 2) % 3)]];
    });
    const second = cutMesh(first.particleCount, first.triangles, edges);
    const whole = cutMesh(25, SHEET.triangles, [...path(...column(2)), ...path(10, 11, 12, 13, 14)]);
    expect(second.particleCount).toBe(whole.particleCount);
    expect(pieces(second.triangles)).toBe(4);
    expect(second.triangles.map((i) => first.origin[second.origin[i]])).toEqual(SHEET.triangles);
  });

  it("along a closed loop takes a piece out", () => {
    const disk = createDisk({ rings: 4, radius: 1 });
    const ring = Array.from({ length: 12 }, (_, m) => 7 + m); // ring 2
    const cut = cutSurface(disk, path(...ring, 7));
    expect(cut.positions.length / 3).toBe(disk.positions.length / 3 + 12);
    expect(pieces(cut.triangles)).toBe(2);
    expect(eulerCharacteristic(cut)).toBe(1); // a disk and a ring
  });

  it("around one vertex sets it free with its triangles", () => {
    const cut = cutSurface(SHEET, path(6, 7, 8, 13, 18, 17, 16, 11, 6));
    expect(pieces(cut.triangles)).toBe(2);
    expect(cut.positions.length / 3).toBe(33);
  });

  it.each<[string, readonly VertexPair[], string]>([
    [
      "two vertices without an edge",
      [
        [0, 1],
        [0, 12],
      ],
      "edges[1]: got [0, 12]; give two vertices that an edge of the mesh joins",
    ],
    ["a vertex and itself", [[3, 3]], "edges[0]: got [3, 3]; give two vertices that an edge of the mesh joins"],
    ["a vertex out of range", [[24, 25]], "edges[0]: got [24,25]; use vertices from 0 to 24"],
    ["no vertex", [[0, 0.5]], "edges[0]: got [0,0.5]; give two vertices [i, j]"],
    ["something else", [7 as never], "edges[0]: got 7; give two vertices [i, j]"],
  ])("refuses %s", (_, edges, message) => {
    expect(() => cutMesh(25, SHEET.triangles, edges)).toThrow(InputError);
    expect(() => cutMesh(25, SHEET.triangles, edges)).toThrow(message);
  });
});

/** Random triangles over few vertices in which no edge has three and no triangle occurs twice. */
function randomTriangles(random: () => number, vertexCount: number, tries: number): Uint32Array {
  const uses = new Map<string, number>();
  const triangles: number[][] = [];
  for (let n = 0; n < tries; n++) {
    const corners = [0, 1, 2].map(() => Math.floor(random() * vertexCount));
    const [a, b, c] = [...corners].sort((p, q) => p - q);
    const pairs = [`${a},${b}`, `${a},${c}`, `${b},${c}`];
    const taken = triangles.some((other) => other.every((i) => corners.includes(i)));
    if (new Set(corners).size < 3 || taken || pairs.some((p) => (uses.get(p) ?? 0) > 1)) continue;
    for (const p of pairs) uses.set(p, (uses.get(p) ?? 0) + 1);
    triangles.push(corners);
  }
  return Uint32Array.from(triangles.flat());
}

describe("random cuts of random meshes", () => {
  it("keep every triangle, number copies behind, and leave one group around each vertex that they split", () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 0, max: 12 }), (seed, cuts) => {
        const random = createRandom(seed);
        const count = 4 + Math.floor(random() * 20);
        const triangles = randomTriangles(random, count, 60);
        const { edges } = buildTopology(count, triangles);
        const chosen = Array.from({ length: edges.length === 0 ? 0 : cuts }, (): VertexPair => {
          const e = Math.floor((random() * edges.length) / 2);
          return [edges[2 * e], edges[2 * e + 1]];
        });
        const cut = cutMesh(count, triangles, chosen);
        expect([...cut.origin.subarray(0, count)]).toEqual(Array.from({ length: count }, (_, i) => i));
        expect(cut.triangles.map((i) => cut.origin[i])).toEqual(triangles);
        expect([...cut.origin.subarray(count)]).toEqual([...cut.origin.subarray(count)].sort((a, b) => a - b));
        expect(() => checkedTopology(cut.particleCount, cut.triangles)).not.toThrow();
        const isCut = (a: number, b: number): boolean => chosen.some(([p, q]) => (p === a && q === b) || (p === b && q === a));
        for (let i = 0; i < cut.particleCount; i++) {
          const copies = cut.origin.filter((o) => o === cut.origin[i]).length;
          if (copies > 1) expect(groupsAround(cut.triangles, i)).toBe(1);
        }
        // two triangles at an edge that was not cut still share it
        for (let t = 0; t < triangles.length; t += 3) {
          for (let s = t + 3; s < triangles.length; s += 3) {
            const common = [...triangles.subarray(t, t + 3)].filter((i) => triangles.subarray(s, s + 3).includes(i));
            if (common.length !== 2 || isCut(common[0], common[1])) continue;
            const after = cut.triangles.subarray(s, s + 3);
            expect([...cut.triangles.subarray(t, t + 3)].filter((i) => after.includes(i))).toHaveLength(2);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
