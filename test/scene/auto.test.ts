import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createSimulation, InputError, METHODS, parseScene, type SceneInput, type Simulation } from "../../src/index.ts";
import type { SolverInput } from "../../src/scene/scene-input.ts";
import { some } from "../support/full.ts";

const STEPS = 4;
const GALLERY = readdirSync("scenes").filter((file) => file.endsWith(".json"));

const loadMesh = async (file: string): Promise<string> => readFileSync(`scenes/${file}`, "utf8");
const readScene = (file: string): SceneInput => JSON.parse(readFileSync(`scenes/${file}`, "utf8"));

function sheet(solver: SceneInput["solver"], rest: object = {}): SceneInput {
  const cloth = {
    grid: { columns: 12, rows: 10, width: 1, height: 0.8, v: [0, 0, 1] },
    fabric: "cotton" as const,
    pins: [0, 11],
  };
  return { drape: 1, cloths: [cloth], ...(solver === undefined ? {} : { solver }), ...rest };
}

async function run(scene: SceneInput): Promise<Simulation> {
  const simulation = await createSimulation(scene, { loadMesh });
  for (let n = 0; n < STEPS; n++) simulation.step();
  return simulation;
}

describe("a scene that leaves the method open", () => {
  test("is auto's, and the simulation tells the method that computes, with its options", async () => {
    expect(parseScene(sheet(undefined)).solver.method.name).toBe("auto");
    const [open, named] = [await run(sheet(undefined)), await run(sheet({ method: "auto" }))];
    expect(open.method).toBe("two-level");
    expect(named.hash()).toBe(open.hash());
    const { method, options } = open;
    expect(METHODS.find(({ name }) => name === method)?.options.map(({ name }) => name)).toEqual(Object.keys(options));
  });

  test("moves as with the chosen method and its options, named, bit for bit", async () => {
    const chosen = await run(sheet(undefined));
    const named = await run(sheet({ method: chosen.method, ...chosen.options, kernels: "wasm" } as SolverInput));
    expect(named.hash()).toBe(chosen.hash());
    named.restore(chosen.snapshot());
    named.step();
    chosen.step();
    expect(named.hash()).toBe(chosen.hash());
  });

  test("has another method with another step, with bodies, without springs", async () => {
    const chosen = async (rest: object): Promise<string> => (await createSimulation(sheet(undefined, rest))).method;
    expect(await chosen({ timestep: 1e-3 })).toBe("theta");
    expect(await chosen({ timestep: 1e-5 })).toBe("symplectic-euler");
    expect(await chosen({ colliders: [{ plane: { point: [0, -1, 0], normal: [0, 1, 0] } }] })).toBe("implicit-euler");
    expect(await chosen({ collision: { self: true } })).toBe("implicit-euler");
    const network = {
      positions: [
        [0, 0, 0],
        [1, 0, 0],
        [0, 0, 1],
      ],
      masses: 1,
      triangles: [[0, 1, 2]],
      material: [
        [0, 0],
        [1, 0],
        [0, 1],
      ],
      triangleStiffness: { u: 10, v: 10, shearU: 5, shearV: 5 },
    };
    const triangles = await createSimulation({ drape: 1, cloths: [{ network, pins: [0] }] });
    expect(triangles.method).toBe("triangle-implicit");
  });

  test("computes in double precision where it is asked to", async () => {
    const { options } = await createSimulation(sheet({ precision: "double" }));
    expect(options.kernels).toBe("typescript");
    const [double, single] = [await run(sheet({ kernels: "typescript" })), await run(sheet(undefined))];
    expect(double.hash()).not.toBe(single.hash());
    expect(double.view.measure().kinetic).toBeCloseTo(single.view.measure().kinetic, 3);
  });

  test("hands bending on to the method that it chooses", async () => {
    const { options } = await createSimulation(sheet({ bending: false }));
    expect(options.bending).toBe(false);
  });

  test("does with a budget: by something cheaper", async () => {
    const [free, tight] = [await createSimulation(sheet(undefined)), await createSimulation(sheet({ budget: 0.2 }))];
    expect([free.method, tight.method]).toEqual(["two-level", "implicit-euler"]);
  });
});

describe("a budget with contact", () => {
  const colliders = [{ sphere: { center: [0.5, -0.3, 0.4], radius: 0.2 } }];
  const chosen = (budget: number) => createSimulation(sheet({ budget }, { colliders, collision: { self: true } }));

  test("takes proposals first, then iterations, and says so", async () => {
    const [rich, fair, poor] = [await chosen(50), await chosen(0.2), await chosen(0.05)];
    expect([rich, fair, poor].map(({ method }) => method)).toEqual(Array(3).fill("implicit-euler"));
    expect(rich.notices).toEqual([]);
    expect(fair.notices).toEqual(["solver.budget: 0.2 ms leave 1 of 3 proposals a step in contact"]);
    expect(fair.options.maxIterations).toBe(rich.options.maxIterations);
    expect(poor.notices[0]).toMatch(/^solver\.budget: 0\.05 ms leave 1 of 3 proposals a step in contact, 4 of \d+ iterations$/);
    expect(poor.options.maxIterations).toBe(4);
  });

  test("keeps cloth out of bodies and of itself, and its stretch within the fabric's limit", async () => {
    const simulation = await chosen(0.05);
    for (let n = 0; n < 90; n++) {
      simulation.step();
      expect(simulation.view.measure().strainMax).toBeLessThan(0.07);
    }
    const { intersections, maxPenetration } = simulation.view.inspect();
    expect([intersections, maxPenetration < 1e-9]).toEqual([0, true]);
  });
});

describe("a scene that names its method", () => {
  test.each(METHODS.map(({ name }) => name).filter((name) => name !== "auto"))("keeps %s", async (method) => {
    expect((await createSimulation(sheet({ method, budget: 0.001 } as SolverInput))).method).toBe(method);
  });
});

test.each([
  [{ budget: -1 }, "solver.budget", "-1"],
  [{ budget: "small" }, "solver.budget", '"small"'],
  [{ kernels: "gpu" }, "solver.kernels", '"gpu"'],
  [{ budgett: 1 }, "solver.budgett", "did you mean budget"],
  [{ method: "automatic" }, "solver.method", '"automatic"'],
])("%o is refused by its path", async (solver, path, got) => {
  const refusal = await createSimulation(sheet(solver as SolverInput)).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(InputError);
  expect((refusal as InputError).message).toContain(path);
  expect((refusal as InputError).message).toContain(got);
});

test.each(some(GALLERY, 12))("auto moves %s", async (file) => {
  const simulation = await run({ ...readScene(file), solver: { method: "auto" } });
  const positions = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(positions);
  expect(simulation.steps).toBe(STEPS);
  expect(positions.every(Number.isFinite)).toBe(true);
  expect(simulation.view.measure().kinetic).toBeGreaterThan(0);
  expect(simulation.view.measure().strainMean).toBeLessThan(0.2);
});
