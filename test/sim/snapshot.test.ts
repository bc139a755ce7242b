import { expect, test } from "vitest";
import { createSimulation, InputError, type SceneInput, type Simulation } from "../../src/index.ts";
import { readState } from "../methods/run-scene.ts";

/** Particles of different masses, most of which linear-edge numbers otherwise than implicit-euler. */
function sheet(method: string): Promise<Simulation> {
  return createSimulation({
    drape: 1,
    timestep: 1 / 60,
    solver: { method },
    cloths: [
      {
        grid: { columns: 9, rows: 7, width: 0.8, height: 0.6 },
        fabric: "cotton",
        pins: [0, 8],
      },
    ],
  } as SceneInput);
}

function run(simulation: Simulation, steps: number): Simulation {
  for (let n = 0; n < steps; n++) simulation.step();
  return simulation;
}

test.each([
  ["implicit-euler", "linear-edge"],
  ["linear-edge", "implicit-euler"],
  ["two-level", "implicit-euler"],
])("a snapshot of %s goes on with %s, which numbers the particles otherwise", async (first, second) => {
  const from = run(await sheet(first), 10);
  const [x, y, z] = readState(from).x.subarray(120, 123);
  from.edit.grab(40, [x, y, z]);
  run(from, 5);
  const snapshot = from.snapshot();
  const to = await sheet(second);
  expect(snapshot.sceneIndex).not.toEqual(to.snapshot().sceneIndex);
  to.restore(snapshot);
  expect(readState(to)).toEqual(readState(from));
  run(to, 1);
  run(from, 1);
  const [mine, other] = [readState(to).x, readState(from).x];
  for (const vertex of [0, 8, 40]) {
    for (let c = 3 * vertex; c < 3 * vertex + 3; c++) expect(mine[c]).toBeCloseTo(other[c], 12);
  }
  for (let c = 0; c < mine.length; c++) expect(Math.abs(mine[c] - other[c])).toBeLessThan(0.02);
});

test("a snapshot whose particles are not numbered each once is refused", async () => {
  const simulation = await sheet("linear-edge");
  const snapshot = simulation.snapshot();
  for (const sceneIndex of [snapshot.sceneIndex.map(() => 0), snapshot.sceneIndex.slice(1), undefined as never]) {
    expect(() => simulation.restore({ ...snapshot, sceneIndex })).toThrow(InputError);
  }
});

test("a snapshot with a part missing is refused before anything changes", async () => {
  const simulation = run(await sheet("linear-edge"), 3);
  const hash = simulation.hash();
  const snapshot = simulation.snapshot();
  for (const part of ["positions", "velocities", "previous", "drive", "history", "contact", "sceneIndex"]) {
    expect(() => simulation.restore({ ...snapshot, time: 9, [part]: undefined } as never), part).toThrow(InputError);
    expect([simulation.hash(), simulation.time]).toEqual([hash, snapshot.time]);
  }
});

test("contact goes on after a snapshot of fewer vertices was refused", async () => {
  const scene: SceneInput = {
    drape: 1,
    timestep: 1 / 60,
    solver: { method: "implicit-euler" },
    collision: { self: true },
    colliders: [{ plane: { point: [0, -0.02, 0], normal: [0, 1, 0] } }],
    cloths: [{ grid: { columns: 9, rows: 7, width: 0.8, height: 0.6, v: [0, 0, 1] }, fabric: "cotton" }],
  };
  const [one, twin] = [await createSimulation(scene), await createSimulation(scene)];
  const uncut = one.snapshot();
  for (const simulation of [one, twin]) {
    run(simulation, 3).edit.cut([
      [4, 13],
      [13, 22],
    ]);
    run(simulation, 12);
  }
  expect(() => one.restore({ ...uncut, positions: new Float64Array(3) })).toThrow(InputError);
  expect(run(one, 6).hash()).toBe(run(twin, 6).hash());
  expect(one.view.measure().contacts).toBeGreaterThan(0);
});
