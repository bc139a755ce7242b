import { describe, expect, test } from "vitest";
import { createCollisionMesh } from "../../src/contact/search/collision-mesh.ts";
import { createSurfaces } from "../../src/contact/surfaces/surfaces.ts";
import { createGrid } from "../../src/mesh/grid.ts";

const CLOTH = { thickness: 0.01, friction: 0.3 };

describe("the thickness of surfaces", () => {
  test("is the cloth's where its mesh is coarse, and the bodies' own on bodies, one after the other", () => {
    const { positions, triangles } = createGrid({ columns: 3, rows: 3, width: 0.2, height: 0.2 });
    const x = Float64Array.of(...positions, ...new Float64Array(9), ...new Float64Array(12));
    const all = Uint32Array.of(...triangles, 9, 10, 11, 12, 13, 14, 12, 14, 15);
    const bodies = [
      { vertexCount: 3, thickness: 0.5, friction: 0.7 },
      { vertexCount: 4, thickness: 0.002, friction: 0 },
    ];
    const { thickness, friction } = createSurfaces(createCollisionMesh(16, all), 9, CLOTH, bodies, x);
    expect([...thickness]).toEqual([...Array(9).fill(0.01), ...Array(3).fill(0.5), ...Array(4).fill(0.002)]);
    expect([...friction]).toEqual([...Array(9).fill(0.3), ...Array(3).fill(0.7), ...Array(4).fill(0)]);
  });

  test("is at most 0.3 of the shortest edge at the vertex", () => {
    // a fan around vertex 0 with edges of 0.1, 0.02 and 0.3 m; a vertex that no triangle has keeps the full thickness
    const x = Float64Array.of(0, 0, 0, 0.1, 0, 0, 0, 0.02, 0, -0.3, 0, 0, 9, 9, 9);
    const mesh = createCollisionMesh(5, Uint32Array.of(0, 1, 2, 0, 2, 3));
    const { thickness } = createSurfaces(mesh, 5, CLOTH, [], x);
    expect(thickness[0]).toBeCloseTo(0.006, 15);
    expect(thickness[1]).toBe(0.01);
    expect(thickness[2]).toBeCloseTo(0.006, 15);
    expect(thickness[3]).toBe(0.01);
    expect(thickness[4]).toBe(0.01);
  });

  test("does not vanish where two vertices start in one place", () => {
    const x = Float64Array.of(0, 0, 0, 0, 0, 0, 0.5, 0, 0);
    const { thickness } = createSurfaces(createCollisionMesh(3, Uint32Array.of(0, 1, 2)), 3, CLOTH, [], x);
    expect([...thickness]).toEqual([0.01, 0.01, 0.01]);
  });

  test("of a fine body is not less, for it does not meet itself", () => {
    const x = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0.001, 0, 0, 0, 0.001, 0);
    const mesh = createCollisionMesh(6, Uint32Array.of(0, 1, 2, 3, 4, 5));
    const bodies = [{ vertexCount: 3, thickness: 0.02, friction: 0.1 }];
    const { thickness } = createSurfaces(mesh, 3, CLOTH, bodies, x);
    expect([...thickness]).toEqual([0.01, 0.01, 0.01, 0.02, 0.02, 0.02]);
  });
});

describe("which surface says how two meet", () => {
  const x = Float64Array.of(0, 0, 0, 0.01, 0, 0, 0, 1, 0, 5, 0, 0, 6, 0, 0, 5, 1, 0, 0, 0, 9, 1, 0, 9, 0, 1, 9);
  const mesh = createCollisionMesh(9, Uint32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8));
  const { between, thickness } = createSurfaces(mesh, 6, CLOTH, [{ vertexCount: 3, thickness: 0.05, friction: 0.9 }], x);

  test("is a body rather than cloth", () => {
    expect(between(0, 7)).toBe(7);
    expect(between(7, 0)).toBe(7);
    expect(between(6, 5)).toBe(6);
  });

  test("is of two cloths the one with the smaller thickness, whichever comes first", () => {
    expect(thickness[0]).toBeCloseTo(0.003, 15);
    expect(between(0, 4)).toBe(0);
    expect(between(4, 0)).toBe(0);
    expect(thickness[between(3, 4)]).toBe(0.01);
  });
});
