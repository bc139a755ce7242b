import { describe, expect, test } from "vitest";
import { some } from "../support/full.ts";
import { BODIES, type BodyName, runStart, sunkenScene } from "./sunken-sheets.ts";

/** Beyond what it takes to raise the cloth: what is left of a stretch [J]. */
const REST = 0.005;

/** How deep the deepest vertex starts, by seed: 1, 2 or 3 cm. */
const depthOf = (seed: number): number => 0.01 * (1 + (seed % 3));

describe("cloths that start through each other in a body", () => {
  for (const layers of some([2, 5], 1)) {
    for (const body of some(Object.keys(BODIES) as BodyName[], 3)) {
      test(`come out of a ${body} in ${layers} layers, slowly, and gain no energy beyond the lift`, async () => {
        for (const seed of some([2, 1], 1)) {
          const run = await runStart(sunkenScene({ body, layers, seed, depth: depthOf(seed), side: 16 }), { after: 2 });
          expect(run.crossings).toBeGreaterThan(100);
          expect(run.depth).toBeGreaterThan(depthOf(seed) - 0.001);
          expect(run.freeAfter).toBeGreaterThan(0);
          expect(run.fastest).toBeLessThan(5);
          // out of triangles each layer is drawn for itself in the end
          if (body !== "mesh") expect(run.gainUntilFree).toBeLessThan(run.lift + REST);
        }
      });
    }
  }

  test("are drawn apart as anywhere where no body is near", async () => {
    const run = await runStart(sunkenScene({ layers: 2, seed: 2, side: 16 }), { after: 2 });
    expect(run.freeAfter).toBeGreaterThan(0);
    expect(run.gain).toBeLessThan(0.1);
  });
});
