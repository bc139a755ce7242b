import { describe, expect, test } from "vitest";
import { computeLumpedMasses } from "../../src/fabric/masses.ts";
import { restShape } from "../../src/fabric/rest-shape.ts";
import { createGrid } from "../../src/mesh/grid.ts";

describe("lumped masses", () => {
  test.each([
    [4, 7, 0.3, 1.1],
    [80, 80, 1, 1],
  ])("%i × %i vertices weigh density times area", (columns, rows, width, height) => {
    const surface = createGrid({ columns, rows, width, height });
    const masses = new Float64Array(columns * rows).fill(9);
    computeLumpedMasses(surface.triangles, restShape(surface), 0.15, masses);
    const total = masses.reduce((sum, mass) => sum + mass, 0);
    expect(Math.abs(total / (0.15 * width * height) - 1)).toBeLessThan(1e-12);
    expect(Math.min(...masses)).toBeGreaterThan(0);
  });

  test("a triangle in space by hand: area 3, one kilogram to each corner", () => {
    const masses = new Float64Array(4);
    const positions = Float64Array.of(0, 0, 1, 2, 0, 1, 0, 0, 4, 5, 5, 5);
    computeLumpedMasses(Uint32Array.of(0, 1, 2), restShape({ positions }), 1, masses);
    expect([...masses]).toEqual([1, 1, 1, 0]);
  });
});
