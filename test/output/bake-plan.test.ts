import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BakePlan, planBake } from "../../src/output/bake-plan.ts";

const momentsOf = (plan: BakePlan): number[] => Array.from({ length: plan.frameCount }, (_, frame) => plan.momentOf(frame));

describe("planBake", () => {
  test("every K steps from the start, as far as the run goes", () => {
    const plan = planBake(7, 0.01, { every: 3 });
    expect(momentsOf(plan)).toEqual([0, 3, 6]);
    expect(plan.rate).toBeCloseTo(100 / 3, 9);
  });

  test("thirty frames a second where nothing is asked", () => {
    const plan = planBake(60, 1 / 60);
    expect([plan.frameCount, plan.rate, plan.stepOf(1), plan.stepOf(30)]).toEqual([31, 30, 2, 60]);
  });

  test("frames that nobody asked for are no more than steps", () => {
    const plan = planBake(10, 0.1);
    expect([plan.frameCount, plan.rate]).toEqual([11, 10]);
    const asked = planBake(10, 0.1, { fps: 60 });
    expect([asked.frameCount, asked.rate, asked.momentOf(1)]).toEqual([61, 60, 1 / 6]);
  });

  test.each([24, 25, 30, 50])("%i frames a second lie evenly, between steps where they do not fall on them", (fps) => {
    const plan = planBake(300, 1 / 60, { fps });
    expect([plan.frameCount, plan.rate, plan.timeOf(0), plan.timeOf(5 * fps)]).toEqual([5 * fps + 1, fps, 0, 5]);
    momentsOf(plan).forEach((moment, frame) => {
      expect(moment).toBeCloseTo((frame * 60) / fps, 9);
      expect(plan.timeOf(frame)).toBeCloseTo(frame / fps, 11);
    });
  });

  test("a frame that falls on the end of a step is that step, to the bit", () => {
    expect(momentsOf(planBake(10, 0.01, { fps: 40 }))).toEqual([0, 2.5, 5, 7.5, 10]);
    expect(planBake(3600, 1 / 60, { fps: 29.97 }).momentOf(999)).toBe(2000);
  });

  test("keys lie evenly, the first at the start and the last at the end", () => {
    expect(momentsOf(planBake(10, 0.01, { keys: 5 }))).toEqual([0, 2.5, 5, 7.5, 10]);
    expect(momentsOf(planBake(3, 0.01, { keys: 50 }))).toEqual([0, 1, 2, 3]);
    expect(momentsOf(planBake(9, 0.01, { keys: 1 }))).toEqual([0]);
    expect(momentsOf(planBake(0, 0.01, { keys: 7 }))).toEqual([0]);
  });

  test("a long run keeps to the most frames of its kind, unless more are asked for", () => {
    expect(planBake(3600, 1 / 60, {}, 100).frameCount).toBe(100);
    expect(planBake(3600, 1 / 60, { keys: 600 }, 100).frameCount).toBe(600);
    expect(planBake(3600, 1 / 60, { fps: 60 }, 100).frameCount).toBe(3601);
    expect(planBake(60, 1 / 60, {}, 100).frameCount).toBe(31);
  });

  test("frames ascend and stay within the run, whatever is asked", () => {
    const choice = fc.oneof(
      fc.record({ every: fc.integer({ min: 1, max: 500 }) }),
      fc.record({ fps: fc.double({ min: 0.01, max: 1000, noNaN: true }) }),
      fc.record({ keys: fc.integer({ min: 1, max: 500 }) }),
    );
    fc.assert(
      fc.property(fc.nat(400), fc.double({ min: 1e-4, max: 0.5, noNaN: true }), choice, (steps, timestep, asked) => {
        const planned = momentsOf(planBake(steps, timestep, asked));
        expect(planned[0]).toBe(0);
        expect(planned.at(-1)).toBeLessThanOrEqual(steps);
        for (let k = 1; k < planned.length; k++) expect(planned[k]).toBeGreaterThan(planned[k - 1]);
      }),
    );
  });

  test.each([{ every: 0 }, { every: 1.5 }, { keys: 0 }, { fps: 0 }, { fps: Number.NaN }, { every: 2, keys: 3 }])(
    "%j is refused",
    (choice) => {
      expect(() => planBake(10, 0.01, choice)).toThrow(/give/);
    },
  );
});
