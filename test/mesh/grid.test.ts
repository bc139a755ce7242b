import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/core/errors.ts";
import { cross3, length3, subtract3, type Vec3 } from "../../src/core/vec3.ts";
import { createGrid, equilateralHeight, hasSoundCells } from "../../src/mesh/grid.ts";
import { buildTopology } from "../../src/mesh/topology.ts";
import { validateSurface } from "../../src/mesh/validate-surface.ts";
import { eulerCharacteristic, leastAgreement, point, totalArea } from "./measure.ts";

describe("createGrid", () => {
  it("makes the 3 × 3 grid counted by hand", () => {
    const grid = createGrid({ columns: 3, rows: 3, width: 2, height: 4, origin: [1, 10, 0] });
    expect([...grid.positions]).toEqual([1, 10, 0, 2, 10, 0, 3, 10, 0, 1, 8, 0, 2, 8, 0, 3, 8, 0, 1, 6, 0, 2, 6, 0, 3, 6, 0]);
    expect([...(grid.material ?? [])]).toEqual([0, 0, 1, 0, 2, 0, 0, 2, 1, 2, 2, 2, 0, 4, 1, 4, 2, 4]);
    expect(grid.lattice).toEqual({ columns: 3, rows: 3, spacingU: 1, spacingV: 2 });
    // Diagonals 0–4, 2–4, 6–4, 8–4: all four meet in the middle.
    expect([...grid.triangles]).toEqual([0, 1, 4, 0, 4, 3, 1, 2, 4, 2, 5, 4, 3, 4, 6, 4, 7, 6, 4, 5, 8, 4, 8, 7]);
    const topology = validateSurface(grid, "grid");
    expect(topology.edges.length / 2).toBe(16);
    expect(topology.boundaryEdges.length).toBe(8);
    expect(topology.hinges.length / 4).toBe(8);
  });

  it("mirrors onto itself when it has an odd number of columns", () => {
    const columns = 7;
    const rows = 4;
    const { triangles } = createGrid({ columns, rows, width: 1, height: 1 });
    const key = (corners: number[]): string => corners.sort((a, b) => a - b).join();
    const mirrored = (i: number): number => i - (i % columns) + (columns - 1 - (i % columns));
    const all = new Set<string>();
    for (let t = 0; t < triangles.length; t += 3) all.add(key([...triangles.subarray(t, t + 3)]));
    for (let t = 0; t < triangles.length; t += 3) {
      expect(all).toContain(key([...triangles.subarray(t, t + 3)].map(mirrored)));
    }
  });

  it("has equal sides in an equilateral grid of the fitting height", () => {
    const grid = createGrid({ columns: 6, rows: 5, width: 2.5, triangles: "equilateral" });
    expect(grid.lattice).toBeUndefined();
    const { edges } = buildTopology(30, grid.triangles);
    for (let e = 0; e < edges.length; e += 2) {
      const side = length3(subtract3(point(grid.positions, edges[e]), point(grid.positions, edges[e + 1])));
      expect(side).toBeCloseTo(0.5, 14);
    }
    expect(equilateralHeight(6, 5, 2.5)).toBeCloseTo(4 * 0.5 * (Math.sqrt(3) / 2), 14);
  });

  it("keeps counts, area, Euler characteristic and sense for any size and orientation", () => {
    const component = fc.double({ min: -1, max: 1, noNaN: true });
    const direction = fc.tuple(component, component, component).filter((d) => length3(d) > 0.1);
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 12 }),
        fc.integer({ min: 2, max: 12 }),
        fc.constantFrom("right" as const, "equilateral" as const),
        direction,
        direction,
        (columns, rows, triangles, u: Vec3, v: Vec3) => {
          const normal = cross3(u, v);
          fc.pre(length3(normal) > 0.1);
          const grid = createGrid({ columns, rows, width: 3, height: 2, u, v, triangles, origin: [5, -2, 1] });
          validateSurface(grid, "grid");
          expect(grid.triangles.length / 3).toBe(2 * (columns - 1) * (rows - 1));
          expect(eulerCharacteristic(grid)).toBe(1);
          const sine = length3(normal) / (length3(u) * length3(v));
          expect(totalArea(grid)).toBeCloseTo(3 * 2 * sine, 10);
          expect(leastAgreement(grid, normal)).toBeGreaterThan(1 - 1e-9);
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each([
    [{ columns: 1 }, "grid.columns: got 1; give a whole number of at least 2 and up to 1000000"],
    [{ rows: 2.5 }, "grid.rows: got 2.5;"],
    [{ columns: 2e9 }, "grid.columns: got 2000000000;"],
    [{ columns: 2000, rows: 2000 }, "grid.rows: got 2000 × 2000 vertices;"],
    [{ width: 0 }, "grid.width: got 0;"],
    [{ height: Number.NaN }, "grid.height: got NaN;"],
    [{ height: undefined }, "grid.height: got nothing;"],
    [{ u: [0, 0, 0] }, "grid.u: got a direction of length 0;"],
    [{ u: [0, 5, 0] }, "grid.v: got [0,-1,0], parallel to u;"],
    [{ origin: [0, Number.POSITIVE_INFINITY, 0] }, "grid.origin[1]: got"],
    [{ triangles: "round" }, 'grid.triangles: got "round"; choose one of right, equilateral'],
  ])("refuses %j", (change, message) => {
    const make = () => createGrid({ columns: 3, rows: 3, width: 1, height: 1, ...(change as object) });
    expect(make).toThrow(InputError);
    expect(make).toThrow(message);
  });
});

it("cells are sound where no triangle is near to having no area, and only there", () => {
  const square = { columns: 3, rows: 3, width: 1, height: 1 };
  expect(hasSoundCells(createGrid(square))).toBe(true);
  expect(hasSoundCells(createGrid({ ...square, origin: [1000, 0, 0], width: 0.01 }))).toBe(true);
  expect(hasSoundCells(createGrid({ ...square, width: 1e-7 }))).toBe(false);
  expect(hasSoundCells(createGrid({ ...square, width: 0.05, v: [1, 1e-5, 0] }))).toBe(false);
  expect(hasSoundCells(createGrid({ ...square, triangles: "equilateral" }))).toBe(false);
  for (const far of [1e12, 1e308]) expect(hasSoundCells(createGrid({ ...square, origin: [far, 0, 0] }))).toBe(false);
});
