import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addTriangleEnergyAndForce, triangleAxesTerm } from "../../src/forces/triangle-axes.ts";
import { buildTriangleElements, type TriangleElements } from "../../src/forces/triangle-elements.ts";
import { type DenseMatrix, symmetricEigenvalues } from "../support/dense.ts";
import { numericalGradient, numericalJacobian, relativeDifference, relativeMatrixDifference } from "../support/finite-difference.ts";
import { randomTriangles } from "../support/random-triangles.ts";
import { largest, termForce, termMatrix } from "../support/term-matrix.ts";

const TOLERANCE = 1e-6;
const STEP = 1e-6;
const seeds = fc.nat({ max: 1e9 });
const BOTH: readonly [string, boolean][] = [
  ["all four axes", true],
  ["u and v alone", false],
];

/** A right triangle with legs of 1 m along x and y, stretched to su along x and sv along y. */
function rightTriangle(su: number, sv: number): { elements: TriangleElements; x: Float64Array } {
  const elements = buildTriangleElements({
    ...randomTriangles(1).cloth,
    triangles: Uint32Array.of(0, 1, 2),
    material: Float64Array.of(0, 0, 1, 0, 0, 1),
    triangleStiffness: Float64Array.of(20, 40, 12, 16),
  });
  return { elements, x: Float64Array.of(0, 0, 0, su, 0, 0, 0, sv, 0) };
}

describe("by hand", () => {
  test("a right triangle stretched along u", () => {
    const { elements, x } = rightTriangle(1.5, 1);
    // κ = ½ k: 10, 20, 6, 8; |S_ũ| = |S_ṽ| = √(3.25/2)
    const turned = Math.sqrt(3.25 / 2);
    const energy = (shear: boolean): number => triangleAxesTerm(elements, { jacobian: "exact", shear }).energy(x);
    expect(energy(false)).toBeCloseTo(0.5 * 10 * 0.25, 14);
    expect(energy(true)).toBeCloseTo(0.5 * 10 * 0.25 + 0.5 * 14 * (turned - 1) ** 2, 14);
    expect([...termForce(triangleAxesTerm(elements, { jacobian: "exact", shear: false }), x)]).toEqual(
      [5, 0, 0, -5, 0, 0, 0, 0, 0].map((value) => expect.closeTo(value, 14)),
    );
  });

  test("at rest there is neither energy nor force, to the last bit", () => {
    const { elements, x } = rightTriangle(1, 1);
    const term = triangleAxesTerm(elements, { jacobian: "clamped", shear: true });
    expect(term.energy(x)).toBe(0);
    expect(largest(termForce(term, x))).toBe(0);
  });

  test.each(BOTH)("a triangle fallen onto one point has no force, and a finite matrix (%s)", (_, shear) => {
    const { elements } = rightTriangle(1, 1);
    const point = Float64Array.of(1, 2, 3, 1, 2, 3, 1, 2, 3);
    for (const jacobian of ["clamped", "exact"] as const) {
      const term = triangleAxesTerm(elements, { jacobian, shear });
      expect(largest(termForce(term, point))).toBe(0);
      const isotropic = triangleAxesTerm(elements, { jacobian: "isotropic", shear });
      expect(relativeMatrixDifference(termMatrix(term, point), termMatrix(isotropic, point))).toBeLessThan(1e-15);
    }
  });
});

describe("force and matrix are derivatives", () => {
  test.each(BOTH)("the force is minus the gradient of the energy: %s", (_, shear) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { cloth, positions } = randomTriangles(seed);
        const term = triangleAxesTerm(buildTriangleElements(cloth), { jacobian: "exact", shear });
        const expected = numericalGradient((at) => -term.energy(at), positions, STEP);
        expect(relativeDifference(termForce(term, positions), expected)).toBeLessThan(TOLERANCE);
      }),
      { numRuns: 25 },
    );
  });

  test.each(BOTH)("`exact` is minus the derivative of the force: %s", (_, shear) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { cloth, positions } = randomTriangles(seed);
        const term = triangleAxesTerm(buildTriangleElements(cloth), { jacobian: "exact", shear });
        const expected = numericalJacobian((at) => termForce(term, at).map((value) => -value), positions, STEP);
        expect(relativeMatrixDifference(termMatrix(term, positions), expected)).toBeLessThan(TOLERANCE);
      }),
      { numRuns: 15 },
    );
  });

  test("the fused kernel adds the same energy and force to what is there", () => {
    const { cloth, positions } = randomTriangles(3);
    const elements = buildTriangleElements(cloth);
    for (const shear of [true, false]) {
      const term = triangleAxesTerm(elements, { jacobian: "clamped", shear });
      const f = new Float64Array(positions.length).fill(1);
      const energy = Float64Array.of(2);
      addTriangleEnergyAndForce(elements, shear, positions, f, energy);
      expect(energy[0]).toBeCloseTo(2 + term.energy(positions), 11);
      const own = termForce(term, positions);
      expect(
        relativeDifference(
          f,
          own.map((value) => 1 + value),
        ),
      ).toBeLessThan(1e-14);
    }
  });
});

describe("the models of the matrix", () => {
  test.each(BOTH)("`clamped` is positive semi-definite, `exact` is not under compression: %s", (_, shear) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { cloth, positions } = randomTriangles(seed);
        const elements = buildTriangleElements(cloth);
        const least = (jacobian: "clamped" | "exact", x: Float64Array): number => {
          const values = symmetricEigenvalues(termMatrix(triangleAxesTerm(elements, { jacobian, shear }), x));
          return values[0] / values[values.length - 1];
        };
        expect(least("clamped", positions)).toBeGreaterThan(-1e-13);
        const crumpled = positions.map((value) => 0.3 * value);
        expect(least("clamped", crumpled)).toBeGreaterThan(-1e-13);
        expect(least("exact", crumpled)).toBeLessThan(-0.1);
      }),
      { numRuns: 8 },
    );
  });

  test("`clamped` is `exact` where every axis is stretched", () => {
    const { cloth } = randomTriangles(5);
    const elements = buildTriangleElements(cloth);
    const x = new Float64Array(3 * cloth.particleCount);
    for (let i = 0; i < cloth.particleCount; i++) x.set([1.4 * cloth.material[2 * i], 1.3 * cloth.material[2 * i + 1]], 3 * i);
    const [exact, clamped] = (["exact", "clamped"] as const).map((jacobian) =>
      termMatrix(triangleAxesTerm(elements, { jacobian, shear: true }), x),
    );
    expect(clamped).toEqual(exact);
  });

  test.each(BOTH)("`isotropic` is κ w w' on the diagonal of every block, the same everywhere: %s", (_, shear) => {
    const { cloth, positions } = randomTriangles(6);
    const elements = buildTriangleElements(cloth);
    const term = triangleAxesTerm(elements, { jacobian: "isotropic", shear });
    expect(term.constantMatrix).toBe(true);
    const K = termMatrix(term, positions);
    expect(termMatrix(term, new Float64Array(positions.length))).toEqual(K);
    expect(relativeMatrixDifference(K, axisByAxis(elements, shear, cloth.particleCount))).toBeLessThan(1e-14);
  });

  test("a factor scales every model", () => {
    const { cloth, positions } = randomTriangles(7);
    const elements = buildTriangleElements(cloth);
    for (const jacobian of ["exact", "clamped", "isotropic"] as const) {
      const term = triangleAxesTerm(elements, { jacobian, shear: true });
      const scaled = termMatrix(term, positions).map((row) => row.map((entry) => 0.25 * entry));
      expect(relativeMatrixDifference(termMatrix(term, positions, 0.25), scaled)).toBeLessThan(1e-14);
    }
  });
});

/** Σ κ w_α w_β I over the axes, with their √2 written out   [Choi13, eq. 6.5, 6.12]. */
function axisByAxis({ count, vertices, weights, stiffness }: TriangleElements, shear: boolean, n: number): DenseMatrix {
  const K: DenseMatrix = Array.from({ length: 3 * n }, () => new Float64Array(3 * n));
  for (let e = 0; e < count; e++) {
    const wu = [...weights.subarray(6 * e, 6 * e + 3)];
    const wv = [...weights.subarray(6 * e + 3, 6 * e + 6)];
    const axes = [wu, wv, wu.map((w, a) => (w + wv[a]) / Math.SQRT2), wu.map((w, a) => (w - wv[a]) / Math.SQRT2)];
    for (const [axis, w] of axes.slice(0, shear ? 4 : 2).entries()) {
      for (let a = 0; a < 3; a++) {
        for (let b = 0; b < 3; b++) {
          for (let c = 0; c < 3; c++) {
            const row = 3 * vertices[3 * e + a] + c;
            K[row][3 * vertices[3 * e + b] + c] += stiffness[4 * e + axis] * w[a] * w[b];
          }
        }
      }
    }
  }
  return K;
}
