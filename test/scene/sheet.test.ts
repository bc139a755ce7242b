import { describe, expect, test } from "vitest";
import * as core from "../../src/core.ts";
import { type Method, type SheetOptions, UnsupportedError } from "../../src/core.ts";
import { createSimulation, type SceneInput } from "../../src/index.ts";
import { METHODS } from "../../src/methods/catalog.ts";

const { createSheet, findFabric, implicitEuler } = core;
const STEPS = 8;

const exported: Readonly<Record<string, unknown>> = core;
const camelCase = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A sheet and the same as a scene, both after some steps. */
async function runBoth(sheet: SheetOptions, fabric: string): Promise<[ReturnType<typeof createSheet>, number]> {
  const { grid, method, options = {}, pins = [], timestep = 1 / 60 } = sheet;
  const solver = { method: method.name, ...options };
  const scene = { drape: 1, solver, timestep, cloths: [{ grid, fabric, pins }] } as SceneInput;
  const [small, whole] = [createSheet(sheet), await createSimulation(scene)];
  for (const simulation of [small, whole]) {
    simulation.setWind({ velocity: [1, 0, 2], density: 0.3 });
    for (let n = 0; n < STEPS; n++) simulation.step();
    simulation.edit.grab(7, [0, 0.1, 0.2]);
    for (let n = 0; n < STEPS; n++) simulation.step();
  }
  expect(small.uv).toEqual(whole.uv);
  expect(small.triangles).toEqual(whole.triangles);
  expect(small.options).toEqual(whole.options);
  expect(small.view.measure()).toEqual(whole.view.measure());
  return [small, whole.hash()];
}

describe("a sheet of drape/core", () => {
  test.each(METHODS.map((method) => [method.name, method]))("by %s has the bits of the scene", async (name, method) => {
    expect(exported[camelCase(name)]).toBe(method);
    const timestep = method.stepLimit < Number.POSITIVE_INFINITY ? 1e-5 : 1e-3;
    const grid = { columns: 6, rows: 5, width: 0.3, height: 0.25, v: [0, 0, 1] } as const;
    const kernels = await core.loadAllKernels(); // only `auto` has a use for them in so small a cloth
    const sheet = { grid, fabric: findFabric("silk"), method, pins: [0, 5], timestep, kernels };
    const [small, hash] = await runBoth(sheet, "silk");
    expect(small.hash()).toBe(hash);
    expect(small.steps).toBe(2 * STEPS);
  });

  test.each([
    ["of equilateral triangles", { columns: 6, rows: 5, width: 0.4, triangles: "equilateral" as const }],
    ["so wide that the engine numbers it otherwise", { columns: 40, rows: 4, width: 2, height: 0.2 }],
  ])("%s too, with options of the method", async (_, grid) => {
    const options = { tolerance: 1e-9, jacobian: "exact" };
    const sheet = { grid, fabric: findFabric("denim"), method: implicitEuler, options, pins: [3, 0] };
    const [small, hash] = await runBoth(sheet, "denim");
    expect(small.hash()).toBe(hash);
  });

  test("of a thousand vertices and more has the bits of the scene if it is handed the kernels", async () => {
    const grid = { columns: 34, rows: 32, width: 1, height: 1 };
    const sheet = { grid, fabric: findFabric("silk"), method: core.linearEdge, pins: [0] };
    const [small, hash] = await runBoth({ ...sheet, kernels: await core.loadLinearKernels() }, "silk");
    expect(small.hash()).toBe(hash);
  });

  test("that is given kernels of other methods says which are the right ones, or goes on without", async () => {
    const grid = { columns: 34, rows: 32, width: 1, height: 1 };
    const sheet = { grid, fabric: findFabric("silk"), method: core.linearEdge, kernels: await core.loadBlockKernels() };
    expect(() => createSheet({ ...sheet, options: { kernels: "wasm" } })).toThrow(/loadLinearKernels\(\)/);
    const linear = { ...sheet, method: implicitEuler, kernels: await core.loadLinearKernels() };
    expect(() => createSheet({ ...linear, options: { kernels: "wasm", tolerance: 1e-3 } })).toThrow(/loadBlockKernels\(\)/);
    const plain = createSheet({ ...sheet, options: { kernels: "typescript" } });
    const other = createSheet(sheet);
    for (const simulation of [plain, other]) simulation.step();
    expect(other.hash()).toBe(plain.hash());
  });

  test("that is to use kernels and has none says so", () => {
    const grid = { columns: 3, rows: 3, width: 1, height: 1 };
    const options = { kernels: "wasm" };
    const ask = () => createSheet({ grid, fabric: findFabric("silk"), method: core.linearEdge, options });
    expect(ask).toThrow(UnsupportedError);
    expect(ask).toThrow(/await loadBlockKernels\(\)/);
  });

  test("continues from a snapshot and goes back to its start", () => {
    const grid = { columns: 5, rows: 5, width: 1, height: 1 };
    const simulation = createSheet({ grid, fabric: findFabric("wool"), method: core.bdf2, pins: [0] });
    const start = simulation.hash();
    for (let n = 0; n < 5; n++) simulation.step();
    const snapshot = simulation.snapshot();
    for (let n = 0; n < 5; n++) simulation.step();
    const end = simulation.hash();
    simulation.restore(snapshot);
    for (let n = 0; n < 5; n++) simulation.step();
    expect(simulation.hash()).toBe(end);
    simulation.reset();
    expect([simulation.hash(), simulation.time]).toEqual([start, 0]);
  });

  test("refuses what it has no code for, and says who has", () => {
    const grid = { columns: 3, rows: 3, width: 1, height: 1 };
    const simulation = createSheet({ grid, fabric: findFabric("wool"), method: implicitEuler });
    for (const ask of [
      () => simulation.view.inspect(),
      () => simulation.edit.cut([[0, 1]]),
      () => simulation.edit.removeSprings([[0, 1]]),
    ]) {
      expect(ask).toThrow(UnsupportedError);
      expect(ask).toThrow(/use createSimulation of drape/);
    }
  });

  test.each([
    ["a vertex that is not there", { pins: [9] }, /^pins\[0\]: got 9; .*8/],
    ["pins that are no list", { pins: 3 }, /^pins: got 3;/],
    ["an option of no method", { options: { tolerence: 1 } }, /^options\.tolerence: got 1; use jacobian, tolerance/],
    ["an option out of range", { options: { tolerance: 2 } }, /^options\.tolerance: got 2;/],
    ["a step of no time", { timestep: 0 }, /^timestep: got 0;/],
    ["gravity of two numbers", { gravity: [0, 1] }, /^gravity/],
    ["a grid of one row", { grid: { columns: 3, rows: 1, width: 1, height: 1 } }, /^grid\.rows: got 1;/],
    ["a fabric of no weight", { fabric: { ...findFabric("wool"), density: 0 } }, /^fabric\.density: got 0;/],
  ])("refuses %s", (_, wrong, message) => {
    const grid = { columns: 3, rows: 3, width: 1, height: 1 };
    const right = { grid, fabric: findFabric("wool"), method: implicitEuler as Method };
    expect(() => createSheet({ ...right, ...wrong } as SheetOptions)).toThrow(message);
  });
});

test("a sheet without a method or a fabric is refused in one line that says what to give", () => {
  const grid = { columns: 3, rows: 3, width: 1, height: 1 };
  const make = (options: object): void => {
    createSheet({ grid, ...options } as Parameters<typeof createSheet>[0]);
  };
  expect(() => make({ fabric: findFabric("cotton") })).toThrow(/^method: .*implicitEuler$/);
  expect(() => make({ fabric: findFabric("cotton"), method: "implicit-euler" })).toThrow(/^method: .*implicitEuler$/);
  expect(() => make({ method: implicitEuler })).toThrow(/^fabric: .*findFabric\("cotton"\)$/);
});
