import { Worker } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import { createSimulation, NumericalError, type SceneInput } from "../../src/index.ts";
import { WORKER_CODE } from "../../src/world/worker-code.js";
import type { WorldOptions } from "../../src/world/world.ts";
import { GRID, KINDS, play, vertexOf, withWorld } from "./worlds.ts";

/** Counts steps, says what it is asked, goes back to a state it has kept, and adds a number to each frame. */
const MODULE = `data:text/javascript,${encodeURIComponent(`
  export default {
    attend(tell) {
      let simulations = [], steps = 0, begun = [], kept;
      return {
        begin(list, areKept) { simulations = list; begun.push(areKept); tell({ value: { begun: list.length } }); },
        stepped() { steps++; },
        show: () => ({ value: { steps } }),
        async answer(question) {
          if (question === "steps") return { value: steps };
          if (question === "begun") return { value: begun };
          if (question === "hash") return { value: simulations[0].hash() };
          if (question === "energy") return { value: simulations[0].view.measure().kinetic };
          if (question === "keep") { kept = simulations[0].snapshot(); return undefined; }
          if (question === "back") { simulations[0].restore(kept); return undefined; }
          if (question === "positions") {
            const positions = new Float32Array(3 * simulations[0].particleCount);
            simulations[0].readPositions(positions);
            return { value: positions, transfer: [positions.buffer] };
          }
          throw new TypeError("what is " + question + "?");
        },
      };
    },
  };
`)}`;

const SCENE: SceneInput = {
  drape: 1,
  timestep: 0.01,
  solver: { method: "implicit-euler" },
  wind: { velocity: [0, 0, 2], density: 1.2 },
  cloths: [
    { grid: GRID, fabric: "cotton", pins: ["top-left", "top-right"] },
    { grid: { ...GRID, origin: [2, 1, 0] }, fabric: "silk", pins: ["top-left"] },
  ],
  colliders: [{ sphere: { center: [0, 0.5, 0.5], radius: 0.3 } }],
} as const;
const { drape: _, ...PARTS } = SCENE;
const ALONE = { ...PARTS, cloths: SCENE.cloths?.slice(0, 1) } as WorldOptions;
const EXPLODING = { ...ALONE, timestep: 0.5, solver: { method: "explicit-euler" } } as WorldOptions;

async function hashAfter(steps: number, change: Partial<SceneInput> = {}): Promise<number> {
  const simulation = await createSimulation({ ...SCENE, ...change });
  for (let n = 0; n < steps; n++) simulation.step();
  return simulation.hash();
}

describe.each(KINDS)("a world $kind", ({ options }) => {
  const attended = { ...options, modules: [MODULE], together: true, sleep: false } as WorldOptions;

  test("takes whole steps, to the bits of the scene's own simulation, and tells the attendant of each", () =>
    withWorld({ ...attended, ...(PARTS as WorldOptions) }, async (world) => {
      const parts: number[] = [];
      await world.step(30, { onProgress: (part) => parts.push(part) });
      expect([world.time, world.displayTime]).toEqual([expect.closeTo(0.3, 12), expect.closeTo(0.3, 12)]);
      expect(await world.ask("hash")).toBe(await hashAfter(30));
      expect(await world.ask("steps")).toBe(30);
      expect(parts.at(-1)).toBe(1);
      expect(await world.ask("positions")).toEqual(Float32Array.from(world.cloths.flatMap(({ positions }) => [...positions])));
    }));

  test("shows what the attendant adds to a frame, and what it does to the cloth", () =>
    withWorld({ ...attended, ...(PARTS as WorldOptions) }, async (world) => {
      const added: unknown[] = [];
      world.on("frame", (frame) => added.push(frame.attended));
      await world.ask("keep");
      await play(world, 12);
      expect(added.at(-1)).toEqual({ steps: 20 });
      const [fallen] = world.cloths;
      expect(vertexOf(fallen, 63)[1]).toBeLessThan(0.99);
      await world.ask("back");
      expect([world.time, vertexOf(fallen, 63)[1]]).toEqual([0, 1]);
      await expect(world.ask("nothing")).rejects.toThrow("what is nothing?");
    }));

  test("steps give way to a signal, and to a step that fails", () =>
    withWorld({ ...options, ...ALONE }, async (world) => {
      const end = new AbortController();
      const work = world.step(1_000_000, { signal: end.signal, onProgress: () => end.abort() });
      await expect(world.step()).rejects.toThrow("await it");
      world.update(1); // takes none meanwhile
      await expect(work).rejects.toThrow("abort");
      const { time } = world;
      await world.step(0);
      expect(world.time).toBe(time);
      await world.step(2);
      await world.load(EXPLODING);
      await expect(world.step(500)).rejects.toThrow(NumericalError);
      expect(world.failure).toBeInstanceOf(NumericalError);
      await world.reset();
      expect(world.failure).toBeUndefined();
      await world.step(1);
      expect(world.time).toBe(0.5);
    }));

  if (options.worker) {
    test("a signal ends the wait for a step that would take minutes, and disposing of the world ends the step", () =>
      withWorld(options, async (world) => {
        const solver = { method: "gauss-seidel", sweeps: 10_000, kernels: "typescript" };
        await world.load({ solver, cloths: [{ grid: { ...GRID, columns: 150, rows: 150 } }] } as never);
        const end = new AbortController();
        const work = world.step(1, { signal: end.signal });
        setTimeout(() => end.abort(), 100);
        await expect(work).rejects.toThrow("abort");
        expect(world.time).toBe(0);
      }));
  }

  test("loads another scene in place of the one that is there", () =>
    withWorld({ ...attended, ...(PARTS as WorldOptions) }, async (world) => {
      const [first] = world.cloths;
      await world.step(5);
      await expect(world.load({ cloths: [{ grid: { ...GRID, rows: 1 } }] })).rejects.toThrow("cloths[0].grid.rows");
      expect([world.cloths.length, world.time]).toEqual([2, expect.closeTo(0.05, 12)]);
      await world.load({ ...ALONE, timestep: 0.02 });
      expect([world.cloths.length, world.colliders.length, world.time, world.timestep]).toEqual([1, 1, 0, 0.02]);
      expect([first.isRemoved, world.cloths[0].isRemoved]).toEqual([true, false]);
      await world.step(10);
      expect(await world.ask("hash")).toBe(await hashAfter(10, { timestep: 0.02, cloths: SCENE.cloths?.slice(0, 1) }));
      expect(await world.ask("begun")).toEqual([false, false]);
      await world.load({});
      expect([world.cloths.length, world.colliders.length]).toEqual([0, 0]);
    }));

  test("with the state kept, goes on from where it is, by another method and time step", () =>
    withWorld({ ...attended, ...(PARTS as WorldOptions) }, async (world) => {
      await world.step(10);
      const [cloth] = world.cloths;
      cloth.pin(63);
      const hash = await world.ask("hash");
      await world.load({ ...(PARTS as WorldOptions), timestep: 0.005, solver: { method: "bdf2" } }, { keepState: true });
      expect(await world.ask("hash")).toBe(hash);
      expect([world.cloths[0] === cloth, cloth.isRemoved, world.timestep]).toEqual([true, false, 0.005]);
      const before = vertexOf(cloth, 63);
      await world.step(10);
      expect([world.time, vertexOf(cloth, 63)]).toEqual([expect.closeTo(0.15, 12), before]);
      expect(await world.ask("begun")).toEqual([false, true]);
    }));

  test("another time step is a setting; wind and gravity outlive a reset", () =>
    withWorld({ ...options, ...ALONE }, async (world) => {
      await world.step(10);
      await world.set({ timestep: 0.02, gravity: [0, 0, 0], wind: null });
      await world.step(10);
      expect([world.timestep, world.time]).toEqual([0.02, expect.closeTo(0.3, 12)]);
      await world.reset();
      await world.step(10);
      expect(vertexOf(world.cloths[0], 63)[1]).toBeCloseTo(1, 6);
    }));
});

test("a world takes a scene file as it is, and its events if its cloths are together", async () => {
  const cut = Array.from({ length: 7 }, (_, k) => [24 + k, 25 + k] as const);
  const scene: SceneInput = {
    ...SCENE,
    title: "Two sheets",
    duration: 1,
    camera: { position: [0, 1, 3], target: [0, 1, 0] },
    events: [{ at: 0.05, cut }],
  };
  const simulation = await createSimulation(scene);
  for (let n = 0; n < 12; n++) simulation.step();
  await withWorld({ ...scene, together: true, modules: [MODULE] }, async (world) => {
    await world.step(12);
    expect([world.cloths[0].vertexCount, world.cloths[1].vertexCount]).toEqual([simulation.particleCount - 64, 64]);
    expect(simulation.particleCount).toBeGreaterThan(128);
    expect(await world.ask("hash")).toBe(simulation.hash());
    await world.load({ ...scene, timestep: 0.02 }, { keepState: true });
    await world.step(2);
    expect(world.cloths[0].vertexCount).toBe(simulation.particleCount - 64);
  });
  await expect(withWorld({ ...scene }, async () => {})).rejects.toThrow("events");
});

test("a worker of one's own serves a world; what is none is told", async () => {
  const worker = (): Worker => new Worker(WORKER_CODE, { eval: true });
  await withWorld({ ...ALONE, worker }, async (world) => {
    await world.step(3);
    expect([world.isWorker, world.time]).toEqual([true, expect.closeTo(0.03, 12)]);
  });
  await expect(withWorld({ worker: () => 5 as never }, async () => {})).rejects.toThrow("options.worker: got a function that gives 5; ");
});

test("a world says what it cannot do with attendants", async () => {
  await withWorld({}, async (world) => {
    await expect(world.ask("steps")).rejects.toThrow("attend");
  });
  await expect(withWorld({ modules: [MODULE], attend: () => ({}) }, async () => {})).rejects.toThrow("2 attendants");
  await expect(withWorld({ worker: true, attend: () => ({}) }, async () => {})).rejects.toThrow("options.attend");
});

test("an attendant that fails at a step is an error of the world, which goes on", async () => {
  const module = "data:text/javascript,export default { attend: () => ({ stepped() { throw new Error('no more'); } }) };";
  const errors: string[] = [];
  await withWorld({ worker: true, modules: [module], cloths: [{ grid: GRID }] }, async (world) => {
    world.on("error", ({ error }) => errors.push(error.message));
    await play(world, 3);
    expect(errors).toEqual(Array(3).fill(expect.stringContaining("no more")));
  });
});

test("attendants hear of messages, which listeners of the page get", async () => {
  const heard: unknown[] = [];
  await withWorld({ attend: (tell) => ({ begin: (list) => tell({ value: list.length }), answer: () => undefined }) }, async (world) => {
    world.on("message", ({ value }) => heard.push(value));
    await world.addCloth({ grid: GRID });
    await world.addCloth({ grid: { ...GRID, origin: [3, 1, 0] } });
    expect(heard).toEqual([1, 2]);
  });
});
