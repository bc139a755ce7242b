import { describe, expect, it } from "vitest";
import { InputError } from "../../src/core/errors.ts";
import { createGrid } from "../../src/mesh/grid.ts";
import type { Surface } from "../../src/mesh/surface.ts";
import { validateSurface } from "../../src/mesh/validate-surface.ts";

const SQUARE: Surface = {
  positions: Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0),
  triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
};

describe("validateSurface", () => {
  it("accepts good surfaces and returns their topology", () => {
    expect(validateSurface(SQUARE, "cloth").edges.length / 2).toBe(5);
    validateSurface(createGrid({ columns: 4, rows: 4, width: 1e-7, height: 1e-7 }), "grid");
    validateSurface({ positions: Float64Array.of(0, 0, 0, 1, 0, 0), triangles: new Uint32Array(0) }, "pair");
  });

  it("judges shape, not size", () => {
    for (const size of [1e-160, 1e-9, 1, 1e9, 1e160]) {
      validateSurface({ ...SQUARE, positions: SQUARE.positions.map((x) => size * x) }, "cloth");
    }
  });

  it.each<[string, Partial<Surface>, string]>([
    ["NaN", { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 1, Number.NaN, 0, 0, 1, 0) }, "cloth.positions[2]: got NaN;"],
    ["a cut-off array", { positions: new Float64Array(11) }, "cloth.positions: got 11 numbers;"],
    ["a cut-off triangle", { triangles: Uint32Array.of(0, 1) }, "cloth.triangles: got 2 corners;"],
    ["an index out of range", { triangles: Uint32Array.of(0, 1, 2, 0, 2, 4) }, "cloth.triangles[1]: got vertex 4; use indices from 0 to 3"],
    ["a repeated corner", { triangles: Uint32Array.of(0, 1, 2, 3, 2, 3) }, "cloth.triangles[1]: got [3, 2, 3];"],
    [
      "a needle",
      { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 2, 1e-13, 0, 0, 1, 0) },
      "cloth.triangles[0]: got corners that lie on one line (vertices 0, 1, 2);",
    ],
    [
      "coinciding corners",
      { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 0) },
      "cloth.triangles[1]: got corners that lie on one line (vertices 0, 2, 3);",
    ],
    ["a duplicate", { triangles: Uint32Array.of(0, 1, 2, 2, 1, 0) }, "cloth.triangles[1]: got the same three corners"],
    ["short material", { material: Float64Array.of(0, 0, 1, 0) }, "cloth.material: got 2 rows for 4 vertices; give one row a vertex"],
    [
      "flat material",
      { material: Float64Array.of(0, 0, 1, 0, 1, 1, 0.5, 0.5) },
      "cloth.triangles[1]: got material coordinates that lie on one line",
    ],
    ["short uv", { uv: Float64Array.of(0, 0) }, "cloth.uv: got 1 rows"],
  ])("refuses %s", (_name, change, message) => {
    const validate = () => validateSurface({ ...SQUARE, ...change }, "cloth");
    expect(validate).toThrow(InputError);
    expect(validate).toThrow(message);
  });

  it("refuses an edge of three triangles", () => {
    const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1);
    const triangles = Uint32Array.of(0, 1, 2, 1, 0, 3, 0, 1, 4);
    expect(() => validateSurface({ positions, triangles }, "cloth")).toThrow(
      "cloth.triangles[2]: got 3 triangles at the edge between vertices 0 and 1;",
    );
  });
});
