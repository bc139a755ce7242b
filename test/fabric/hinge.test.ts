import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/core/errors.ts";
import type { Hinges } from "../../src/fabric/cloth.ts";
import { buildHinges, computeHingeWeights, hingeStiffness } from "../../src/fabric/hinge.ts";
import { buildLatticeHinges } from "../../src/fabric/lattice-hinges.ts";
import { createGrid } from "../../src/mesh/grid.ts";
import type { Surface } from "../../src/mesh/surface.ts";
import { buildTopology } from "../../src/mesh/topology.ts";
import { hingeEnergy, materialOf, restArea, rolled } from "./deform.ts";

function gap(pair: Float64Array, weights: Float64Array): number {
  let x = 0;
  let y = 0;
  for (let a = 0; a < 4; a++) {
    x += weights[a] * pair[2 * a];
    y += weights[a] * pair[2 * a + 1];
  }
  return Math.hypot(x, y);
}

describe("weights", () => {
  test("two right triangles on a square, by hand", () => {
    // i = (1, 0), j = (0, 1), edge from k = (0, 0) … the diagonal: R is the gap between the two diagonals' middles
    const weights = new Float64Array(4);
    expect(computeHingeWeights(Float64Array.of(1, 0, 0, 1, 1, 1, 0, 0), weights, 0)).toBe(true);
    expect([...weights]).toEqual([0.5, 0.5, -0.5, -0.5]);
    // l⁴ = 4, |N_i| = |N_j| = 1: λ = 2 · 4 · 2
    expect(hingeStiffness(1, Float64Array.of(1, 0, 0, 1, 1, 1, 0, 0))).toBeCloseTo(16, 12);
  });

  test("Σα = 0 and R = 0 on every flat pair, convex or not; λ has the dimension of μ/l²", () => {
    const coordinate = fc.double({ min: -3, max: 4, noNaN: true });
    const height = fc.double({ min: 0.05, max: 3, noNaN: true });
    let bent = 0;
    fc.assert(
      fc.property(coordinate, height, coordinate, height, fc.double({ min: 0, max: 6, noNaN: true }), (si, hi, sj, hj, turn) => {
        const c = Math.cos(turn);
        const s = Math.sin(turn);
        const place = (x: number, y: number): [number, number] => [c * x - s * y + 0.3, s * x + c * y - 0.7];
        const pair = Float64Array.from([...place(si, hi), ...place(sj, -hj), ...place(0, 0), ...place(1, 0)]);
        const weights = new Float64Array(4);
        if (!computeHingeWeights(pair, weights, 0)) return false;
        if (weights[2] > 0 || weights[3] > 0) bent++; // not convex
        const sum = weights[0] + weights[1] + weights[2] + weights[3];
        const twice =
          hingeStiffness(
            1,
            pair.map((x) => 2 * x),
          ) / hingeStiffness(1, pair);
        const heights = (2 * (hi + hj)) / (hi * hj) ** 2;
        return (
          Math.abs(sum) < 1e-12 &&
          gap(pair, weights) < 1e-12 &&
          Math.abs(twice - 0.25) < 1e-9 &&
          Math.abs(hingeStiffness(1, pair) / heights - 1) < 1e-9
        );
      }),
      { numRuns: 500 },
    );
    expect(bent).toBeGreaterThan(50);
  });

  test("the printed absolute areas would fail on a flat pair that is not convex", () => {
    const pair = Float64Array.of(2, 1, 2, -1, 0, 0, 1, 0); // i and j beyond l
    const weights = new Float64Array(4);
    computeHingeWeights(pair, weights, 0);
    expect([...weights]).toEqual([0.5, 0.5, 1, -2]);
    expect(gap(pair, weights)).toBeLessThan(1e-15);
  });
});

describe("a pair in space", () => {
  test("is unfolded about its edge: the same hinge as the flat pair", () => {
    const vertices = Uint32Array.of(0, 1, 2, 3);
    const angle = 0.8;
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const flat = { dimension: 2 as const, coordinates: Float64Array.of(0.3, 1, 0.9, -2, 0, 0, 1.5, 0) };
    const bent = {
      dimension: 3 as const,
      coordinates: Float64Array.of(0.3, 1, 0, 0.9, -2 * c, 2 * s, 0, 0, 0, 1.5, 0, 0),
    };
    const a = buildHinges(vertices, flat, 3e-5);
    const b = buildHinges(vertices, bent, 3e-5);
    for (let n = 0; n < 4; n++) expect(b.weights[n]).toBeCloseTo(a.weights[n], 14);
    expect(b.stiffness[0] / a.stiffness[0]).toBeCloseTo(1, 14);
  });

  test("overlapping or flat triangles are refused, no modulus means no hinges", () => {
    const vertices = Uint32Array.of(0, 1, 2, 3);
    const folded = { dimension: 2 as const, coordinates: Float64Array.of(0, 1, 1, 1, 0, 0, 1, 0) };
    expect(() => buildHinges(vertices, folded, 1)).toThrow(InputError);
    const needle = { dimension: 3 as const, coordinates: Float64Array.of(0.5, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0) };
    expect(() => buildHinges(vertices, needle, 1)).toThrow(/vertices 2 and 3/);
    expect(buildHinges(vertices, folded, 0).count).toBe(0);
  });
});

/** Flexural rigidity that a sheet rolled along `degrees` shows, over the modulus, from the hinges' energy. */
function rigidity(surface: Surface, hinges: Hinges, degrees: number, curvature: number): number {
  const energy = hingeEnergy(hinges, materialOf(surface), rolled(degrees, curvature));
  return energy / (0.5 * curvature ** 2 * restArea(surface));
}

function hingesOf(surface: Surface, kind: "plain" | "lattice"): Hinges {
  const rest = { dimension: 2 as const, coordinates: materialOf(surface) };
  const { hinges } = buildTopology(rest.coordinates.length / 2, surface.triangles);
  if (kind === "plain" || surface.lattice === undefined) return buildHinges(hinges, rest, 1);
  return buildLatticeHinges(surface.lattice, 1);
}

function oneDiagonal(columns: number): Surface {
  const surface = createGrid({ columns, rows: columns, width: 1, height: 1 });
  const triangles: number[] = [];
  for (let r = 0; r + 1 < columns; r++) {
    for (let c = 0; c + 1 < columns; c++) {
      const a = r * columns + c;
      triangles.push(a, a + 1, a + columns + 1, a, a + columns + 1, a + columns);
    }
  }
  return { ...surface, triangles: Uint32Array.from(triangles) };
}

const GENTLE = 1e-3;

describe("a sheet rolled on a cylinder", () => {
  // The border columns have no hinge, so a sheet of n cells shows (n − 1)/n of the rigidity across them.
  const meshes: [name: string, make: (n: number) => Surface, kind: "plain" | "lattice", expected: number[]][] = [
    ["alternating, plain", (n) => createGrid({ columns: n + 1, rows: n + 1, width: 1, height: 1 }), "plain", [1, 1.5, 1]],
    ["alternating, fabric", (n) => createGrid({ columns: n + 1, rows: n + 1, width: 1, height: 1 }), "lattice", [1, 1, 1]],
    ["alternating 2:1, fabric", (n) => createGrid({ columns: n + 1, rows: n + 1, width: 1, height: 0.5 }), "lattice", [1, 1, 1]],
    ["one diagonal, plain", (n) => oneDiagonal(n + 1), "plain", [1, 3, 1]],
    ["equilateral, plain", (n) => createGrid({ columns: n + 1, rows: n + 1, width: 1, triangles: "equilateral" }), "plain", [1, 1, 1]],
  ];
  test.each(meshes)("%s: rigidity at 0°, 45°, 90° is mesh independent", (_, make, kind, expected) => {
    for (const [d, degrees] of [0, 45, 90].entries()) {
      const values = [8, 16, 32].map((n) => {
        const surface = make(n);
        return rigidity(surface, hingesOf(surface, kind), degrees, GENTLE);
      });
      expect(2 * values[1] - values[0]).toBeCloseTo(expected[d], 2); // the border falls with 1/n
      expect(2 * values[2] - values[1]).toBeCloseTo(expected[d], 2);
    }
  });

  test("energies at 8, 16 and 32 cells differ by the border only, also at a strong curvature", () => {
    for (const n of [8, 16, 32]) {
      const surface = createGrid({ columns: n + 1, rows: n + 1, width: 1, height: 1 });
      const value = rigidity(surface, hingesOf(surface, "lattice"), 0, 1);
      expect((value * n) / (n - 1)).toBeCloseTo(1, 2);
    }
  });

  test("the fabric's lattice also has the plate's twist, and none on a rigid turn", () => {
    for (const height of [1, 0.4]) {
      const surface = createGrid({ columns: 12, rows: 10, width: 1, height });
      const hinges = hingesOf(surface, "lattice");
      const twist = hingeEnergy(hinges, materialOf(surface), (u, v) => [u, v, GENTLE * u * v]);
      expect(twist / (0.5 * 2 * GENTLE ** 2 * height)).toBeCloseTo(1, 9);
      expect(hingeEnergy(hinges, materialOf(surface), (u, v) => [0.6 * u + 2, v, 0.8 * u])).toBeLessThan(1e-20);
      expect(hingeEnergy(hinges, materialOf(surface), (u, v) => [1.3 * u + 0.2 * v, 0.8 * v, 0])).toBeLessThan(1e-20);
    }
  });
});
