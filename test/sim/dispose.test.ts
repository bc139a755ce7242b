import { expect, test } from "vitest";
import { disposable } from "../../src/core/disposable.ts";
import { createSheet, findFabric, verlet } from "../../src/core.ts";
import { createSimulation, InputError, type SceneInput, type Simulation } from "../../src/index.ts";
import { createClothMesh } from "../../src/three/index.ts";

/** A sheet of enough particles for kernels and threads, over a ball. */
function makeSheet(threads: number): Promise<Simulation> {
  const scene: SceneInput = {
    drape: 1,
    timestep: 0.002,
    solver: { method: "implicit-euler", kernels: "wasm", tolerance: 1e-3 },
    cloths: [{ grid: { columns: 40, rows: 40, width: 1, height: 1, v: [0, 0, 1] }, fabric: "cotton", pins: ["top"] }],
    colliders: [{ sphere: { center: [0.5, -0.2, 0.5], radius: 0.2 } }],
  };
  return createSimulation(scene, { threads });
}

/** Cuts from the border inwards. */
function cut(simulation: Simulation, column: number, gradually = false): void {
  simulation.edit.cut(
    [0, 1, 2, 3].map((row) => [40 * (39 - row) + column, 40 * (38 - row) + column] as const),
    { gradually },
  );
}

function step(simulation: Simulation, count: number): void {
  for (let n = 0; n < count; n++) simulation.step();
}

const DISPOSED = "simulation: got a disposed one; create another";

/** Asks for everything that there is but `dispose`, and returns what was thrown. */
function askAll(part: object): string[] {
  const names = Object.keys(part).filter((name) => name !== "dispose");
  return names.map((name) => {
    try {
      return `${name} is ${Reflect.get(part, name)}`;
    } catch (error) {
      return error instanceof InputError ? error.message : `${name}: ${error}`;
    }
  });
}

test("a simulation that was disposed of says so whatever is asked of it or of its parts, and disposing again does nothing", async () => {
  const simulation = await makeSheet(2);
  const { edit, bodies, view, step, dispose } = simulation;
  simulation.step();
  simulation.dispose();
  for (const part of [simulation, edit, bodies, view]) {
    const thrown = askAll(part);
    expect(thrown.length).toBeGreaterThan(3);
    expect(new Set(thrown)).toEqual(new Set([DISPOSED]));
  }
  expect(step, "a function that was taken out before").toThrow(DISPOSED);
  simulation.dispose();
  dispose();
});

test("a sheet of drape/core is disposed of alone", () => {
  const options = { grid: { columns: 4, rows: 4, width: 1, height: 1 }, fabric: findFabric("silk"), method: verlet, timestep: 1e-5 };
  const [gone, kept] = [createSheet(options), createSheet(options)];
  gone.dispose();
  expect(() => gone.bodies.readPoses(new Float64Array(0))).toThrow(DISPOSED);
  expect(() => kept.bodies.readPoses(new Float64Array(0))).not.toThrow();
  kept.step();
});

test("others with the same threads go on to the same bits, and so does one that is cut, at once or gradually", async () => {
  const [alone, shared, other] = [await makeSheet(1), await makeSheet(3), await makeSheet(3)];
  for (const simulation of [alone, shared, other]) step(simulation, 3);
  other.dispose();
  for (const simulation of [alone, shared]) {
    step(simulation, 2);
    cut(simulation, 20);
    step(simulation, 2);
    cut(simulation, 10, true);
    step(simulation, 1);
    cut(simulation, 30); // while the other one is being made ready
    while (simulation.edit.isBeingCut) simulation.step();
    step(simulation, 2);
    const snapshot = simulation.snapshot();
    simulation.reset();
    step(simulation, 2);
    simulation.restore(snapshot);
    step(simulation, 2);
  }
  expect(shared.revision).toBe(3);
  expect(shared.hash()).toBe(alone.hash());
});

test("a simulation with a cut that is being made ready can be disposed of", async () => {
  const simulation = await makeSheet(2);
  cut(simulation, 20, true);
  simulation.step();
  expect(simulation.edit.isBeingCut).toBe(true);
  simulation.dispose();
  expect(() => simulation.edit.isBeingCut).toThrow(DISPOSED);
});

test("`using` disposes of a simulation and of its mesh", async () => {
  const simulation = await makeSheet(1);
  const mesh = createClothMesh(simulation);
  let freed = 0;
  mesh.mesh.geometry.addEventListener("dispose", () => freed++);
  mesh[Symbol.dispose]();
  expect(freed).toBe(1);
  simulation[Symbol.dispose]();
  expect(() => simulation.step()).toThrow(DISPOSED);
  expect(() => mesh.update()).toThrow(DISPOSED);
});

test("where the language has no `using`, nothing is added", () => {
  const object = { dispose() {} };
  const { Symbol: known } = globalThis;
  try {
    globalThis.Symbol = {} as SymbolConstructor;
    disposable(object);
  } finally {
    globalThis.Symbol = known;
  }
  expect(Reflect.ownKeys(object)).toEqual(["dispose"]);
  expect(Reflect.ownKeys(disposable(object))).toEqual(["dispose", Symbol.dispose]);
});
