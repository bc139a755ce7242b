import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Springs } from "../../src/fabric/cloth.ts";
import { addPaidSpringForces } from "../../src/forces/paid-force.ts";
import { addSpringForces } from "../../src/forces/spring-force.ts";
import { springTerm } from "../../src/forces/springs.ts";
import { multiplyDense } from "../support/dense.ts";
import { randomCloth } from "../support/random-cloth.ts";
import { largest, sumForces, sumTorques, termMatrix } from "../support/term-matrix.ts";

function paidForces(springs: Springs, x: Float64Array, predicted: Float64Array, rotated: boolean): Float64Array {
  const f = new Float64Array(x.length);
  addPaidSpringForces(springs, x, predicted, rotated, f);
  return f;
}

function springForces(springs: Springs, x: Float64Array): Float64Array {
  const f = new Float64Array(x.length);
  addSpringForces(springs, x, f);
  return f;
}

const difference = (a: Float64Array, b: Float64Array): number => largest(a.map((value, c) => value - b[c]));

const seeds = fc.nat({ max: 10_000 });
const laws = fc.boolean();

describe("the PAID force", () => {
  it("is nothing on a translation", () => {
    fc.assert(
      fc.property(seeds, laws, (seed, asymmetric) => {
        const { cloth, positions } = randomCloth(seed, { asymmetric });
        const moved = positions.map((value, c) => value + [0.3, -0.7, 1.1][c % 3]);
        const now = springForces(cloth.springs, positions);
        expect(difference(paidForces(cloth.springs, positions, moved, false), now)).toBeLessThan(1e-12 * largest(now));
      }),
    );
  });

  it("is nothing on a rigid rotation by any angle, while the rotated tension turns along", () => {
    fc.assert(
      fc.property(seeds, laws, fc.integer({ min: -180, max: 180 }), (seed, asymmetric, degrees) => {
        const { cloth, positions } = randomCloth(seed, { asymmetric });
        const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
        const turn = (from: Float64Array): Float64Array =>
          from.map((_, n) => {
            const i = n - (n % 3);
            return [c * from[i] - s * from[i + 1], s * from[i] + c * from[i + 1], from[i + 2]][n % 3];
          });
        const now = springForces(cloth.springs, positions);
        const size = largest(now);
        expect(difference(paidForces(cloth.springs, positions, turn(positions), false), now)).toBeLessThan(1e-12 * size);
        expect(difference(paidForces(cloth.springs, positions, turn(positions), true), turn(now))).toBeLessThan(1e-12 * size);
      }),
    );
  });

  it("with the tension rotated is the whole force at the predicted place", () => {
    const { cloth, positions, velocities } = randomCloth(3, { asymmetric: true });
    const predicted = positions.map((value, c) => value + 0.1 * velocities[c]);
    const rotated = paidForces(cloth.springs, positions, predicted, true);
    expect(difference(rotated, springForces(cloth.springs, predicted))).toBeLessThan(1e-13 * largest(rotated));
  });

  it("acts along û, so it adds no momentum, and no torque about the predicted places", () => {
    const { cloth, positions, velocities } = randomCloth(4);
    const predicted = positions.map((value, c) => value + 0.1 * velocities[c]);
    const now = springForces(cloth.springs, positions);
    const pure = paidForces(cloth.springs, positions, predicted, false).map((f, c) => f - now[c]);
    expect(largest(pure)).toBeGreaterThan(0.1);
    expect(largest(sumForces(pure))).toBeLessThan(1e-12 * largest(now));
    expect(largest(sumTorques(predicted, pure))).toBeLessThan(1e-11 * largest(now));
  });

  it("at two particles in one place has no direction and stays finite", () => {
    const { cloth } = randomCloth(5);
    const nowhere = new Float64Array(3 * cloth.particleCount);
    for (const rotated of [false, true]) {
      expect(paidForces(cloth.springs, nowhere, nowhere, rotated).every((f) => f === 0)).toBe(true);
    }
  });
});

describe("on one spring that turns with ω", () => {
  const [k, r, h, omega] = [200, 0.8, 0.02, 6];
  const spring = (restLength: number): Springs => ({
    count: 1,
    ends: Uint32Array.of(0, 1),
    restLength: Float64Array.of(restLength),
    stiffness: Float64Array.of(k),
    kind: Uint8Array.of(0),
    asymmetric: Uint8Array.of(0),
    relativeDamping: Float64Array.of(0),
  });
  const x = Float64Array.of(0, 0, 0, r, 0, 0);
  const v = Float64Array.of(0, 0, 0, 0, omega * r, 0);
  const predicted = x.map((value, c) => value + h * v[c]);

  it.each([0.5, 0.8, 1.2])("PAID is k r (√(1 + h²ω²) − 1) along û at rest length %d m", (restLength) => {
    const now = springForces(spring(restLength), x);
    const pure = paidForces(spring(restLength), x, predicted, false).map((f, c) => f - now[c]);
    const long = Math.sqrt(1 + (h * omega) ** 2);
    const size = k * r * (long - 1);
    const u = [1 / long, (h * omega) / long, 0];
    for (let c = 0; c < 3; c++) {
      expect(pure[c]).toBeCloseTo(size * u[c], 12);
      expect(pure[3 + c]).toBeCloseTo(-size * u[c], 12);
    }
  });

  it.each([0.5, 0.8])("what it replaces, h K v, is h ω T across the spring: rest length %d m", (restLength) => {
    const K = termMatrix(springTerm(spring(restLength), { jacobian: "exact" }), x);
    const artificial = multiplyDense(K, v).map((f) => -h * f);
    const tension = k * (r - restLength);
    expect(artificial[3]).toBeCloseTo(0, 12);
    expect(artificial[4]).toBeCloseTo(-h * omega * tension, 12);
  });
});
