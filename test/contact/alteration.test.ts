import { describe, expect, test } from "vitest";
import type { BodyMotion } from "../../src/core/body-motion.ts";
import { createStageClock } from "../../src/core/profile.ts";
import { createRandom } from "../../src/core/random.ts";
import { createSimulation, parseScene, type Simulation } from "../../src/index.ts";
import { buildScene } from "../../src/scene/build-scene.ts";
import { refuseMesh } from "../../src/scene/create-simulation.ts";
import { randomNetworkScene } from "../methods/random-network.ts";
import { readState, relativeDifference } from "../methods/run-scene.ts";
import { correctedStep } from "../support/reference-correction.ts";
import { readModel } from "../support/reference-model.ts";
import { stepOf } from "./step-of.ts";

const H = 0.01;
const FLOOR = 0.94;
const THICKNESS = 0.004;

type Scene = Parameters<typeof createSimulation>[0];

/** A crumpled sheet over a floor without friction, hung from two corners, that springs apart. */
function sheetOnFloor(alteration: string, solver: { method: string; [option: string]: unknown }): Scene {
  const scene = randomNetworkScene(35, {
    shape: "sheet",
    springModel: "symmetric",
    bending: "hinges",
    wind: false,
    damping: { viscous: 0.03, relative: 0.02 },
  });
  return {
    ...scene,
    timestep: H,
    solver,
    colliders: [{ plane: { point: [0, FLOOR, 0], normal: [0, 1, 0] } }],
    collision: { alteration, friction: 0, thickness: THICKNESS, pushSpeed: 1000 },
  } as unknown as Scene;
}

const SOLVER = { method: "implicit-euler", tolerance: 1e-13 };

describe("alteration inside the step", () => {
  test.each(["implicit-euler", "choi-ko"])("is Baraff's y in the solve of %s, as the dense reference has it", async (method) => {
    const scene = sheetOnFloor("solved", { method, tolerance: 1e-13 });
    const model = readModel(scene as never);
    const { cloth, environment, method: found, options, positions } = await buildScene(parseScene(scene), refuseMesh);
    const random = createRandom(98);
    const x = positions ?? new Float64Array(0);
    const v = x.map((_, c) => (model.pinned[Math.floor(c / 3)] ? 0 : 2 * random() - 1));
    const y = x.map((_, c) => (model.pinned[Math.floor(c / 3)] ? 0 : 0.02 * (2 * random() - 1)));
    const held = Uint8Array.from(model.pinned, (one) => (one ? 1 : 0));
    const step = stepOf(x, v, held, {} as BodyMotion, H);
    model.pinned.forEach((isPinned, i) => {
      if (isPinned) step.pins.indices[step.pins.count++] = i;
    });
    const sceneIndex = Uint32Array.from(held.keys());
    const solver = found.create({ cloth, environment, pins: step.pins, start: x, sceneIndex, clock: createStageClock() }, options);
    const report = { iterations: 0, residual: 0, converged: false, stagnated: false };
    for (const correction of [y, undefined, y]) {
      step.correction = correction;
      solver.propose(step, report);
      const expected = correctedStep(model, [...x], [...v], [...(correction ?? y.map(() => 0))], 0, H);
      expect(relativeDifference(step.next.x, expected.x)).toBeLessThan(1e-11);
      expect(relativeDifference(step.next.v, expected.v)).toBeLessThan(1e-10);
    }
  });

  test("brings what met the floor onto it within the next step, while it presses", async () => {
    const simulation = await createSimulation(sheetOnFloor("inside", SOLVER));
    let [met, out] = [0, 0];
    let inside: number[] = [];
    for (let n = 0; n < 25; n++) {
      simulation.step();
      const { x } = readState(simulation);
      met += inside.length;
      out += inside.filter((c) => x[c] > FLOOR + THICKNESS - 1e-9).length;
      inside = [...x.keys()].filter((c) => c % 3 === 1 && x[c] < FLOOR + THICKNESS - 1e-6);
    }
    expect(met).toBeGreaterThan(10);
    expect(out).toBeGreaterThanOrEqual(met - 1); // one that nothing presses at the start of the step is not kept, and springs may turn on it
  });

  test("alters velocities at once: what has met the floor does not go on into it", async () => {
    const simulation = await createSimulation(sheetOnFloor("inside", SOLVER));
    let met = 0;
    for (let n = 0; n < 25; n++) {
      simulation.step();
      const { x, v } = readState(simulation);
      for (let c = 1; c < x.length; c += 3) {
        if (x[c] >= FLOOR + THICKNESS) continue;
        met++;
        expect(v[c]).toBeGreaterThanOrEqual(-1e-12);
      }
    }
    expect(met).toBeGreaterThan(20);
  });

  test("is continued by a snapshot to the bit", async () => {
    const scene = sheetOnFloor("inside", SOLVER);
    const [one, other] = [await createSimulation(scene), await createSimulation(scene)];
    for (let n = 0; n < 12; n++) one.step();
    other.restore(one.snapshot());
    for (let n = 0; n < 5; n++) {
      one.step();
      other.step();
    }
    expect(readState(other)).toEqual(readState(one));
  });

  test("is refused, in one clear line, by a method that does not take it", async () => {
    const scene = sheetOnFloor("inside", { method: "bdf2" });
    await expect(createSimulation(scene)).rejects.toThrow(
      'collision.alteration: got "inside" with bdf2; implicit-euler, choi-ko and triangle-implicit take it',
    );
  });
});

test("alteration after the step keeps every vertex out, without a slider in the solve", async () => {
  const simulation = await createSimulation(sheetOnFloor("after", SOLVER));
  for (let n = 0; n < 25; n++) {
    simulation.step();
    const { x } = readState(simulation);
    for (let c = 1; c < x.length; c += 3) expect(x[c]).toBeGreaterThanOrEqual(FLOOR + THICKNESS - 1e-9);
  }
});

test("solved is what happens without the field", async () => {
  const run = async (alteration?: string): Promise<Simulation> => {
    const { collision, ...scene } = sheetOnFloor("solved", SOLVER) as { collision: object };
    const { alteration: _, ...rest } = collision as { alteration: string };
    const simulation = await createSimulation({ ...scene, collision: alteration === undefined ? rest : collision } as Scene);
    for (let n = 0; n < 20; n++) simulation.step();
    return simulation;
  };
  expect(readState(await run("solved"))).toEqual(readState(await run()));
});
