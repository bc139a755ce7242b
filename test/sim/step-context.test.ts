import { expect, test } from "vitest";
import type { SceneInput } from "../../src/index.ts";
import { implicitEuler } from "../../src/methods/implicit-euler.ts";
import type { Method } from "../../src/methods/method.ts";
import { buildScene } from "../../src/scene/build-scene.ts";
import { parseScene } from "../../src/scene/parse-scene.ts";
import { createSimulationFromSetup } from "../../src/sim/simulation.ts";

/** Two sheets nearer to each other than their thickness, one of them dragged by a corner, on a sphere that turns. */
const SCENE: SceneInput = {
  drape: 1,
  timestep: 0.005,
  collision: { self: true, thickness: 0.01, friction: 0.5 },
  colliders: [
    {
      sphere: { center: [0, -0.21, 0], radius: 0.2 },
      motion: { rotation: { axis: [0, 1, 0], center: [0, 0, 0], speed: 1 } },
      friction: 0.5,
    },
  ],
  cloths: [0, 0.004].map((y) => ({
    grid: { columns: 9, rows: 9, width: 0.3, height: 0.3, origin: [-0.15, y, -0.15], v: [0, 0, 1] },
    fabric: "cotton",
    pins: [{ vertex: 0, motion: { sine: { direction: [1, 0, 0], amplitude: 0.05, frequency: 1 } } }],
  })),
};

/** How often a method saw that the step has shifted positions, prescribed velocities, or written the state. */
interface Seen {
  shifted: number;
  prescribed: number;
  written: number;
}

/** Implicit Euler, which looks at each step before it proposes. `committed` gives the positions and velocities that the last step has left. */
function watch(seen: Seen, committed: () => { readonly x: Float64Array; readonly v: Float64Array }): Method {
  const differ = (a: Float64Array, b: Float64Array): boolean => a.some((value, c) => !Object.is(value, b[c]));
  return {
    name: implicitEuler.name,
    conserves: implicitEuler.conserves,
    stepLimit: implicitEuler.stepLimit,
    springModel: implicitEuler.springModel,
    options: implicitEuler.options,
    ...(implicitEuler.contact && { contact: implicitEuler.contact }),
    create(problem, options) {
      const solver = implicitEuler.create(problem, options);
      return {
        ...solver,
        propose(step, report, again) {
          const { x, v } = committed();
          if (differ(step.from.x, step.state.x)) seen.shifted++;
          if (differ(step.from.v, step.state.v)) seen.prescribed++;
          if (differ(step.state.x, x) || differ(step.state.v, v)) seen.written++;
          solver.propose(step, report, again);
        },
      };
    },
  };
}

test("a step writes the state only when it is committed", async () => {
  const setup = await buildScene(parseScene(SCENE), () => Promise.reject(new Error("no meshes")));
  const seen: Seen = { shifted: 0, prescribed: 0, written: 0 };
  let last: { x: Float64Array; v: Float64Array } = { x: new Float64Array(0), v: new Float64Array(0) };
  const simulation = createSimulationFromSetup({ ...setup, method: watch(seen, () => last) });
  for (let n = 0; n < 30; n++) {
    const { positions: x, velocities: v } = simulation.snapshot();
    last = { x, v };
    simulation.step();
  }
  expect(simulation.view.measure().contacts).toBeGreaterThan(10);
  expect(seen.shifted).toBeGreaterThan(0);
  expect(seen.prescribed).toBeGreaterThan(0);
  expect(seen.written).toBe(0);
});
