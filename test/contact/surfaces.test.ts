import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCollisionMesh } from "../../src/contact/search/collision-mesh.ts";
import { pairFriction, pairGap } from "../../src/contact/shapes/surface-pair.ts";
import { FRICTION } from "../../src/contact/surfaces/contact-list.ts";
import { computeFriction, computeGap, createSurfaces, type Surfaces } from "../../src/contact/surfaces/surfaces.ts";
import { createGrid } from "../../src/mesh/grid.ts";
import { uniformSurface } from "../support/uniform-surface.ts";

function gapBetween(surfaces: Surfaces, a: number, b: number): number {
  const gap = new Float64Array(1);
  computeGap(surfaces, a, b, gap);
  return gap[0];
}

function frictionBetween(surfaces: Surfaces, a: number, b: number): number {
  const terms = new Float64Array(2);
  computeFriction(surfaces, a, b, terms);
  return terms[FRICTION];
}

const CLOTH = { thickness: 0.01, friction: 0.3 };

describe("two surfaces", () => {
  test("that are alike keep their values, to the bit", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1000, noNaN: true }), (value) => {
        expect(pairFriction(value, value)).toBe(value);
        expect(pairGap(value, value)).toBe(value);
      }),
    );
  });

  test("meet by the geometric mean of friction and half of either thickness, whichever comes first", () => {
    expect(pairFriction(0.2, 0.8)).toBeCloseTo(0.4, 15);
    expect(pairFriction(0.8, 0.2)).toBe(pairFriction(0.2, 0.8));
    expect(pairFriction(0, 1000)).toBe(0);
    expect(pairGap(0.001, 0.005)).toBeCloseTo(0.003, 15);
    expect(pairGap(0.005, 0.001)).toBe(pairGap(0.001, 0.005));
  });
});

describe("the surfaces of a mesh", () => {
  test("are the cloth's by particle, then the bodies' own, one after the other", () => {
    const { positions, triangles } = createGrid({ columns: 3, rows: 3, width: 0.2, height: 0.2 });
    const x = Float64Array.of(...positions, ...new Float64Array(9), ...new Float64Array(12));
    const all = Uint32Array.of(...triangles, 9, 10, 11, 12, 13, 14, 12, 14, 15);
    const bodies = [
      { vertexCount: 3, thickness: 0.5, friction: 0.7 },
      { vertexCount: 4, thickness: 0.002, friction: 0 },
    ];
    const cloth = uniformSurface(9, CLOTH);
    cloth.thickness[4] = 0.004;
    cloth.friction[5] = 0.9;
    const surfaces = createSurfaces(createCollisionMesh(16, all), cloth, bodies, x);
    expect([...surfaces.thickness]).toEqual([...cloth.thickness, ...Array(3).fill(0.5), ...Array(4).fill(0.002)]);
    expect([...surfaces.friction]).toEqual([...cloth.friction, ...Array(3).fill(0.7), ...Array(4).fill(0)]);
    expect(surfaces.leastGap).toBe(pairGap(0.002, 0.004));
    expect(surfaces.greatestGap).toBe(pairGap(0.5, 0.01));
  });

  test("keep at most 0.3 of the shortest edge at a vertex, however thick the cloth is", () => {
    // a fan around vertex 0 with edges of 0.1, 0.02 and 0.3 m; a vertex that no triangle has keeps the full thickness
    const x = Float64Array.of(0, 0, 0, 0.1, 0, 0, 0, 0.02, 0, -0.3, 0, 0, 9, 9, 9);
    const mesh = createCollisionMesh(5, Uint32Array.of(0, 1, 2, 0, 2, 3));
    const surfaces = createSurfaces(mesh, uniformSurface(5, CLOTH), [], x);
    const own = [0, 1, 2, 3, 4].map((i) => gapBetween(surfaces, i, i));
    [0.006, 0.01, 0.006, 0.01, 0.01].forEach((gap, i) => {
      expect(own[i]).toBeCloseTo(gap, 15);
    });
    expect(gapBetween(surfaces, 1, 0)).toBe(own[0]);
    expect(gapBetween(surfaces, 2, 4)).toBe(own[2]);
    expect(surfaces.leastGap).toBe(own[0]);
    expect(surfaces.greatestGap).toBe(0.01);
  });

  test("keep a gap where two vertices start in one place", () => {
    const x = Float64Array.of(0, 0, 0, 0, 0, 0, 0.5, 0, 0);
    const surfaces = createSurfaces(createCollisionMesh(3, Uint32Array.of(0, 1, 2)), uniformSurface(3, CLOTH), [], x);
    expect([0, 1, 2].map((i) => gapBetween(surfaces, i, i))).toEqual([0.01, 0.01, 0.01]);
  });

  test("keep the whole gap between cloth and a body, however fine either mesh is", () => {
    const x = Float64Array.of(0, 0, 0, 0.001, 0, 0, 0, 0.001, 0, 0, 0, 0, 0.001, 0, 0, 0, 0.001, 0);
    const mesh = createCollisionMesh(6, Uint32Array.of(0, 1, 2, 3, 4, 5));
    const bodies = [{ vertexCount: 3, thickness: 0.02, friction: 0.1 }];
    const surfaces = createSurfaces(mesh, uniformSurface(3, CLOTH), bodies, x);
    expect(gapBetween(surfaces, 0, 3)).toBe(pairGap(0.01, 0.02));
    expect(gapBetween(surfaces, 5, 2)).toBe(pairGap(0.01, 0.02));
    expect(frictionBetween(surfaces, 0, 3)).toBe(pairFriction(0.3, 0.1));
    expect(frictionBetween(surfaces, 0, 1)).toBe(0.3);
  });

  test("never keep less than the least gap or more than the greatest", () => {
    const value = fc.double({ min: 1e-4, max: 0.1, noNaN: true });
    fc.assert(
      fc.property(fc.array(value, { minLength: 3, maxLength: 3 }), value, value, (own, body, size) => {
        const x = Float64Array.of(0, 0, 0, size, 0, 0, 0, 1, 0, 0, 0, 9, 1, 0, 9, 0, 1, 9);
        const mesh = createCollisionMesh(6, Uint32Array.of(0, 1, 2, 3, 4, 5));
        const cloth = { thickness: Float64Array.from(own), friction: new Float64Array(3) };
        const surfaces = createSurfaces(mesh, cloth, [{ vertexCount: 3, thickness: body, friction: 0 }], x);
        for (let a = 0; a < 3; a++) {
          for (let b = 0; b < 6; b++) {
            expect(gapBetween(surfaces, a, b)).toBeGreaterThanOrEqual(surfaces.leastGap);
            expect(gapBetween(surfaces, a, b)).toBeLessThanOrEqual(surfaces.greatestGap);
          }
        }
      }),
    );
  });
});
