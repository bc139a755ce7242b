import { describe, expect, test } from "vitest";
import { buildScene } from "../../src/scene/build-scene.ts";
import { withKernels } from "../../src/scene/load-kernels.ts";
import { parseScene } from "../../src/scene/parse-scene.ts";
import type { SceneInput } from "../../src/scene/scene-input.ts";
import type { SimulationSetup } from "../../src/sim/setup.ts";
import { createSimulationFromSetup } from "../../src/sim/simulation.ts";
import { run } from "../kernels/support.ts";

type ColliderInput = NonNullable<SceneInput["colliders"]>[number];

const BODIES: Readonly<Record<string, ColliderInput>> = {
  plane: { plane: { point: [0, -0.02, 0], normal: [0.1, 0.995, 0] } },
  sphere: {
    sphere: { center: [0.4, -0.2, 0.4], radius: 0.18 },
    motion: { rotation: { axis: [0, 1, 0], center: [0.4, 0, 0.4], speed: 2 } },
  },
  capsule: { capsule: { from: [0.2, -0.1, 0.5], to: [0.8, -0.1, 0.5], radius: 0.08 } },
  cone: { cone: { from: [0.2, -0.15, 0.5], to: [0.8, -0.2, 0.3], radii: [0.05, 0.15] } },
  box: {
    box: { center: [0.5, -0.15, 0.5], halfSizes: [0.2, 0.1, 0.1], rounding: 0.02 },
    motion: {
      keyframes: [
        { at: 0, offset: [0, 0, 0] },
        { at: 1, offset: [0, 0.4, 0] },
      ],
    },
  },
};

function sheetOn(side: number, body: ColliderInput, more: Partial<SceneInput> = {}): SceneInput {
  const grid = { columns: side, rows: side, width: 1, height: 1, v: [0, 0, 1] };
  return { drape: 1, cloths: [{ grid, fabric: "silk" }], colliders: [{ ...body, friction: 0.3 }], ...more } as SceneInput;
}

async function setUp(scene: SceneInput): Promise<SimulationSetup> {
  return withKernels(await buildScene(parseScene(scene), () => Promise.reject(new Error("no files"))), 1);
}

describe("kernels of bodies", () => {
  test.each(Object.keys(BODIES))("meet a %s as TypeScript does, to the bit", async (kind) => {
    const setup = await setUp(sheetOn(35, BODIES[kind]));
    expect(setup.searchKernels?.createBodies).toBeDefined();
    const fast = run(createSimulationFromSetup(setup), 30);
    const plain = run(createSimulationFromSetup({ ...setup, searchKernels: undefined }), 30);
    expect(fast.hash()).toBe(plain.hash());
    expect(fast.view.measure().contacts).toBeGreaterThan(20);
  });

  test("are loaded where cloth is large, meets itself, asks for them or meets a figure", async () => {
    const has = async (scene: SceneInput): Promise<boolean> => (await setUp(scene)).searchKernels?.createBodies !== undefined;
    expect(await has(sheetOn(20, BODIES.capsule))).toBe(false);
    expect(await has(sheetOn(35, BODIES.capsule))).toBe(true);
    expect(await has(sheetOn(20, BODIES.capsule, { collision: { self: true } }))).toBe(true);
    expect(await has(sheetOn(20, BODIES.capsule, { solver: { method: "implicit-euler", kernels: "wasm" } }))).toBe(true);
    expect(await has(sheetOn(35, BODIES.capsule, { solver: { method: "implicit-euler", kernels: "typescript" } }))).toBe(false);
    const cones = [{ from: [0.2, -0.1, 0.5], to: [0.8, -0.1, 0.5], radii: [0.1, 0.1] }];
    expect(await has(sheetOn(20, { cones } as ColliderInput))).toBe(true);
    const heights = {
      origin: [-1, -1, -1],
      spacing: 1,
      heights: [
        [0, 0, 0],
        [0, 0, 0],
        [0, 0, 0],
      ],
    };
    expect(await has(sheetOn(35, { heightField: heights } as unknown as ColliderInput))).toBe(false);
  });
});
