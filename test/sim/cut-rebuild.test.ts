import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSimulation, type SceneInput } from "../../src/index.ts";
import { edgesOf, strokes } from "../support/random-cuts.ts";

function sheet(method: string, self: boolean): SceneInput {
  return {
    drape: 1,
    solver: { method, kernels: "wasm", ...(method === "implicit-euler" ? { tolerance: 1e-3 } : {}) },
    cloths: [
      {
        grid: { columns: 14, rows: 12, width: 0.5, height: 0.4, v: [0, -0.6, 0.8] },
        fabric: "cotton",
        pins: ["top-left", "top-right"],
      },
    ],
    ...(self ? { collision: { self: true, thickness: 0.004 } } : {}),
  } as SceneInput;
}

/** Steps between two strokes, and after the last. */
const STEPS = 3;

describe.each([
  ["gauss-seidel", false],
  ["gauss-seidel", true],
  ["implicit-euler", true],
  ["linear-edge", true],
  ["two-level", true],
] as const)("%s, self-collision %s: cut at random while it moves", (method, self) => {
  it("goes on to the bit like one that is made anew from a snapshot after each cut", async () => {
    const scene = sheet(method, self);
    let copies = 0;
    await fc.assert(
      fc.asyncProperty(strokes, async (cuts) => {
        const simulation = await createSimulation(scene);
        for (let n = 0; n < STEPS; n++) simulation.step();
        for (const stroke of cuts) {
          const before = simulation.particleCount;
          simulation.edit.cut(edgesOf(stroke, simulation.triangles));
          if (simulation.particleCount === before) continue;
          copies += simulation.particleCount - before;
          const anew = await createSimulation(scene);
          anew.restore(simulation.snapshot());
          for (let n = 0; n < STEPS; n++) {
            simulation.step();
            anew.step();
          }
          expect(anew.hash()).toBe(simulation.hash());
        }
      }),
      { numRuns: 4 },
    );
    expect(copies).toBeGreaterThan(0);
  });
});
