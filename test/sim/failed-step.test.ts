import { describe, expect, it } from "vitest";
import type { ForceFactory } from "../../src/extend.ts";
import { externalTerm } from "../../src/forces/force-term.ts";
import { createSimulation, METHODS, type SceneInput } from "../../src/index.ts";

const STEPS = 6;
const FAILS_AT = 3;

/** A sheet that swings from two corners above a plane, in the range of kernels where the method has some. */
function sheet(method: string, kernels: string | undefined): SceneInput {
  return {
    drape: 1,
    timestep: 1e-4,
    solver: { method, ...(kernels !== undefined && { kernels, tolerance: 1e-5 }) },
    cloths: [{ grid: { columns: 12, rows: 12, width: 0.5, height: 0.5 }, pins: ["top-left", "top-right"] }],
    colliders: [{ plane: { point: [0, -5, 0] } }],
  } as SceneInput;
}

/** Positions after some steps, one of which fails once where it is broken: its force is no number. */
async function run(scene: SceneInput, isBroken: boolean): Promise<Float64Array> {
  let breaks = false;
  const broken: ForceFactory = () => externalTerm({ name: "broken", addForce: (_x, _v, _t, f) => void (breaks && f.fill(Number.NaN)) });
  const simulation = await createSimulation(scene, { forces: [broken] });
  for (let n = 0; n < STEPS; n++) {
    breaks = isBroken && n === FAILS_AT;
    if (breaks) {
      const before = simulation.snapshot();
      expect(() => simulation.step()).toThrow("unstable");
      simulation.restore(before);
    }
    breaks = false;
    simulation.step();
  }
  const x = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(x);
  return x;
}

describe("a step that fails leaves nothing behind in the steps from the state before it", () => {
  it.each(
    METHODS.flatMap(({ name, options }) =>
      (options.some((option) => option.name === "kernels") ? ["typescript", "wasm"] : [undefined]).map(
        (kernels) => [name, kernels] as const,
      ),
    ),
  )("%s, %s", async (name, kernels) => {
    const scene = sheet(name, kernels);
    expect(await run(scene, true)).toEqual(await run(scene, false));
  });
});
