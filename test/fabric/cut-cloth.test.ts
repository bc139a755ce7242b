import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import { BEND, type Cloth, SHEAR, STRETCH } from "../../src/fabric/cloth.ts";
import { cutCloth, removeSprings } from "../../src/fabric/cut-cloth.ts";
import { fabricPart } from "../../src/fabric/fabric-cloth.ts";
import type { FabricOverrides } from "../../src/fabric/fabric-part.ts";
import { findFabric } from "../../src/fabric/fabrics.ts";
import { assembleCloth } from "../../src/fabric/make-cloth.ts";
import type { VertexPair } from "../../src/mesh/cut.ts";
import { createDisk } from "../../src/mesh/disk.ts";
import { createGrid } from "../../src/mesh/grid.ts";
import type { Surface } from "../../src/mesh/surface.ts";
import { buildTopology } from "../../src/mesh/topology.ts";
import { validateSurface } from "../../src/mesh/validate-surface.ts";

function clothOf(surface: Surface, overrides: FabricOverrides = {}): Cloth {
  return assembleCloth([fabricPart(surface, validateSurface(surface, "cloth"), findFabric("wool"), overrides)]);
}

function path(...vertices: number[]): VertexPair[] {
  return vertices.slice(1).map((to, n) => [vertices[n], to]);
}

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

/** Each spring as text, ends numbered by `name`, in an order that does not depend on it; numbers to ten digits. */
function listSprings({ springs }: Cloth, name: (i: number) => number = (i) => i): string[] {
  const rows = Array.from({ length: springs.count }, (_, s) => {
    const [a, b] = [name(springs.ends[2 * s]), name(springs.ends[2 * s + 1])];
    const values = [springs.restLength[s], springs.stiffness[s], springs.relativeDamping[s]];
    const numbers = values.map((value) => value.toPrecision(10));
    return [Math.min(a, b), Math.max(a, b), springs.kind[s], springs.asymmetric[s], ...numbers].join(" ");
  });
  return rows.sort();
}

/** The same for hinges, over the vertices that have a weight. */
function listHinges({ hinges }: Cloth, name: (i: number) => number = (i) => i): string[] {
  const rows = Array.from({ length: hinges.count }, (_, q) => {
    const parts = [0, 1, 2, 3]
      .filter((a) => hinges.weights[4 * q + a] !== 0)
      .map((a) => `${name(hinges.vertices[4 * q + a])}:${hinges.weights[4 * q + a].toPrecision(10)}`);
    return `${parts.sort().join(" ")} ${hinges.stiffness[q].toPrecision(10)}`;
  });
  return rows.sort();
}

/** The surface after a cut, built anew: without a lattice. */
function cutSurface(surface: Surface, cloth: Cloth, origin: Uint32Array): Surface {
  const rows = (values: Float64Array, stride: number): Float64Array =>
    Float64Array.from({ length: stride * origin.length }, (_, c) => values[stride * origin[Math.floor(c / stride)] + (c % stride)]);
  const { positions, material } = surface;
  return {
    positions: rows(positions, 3),
    triangles: cloth.triangles,
    ...(material === undefined ? {} : { material: rows(material, 2) }),
  };
}

describe("a grid of right triangles cut down the middle", () => {
  const sheet = (columns: number): Surface => createGrid({ columns, rows: 6, width: 0.1 * (columns - 1), height: 0.75 });
  const whole = clothOf(sheet(9), { relativeDamping: 0.5 });
  const edges = path(4, 13, 22, 31, 40, 49);
  const { cloth, origin } = cutCloth(whole, edges);

  it("has a new revision, the copies behind, the same parts, and as much mass and damping", () => {
    expect([whole.revision, cloth.revision]).toEqual([0, 1]);
    expect([...origin.subarray(54)]).toEqual([4, 13, 22, 31, 40, 49]);
    expect(cloth.particleCount).toBe(60);
    expect(cloth.parts).toEqual(whole.parts);
    expect(Math.abs(sum(cloth.mass) / sum(whole.mass) - 1)).toBeLessThan(1e-14);
    expect(Math.abs(sum(cloth.viscousDamping) / sum(whole.viscousDamping) - 1)).toBeLessThan(1e-14);
    expect(cloth.triangleStiffness).toEqual(whole.triangleStiffness);
    for (let i = 54; i < 60; i++) {
      expect([...cloth.material.subarray(2 * i, 2 * i + 2)]).toEqual([...whole.material.subarray(2 * origin[i], 2 * origin[i] + 2)]);
    }
  });

  it.each([0, 1])("is half a sheet on either side, spring by spring and hinge by hinge (side %i)", (side) => {
    const half = clothOf(sheet(5), { relativeDamping: 0.5 });
    // the number of each vertex of the half in the cut sheet
    const place = Array.from({ length: 30 }, (_, i) => {
      const [c, r] = [i % 5, Math.floor(i / 5)];
      return side === 1 && c === 0 ? 54 + r : 9 * r + c + 4 * side;
    });
    const mine = new Set(place);
    const isMine = (row: string): boolean => mine.has(Number(row.split(/[ :]/)[0]));
    // relative damping is each spring's own, so what the cut divides differs from a border that was always there
    const stiffness = (row: string): string => row.split(" ").slice(0, 6).join(" ");
    expect(listSprings(cloth).filter(isMine).map(stiffness)).toEqual(listSprings(half, (i) => place[i]).map(stiffness));
    expect(listHinges(cloth).filter(isMine)).toEqual(listHinges(half, (i) => place[i]));
    for (const [i, at] of place.entries()) expect(cloth.mass[at] / half.mass[i]).toBeCloseTo(1, 12);
  });

  it("divides the relative damping of the springs it splits", () => {
    const on = (pair: number[]): number[] =>
      [...cloth.springs.relativeDamping].filter((_, s) =>
        [...cloth.springs.ends.subarray(2 * s, 2 * s + 2)].every((i) => pair.includes(i)),
      );
    expect(on([4, 13])).toEqual([0.25]);
    expect(on([54, 55])).toEqual([0.25]);
    expect(on([3, 12])).toEqual([0.5]);
  });
});

describe("on any mesh, the springs and hinges of a fabric after a cut are those of the cut mesh", () => {
  const shapes: [string, Surface][] = [
    ["a disk", createDisk({ rings: 4, radius: 0.5 })],
    ["an equilateral grid", createGrid({ columns: 6, rows: 7, width: 1, triangles: "equilateral" })],
  ];
  it.each(shapes)("%s", (_, surface) => {
    const whole = clothOf(surface);
    const { edges } = buildTopology(whole.particleCount, whole.triangles);
    fc.assert(
      fc.property(fc.array(fc.nat(edges.length / 2 - 1), { maxLength: 40 }), (chosen) => {
        const { cloth, origin } = cutCloth(
          whole,
          chosen.map((e): VertexPair => [edges[2 * e], edges[2 * e + 1]]),
        );
        const anew = clothOf(cutSurface(surface, cloth, origin));
        expect(listSprings(cloth)).toEqual(listSprings(anew));
        expect(listHinges(cloth)).toEqual(listHinges(anew));
        for (let i = 0; i < origin.length; i++) expect(cloth.mass[i] / anew.mass[i]).toBeCloseTo(1, 12);
        expect(Math.abs(sum(cloth.mass) / sum(whole.mass) - 1)).toBeLessThan(1e-13);
      }),
      { numRuns: 60 },
    );
  });
});

describe("raw springs on a grid", () => {
  const raw = { stretch: 8, shear: 4, bend: 2, bendDiagonal: 1 };
  const whole = clothOf(createGrid({ columns: 7, rows: 7, width: 6, height: 6 }), {
    springs: raw,
    bendModulus: 1e-3,
    particleMass: 1,
  });
  const between = (cloth: Cloth, i: number, j: number): number[] =>
    [...cloth.springs.stiffness].filter((_, s) => {
      const ends = cloth.springs.ends.subarray(2 * s, 2 * s + 2);
      return ends.includes(i) && ends.includes(j);
    });
  /** Which of two vertices' copies lie on which side: the least number that joins them through springs and hinges. */
  function bodies(cloth: Cloth): Set<number> {
    const root = Array.from({ length: cloth.particleCount }, (_, i) => i);
    const find = (i: number): number => (root[i] === i ? i : find(root[i]));
    const join = (a: number, b: number): void => {
      root[Math.max(find(a), find(b))] = Math.min(find(a), find(b));
    };
    for (let s = 0; s < cloth.springs.count; s++) join(cloth.springs.ends[2 * s], cloth.springs.ends[2 * s + 1]);
    for (let v = 1; v < cloth.hinges.vertices.length; v++) {
      if (v % 4 !== 0) join(cloth.hinges.vertices[v - 1], cloth.hinges.vertices[v]);
    }
    return new Set(root.map((_, i) => find(i)));
  }

  it.each([
    ["a column", path(3, 10, 17, 24, 31, 38, 45)],
    ["the next column", path(2, 9, 16, 23, 30, 37, 44)],
    ["a row", path(21, 22, 23, 24, 25, 26, 27)],
    ["a diagonal", path(0, 8, 16, 24, 32, 40, 48)],
    ["steps", path(14, 15, 16, 23, 30, 31, 32, 33, 34)],
  ])("are all severed by a cut along %s: flexion of every kind too", (_, edges) => {
    expect(bodies(whole).size).toBe(1);
    const { cloth } = cutCloth(whole, edges);
    expect(bodies(cloth).size).toBe(2);
    expect(sum(cloth.mass)).toBeCloseTo(49, 12);
    expect(Math.min(...cloth.mass)).toBeGreaterThan(0.1);
  });

  it("along a cut lie half on either side, and those that it meets head on go", () => {
    const { cloth, origin } = cutCloth(whole, path(3, 10, 17, 24, 31, 38, 45));
    const copy = (i: number): number => origin.indexOf(i, 49);
    for (const [i, j] of [
      [10, 17],
      [copy(10), copy(17)],
    ])
      expect(between(cloth, i, j)).toEqual([4]);
    for (const [i, j] of [
      [10, 24],
      [copy(10), copy(24)],
    ])
      expect(between(cloth, i, j)).toEqual([1]);
    expect(between(cloth, 10, copy(17))).toEqual([]);
    expect(between(cloth, 9, 10)).toEqual([8]);
    expect(between(cloth, copy(10), 11)).toEqual([8]);
    expect(between(cloth, 10, 11)).toEqual([]);
    expect(between(cloth, 9, 11)).toEqual([]); // over the cut
    expect(between(cloth, 8, 24)).toEqual([1]); // diagonal flexion up to it
    expect(between(cloth, 9, 25)).toEqual([]);
    expect(between(cloth, 9, 17)).toEqual([4]);
    expect(between(cloth, 10, 16)).toEqual([4]);
  });

  it.each([
    ["on a vertex of eight triangles", 24],
    ["on a vertex of four triangles", 31],
  ])("around the end of a cut that ends inside %s", (_, end) => {
    const column = [3, 10, 17, 24, 31, 38, 45];
    const { cloth, origin } = cutCloth(whole, path(...column.slice(0, column.indexOf(end) + 1)));
    expect([...origin.subarray(49)]).toEqual(column.slice(0, column.indexOf(end)));
    expect(between(cloth, end - 1, end + 1)).toEqual([2]); // straight through the end
    expect(between(cloth, end - 8, end - 6)).toEqual([]); // over the cut, one row above
    expect(between(cloth, end + 6, end + 8)).toEqual([2]);
    expect(between(cloth, end - 7, end)).toEqual([4]); // the last edge of the cut, on its two sides
    expect(between(cloth, origin.indexOf(end - 7, 49), end)).toEqual([4]);
    expect(between(cloth, end - 7, end + 7)).toEqual([1]); // flexion that begins on either side
    expect(between(cloth, origin.indexOf(end - 7, 49), end + 7)).toEqual([1]);
    expect(bodies(cloth).size).toBe(1);
  });

  it("lose only what is severed: what is left of a pair's stiffness is at most what it had, and all of it along edges", () => {
    const { edges } = buildTopology(49, whole.triangles);
    const isEdge = new Set(Array.from({ length: edges.length / 2 }, (_, e) => `${edges[2 * e]} ${edges[2 * e + 1]}`));
    fc.assert(
      fc.property(fc.array(fc.nat(edges.length / 2 - 1), { maxLength: 60 }), (chosen) => {
        const { cloth, origin } = cutCloth(
          whole,
          chosen.map((e): VertexPair => [edges[2 * e], edges[2 * e + 1]]),
        );
        const left = new Map<string, number>();
        const { springs } = cloth;
        for (let s = 0; s < springs.count; s++) {
          const pair = [origin[springs.ends[2 * s]], origin[springs.ends[2 * s + 1]]].sort((a, b) => a - b).join(" ");
          left.set(pair, (left.get(pair) ?? 0) + springs.stiffness[s]);
        }
        for (let s = 0; s < whole.springs.count; s++) {
          const pair = [...whole.springs.ends.subarray(2 * s, 2 * s + 2)].join(" ");
          const before = whole.springs.stiffness[s];
          const after = left.get(pair) ?? 0;
          expect(after).toBeLessThanOrEqual(before * (1 + 1e-12));
          if (isEdge.has(pair)) expect(after).toBeGreaterThan(before * (1 - 1e-12));
        }
        expect(Math.abs(sum(cloth.mass) / 49 - 1)).toBeLessThan(1e-12);
        expect(cloth.triangles.map((i) => origin[i])).toEqual(whole.triangles);
        for (let q = 0; q < cloth.hinges.count; q++) {
          expect(new Set(cloth.hinges.vertices.subarray(4 * q, 4 * q + 4)).size).toBe(4);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("the plate elements of a grid", () => {
  const whole = clothOf(createGrid({ columns: 6, rows: 6, width: 5, height: 5 }));
  const edges = buildTopology(36, whole.triangles).edges;

  it("never reach over an edge that has come open, and no more of them is left than there was", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(edges.length / 2 - 1), { maxLength: 50 }), (chosen) => {
        const { cloth, origin } = cutCloth(
          whole,
          chosen.map((e): VertexPair => [edges[2 * e], edges[2 * e + 1]]),
        );
        // pieces of the cut mesh: no hinge may join two
        const root = Array.from({ length: cloth.particleCount }, (_, i) => i);
        const find = (i: number): number => (root[i] === i ? i : find(root[i]));
        for (let h = 0; h < cloth.triangles.length; h++) {
          const [a, b] = [find(cloth.triangles[h]), find(cloth.triangles[3 * Math.floor(h / 3)])];
          root[Math.max(a, b)] = Math.min(a, b);
        }
        const key = (vertices: Uint32Array, weights: Float64Array): string =>
          [...vertices].map((i, a) => (weights[a] === 0 ? "" : i)).join(" ");
        const before = new Map<string, number>();
        for (let q = 0; q < whole.hinges.count; q++) {
          const { vertices, weights, stiffness } = whole.hinges;
          before.set(key(vertices.subarray(4 * q, 4 * q + 4), weights.subarray(4 * q, 4 * q + 4)), stiffness[q]);
        }
        const after = new Map<string, number>();
        for (let q = 0; q < cloth.hinges.count; q++) {
          const four = cloth.hinges.vertices.subarray(4 * q, 4 * q + 4);
          expect(new Set([...four].map(find)).size).toBe(1);
          const name = key(
            four.map((i) => origin[i]),
            cloth.hinges.weights.subarray(4 * q, 4 * q + 4),
          );
          after.set(name, (after.get(name) ?? 0) + cloth.hinges.stiffness[q]);
        }
        for (const [name, stiffness] of after) {
          expect(stiffness).toBeLessThanOrEqual((before.get(name) as number) * (1 + 1e-12));
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("what a cut does not see", () => {
  it("stays where it is: springs and hinges that no mesh relates, on the first copies", () => {
    const surface = createGrid({ columns: 5, rows: 3, width: 4, height: 2 });
    const part = fabricPart(surface, validateSurface(surface, "cloth"), findFabric("silk"));
    const far = {
      count: 2,
      ends: Uint32Array.of(1, 14, 0, 15),
      restLength: Float64Array.of(1, 1),
      stiffness: Float64Array.of(5, 6),
      kind: Uint8Array.of(STRETCH, BEND),
      asymmetric: Uint8Array.of(0, 1),
      relativeDamping: Float64Array.of(0.1, 0.2),
    };
    const hinges = {
      count: 1,
      vertices: Uint32Array.of(0, 4, 12, 7),
      weights: Float64Array.of(0.5, 0.5, -0.25, -0.75),
      stiffness: Float64Array.of(3),
    };
    const whole = assembleCloth([
      {
        ...part,
        particleCount: 16,
        mass: new Float64Array(16).fill(1),
        viscousDamping: new Float64Array(16),
        material: new Float64Array(32),
        springs: far,
        hinges,
      },
    ]);
    const { cloth, origin } = cutCloth(whole, path(2, 7, 12));
    expect([...origin.subarray(16)]).toEqual([2, 7, 12]);
    expect(listSprings(cloth)).toEqual(listSprings(whole));
    expect(listHinges(cloth)).toEqual(listHinges(whole));
    // without rest coordinates the triangles count alike, and half of them lie on either side
    expect([...cloth.mass.subarray(16)]).toEqual([0.5, 0.5, 0.5]);
  });

  it("an edge that does not open gives the same cloth back", () => {
    const whole = clothOf(createGrid({ columns: 5, rows: 5, width: 1, height: 1 }));
    const { cloth, origin } = cutCloth(whole, [[7, 12]]);
    expect(cloth).toBe(whole);
    expect(origin.length).toBe(25);
  });
});

test("copies have the surface of their particle", () => {
  const surface = createGrid({ columns: 3, rows: 3, width: 0.2, height: 0.2 });
  const whole = assembleCloth([fabricPart(surface, buildTopology(9, surface.triangles), findFabric("cotton"))]);
  const friction = whole.friction.map((_, i) => 0.1 * i);
  const thickness = whole.thickness.map((_, i) => 0.001 * i);
  const { cloth, origin } = cutCloth({ ...whole, friction, thickness }, path(1, 4, 7));
  expect(cloth.particleCount).toBeGreaterThan(9);
  expect([...cloth.friction]).toEqual([...origin].map((i) => friction[i]));
  expect([...cloth.thickness]).toEqual([...origin].map((i) => thickness[i]));
});

test("removed springs are gone, the others stay as they are and in order", () => {
  const whole = clothOf(createDisk({ rings: 3, radius: 1 }), { asymmetric: true });
  const random = createRandom(3);
  const gone = Array.from({ length: 9 }, () => Math.floor(random() * whole.springs.count));
  const cloth = removeSprings(whole, gone);
  expect(cloth.revision).toBe(1);
  expect(cloth.springs.count).toBe(whole.springs.count - new Set(gone).size);
  const rows = (one: Cloth): string[] =>
    Array.from({ length: one.springs.count }, (_, s) =>
      [...one.springs.ends.subarray(2 * s, 2 * s + 2), one.springs.stiffness[s], one.springs.kind[s]].join(" "),
    );
  expect(rows(cloth)).toEqual(rows(whole).filter((_, s) => !gone.includes(s)));
  expect(cloth.hinges).toBe(whole.hinges);
  expect(cloth.springs.kind.includes(SHEAR)).toBe(false);
});
