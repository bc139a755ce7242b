import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { baraffWitkinShearTerm } from "../../src/forces/baraff-witkin-shear.ts";
import { buildTriangleElements } from "../../src/forces/triangle-elements.ts";
import { buildBlockMatrix, computeBlockProduct } from "../../src/linalg/block-matrix.ts";
import { assembleDense, type DenseMatrix, multiplyDense, symmetricEigenvalues } from "../support/dense.ts";
import { numericalGradient, numericalJacobian, relativeDifference, relativeMatrixDifference } from "../support/finite-difference.ts";
import { randomTriangles } from "../support/random-triangles.ts";
import { largest, termForce, termMatrix } from "../support/term-matrix.ts";

const seeds = fc.nat({ max: 1e9 });
const STEP = 1e-6;

/** A right triangle with legs of 1 m along x and y, sheared by γ, with shear stiffness 12 N/m. */
function sheared(gamma: number) {
  const elements = buildTriangleElements({
    ...randomTriangles(1).cloth,
    triangles: Uint32Array.of(0, 1, 2),
    material: Float64Array.of(0, 0, 1, 0, 0, 1),
    triangleStiffness: Float64Array.of(20, 40, 12, 999),
  });
  return { term: baraffWitkinShearTerm(elements), x: Float64Array.of(0, 0, 0, 1, 0, 0, gamma, 1, 0) };
}

test("a sheared right triangle, by hand: only the first shear stiffness counts", () => {
  const { term, x } = sheared(0.5);
  // κ = 6, C = 0.5; g_j = S_v = (0.5, 1, 0), g_k = S_u = (1, 0, 0)
  expect(term.energy(x)).toBeCloseTo(0.5 * 6 * 0.25, 14);
  expect([...termForce(term, x)]).toEqual([4.5, 3, 0, -1.5, -3, 0, -3, 0, 0].map((value) => expect.closeTo(value, 14)));
  expect(largest(termForce(term, sheared(0).x))).toBe(0);
});

describe("force and matrix are derivatives", () => {
  test("the force is minus the gradient of the energy", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { cloth, positions } = randomTriangles(seed);
        const term = baraffWitkinShearTerm(buildTriangleElements(cloth));
        const expected = numericalGradient((at) => -term.energy(at), positions, STEP);
        expect(relativeDifference(termForce(term, positions), expected)).toBeLessThan(1e-6);
      }),
      { numRuns: 25 },
    );
  });

  test("the force can bring its energy along", () => {
    const { cloth, positions } = randomTriangles(4);
    const term = baraffWitkinShearTerm(buildTriangleElements(cloth));
    const energy = Float64Array.of(2);
    term.addForce(positions, positions, 0, new Float64Array(positions.length), energy);
    expect(energy[0]).toBeCloseTo(2 + term.energy(positions), 11);
  });

  test("the matrix is the whole derivative where nothing is sheared", () => {
    const { cloth } = randomTriangles(2);
    const term = baraffWitkinShearTerm(buildTriangleElements(cloth));
    const x = new Float64Array(3 * cloth.particleCount);
    for (let i = 0; i < cloth.particleCount; i++) {
      const [u, v] = cloth.material.subarray(2 * i, 2 * i + 2);
      x.set([1.2 * u, 0.48 * v, 0.64 * v], 3 * i); // S_u along x, S_v across it: C = 0
    }
    const expected = numericalJacobian((at) => termForce(term, at).map((value) => -value), x, STEP);
    expect(relativeMatrixDifference(termMatrix(term, x), expected)).toBeLessThan(1e-6);
  });

  test("elsewhere it is κ g gᵀ with g the gradient of C", () => {
    const { cloth, positions } = randomTriangles(3);
    const one = { ...cloth, triangles: cloth.triangles.slice(0, 3), triangleStiffness: Float64Array.of(1, 1, 50, 1) };
    const elements = buildTriangleElements(one);
    const kappa = elements.stiffness[2];
    const term = baraffWitkinShearTerm(elements);
    const condition = (at: Float64Array): number => {
      const S = [0, 3].map((o) =>
        [0, 1, 2].map((c) => [0, 1, 2].reduce((sum, a) => sum + elements.weights[o + a] * at[3 * elements.vertices[a] + c], 0)),
      );
      return S[0].reduce((sum, value, c) => sum + value * S[1][c], 0);
    };
    const g = numericalGradient(condition, positions, STEP);
    const expected = Array.from(g, (row) => g.map((column) => kappa * row * column));
    expect(relativeMatrixDifference(termMatrix(term, positions), expected)).toBeLessThan(1e-8);
  });
});

/** The blocks off the diagonal without what `addSkew` adds. */
function symmetricBlocks(A: DenseMatrix): DenseMatrix {
  return A.map((row, r) => row.map((value, c) => 0.5 * (value + A[3 * Math.floor(r / 3) + (c % 3)][3 * Math.floor(c / 3) + (r % 3)])));
}

test("the matrix is positive semi-definite; with symmetric blocks in place of its own it would not be", () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const { cloth, positions } = randomTriangles(seed);
      const K = termMatrix(baraffWitkinShearTerm(buildTriangleElements(cloth)), positions);
      const range = (A: DenseMatrix): [number, number] => {
        const values = symmetricEigenvalues(A);
        return [values[0], values[values.length - 1]];
      };
      const [least, most] = range(K);
      expect(least).toBeGreaterThan(-1e-13 * most);
      expect(range(symmetricBlocks(K))[0]).toBeLessThan(-1e-3 * most);
    }),
    { numRuns: 8 },
  );
});

test("one triangle at rest shows how far: the symmetric blocks alone have the eigenvalue −½ κ λ₁λ₂", () => {
  const { term, x } = sheared(0);
  const values = symmetricEigenvalues(symmetricBlocks(termMatrix(term, x)));
  // g = w_u ⊗ S_v + w_v ⊗ S_u with S orthonormal: (λ₁λ₂)² = |w_u|²|w_v|² − (w_u·w_v)² = 2·2 − 1
  expect(values[0]).toBeCloseTo(-0.5 * 6 * Math.sqrt(3), 12);
});

test("the product of a block matrix knows the antisymmetric parts, and so does its dot product", () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const { cloth, positions } = randomTriangles(seed);
      const term = baraffWitkinShearTerm(buildTriangleElements(cloth));
      const { matrix: symmetric, slots } = buildBlockMatrix(cloth.particleCount, [term.pairs]);
      const matrix = { ...symmetric, skew: new Float64Array(3 * symmetric.column.length) };
      term.addMatrix(positions, 1, slots[0], matrix.diagonal, matrix.offDiagonal);
      term.addSkew?.(positions, 1, slots[0], matrix.skew);
      const v = positions.map((value, c) => Math.sin(17 * c) + value);
      const y = new Float64Array(v.length);
      const dot = new Float64Array(1);
      computeBlockProduct(matrix, v, y, dot);
      const expected = multiplyDense(assembleDense(matrix), v);
      expect(relativeDifference(y, expected)).toBeLessThan(1e-13);
      const vAv = expected.reduce((sum, value, c) => sum + value * v[c], 0);
      expect(Math.abs(dot[0] / vAv - 1)).toBeLessThan(1e-12);
    }),
    { numRuns: 20 },
  );
});

test("a factor scales the whole matrix", () => {
  const { cloth, positions } = randomTriangles(7);
  const term = baraffWitkinShearTerm(buildTriangleElements(cloth));
  const scaled = termMatrix(term, positions).map((row) => row.map((entry) => 0.25 * entry));
  expect(relativeMatrixDifference(termMatrix(term, positions, 0.25), scaled)).toBeLessThan(1e-14);
});
