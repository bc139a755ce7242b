import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BEND, SHEAR, SPRING_KINDS, STRETCH } from "../../src/fabric/cloth.ts";
import { createSpringList } from "../../src/fabric/spring-list.ts";
import { relativeDampingTerm } from "../../src/forces/damping-terms.ts";
import { hingeTerm } from "../../src/forces/hinge-term.ts";
import { JACOBIAN_MODELS } from "../../src/forces/spring-jacobian.ts";
import { springTerm } from "../../src/forces/springs.ts";
import { buildBlockMatrix } from "../../src/linalg/block-matrix.ts";
import { assembleDense, type DenseMatrix, symmetricEigenvalues } from "../support/dense.ts";
import { relativeMatrixDifference } from "../support/finite-difference.ts";
import { randomCloth } from "../support/random-cloth.ts";
import { termForce, termMatrix } from "../support/term-matrix.ts";

const seeds = fc.nat({ max: 1e9 });
const DEFINITE = ["clamped", "choi", "smoothed", "projected", "isotropic", "tangent-clamped"] as const;
const ALL_MODELS = [...JACOBIAN_MODELS, "tangent", "tangent-clamped"] as const;

/** The block row sums Σ_j A_ij, largest entry, relative to the largest entry of A. */
function rowSum(A: DenseMatrix): number {
  let largestSum = 0;
  let largestEntry = 0;
  for (const row of A) {
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0;
      for (let c = axis; c < row.length; c += 3) sum += row[c];
      largestSum = Math.max(largestSum, Math.abs(sum));
    }
    for (const entry of row) largestEntry = Math.max(largestEntry, Math.abs(entry));
  }
  return largestSum / largestEntry;
}

describe("definiteness", () => {
  test.each(DEFINITE)("Lap(K) is positive semi-definite for %s, whatever the springs are doing", (jacobian) => {
    fc.assert(
      fc.property(seeds, fc.boolean(), (seed, asymmetric) => {
        const { cloth, positions } = randomCloth(seed, { particles: 6, springs: 12, asymmetric });
        const values = symmetricEigenvalues(termMatrix(springTerm(cloth.springs, { jacobian }), positions));
        expect(values[0]).toBeGreaterThan(-1e-13 * values[values.length - 1]);
      }),
      { numRuns: 25 },
    );
  });

  test("a compressed spring makes the exact matrix indefinite by 2k (1 − L/r)", () => {
    const springs = createSpringList();
    springs.push(0, 1, 2, 10, STRETCH);
    const x = Float64Array.of(0, 0, 0, 1, 0, 0);
    const values = symmetricEigenvalues(termMatrix(springTerm(springs.finish(), { jacobian: "exact" }), x));
    expect([...values].map((value) => Math.round(value * 1e9) / 1e9)).toEqual([-20, -20, 0, 0, 0, 20]);
  });

  test("stretched springs keep the exact matrix positive semi-definite", () => {
    const { cloth, positions } = randomCloth(11, { particles: 6, springs: 12 });
    const stretched = { ...cloth.springs, restLength: cloth.springs.restLength.map((length) => length / 2) };
    const values = symmetricEigenvalues(termMatrix(springTerm(stretched, { jacobian: "exact" }), positions));
    expect(values[0]).toBeGreaterThan(-1e-13 * values[values.length - 1]);
  });

  test("hinges and relative damping are positive semi-definite", () => {
    const { cloth, positions } = randomCloth(12, { particles: 6, springs: 12, relativeDamping: 0.3 });
    for (const term of [hingeTerm(cloth.hinges), relativeDampingTerm(cloth.springs)]) {
      const values = symmetricEigenvalues(termMatrix(term, positions));
      expect(values[0]).toBeGreaterThan(-1e-13 * values[values.length - 1]);
    }
  });
});

describe("a matrix of internal forces does not feel a translation", () => {
  test.each(ALL_MODELS)("block rows of Lap(K) sum to zero for %s", (jacobian) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { cloth, positions } = randomCloth(seed, { asymmetric: seed % 2 === 0 });
        expect(rowSum(termMatrix(springTerm(cloth.springs, { jacobian }), positions))).toBeLessThan(1e-14);
      }),
      { numRuns: 20 },
    );
  });

  test("nor do those of hinges and relative damping", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { cloth, positions } = randomCloth(seed, { relativeDamping: 0.3 });
        expect(rowSum(termMatrix(hingeTerm(cloth.hinges), positions))).toBeLessThan(1e-14);
        expect(rowSum(termMatrix(relativeDampingTerm(cloth.springs), positions))).toBeLessThan(1e-14);
      }),
      { numRuns: 20 },
    );
  });
});

describe("which springs are in the matrix", () => {
  test('jacobianSprings "stretch" leaves type 2 out of the matrix and in the force', () => {
    const { cloth, positions } = randomCloth(21);
    const only = (keep: (kind: number) => boolean): DenseMatrix => {
      const stiffness = cloth.springs.stiffness.map((k, s) => (keep(cloth.springs.kind[s]) ? k : 0));
      return termMatrix(springTerm({ ...cloth.springs, stiffness }), positions);
    };
    const strong = springTerm(cloth.springs, { jacobianSprings: "stretch" });
    expect(termMatrix(strong, positions)).toEqual(only((kind) => kind !== BEND));
    expect(
      relativeMatrixDifference(
        only((kind) => kind !== BEND),
        only(() => true),
      ),
    ).toBeGreaterThan(0.01);
    expect(termForce(strong, positions)).toEqual(termForce(springTerm(cloth.springs), positions));
  });

  test("shear counts as type 1", () => {
    for (const [kind, entry] of [
      [STRETCH, 5],
      [SHEAR, 5],
      [BEND, 0],
    ]) {
      const springs = createSpringList();
      springs.push(0, 1, 1, 5, kind);
      const term = springTerm(springs.finish(), { jacobianSprings: "stretch" });
      expect(termMatrix(term, Float64Array.of(0, 0, 0, 1, 0, 0))[0][0], SPRING_KINDS[kind]).toBe(entry);
    }
  });

  test.each(ALL_MODELS)("two springs on one pair add up, in either direction, for %s", (jacobian) => {
    const x = Float64Array.of(0, 0, 0, 0.5, 1, -0.3);
    const one = createSpringList();
    one.push(0, 1, 1, 5, STRETCH);
    const other = createSpringList();
    other.push(1, 0, 1.5, 3, BEND);
    const both = createSpringList();
    both.push(0, 1, 1, 5, STRETCH);
    both.push(1, 0, 1.5, 3, BEND);
    const first = termMatrix(springTerm(one.finish(), { jacobian }), x);
    const second = termMatrix(springTerm(other.finish(), { jacobian }), x);
    const sum = first.map((row, i) => row.map((entry, j) => entry + second[i][j]));
    const term = springTerm(both.finish(), { jacobian });
    expect(relativeMatrixDifference(termMatrix(term, x), sum)).toBeLessThan(1e-15);
  });

  test("each term is added to what is there", () => {
    const { cloth, positions } = randomCloth(22);
    const terms = [springTerm(cloth.springs), hingeTerm(cloth.hinges)];
    const { matrix, slots } = buildBlockMatrix(
      cloth.particleCount,
      terms.map((term) => term.pairs),
    );
    terms.forEach((term, n) => {
      term.addMatrix(positions, 1, slots[n], matrix.diagonal, matrix.offDiagonal);
    });
    const [springs, hinges] = terms.map((term) => termMatrix(term, positions));
    const sum = springs.map((row, i) => row.map((entry, j) => entry + hinges[i][j]));
    expect(relativeMatrixDifference(assembleDense(matrix), sum)).toBeLessThan(1e-15);
  });

  test("only the isotropic springs, the hinges and the dampers have a constant matrix", () => {
    const { springs, hinges } = randomCloth(23).cloth;
    const constant = ALL_MODELS.filter((jacobian) => springTerm(springs, { jacobian }).constantMatrix);
    expect(constant).toEqual(["isotropic"]);
    expect([hingeTerm(hinges).constantMatrix, relativeDampingTerm(springs).constantMatrix]).toEqual([true, true]);
  });
});
