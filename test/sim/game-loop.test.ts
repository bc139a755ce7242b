import { describe, expect, test } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import { createSimulation, InputError, NumericalError, type SceneInput, type Simulation } from "../../src/index.ts";
import { type Holder, ride } from "./held-edge.ts";

const HOLDERS: readonly Holder[] = ["grab", "body"];

describe.each(HOLDERS)("a sheet held along an edge by a %s that moves at 1 m/s", (holder) => {
  test("is strained alike at every frame rate, and its edge is drawn at 1 m/s", async () => {
    const rides = [];
    for (const fps of [144, 60, 50, 30, 24])
      rides.push(
        await ride(
          holder,
          Array.from({ length: fps }, () => 1 / fps),
        ),
      );
    const strains = rides.map(({ strain }) => strain);
    expect(Math.max(...strains) - Math.min(...strains)).toBeLessThan(0.1);
    for (const { slowest, fastest } of rides) {
      expect(slowest).toBeGreaterThan(0.98);
      expect(fastest).toBeLessThan(1.02);
    }
  });

  test("is so in frames of random lengths too, some of them without a step", async () => {
    const random = createRandom(5);
    const steady = await ride(
      holder,
      Array.from({ length: 60 }, () => 1 / 60),
    );
    const { strain, slowest, fastest } = await ride(
      holder,
      Array.from({ length: 80 }, () => 0.002 + 0.04 * random()),
    );
    expect(Math.abs(strain - steady.strain)).toBeLessThan(0.1);
    expect(slowest).toBeGreaterThan(0.98);
    expect(fastest).toBeLessThan(1.02);
  });
});

const H = 0.01;

/** A sheet of 4 × 4 vertices, free, and a ball far from it that turns about its middle by a script. */
function scene(more: Partial<SceneInput> = {}): SceneInput {
  return {
    drape: 1,
    timestep: H,
    cloths: [{ grid: { columns: 4, rows: 4, width: 1, height: 1 } }],
    colliders: [{ name: "ball", sphere: { center: [0, 9, 0], radius: 0.1 }, motion: { keyframes: KEYS } }],
    ...more,
  } as SceneInput;
}

/** 1 m/s along x. */
const KEYS = [
  { at: 0, offset: [0, 0, 0] },
  { at: 9, offset: [9, 0, 0] },
] as const;

function positions(simulation: Simulation): Float64Array {
  const out = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(out);
  return out;
}

/** The offset of the ball, as it is shown. */
function offset(simulation: Simulation): number[] {
  const out = new Float64Array(12);
  simulation.bodies.readPoses(out);
  return [...out.subarray(9)];
}

/** Where vertex 0 and the ball are after each step of an update. */
function watch(simulation: Simulation, seconds: number): { vertex: number[]; ball: number[] } {
  const [vertex, ball]: number[][] = [[], []];
  const note = (): void => {
    const snapshot = simulation.snapshot();
    vertex.push(snapshot.positions[3 * snapshot.sceneIndex.indexOf(0) + 2]);
    ball.push(snapshot.bodies.end[9]);
  };
  simulation.update(seconds, () => note());
  note();
  return { vertex: vertex.slice(1), ball: ball.slice(1) };
}

describe("what is told before update", () => {
  test("holds at the end of its time: each step goes its part of the straight way", async () => {
    const simulation = await createSimulation(scene());
    simulation.edit.grab(0, [0, 0, 0]);
    simulation.step();
    simulation.update(0.005); // half a step is owed
    simulation.edit.grab(0, [0, 0, 1]);
    simulation.bodies.move("ball", { position: [1, 0, 0] });
    const { vertex, ball } = watch(simulation, 0.04); // from 0.015 s to 0.055 s
    expect(vertex).toEqual([0.125, 0.375, 0.625, 0.875].map((z) => expect.closeTo(z, 9)));
    const start = 0.015; // where its script has it then
    expect(ball).toEqual([0.125, 0.375, 0.625, 0.875].map((way) => expect.closeTo(start + way * (1 - start), 9)));
    const next = watch(simulation, 0.02);
    expect(next.vertex).toEqual([1, 1]);
    expect(next.ball).toEqual([1, 1]);
  });

  test("several times counts as told last, and a frame without a step is part of the way", async () => {
    const simulation = await createSimulation(scene());
    simulation.edit.grab(0, [0, 0, 0]);
    simulation.step();
    simulation.edit.grab(0, [0, 0, 5]);
    simulation.edit.grab(0, [0, 0, 0.4]);
    expect(simulation.update(0.004)).toBe(0);
    simulation.edit.grab(0, [0, 0, 1]);
    expect(watch(simulation, 0.012).vertex).toEqual([expect.closeTo(0.4 + 0.6 * (0.006 / 0.012), 9)]);
  });

  test("holds at the end of the step where a single step comes first", async () => {
    const simulation = await createSimulation(scene());
    simulation.update(0.025);
    simulation.edit.grab(0, [0, 0, 1]);
    simulation.bodies.move("ball", { position: [1, 0, 0] });
    simulation.step();
    expect([positions(simulation)[2], offset(simulation)[0]]).toEqual([1, 1]);
  });

  test("to the bit as before a step, where update takes one", async () => {
    const [looped, stepped] = [await createSimulation(scene()), await createSimulation(scene())];
    for (let n = 1; n < 30; n++) {
      for (const simulation of [looped, stepped]) {
        simulation.edit.grab(0, [0, 0, 0.013 * n]);
        simulation.bodies.move("ball", { position: [0.017 * n, 0, 0], rotation: [0, Math.sin(0.1 * n), 0, Math.cos(0.1 * n)] });
      }
      looped.update(H);
      stepped.step();
      expect(looped.hash()).toBe(stepped.hash());
    }
  });

  test("is gone through in the steps that are taken where time is let go", async () => {
    const simulation = await createSimulation(scene());
    simulation.edit.grab(0, [0, 0, 0]);
    simulation.step();
    simulation.edit.grab(0, [0, 0, 1]);
    const { vertex } = watch(simulation, 3600);
    expect(vertex).toEqual(Array.from({ length: 8 }, (_, n) => expect.closeTo((n + 1) / 8.5, 9)));
    simulation.update(H);
    expect(simulation.snapshot().positions[3 * simulation.snapshot().sceneIndex.indexOf(0) + 2]).toBe(1);
  });

  test("turns a body the shorter way round, rigidly, in every step and as shown", async () => {
    const simulation = await createSimulation(scene());
    const turn = (angle: number) => [0, 0, -Math.sin(angle / 2), -Math.cos(angle / 2)]; // −q turns alike
    simulation.bodies.move("ball", { position: [0, 0, 0] });
    simulation.step();
    simulation.bodies.move("ball", { position: [0, 0, 0], rotation: turn(Math.PI / 2) });
    const angles: number[] = [];
    const read = new Float64Array(12);
    const note = (): void => {
      simulation.bodies.readPoses(read);
      expect(read[0] * read[0] + read[3] * read[3]).toBeCloseTo(1, 12);
      angles.push(Math.atan2(read[3], read[0]));
    };
    for (const seconds of [0.0225, 0.005, 0.005, 0.01]) {
      simulation.update(seconds);
      note();
    }
    expect(angles[0]).toBeGreaterThan(0.1);
    for (let n = 1; n < angles.length; n++) expect(angles[n]).toBeGreaterThan(angles[n - 1]);
    expect(angles.at(-1)).toBeCloseTo(Math.PI / 2, 12);
  });
});

describe("onStep", () => {
  test("is told the time at the end of each step, and what it tells holds then", async () => {
    const simulation = await createSimulation(scene());
    const times: number[] = [];
    const seen: number[][] = [];
    const note = (): void => {
      if (simulation.steps > 0) seen.push([simulation.snapshot().positions[3 * simulation.snapshot().sceneIndex.indexOf(0) + 2]]);
    };
    expect(
      simulation.update(0.035, (time) => {
        note();
        times.push(time);
        simulation.edit.grab(0, [0, 0, 10 * time]);
      }),
    ).toBe(3);
    note();
    expect(times).toEqual([0.01, 0.02, 0.03].map((time) => expect.closeTo(time, 12)));
    expect(seen.flat()).toEqual([0.1, 0.2, 0.3].map((z) => expect.closeTo(z, 12)));
    expect(simulation.time).toBe(times[2]);
  });

  test("that throws ends the update before its step; the simulation goes on", async () => {
    const simulation = await createSimulation(scene());
    let calls = 0;
    const stop = (): void => {
      if (++calls === 3) throw new Error("enough");
    };
    expect(() => simulation.update(0.08, stop)).toThrow("enough");
    expect(simulation.steps).toBe(2);
    expect(simulation.displayTime).toBe(simulation.time);
    expect(simulation.update(0.01)).toBe(1);
    expect(simulation.failure).toBe(undefined);
  });

  test("cannot step or update the simulation itself", async () => {
    const simulation = await createSimulation(scene());
    expect(() => simulation.update(H, () => simulation.step())).toThrow(InputError);
    expect(() => simulation.update(H, () => simulation.update(H))).toThrow(/^update: got a call from within update; /);
    expect(simulation.update(H)).toBe(1);
  });

  test("comes with the most steps to take, in options", async () => {
    const simulation = await createSimulation(scene());
    let calls = 0;
    expect(simulation.update(0.5, { maxSteps: 20, onStep: () => calls++ })).toBe(20);
    expect(simulation.update(0.5, { maxSteps: 1 })).toBe(1);
    expect(calls).toBe(20);
    for (const maxSteps of [0, 1.5, -1, Number.NaN, "8" as never]) {
      expect(() => simulation.update(0.1, { maxSteps })).toThrow(/^options\.maxSteps: /);
    }
    expect(() => simulation.update(0.1, { onStep: 1 as never })).toThrow(/^options\.onStep: got 1; give a function/);
    expect(() => simulation.update(0.1, { maxStep: 3 } as never)).toThrow(/did you mean maxSteps/);
  });
});

describe("displayTime", () => {
  test("is the time of what readPositions gives", async () => {
    const simulation = await createSimulation(scene({ gravity: [0, 0, 0], cloths: [drifting()] }));
    const drifted = () => positions(simulation)[0];
    expect(simulation.displayTime).toBe(0);
    for (const seconds of [0.004, 0.004, 0.0155, 0.02, 0.0004, 0.0161, 3]) {
      simulation.update(seconds);
      expect(drifted()).toBeCloseTo(simulation.displayTime, 7);
      expect(offset(simulation)[0]).toBeCloseTo(simulation.displayTime, 12);
    }
    const snapshot = simulation.snapshot();
    const between = simulation.displayTime;
    simulation.step(0.003);
    expect(simulation.displayTime).toBe(simulation.time);
    simulation.update(0.0001);
    expect([simulation.displayTime, offset(simulation)[0]]).toEqual([simulation.time, expect.closeTo(simulation.time, 12)]);
    simulation.restore(snapshot);
    expect([simulation.displayTime, drifted(), offset(simulation)[0]]).toEqual([between, ...[0, 0].map(() => expect.closeTo(between, 7))]);
  });
});

/** At 1 m/s along x. */
function drifting(): NonNullable<SceneInput["cloths"]>[number] {
  return { grid: { columns: 4, rows: 4, width: 1, height: 1 }, velocity: [1, 0, 0], damping: { viscous: 0 } } as never;
}

describe("a snapshot in the middle of a way", () => {
  test("goes on to the same bits, in the same simulation and in another", async () => {
    const simulation = await createSimulation(scene());
    const tell = (one: Simulation, n: number): void => {
      one.edit.grab(0, [0, 0.01 * n, 0.03 * n]);
      one.bodies.move("ball", { position: [0.1 * n, 0, 0], rotation: [0, 0.2 * n, 0, 1] });
    };
    const goOn = (one: Simulation): number[] => {
      const seen = [];
      for (let n = 3; n < 8; n++) {
        one.update(0.017);
        seen.push(one.hash(), one.displayTime, ...offset(one));
        tell(one, n);
      }
      return seen;
    };
    tell(simulation, 1);
    simulation.update(0.012);
    tell(simulation, 2);
    for (const isDeparted of [false, true]) {
      if (isDeparted) simulation.update(0.003);
      const snapshot = structuredClone(simulation.snapshot());
      const expected = goOn(simulation);
      const fresh = await createSimulation(scene());
      fresh.restore(snapshot);
      expect(goOn(fresh)).toEqual(expected);
      simulation.restore(snapshot);
      expect(goOn(simulation)).toEqual(expected);
      simulation.restore(snapshot);
    }
  });

  test("reset forgets all ways", async () => {
    const [simulation, fresh] = [await createSimulation(scene()), await createSimulation(scene())];
    simulation.edit.grab(0, [0, 0, 3]);
    simulation.bodies.move("ball", { position: [1, 0, 0] });
    simulation.update(0.013);
    simulation.reset();
    for (const one of [simulation, fresh]) one.update(0.025);
    expect(simulation.hash()).toBe(fresh.hash());
    expect(offset(simulation)).toEqual(offset(fresh));
  });
});

describe("a step of update that fails", () => {
  /** Fails within a few steps, without being told. */
  const stiff = (): Promise<Simulation> =>
    createSimulation({
      drape: 1,
      timestep: H,
      solver: { method: "explicit-euler" },
      cloths: [{ grid: { columns: 4, rows: 4, width: 1, height: 1 }, springs: { stretch: 1e7 }, pins: [0] }],
    } as SceneInput);

  test("throws nothing: the last good state stays, and no more steps are taken until reset", async () => {
    const simulation = await stiff();
    const heard: NumericalError[] = [];
    simulation.on("unstable", (error) => heard.push(error));
    let taken = 0;
    while (simulation.failure === undefined) taken += simulation.update(0.033);
    expect(taken).toBe(simulation.steps);
    expect(heard).toEqual([simulation.failure]);
    expect(simulation.failure).toBeInstanceOf(NumericalError);
    expect(simulation.failure.step).toBe(simulation.steps + 1);
    const [hash, shown] = [simulation.hash(), positions(simulation)];
    expect([simulation.update(1), simulation.update(0.01, () => heard.push())]).toEqual([0, 0]);
    simulation.setWind({ velocity: [1, 0, 0], density: 1 });
    expect([simulation.update(1), heard.length, simulation.hash()]).toEqual([0, 1, hash]);
    expect(positions(simulation)).toEqual(shown);
    expect(simulation.displayTime).toBe(simulation.time);
    expect(() => simulation.step()).toThrow(NumericalError);
    simulation.reset();
    expect(simulation.failure).toBe(undefined);
    expect(simulation.update(0.01)).toBe(1);
  });

  test("is over after a step that succeeds, and after restore", async () => {
    const simulation = await stiff();
    const start = simulation.snapshot();
    while (simulation.failure === undefined) simulation.update(0.033);
    simulation.step(1e-9);
    expect(simulation.failure).toBe(undefined);
    while (simulation.failure === undefined) simulation.update(0.033);
    simulation.restore(start);
    expect([simulation.failure, simulation.update(0.01)]).toEqual([undefined, 1]);
  });

  test("lets a listener reset the simulation", async () => {
    const simulation = await stiff();
    let resets = 0;
    simulation.on("unstable", () => {
      resets++;
      simulation.reset();
    });
    for (let n = 0; n < 100 && resets < 2; n++) simulation.update(0.03);
    expect([resets, simulation.failure]).toEqual([2, undefined]);
  });
});

describe("listeners", () => {
  /** Held above, pulled below until it tears. */
  async function torn(tell: (simulation: Simulation) => void): Promise<Simulation> {
    const simulation = await createSimulation({
      drape: 1,
      timestep: H,
      cloths: [{ grid: { columns: 5, rows: 5, width: 0.4, height: 0.4 }, fabric: "cotton", pins: [0, 1, 2, 3, 4], tear: true }],
    } as SceneInput);
    tell(simulation);
    const start = positions(simulation);
    for (let n = 1; n <= 40 && simulation.revision === 0; n++) {
      for (let i = 20; i < 25; i++) simulation.edit.grab(i, [start[3 * i], start[3 * i + 1] - 0.02 * n, start[3 * i + 2]]);
      simulation.update(0.021);
    }
    return simulation;
  }

  test("of tear hear the revision, after the step in which cloth tore", async () => {
    const revisions: number[] = [];
    const simulation = await torn((one) => one.on("tear", ({ revision }) => revisions.push(revision, one.revision)));
    expect(revisions.length).toBeGreaterThan(0);
    expect(revisions[0]).toBe(revisions[1]);
    expect(revisions.at(-1)).toBe(simulation.revision);
  });

  test("that throw reach the caller when the steps are taken, and all others hear", async () => {
    let heard = 0;
    let steps = 0;
    let simulation: Simulation | undefined;
    const failing = torn((one) => {
      simulation = one;
      one.on("tear", () => {
        steps = one.steps;
        throw new Error("first");
      });
      one.on("tear", () => {
        heard++;
        throw new Error("second");
      });
    });
    await expect(failing).rejects.toThrow("first");
    expect(heard).toBeGreaterThan(0);
    expect(simulation?.steps).toBeGreaterThanOrEqual(steps);
    expect(simulation?.failure).toBe(undefined);
    expect(simulation?.displayTime).toBeGreaterThan((simulation?.time ?? 0) - H);
  });

  test("end by the function that `on` gave; unknown events are refused", async () => {
    let heard = 0;
    const hear = (): void => {
      heard++;
    };
    await torn((one) => {
      const end = one.on("tear", hear);
      one.on("tear", hear);
      end();
      end();
    });
    const once = heard;
    await torn((one) => one.on("tear", hear)());
    expect(once).toBeGreaterThan(0);
    expect(heard).toBe(once);
    const simulation = await createSimulation(scene());
    expect(() => simulation.on("tears" as never, hear)).toThrow(/^event: got "tears"; give one of unstable, tear$/);
    expect(() => simulation.on("tear", undefined as never)).toThrow(/^listener: got nothing; give a function$/);
  });
});

describe("the time given to update", () => {
  test.each([0, -0.01, Number.NEGATIVE_INFINITY])("of %d s changes nothing, and is no error", async (seconds) => {
    const simulation = await createSimulation(scene());
    simulation.update(0.025);
    const [hash, shown] = [simulation.hash(), positions(simulation)];
    simulation.edit.grab(0, [0, 0, 1]);
    expect(simulation.update(seconds)).toBe(0);
    expect([simulation.hash(), positions(simulation)]).toEqual([hash, shown]);
    simulation.update(0.005); // what was told still holds at the end
    expect(simulation.snapshot().positions[3 * simulation.snapshot().sceneIndex.indexOf(0) + 2]).toBe(1);
  });

  test.each([Number.NaN, undefined, "0.1", null, {}])("must be a number, not %j", async (seconds) => {
    const simulation = await createSimulation(scene());
    expect(() => simulation.update(seconds as never)).toThrow(/^seconds: got .*; give the time since the last frame \[s\]$/);
  });
});
