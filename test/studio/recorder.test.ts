import fc from "fast-check";
import { expect, test } from "vitest";
import { createSimulation, type SceneInput, type Simulation } from "../../src/index.ts";

const { createRecorder, RECORDER_LIMITS } = await import("../../studio/src/inside/recorder.ts");

const SCENE: SceneInput = {
  drape: 1,
  timestep: 0.01,
  solver: { method: "bdf2" },
  cloths: [{ grid: { columns: 5, rows: 5, width: 1, height: 1, v: [0, 0, 1] }, pins: ["top-left", "top-right"] }],
};

async function start(limits: Partial<typeof RECORDER_LIMITS> = {}, scene: SceneInput = SCENE) {
  const simulation = await createSimulation(scene);
  let clock = 0;
  const recorder = createRecorder({ ...RECORDER_LIMITS, ...limits }, () => clock++);
  recorder.begin(simulation);
  const hashes = new Map<number, number>([[0, simulation.hash()]]);
  const run = (count: number): void => {
    for (let k = 0; k < count; k++) {
      simulation.step();
      hashes.set(simulation.steps, simulation.hash());
      clock += 100;
      recorder.note();
    }
  };
  return { simulation, recorder, hashes, run };
}

test("every recorded state comes back to the bit, and the same steps from there end at the same bits", async () => {
  const { simulation, recorder, hashes, run } = await start();
  run(40);
  const end = simulation.hash();
  expect([...recorder.view().steps]).toEqual(Array.from({ length: 41 }, (_, k) => k));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40 }), (step) => {
      recorder.show(step);
      expect(simulation.steps).toBe(step);
      expect(simulation.hash()).toBe(hashes.get(step));
      expect(recorder.view().index).toBe(step);
    }),
    { numRuns: 20 },
  );
  recorder.show(13);
  run(27);
  expect(simulation.hash()).toBe(end);
});

test("who goes on from the past drops the future, and the present is a place to come back to", async () => {
  const { simulation, recorder, run } = await start({ count: 8, window: 0.32 }); // every fourth step
  run(18);
  expect([...recorder.view().steps]).toEqual([0, 4, 8, 12, 16]);
  const present = simulation.hash();
  recorder.rest();
  recorder.rest();
  expect([...recorder.view().steps]).toEqual([0, 4, 8, 12, 16, 18]);
  recorder.show(9);
  expect(simulation.steps).toBe(8);
  expect([...recorder.view().steps]).toEqual([0, 4, 8, 12, 16, 18]);
  recorder.show(18);
  expect(simulation.hash()).toBe(present);
  recorder.show(4);
  run(1);
  expect([...recorder.view().steps]).toEqual([0, 4]);
  expect(recorder.view().index).toBe(-1);
});

test("what is too old or too much goes, and the spacing fits the window into the memory", async () => {
  const { recorder, run } = await start({ window: 0.2 });
  run(50);
  const { times } = recorder.view();
  expect(times[0]).toBeCloseTo(0.3, 9);
  expect(times.at(-1)).toBeCloseTo(0.5, 9);
  const tight = await start({ memory: 60_000, window: 1 });
  tight.run(200);
  const { steps } = tight.recorder.view();
  expect(steps.length).toBeGreaterThan(3);
  expect(steps.length).toBeLessThan(20);
  expect(steps[steps.length - 1] - steps[0]).toBeGreaterThan(70);
});

test("a state before a cut and one after it are both restored", async () => {
  const { simulation, recorder, run } = await start();
  run(5);
  const whole = simulation.hash();
  simulation.edit.cut([0, 1, 2, 3].map((row) => [5 * row + 2, 5 * row + 7] as const));
  run(5);
  const [torn, count] = [simulation.hash(), simulation.particleCount];
  recorder.show(5);
  expect([simulation.particleCount, simulation.hash()]).toEqual([25, whole]);
  recorder.show(10);
  expect([simulation.particleCount, simulation.hash()]).toEqual([count, torn]);
});

test("a vertex that a hand held then is free", async () => {
  const { simulation, recorder, run } = await start();
  simulation.edit.grab(24, [1, 1, 1]);
  run(3);
  simulation.edit.release(24);
  run(3);
  recorder.show(2);
  const height = (it: Simulation): number => {
    const positions = new Float64Array(75);
    it.readPositions(positions);
    return positions[3 * 24 + 1];
  };
  expect(height(simulation)).toBe(1);
  run(2);
  expect(height(simulation)).not.toBe(1);
});
