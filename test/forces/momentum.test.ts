import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeMotion } from "../../src/core/motion.ts";
import { normalise3, type Vec3 } from "../../src/core/vec3.ts";
import { baraffWitkinShearTerm } from "../../src/forces/baraff-witkin-shear.ts";
import { relativeDampingTerm, viscousDampingTerm } from "../../src/forces/damping-terms.ts";
import type { ForceTerm } from "../../src/forces/force-term.ts";
import { hingeTerm } from "../../src/forces/hinge-term.ts";
import { springTerm } from "../../src/forces/springs.ts";
import { triangleAxesTerm } from "../../src/forces/triangle-axes.ts";
import { buildTriangleElements } from "../../src/forces/triangle-elements.ts";
import { relativeDifference } from "../support/finite-difference.ts";
import { type RandomCloth, randomCloth } from "../support/random-cloth.ts";
import { randomTriangles } from "../support/random-triangles.ts";
import { largest, sumForces, sumTorques, termForce } from "../support/term-matrix.ts";

const seeds = fc.nat({ max: 1e9 });
const EXACT = 1e-13;

type Sample = Pick<RandomCloth, "cloth" | "positions">;

const ELASTIC: readonly [string, (seed: number) => [ForceTerm, Sample]][] = [
  ["symmetric springs", (seed) => withTerm(randomCloth(seed), ({ cloth }) => springTerm(cloth.springs))],
  ["asymmetric springs", (seed) => withTerm(randomCloth(seed, { asymmetric: true }), ({ cloth }) => springTerm(cloth.springs))],
  ["hinges", (seed) => withTerm(randomCloth(seed), ({ cloth }) => hingeTerm(cloth.hinges))],
  [
    "triangles by their four axes",
    (seed) =>
      withTerm(randomTriangles(seed), ({ cloth }) => triangleAxesTerm(buildTriangleElements(cloth), { jacobian: "clamped", shear: true })),
  ],
  [
    "Baraff and Witkin's shear",
    (seed) => withTerm(randomTriangles(seed), ({ cloth }) => baraffWitkinShearTerm(buildTriangleElements(cloth))),
  ],
];

function withTerm(random: Sample, make: (random: Sample) => ForceTerm): [ForceTerm, Sample] {
  return [make(random), random];
}

describe("internal forces sum to zero", () => {
  test.each(ELASTIC)("%s", (_, make) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const [term, { positions }] = make(seed);
        const f = termForce(term, positions);
        expect(largest(sumForces(f))).toBeLessThan(EXACT * largest(f));
      }),
    );
  });

  test("relative damping", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { cloth, positions, velocities } = randomCloth(seed, { relativeDamping: 0.7 });
        const f = termForce(relativeDampingTerm(cloth.springs), positions, velocities);
        expect(largest(f)).toBeGreaterThan(0.01);
        expect(largest(sumForces(f))).toBeLessThan(EXACT * largest(f));
      }),
    );
  });

  test("viscous damping does not, and is no internal force", () => {
    const { cloth, positions, velocities } = randomCloth(1, { viscous: 0.5 });
    const f = termForce(viscousDampingTerm(cloth.viscousDamping), positions, velocities);
    expect(largest(sumForces(f))).toBeGreaterThan(0.1 * largest(f));
  });
});

describe("elastic torques sum to zero", () => {
  test.each(ELASTIC)("%s", (_, make) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const [term, { positions }] = make(seed);
        const f = termForce(term, positions);
        expect(largest(sumTorques(positions, f))).toBeLessThan(EXACT * largest(f) * largest(positions));
      }),
    );
  });

  test("those of relative damping do not: a rigid rotation is slowed down", () => {
    const { cloth, positions } = randomCloth(2, { relativeDamping: 0.7 });
    const spinning = positions.map((_, c) => [-positions[c + 1], positions[c - 1], 0][c % 3]); // z × x
    const f = termForce(relativeDampingTerm(cloth.springs), positions, spinning);
    const torque = sumTorques(positions, f);
    expect(torque[2]).toBeLessThan(-0.1);
  });

  test("but a rigid translation it leaves alone", () => {
    const { cloth, positions } = randomCloth(3, { relativeDamping: 0.7 });
    const together = positions.map((_, c) => [3, -2, 0.7][c % 3]);
    expect(largest(termForce(relativeDampingTerm(cloth.springs), positions, together))).toBe(0);
  });
});

describe("rigid motion", () => {
  const coordinate = fc.double({ min: -1, max: 1, noNaN: true });
  const vector = fc.tuple(coordinate, coordinate, coordinate);

  /** Every point turned about the axis by the angle [rad], then moved by the shift. */
  function move(x: Float64Array, axis: Vec3, angle: number, shift: Vec3): Float64Array {
    const out = new Float64Array(x.length);
    const rotation = { axis, center: [0, 0, 0], speed: angle } as const;
    for (let i = 0; i < x.length / 3; i++) computeMotion({ rotation }, 1, x, i, out);
    return out.map((value, c) => value + shift[c % 3]);
  }

  test.each(ELASTIC)("leaves the energy of %s alone and turns the forces with it", (_, make) => {
    fc.assert(
      fc.property(seeds, vector, fc.double({ min: 0, max: 6, noNaN: true }), vector, (seed, direction, angle, shift) => {
        fc.pre(Math.hypot(...direction) > 0.1);
        const axis = normalise3(direction);
        const [term, { positions }] = make(seed);
        const moved = move(positions, axis, angle, shift);
        expect(Math.abs(term.energy(moved) / term.energy(positions) - 1)).toBeLessThan(1e-11);
        const turned = move(termForce(term, positions), axis, angle, [0, 0, 0]);
        expect(relativeDifference(termForce(term, moved), turned)).toBeLessThan(1e-11);
      }),
      { numRuns: 50 },
    );
  });
});
