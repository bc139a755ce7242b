import { describe, expect, test } from "vitest";
import { POSE_SIZE, placeVertices } from "../../src/core/body-motion.ts";
import { buildScene } from "../../src/scene/build-scene.ts";
import { withKernels } from "../../src/scene/load-kernels.ts";
import { parseScene } from "../../src/scene/parse-scene.ts";
import type { SceneInput } from "../../src/scene/scene-input.ts";
import type { SimulationSetup } from "../../src/sim/setup.ts";
import { createSimulationFromSetup, type Simulation } from "../../src/sim/simulation.ts";
import { some } from "../support/full.ts";

/** Hills, 4 m by 4 m, of 2 · cells² triangles. */
function hills(cells: number): { positions: number[][]; triangles: number[][] } {
  const positions: number[][] = [];
  const triangles: number[][] = [];
  for (let j = 0; j <= cells; j++) {
    for (let i = 0; i <= cells; i++) {
      const x = (4 * i) / cells - 2;
      const z = (4 * j) / cells - 2;
      positions.push([x, 0.05 * Math.sin(5 * x) * Math.cos(4 * z), z]);
    }
  }
  const at = (i: number, j: number): number => j * (cells + 1) + i;
  for (let j = 0; j < cells; j++) {
    for (let i = 0; i < cells; i++) {
      triangles.push([at(i, j), at(i, j + 1), at(i + 1, j)], [at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)]);
    }
  }
  return { positions, triangles };
}

const GROUND = hills(46);

type ColliderInput = NonNullable<SceneInput["colliders"]>[number];

function scene(velocity: number[], collider: Partial<ColliderInput> = {}, more: Partial<SceneInput> = {}): SceneInput {
  return {
    drape: 1,
    timestep: 0.01,
    cloths: [
      { grid: { columns: 12, rows: 12, width: 0.5, height: 0.5, origin: [-1.5, 0.12, -0.2], u: [1, 0, 0], v: [0, 0, 1] }, velocity },
    ],
    colliders: [{ mesh: GROUND, ...collider }],
    collision: { self: true },
    ...more,
  } as SceneInput;
}

/** The simulation of a scene as it is, and one whose body says that it changes its form: it is always looked at as a whole. */
async function both(input: SceneInput): Promise<[Simulation, Simulation]> {
  const made: Simulation[] = [];
  for (const isWhole of [false, true]) {
    const setup = await buildScene(parseScene(input), () => Promise.reject(new Error("no files")));
    made.push(createSimulationFromSetup(await withKernels(isWhole ? asWhole(setup) : setup, 1)));
  }
  return [made[0], made[1]];
}

function asWhole(setup: SimulationSetup): SimulationSetup {
  const { collision } = setup;
  if (collision === undefined) return setup;
  const colliders = collision.colliders.map((collider, body) => {
    const { surface } = collider.shape;
    if (surface === undefined) return collider;
    const place = (poses: Float64Array, out: Float64Array, at: number): void =>
      placeVertices(surface.positions, poses, POSE_SIZE * body, out, at);
    return { ...collider, shape: { ...collider.shape, surface: { ...surface, place } } };
  });
  return { ...setup, collision: { ...collision, colliders } };
}

const SLIDING = scene([2, 0, 0.3]);
const TURNING = scene([0.5, 0, 0], {
  motion: { rotation: { center: [0, 0, 0], axis: [0.1, 1, 0], speed: 0.7 } },
} as Partial<ColliderInput>);
const SPINNING = scene([0, 0, 0], {
  motion: { rotation: { center: [0, 0, 0], axis: [0, 1, 0], speed: 7 } },
} as Partial<ColliderInput>);
const SHOT = scene([90, -30, 5]);
const SUNK = scene([1, 0, 0], {}, {
  cloths: [
    {
      grid: { columns: 12, rows: 12, width: 0.5, height: 0.5, origin: [-1.5, -0.01, -0.2], u: [1, 0, 0], v: [0, 0, 1] },
      velocity: [1, 0, 0],
    },
  ],
} as Partial<SceneInput>);

describe.each(some(["wasm", "typescript"], 1))("a large body, in %s", (kernels) => {
  test.each([
    ["that cloth slides over", SLIDING, 100],
    ["that turns below it", TURNING, 60],
    ["that turns fast", SPINNING, 40],
    ["that cloth is shot at", SHOT, 8],
    ["that cloth crosses", SUNK, 40],
  ])("%s is met as if all of it were looked at, bit for bit", async (_name, input, steps) => {
    const [near, whole] = await both({ ...input, solver: { kernels } } as SceneInput);
    for (let n = 0; n < steps; n++) {
      near.step();
      whole.step();
      expect(`${n}: ${near.hash()}`).toBe(`${n}: ${whole.hash()}`);
    }
  });
});

test("a snapshot goes on as the run does, wherever the cloth was when parts of the body were chosen", async () => {
  const [run] = await both(SLIDING);
  const [other] = await both(SLIDING);
  for (let n = 0; n < 37; n++) run.step();
  other.restore(run.snapshot());
  for (let n = 0; n < 40; n++) {
    run.step();
    other.step();
    expect(other.hash()).toBe(run.hash());
  }
});

test("cloth is cut on a large body as on any other", async () => {
  const [near, whole] = await both(SLIDING);
  for (const simulation of [near, whole]) {
    for (let n = 0; n < 20; n++) simulation.step();
    simulation.edit.cut([
      [5, 17],
      [17, 29],
      [29, 41],
    ]);
    for (let n = 0; n < 20; n++) simulation.step();
  }
  expect(near.hash()).toBe(whole.hash());
});
