import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { relativeDampingTerm, viscousDampingTerm } from "../../src/forces/damping-terms.ts";
import type { ForceTerm } from "../../src/forces/force-term.ts";
import { gravityTerm } from "../../src/forces/gravity.ts";
import { hingeTerm } from "../../src/forces/hinge-term.ts";
import { springTerm } from "../../src/forces/springs.ts";
import type { DenseMatrix } from "../support/dense.ts";
import {
  centralDifference,
  numericalGradient,
  numericalJacobian,
  relativeDifference,
  relativeMatrixDifference,
} from "../support/finite-difference.ts";
import { type RandomCloth, randomCloth } from "../support/random-cloth.ts";
import { termForce, termMatrix } from "../support/term-matrix.ts";

/** Relative to the largest entry; with this step central differences are good to about 1e-9. */
const TOLERANCE = 1e-6;
const STEP = 1e-5;
const seeds = fc.nat({ max: 1e9 });

const ELASTIC: readonly [string, (random: RandomCloth) => ForceTerm][] = [
  ["symmetric springs", ({ cloth }) => springTerm(cloth.springs)],
  ["hinges", ({ cloth }) => hingeTerm(cloth.hinges)],
];

describe("the force is minus the gradient of the energy", () => {
  function expectGradient(term: ForceTerm, x: Float64Array): void {
    const expected = numericalGradient((at) => -term.energy(at), x, STEP);
    expect(relativeDifference(termForce(term, x), expected)).toBeLessThan(TOLERANCE);
  }

  test.each(ELASTIC)("%s", (_, make) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = randomCloth(seed);
        expectGradient(make(random), random.positions);
      }),
      { numRuns: 30 },
    );
  });

  test("asymmetric springs", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { cloth, positions } = randomCloth(seed, { asymmetric: true });
        expectGradient(springTerm(cloth.springs), positions);
      }),
      { numRuns: 30 },
    );
  });

  test("gravity, in any direction", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { cloth, positions } = randomCloth(seed);
        expectGradient(gravityTerm(cloth.mass, Float64Array.of(1.5, -9.81, 0.3)), positions);
      }),
      { numRuns: 10 },
    );
  });
});

describe("the stiffness matrix is minus the derivative of the force", () => {
  /** −∂f/∂x by central differences. */
  function measured(term: ForceTerm, x: Float64Array): DenseMatrix {
    return numericalJacobian((at) => termForce(term, at).map((value) => -value), x, STEP);
  }

  test.each(["exact", "tangent"] as const)("symmetric springs, jacobian %s", (jacobian) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { cloth, positions } = randomCloth(seed);
        const term = springTerm(cloth.springs, { jacobian });
        expect(relativeMatrixDifference(termMatrix(term, positions), measured(term, positions))).toBeLessThan(TOLERANCE);
      }),
      { numRuns: 20 },
    );
  });

  test("asymmetric springs, jacobian tangent", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { cloth, positions } = randomCloth(seed, { asymmetric: true });
        const term = springTerm(cloth.springs, { jacobian: "tangent" });
        expect(relativeMatrixDifference(termMatrix(term, positions), measured(term, positions))).toBeLessThan(TOLERANCE);
      }),
      { numRuns: 20 },
    );
  });

  test("of asymmetric springs `exact` is not the derivative: it belongs to the symmetric law", () => {
    const { cloth, positions } = randomCloth(4, { asymmetric: true });
    const term = springTerm(cloth.springs, { jacobian: "exact" });
    expect(relativeMatrixDifference(termMatrix(term, positions), measured(term, positions))).toBeGreaterThan(0.01);
  });

  test("hinges, whose matrix is the same everywhere", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { cloth, positions, velocities } = randomCloth(seed);
        const term = hingeTerm(cloth.hinges);
        expect(relativeMatrixDifference(termMatrix(term, positions), measured(term, positions))).toBeLessThan(TOLERANCE);
        expect(termMatrix(term, velocities)).toEqual(termMatrix(term, positions));
      }),
      { numRuns: 20 },
    );
  });

  test("the matrix is scaled by the factor it is given", () => {
    const { cloth, positions } = randomCloth(5);
    for (const term of [springTerm(cloth.springs, { jacobian: "exact" }), hingeTerm(cloth.hinges)]) {
      const scaled = termMatrix(term, positions).map((row) => row.map((entry) => 0.25 * entry));
      expect(relativeMatrixDifference(termMatrix(term, positions, 0.25), scaled)).toBeLessThan(1e-15);
    }
  });
});

describe("the damping matrix is minus the derivative of the force by the velocity", () => {
  const DAMPING: readonly [string, (random: RandomCloth) => ForceTerm][] = [
    ["viscous", ({ cloth }) => viscousDampingTerm(cloth.viscousDamping)],
    ["relative", ({ cloth }) => relativeDampingTerm(cloth.springs)],
  ];

  test.each(DAMPING)("%s", (_, make) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = randomCloth(seed, { viscous: 0.4, relativeDamping: 0.7 });
        const term = make(random);
        const force = (v: Float64Array): Float64Array => termForce(term, random.positions, v);
        const expected = numericalJacobian((v) => force(v).map((value) => -value), random.velocities, STEP);
        expect(relativeMatrixDifference(termMatrix(term, random.positions), expected)).toBeLessThan(TOLERANCE);
      }),
      { numRuns: 20 },
    );
  });

  test.each(DAMPING)("%s damping takes energy and never gives any", (_, make) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = randomCloth(seed, { viscous: 0.4, relativeDamping: 0.7 });
        const f = termForce(make(random), random.positions, random.velocities);
        const power = f.reduce((sum, value, c) => sum + value * random.velocities[c], 0);
        expect(power).toBeLessThan(0);
      }),
    );
  });
});

test("central differences are exact for a quadratic, and leave x as it was", () => {
  const x = Float64Array.of(0.1, 0.7);
  expect(centralDifference(([a, b]) => a * a + 3 * a * b, x, 0, 1e-3)).toBeCloseTo(2 * 0.1 + 3 * 0.7, 12);
  expect([...x]).toEqual([0.1, 0.7]);
});
