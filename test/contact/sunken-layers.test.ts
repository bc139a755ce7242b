import { describe, expect, test } from "vitest";
import { some } from "../support/full.ts";
import { BODIES, type BodyName, runStart, sunkenScene } from "./sunken-sheets.ts";

const SEEDS = Array.from({ length: 10 }, (_, n) => n + 1);
/** Beyond what it takes to lift the cloth: air, rounding and what is left of a stretch [J]. */
const REST = 0.01;

/** How deep the deepest vertex starts, by seed: 1, 2 or 3 cm. */
const depthOf = (seed: number): number => 0.01 * (1 + (seed % 3));

describe("cloths that start through each other in a body", () => {
  for (const body of some(Object.keys(BODIES) as BodyName[], 3)) {
    for (const layers of some([2, 5], 1)) {
      test(`come out of a ${body} in ${layers} layers, slowly, and gain no energy beyond the lift`, async () => {
        for (const seed of some(SEEDS, 1)) {
          const run = await runStart(sunkenScene({ body, layers, seed, depth: depthOf(seed), side: 16 }), { steps: 60, after: 4 });
          expect(run.crossings).toBeGreaterThan(10);
          expect(run.depth).toBeGreaterThan(0.9 * depthOf(seed) - 0.001);
          expect(run.freeAfter).toBeGreaterThan(0);
          expect(run.fastest).toBeLessThan(5);
          expect(run.gainUntilFree).toBeLessThan(run.lift + REST);
        }
      });
    }
  }
});
