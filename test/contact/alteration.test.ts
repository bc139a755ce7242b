import { describe, expect, test } from "vitest";
import { createSimulation, type Simulation } from "../../src/index.ts";
import { randomNetworkScene } from "../methods/random-network.ts";
import { readState, relativeDifference } from "../methods/run-scene.ts";
import { correctedStep } from "../support/reference-correction.ts";
import { readModel } from "../support/reference-model.ts";

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
  test("is Baraff's y in the solve of the next step, as the dense reference has it", async () => {
    const scene = sheetOnFloor("inside", SOLVER);
    const model = readModel(scene as never);
    const simulation = await createSimulation(scene);
    let corrected = 0;
    for (let n = 0; n < 25; n++) {
      const { x, v } = readState(simulation);
      const y = Array.from(x, (value, c) => (c % 3 === 1 && !model.pinned[Math.floor(c / 3)] ? Math.max(0, FLOOR + THICKNESS - value) : 0));
      corrected += y.filter((value) => value > 1e-6).length;
      const expected = correctedStep(model, [...x], [...v], y, n * H, H);
      simulation.step();
      expect(relativeDifference(readState(simulation).x, expected.x)).toBeLessThan(1e-9);
    }
    expect(corrected).toBeGreaterThan(20);
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
