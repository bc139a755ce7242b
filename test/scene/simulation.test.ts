import { describe, expect, test } from "vitest";
import {
  createSimulation,
  InputError,
  MAX_STEPS_PER_UPDATE,
  METHODS,
  NumericalError,
  parseScene,
  type Simulation,
} from "../../src/index.ts";
import { gridScene, type Json, particleScene } from "./sample-scenes.ts";

const NAMES = METHODS.map((method) => method.name);

/** A grid with everything that the next step may depend on: moving pins, pins that go, gusts, damping, bending. */
function livelyScene(method: string): Json {
  const motion = { sine: { direction: [0, 1, 0], amplitude: 0.2, frequency: 3 } };
  const turning = { rotation: { axis: [0, 1, 0], center: [1, 0, 0], speed: 2 } };
  return {
    ...gridScene(5, 5, {
      pins: [
        { vertex: 0, motion },
        { vertex: 4, release: 0.063 },
        { vertex: 20, motion: turning },
      ],
      damping: { viscous: 0.05, relative: 0.1 },
      bendModulus: 0.05,
    }),
    wind: { velocity: [2, 1, 3], density: 0.4, gusts: { strength: 0.7, period: 0.03 } },
    events: [{ at: 0.075, release: [20] }],
    solver: { method },
  };
}

function run(simulation: Simulation, steps: number): Simulation {
  for (let n = 0; n < steps; n++) simulation.step();
  return simulation;
}

function positions(simulation: Simulation): Float64Array {
  const values = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(values);
  return values;
}

describe.each(NAMES)("%s: a snapshot", (method) => {
  test("continues bit for bit, in the same simulation and in a new one", async () => {
    const whole = run(await createSimulation(livelyScene(method)), 10);
    const simulation = run(await createSimulation(livelyScene(method)), 5);
    const snapshot = simulation.snapshot();
    const kept = structuredClone(snapshot); // as it would travel to a worker
    expect(run(simulation, 5).hash()).toBe(whole.hash());
    expect(snapshot).toEqual(kept); // stepping on does not touch it
    simulation.restore(snapshot);
    expect([simulation.steps, simulation.time]).toEqual([5, 0.05]);
    expect(run(simulation, 5).hash()).toBe(whole.hash());
    const fresh = await createSimulation(livelyScene(method));
    fresh.restore(kept);
    expect(run(fresh, 5).hash()).toBe(whole.hash());
    expect([fresh.steps, fresh.time]).toEqual([whole.steps, whole.time]);
  });

  test("remembers handles and pins that were let go", async () => {
    const simulation = run(await createSimulation(livelyScene(method)), 2);
    simulation.edit.grab(12, [2, 1, 2]);
    run(simulation, 2);
    const snapshot = simulation.snapshot(); // 12 is held, 4 and 20 are still pinned
    const expected = run(simulation, 8).hash();
    simulation.edit.release(12);
    run(simulation, 3);
    simulation.restore(snapshot);
    expect(run(simulation, 8).hash()).toBe(expected);
    const fresh = await createSimulation(livelyScene(method));
    fresh.restore(snapshot);
    expect(run(fresh, 8).hash()).toBe(expected);
  });

  test("is taken up by every other method", async () => {
    const snapshot = run(await createSimulation(livelyScene(method)), 3).snapshot();
    for (const name of NAMES) {
      const other = await createSimulation(livelyScene(name));
      other.restore(snapshot);
      expect(other.hash()).toBe(run(await createSimulation(livelyScene(method)), 3).hash());
      run(other, 1);
      expect(positions(other).every(Number.isFinite)).toBe(true);
    }
  });

  test("two simulations of a scene stay the same, bit for bit", async () => {
    const [one, two] = [await createSimulation(livelyScene(method)), await createSimulation(livelyScene(method))];
    expect(one.hash()).toBe(two.hash());
    const start = one.hash();
    for (let n = 0; n < 12; n++) {
      one.step();
      two.step();
      expect(one.hash()).toBe(two.hash());
    }
    expect(one.hash()).not.toBe(start);
  });
});

describe("a snapshot", () => {
  test("keeps the place between two steps at which positions are read", async () => {
    const simulation = await createSimulation(gridScene(4, 4));
    simulation.update(0.025); // two steps and a half
    const between = positions(simulation);
    const snapshot = simulation.snapshot();
    simulation.step();
    expect(positions(simulation)).not.toEqual(between);
    simulation.restore(snapshot);
    expect(positions(simulation)).toEqual(between);
    expect(simulation.update(0.005)).toBe(1);
    const fresh = await createSimulation(gridScene(4, 4));
    fresh.restore(snapshot);
    expect(positions(fresh)).toEqual(between);
  });

  test("keeps the wind of its moment", async () => {
    const simulation = run(await createSimulation(gridScene(4, 4)), 2);
    simulation.setWind({ velocity: [0, 9, 0], density: 1 });
    const snapshot = simulation.snapshot();
    const expected = run(simulation, 3).hash();
    simulation.setWind(undefined);
    simulation.restore(snapshot);
    expect(run(simulation, 3).hash()).toBe(expected);
    const fresh = await createSimulation(gridScene(4, 4));
    fresh.restore(snapshot);
    expect(run(fresh, 3).hash()).toBe(expected);
  });

  test("of a cloth with as many particles but other springs is refused", async () => {
    const grid = (columns: number, rows: number) =>
      createSimulation({ drape: 1, cloths: [{ grid: { columns, rows, width: 1, height: 0.7 } }] });
    const [wide, tall] = [await grid(9, 4), await grid(4, 9)];
    expect(() => tall.restore(wide.snapshot())).toThrow(/^snapshot: got 36 particles/);
  });

  test("of another cloth or another format is refused, and nothing changes", async () => {
    const simulation = run(await createSimulation(gridScene(4, 4)), 2);
    const before = simulation.hash();
    const other = (await createSimulation(gridScene(4, 5))).snapshot();
    expect(() => simulation.restore(other)).toThrow(/^snapshot: got 20 particles of revision 0; restore it into the cloth/);
    expect(() => simulation.restore({ ...simulation.snapshot(), format: 99 as never })).toThrow(InputError);
    expect(() => simulation.restore(undefined as never)).toThrow(InputError);
    expect(simulation.hash()).toBe(before);
  });
});

describe("step", () => {
  test.each([0, -0.01, Number.NaN, Number.POSITIVE_INFINITY])("of %d s is refused", async (h) => {
    const simulation = await createSimulation(gridScene(3, 3));
    expect(() => simulation.step(h)).toThrow(InputError);
    expect(simulation.steps).toBe(0);
  });

  test("takes the scene's step by default and any other when asked", async () => {
    const simulation = await createSimulation(particleScene([0, 0, 0], [1, 0, 0]));
    simulation.step();
    simulation.step(0.25);
    expect([simulation.time, simulation.steps, positions(simulation)[0]]).toEqual([0.26, 2, 0.26]);
  });

  test("a hundred thousand steps of 0.01 s end at 1000 s", async () => {
    const simulation = run(await createSimulation(particleScene([0, 0, 0], [0, 0, 0])), 100_000);
    expect(simulation.time).toBe(1000);
  });

  test("that fails keeps the last good state, also of moving pins", async () => {
    const motion = {
      keyframes: [
        { at: 0, offset: [0, 0, 0] },
        { at: 1, offset: [1, 0, 0] },
      ],
    };
    const scene = gridScene(4, 4, { pins: [{ vertex: 0, motion }], springs: { stretch: 1e7 } });
    const simulation = await createSimulation({ ...scene, solver: { method: "explicit-euler" } });
    let before = simulation.hash();
    let failure: unknown;
    while (failure === undefined) {
      try {
        before = simulation.hash();
        simulation.step();
      } catch (error) {
        failure = error;
      }
    }
    expect(failure).toBeInstanceOf(NumericalError);
    expect((failure as NumericalError).step).toBe(simulation.steps + 1);
    expect((failure as NumericalError).time).toBeCloseTo(simulation.time + 0.01, 12);
    expect(simulation.hash()).toBe(before);
    expect(() => simulation.step()).toThrow(NumericalError); // it fails again, the same way
    expect(simulation.hash()).toBe(before);
  });
});

describe("update, for a game loop", () => {
  test("takes as many fixed steps as the time asks for", async () => {
    const simulation = await createSimulation(gridScene(3, 3));
    expect(simulation.update(0)).toBe(0);
    expect(simulation.update(0.004)).toBe(0);
    expect(simulation.update(0.004)).toBe(0);
    expect(simulation.update(0.004)).toBe(1);
    expect(simulation.update(0.03)).toBe(3);
    expect(simulation.update(0.008)).toBe(1);
    expect(simulation.steps).toBe(5);
  });

  test("a second in uneven frames is a hundred steps of 0.01 s, the same bits as step by step", async () => {
    const looped = await createSimulation(gridScene(3, 3));
    let taken = 0;
    for (let n = 0; n < 20; n++) for (const frame of [0.007, 0.021, 0.0005, 0.0215]) taken += looped.update(frame);
    expect(taken).toBe(100);
    expect(looped.hash()).toBe(run(await createSimulation(gridScene(3, 3)), 100).hash());
  });

  test("after a hidden tab it catches up by a few steps and lets the rest go", async () => {
    const simulation = await createSimulation(gridScene(3, 3));
    expect(simulation.update(3600)).toBe(MAX_STEPS_PER_UPDATE);
    expect(simulation.update(Number.POSITIVE_INFINITY)).toBe(MAX_STEPS_PER_UPDATE);
    expect(simulation.update(0.001)).toBe(0);
    expect(simulation.update(0.01)).toBe(1);
  });

  test("positions are read between the last two steps, velocities and hash are not", async () => {
    const simulation = await createSimulation(gridScene(3, 3));
    const reference = run(await createSimulation(gridScene(3, 3)), 3);
    const before = positions(reference);
    reference.step();
    const after = positions(reference);
    expect(simulation.update(0.0425)).toBe(4);
    const read = positions(simulation);
    const blend = (0.0425 - 0.04) / 0.01;
    for (let c = 0; c < read.length; c++) expect(read[c]).toBeCloseTo(before[c] + blend * (after[c] - before[c]), 12);
    expect(read).not.toEqual(after);
    expect(simulation.hash()).toBe(reference.hash());
    const single = new Float32Array(read.length);
    simulation.readPositions(single);
    expect(single).toEqual(Float32Array.from(read));
  });

  test("before the first step the start is read", async () => {
    const simulation = await createSimulation(gridScene(3, 3));
    const start = positions(simulation);
    simulation.update(0.005);
    expect(positions(simulation)).toEqual(start);
  });
});

test("wind can be changed on the way", async () => {
  const scene = { ...gridScene(3, 3), wind: { velocity: [0, 9, 0], density: 1 } };
  const simulation = await createSimulation(scene);
  simulation.setWind(undefined);
  expect(run(simulation, 3).hash()).toBe(run(await createSimulation(gridScene(3, 3)), 3).hash());
  simulation.setWind({ velocity: [0, 9, 0], density: 1 });
  expect(run(simulation, 3).hash()).not.toBe(run(await createSimulation(gridScene(3, 3)), 6).hash());
});

test("a mesh needs a loader, and the loader's text is used", async () => {
  const scene = { drape: 1, cloths: [{ mesh: "a/b.obj" }] } as const;
  await expect(createSimulation(scene)).rejects.toThrow("the scene names the mesh a/b.obj: pass a loadMesh function");
  const asked: string[] = [];
  const loadMesh = async (name: string): Promise<string> => {
    asked.push(name);
    return "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";
  };
  const simulation = await createSimulation(scene, { loadMesh });
  expect([asked, simulation.particleCount, simulation.triangles.length]).toEqual([["a/b.obj"], 4, 6]);
});

describe("the wind of a running simulation", () => {
  const SHEET = { drape: 1, cloths: [{ grid: { columns: 4, rows: 4, width: 1, height: 1 } }] } as const;
  const calm = () => createSimulation(SHEET);

  test("must be of finite numbers", async () => {
    const simulation = await calm();
    expect(() => simulation.setWind({ velocity: [Number.NaN, 0, 0], density: 1 })).toThrow(InputError);
    expect(() => simulation.setWind({ velocity: [1, 0, 0], density: Number.POSITIVE_INFINITY })).toThrow(InputError);
  });

  test("has one law: density, or airDensity with drag and lift; a scene says the same", async () => {
    const simulation = await calm();
    const advice = /^wind: got .*; give density, or airDensity with drag and lift$/;
    const velocity = [1, 0, 0] as const;
    for (const wind of [
      { density: 1, airDensity: 1.2 },
      { density: 1, drag: 1 },
    ]) {
      expect(() => simulation.setWind({ velocity, ...wind })).toThrow(advice);
      expect(() => parseScene({ ...gridScene(3, 3), wind: { velocity, ...wind } })).toThrow(/^wind.*give /);
    }
    expect(() => parseScene({ ...gridScene(3, 3), wind: { velocity, density: 1, lift: 1 } })).toThrow(
      "wind.lift: got a lift beside density; give airDensity [kg/m³] in place of density",
    );
    for (const wind of [{ density: 1 }, { airDensity: 1.2 }, { airDensity: 1.2, drag: 1.1, lift: 0.3 }]) {
      expect(() => simulation.setWind({ velocity, ...wind })).not.toThrow();
      expect(() => parseScene({ ...gridScene(3, 3), wind: { velocity, ...wind } })).not.toThrow();
    }
  });

  test("is of air where no density is given, in a scene and by setWind", async () => {
    const velocity = [0, 9, 1] as const;
    const scene = (wind: object) => ({ ...SHEET, solver: { method: "implicit-euler" as const }, wind: { velocity, ...wind } });
    expect(parseScene(scene({ lift: 0.5 })).wind).toMatchObject({ airDensity: 1.2, lift: 0.5 });
    expect(parseScene(scene({ density: 0.5 })).wind?.airDensity).toBeUndefined();
    const plain = await createSimulation(scene({}));
    const { wind: _none, ...without } = scene({});
    const told = await createSimulation(without);
    told.setWind({ velocity });
    const air = await createSimulation(scene({ airDensity: 1.2 }));
    for (const simulation of [plain, told, air]) simulation.step();
    expect([plain.hash(), told.hash()]).toEqual([air.hash(), air.hash()]);
  });

  test("is the simulation's own: changing the object afterwards changes nothing", async () => {
    const velocity: [number, number, number] = [0, 0, 3];
    const [one, two] = [await calm(), await calm()];
    for (const simulation of [one, two]) simulation.setWind({ velocity: simulation === one ? velocity : [0, 0, 3], density: 1 });
    velocity[2] = 99;
    for (const simulation of [one, two]) simulation.step();
    expect(one.hash()).toBe(two.hash());
  });
});

test("an update after a single step does not show an earlier time", async () => {
  const scene = { drape: 1, timestep: 0.1, cloths: [{ grid: { columns: 2, rows: 2, width: 1, height: 1 } }] } as const;
  const simulation = await createSimulation(scene);
  const [before, after] = [new Float64Array(12), new Float64Array(12)];
  simulation.step();
  simulation.readPositions(before);
  simulation.update(0.01);
  simulation.readPositions(after);
  expect(after).toEqual(before);
});
