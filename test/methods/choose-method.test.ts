import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { METHODS } from "../../src/index.ts";
import { chooseMethod } from "../../src/methods/choose-method.ts";
import type { ClothDescription } from "../../src/methods/describe-cloth.ts";
import type { ModeBounds } from "../../src/methods/ways/bound-modes.ts";

/** A square metre of stiff cloth in the air at 1/60 s. */
const SHEET: ClothDescription & ModeBounds = {
  particles: 961,
  springs: 3660,
  hinges: 2640,
  stiffness: 694,
  frequency: 11111,
  damping: 0.01,
  evenness: 1,
  reach: 30,
  pace: 0.044,
  gravityStep: 9.81 / 60,
  touches: false,
  isTriangles: false,
  hasFurtherForces: false,
  hasKernels: true,
};

const named = (change: Partial<ClothDescription & ModeBounds>, budget = 0): string =>
  chooseMethod({ ...SHEET, ...change }, budget).method.name;

describe("auto", () => {
  it("takes two levels for stiff cloth in the air, which need no settings", () => {
    for (const stiffness of [101, 694, 8889, 88889]) {
      const { method, settings } = chooseMethod({ ...SHEET, stiffness }, 0);
      expect([method.name, settings]).toEqual(["two-level", {}]);
    }
  });

  it("takes a factored matrix and second order where such cloth is too fast for hats, iterating more the stiffer it is", () => {
    const iterations = [694, 8889, 88889].map((stiffness) => {
      const { method, settings } = chooseMethod({ ...SHEET, stiffness, pace: 0.101 }, 0);
      expect([method.name, settings.acceleration, settings.integrator]).toEqual(["linear-edge", "lbfgs", "bdf2"]);
      return settings.iterations;
    });
    expect(iterations).toEqual([8, 20, 63]);
  });

  it("solves by blocks with a little damping where cloth is soft for its step", () => {
    expect(named({ stiffness: 100 })).toBe("theta");
    expect(named({ stiffness: 100.001 })).toBe("two-level");
  });

  it("takes an explicit method where that is safe, of second order where the step is long for the motion", () => {
    const soft = { stiffness: 0.1, frequency: 1 };
    expect(named({ ...soft, pace: 0.01 })).toBe("symplectic-euler");
    expect(named({ ...soft, pace: 0.05, hasKernels: false })).toBe("verlet");
    expect(named({ ...soft, frequency: 1.01 })).toBe("theta");
    expect(named({ ...soft, damping: 1.01 })).toBe("theta");
  });

  it("takes implicit Euler, which lies still in contact, wherever cloth can touch something", () => {
    for (const stiffness of [0.01, 10, 1e3, 1e5]) {
      expect(named({ touches: true, stiffness, frequency: 2 * stiffness })).toBe("implicit-euler");
    }
  });

  it("iterates no more than what holds the cloth asks for, and more where it is fast", () => {
    const calm = { ...SHEET, touches: true, stiffness: 1e4, pace: 0.02 };
    const count = (change: Partial<ClothDescription & ModeBounds>) => chooseMethod({ ...calm, ...change }, 0).settings.maxIterations;
    expect(count({ reach: Number.POSITIVE_INFINITY })).toBe(78); // 8 + 0.4 · 100 + 0.005 · 100 · 60
    expect(count({ reach: 20 })).toBe(46); // with 2.75 · 20 in place of 100
    expect(count({ reach: 0 })).toBe(8);
    expect(count({ reach: 20, pace: 0.021 })).toBe(50);
  });

  it("solves the more exactly the stiffer cloth is, the lighter some of it, and where that takes few iterations", () => {
    const tolerance = (change: Partial<ClothDescription & ModeBounds>) =>
      (chooseMethod({ ...SHEET, touches: true, ...change }, 0).settings.tolerance as number) / 0.4; // the solve begins with 0.6 of the answer
    expect(tolerance({ stiffness: 0 })).toBeCloseTo(5e-3, 15);
    expect(tolerance({ stiffness: 400 })).toBeCloseTo(0.011, 15);
    expect(tolerance({ stiffness: 3600 })).toBeCloseTo(0.5 / 60, 15);
    expect(tolerance({ stiffness: 1e4 })).toBeCloseTo(7.5e-3, 15);
    expect(tolerance({ stiffness: 1e4, evenness: 0.2 })).toBeCloseTo(1.5e-3, 15);
    expect(tolerance({ stiffness: 1e4, evenness: 0.01 })).toBeCloseTo(1e-3, 15);
  });

  it("takes triangles where there are no springs", () => {
    expect(named({ isTriangles: true, springs: 0, stiffness: 0, frequency: 0 })).toBe("triangle-implicit");
  });

  it("counts with dearer iterations in TypeScript, and with a larger factor in a finer mesh", () => {
    const ours = chooseMethod(SHEET, 0);
    expect(chooseMethod({ ...SHEET, hasKernels: false }, 0).cost).toBeCloseTo(4 * ours.cost, 3);
    const finer = { particles: 100 * SHEET.particles, springs: 100 * SHEET.springs, hinges: 100 * SHEET.hinges };
    const fast = { ...SHEET, pace: 0.11, stiffness: 8889 };
    const large = chooseMethod({ ...fast, ...finer }, 1e4);
    expect(large.method.name).toBe("linear-edge");
    expect(large.cost).toBeGreaterThan(101 * chooseMethod(fast, 1e4).cost);
  });

  it("keeps its solve within a budget by fewer iterations, down to the least that make sense", () => {
    const fast = { ...SHEET, pace: 0.11 };
    const free = chooseMethod(fast, 0);
    const tight = chooseMethod(fast, 1e-6 * 0.8 * free.cost);
    expect(tight.method.name).toBe("linear-edge");
    expect(tight.settings.iterations).toBeLessThan(free.settings.iterations as number);
    expect(tight.cost).toBeLessThanOrEqual(0.8 * free.cost);
    expect(tight.error).toBeGreaterThan(free.error);
    expect(chooseMethod(fast, 100)).toEqual(free);
    const contact = chooseMethod({ ...SHEET, touches: true }, 0.01);
    expect([contact.method.name, contact.settings.maxIterations]).toEqual(["implicit-euler", 4]);
  });

  it("bounds iterations and cost where there is no budget, and takes a factor rather than gradients that end early", () => {
    const fine = { ...SHEET, particles: 2737, springs: 8115, hinges: 8067, stiffness: 8e7, reach: 2737 };
    const held = chooseMethod({ ...fine, touches: true }, 0);
    expect([held.method.name, held.settings.maxIterations]).toEqual(["implicit-euler", 300]);
    expect(held.error).toBeGreaterThan(1); // 6,400 are asked for
    expect(named(fine)).toBe("two-level");
    const free = chooseMethod({ ...fine, pace: 0.11 }, 0);
    expect([free.method.name, free.settings.iterations]).toEqual(["linear-edge", 64]);
    const large = { ...fine, particles: 50_000, springs: 150_000, hinges: 150_000 };
    for (const touches of [false, true]) expect(chooseMethod({ ...large, touches }, 0).cost).toBeLessThanOrEqual(1.2e8);
  });

  it("asks velocities to be right to a share of what gravity adds in a step", () => {
    const tolerance = (gravityStep: number) => chooseMethod({ ...SHEET, touches: true, gravityStep }, 0).settings;
    expect(tolerance(0.16).velocityTolerance).toBeCloseTo((0.4 * 0.16) / 300, 12);
    expect(tolerance(0).velocityTolerance).toBe(0);
    expect(tolerance(1e9).velocityTolerance).toBe(1);
  });

  it("whatever the cloth: gives settings that the method takes, and the same each time", () => {
    const size = fc.double({ min: 0, max: 1e9, noNaN: true });
    const cloths = fc.record({
      particles: fc.integer({ min: 1, max: 1e6 }),
      springs: fc.integer({ min: 0, max: 1e7 }),
      hinges: fc.integer({ min: 0, max: 1e7 }),
      evenness: fc.double({ min: 1e-4, max: 1, noNaN: true }),
      stiffness: size,
      frequency: size,
      damping: size,
      reach: size,
      pace: size,
      gravityStep: size,
      touches: fc.boolean(),
      isTriangles: fc.boolean(),
      hasFurtherForces: fc.boolean(),
      hasKernels: fc.boolean(),
    });
    fc.assert(
      fc.property(cloths, fc.double({ min: 0.001, max: 1e4, noNaN: true }), (cloth, budget) => {
        const choice = chooseMethod(cloth, budget);
        expect(chooseMethod({ ...cloth }, budget)).toEqual(choice);
        const { options } = METHODS.find(({ name }) => name === choice.method.name) as (typeof METHODS)[number];
        for (const [name, value] of Object.entries(choice.settings)) {
          const option = options.find((one) => one.name === name);
          if (option?.kind === "choice") expect(option.choices).toContain(value);
          else {
            expect(value).toBeGreaterThanOrEqual(option?.min as number);
            expect(value).toBeLessThanOrEqual(option?.max as number);
          }
        }
        expect(choice.cost).toBeGreaterThan(0);
        expect(choice.error).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
