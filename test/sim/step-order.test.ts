import { expect, test } from "vitest";
import type { StepContext } from "../../src/core/step-context.ts";
import type { SceneInput } from "../../src/index.ts";
import { buildScene } from "../../src/scene/build-scene.ts";
import { parseScene } from "../../src/scene/parse-scene.ts";
import { createRun } from "../../src/sim/run.ts";
import { step } from "../../src/sim/step.ts";

const AMPLITUDE = 0.05;

/** Two sheets on a sphere that turns and holds them by friction, each with a pin that is drawn through the other sheet and the sphere. */
const SCENE: SceneInput = {
  drape: 1,
  timestep: 0.005,
  collision: { self: true, thickness: 0.01, friction: 1 },
  colliders: [
    {
      sphere: { center: [0, -0.21, 0], radius: 0.2 },
      motion: { rotation: { axis: [0, 1, 0], center: [0, 0, 0], speed: 1 } },
      friction: 1,
    },
  ],
  cloths: [0, 0.012].map((y) => ({
    grid: { columns: 9, rows: 9, width: 0.3, height: 0.3, origin: [-0.15, y, -0.15], v: [0, 0, 1] },
    fabric: "cotton",
    pins: [{ vertex: 40, motion: { sine: { direction: [0.6, -0.8, 0], amplitude: AMPLITUDE, frequency: 1 } } }],
  })),
};

test("pins are put in their places when contact has let go, and stay there when it corrects", async () => {
  const run = createRun(await buildScene(parseScene(SCENE), () => Promise.reject(new Error("no meshes"))));
  const { contact, drive } = run.rig;
  const pins = [...drive.pins.indices.subarray(0, drive.pins.count)];
  const start = run.rig.state.x.slice();
  const placesIn = (x: Float64Array): number[] => pins.flatMap((i) => [...x.subarray(3 * i, 3 * i + 3)]);
  let places: number[] = []; // where the drive has put the pins in this step
  let mostHeld = 0;
  let corrected = 0;
  run.rig = {
    ...run.rig,
    drive: {
      ...drive,
      finish(context: StepContext) {
        expect(context.pins.count).toBe(pins.length);
        drive.finish(context);
        places = placesIn(context.next.x);
      },
    },
    contact: {
      ...contact,
      release(context) {
        mostHeld = Math.max(mostHeld, context.pins.count);
        contact.release(context);
      },
      correct(context) {
        expect(placesIn(context.next.x)).toEqual(places);
        const proposed = context.next.x.slice();
        contact.correct(context);
        if (context.next.x.some((value, c) => value !== proposed[c])) corrected++;
        expect(placesIn(context.next.x)).toEqual(places);
      },
    },
  };
  for (let n = 0; n < 60; n++) {
    places = [];
    step(run, 0.005);
    expect(placesIn(run.rig.state.x)).toEqual(places);
    const way = AMPLITUDE * Math.sin(2 * Math.PI * run.rig.state.time);
    placesIn(run.rig.state.x).forEach((value, k) => {
      expect(value).toBeCloseTo(placesIn(start)[k] + way * [0.6, -0.8, 0][k % 3], 14);
    });
  }
  expect(mostHeld).toBeGreaterThan(pins.length); // contact held more while the method proposed
  expect(corrected).toBeGreaterThan(30);
});
