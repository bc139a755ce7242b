import { describe, expect, test } from "vitest";
import type { Cloth } from "../../src/fabric/cloth.ts";
import { externalTerm } from "../../src/forces/force-term.ts";
import type { ForceFactory } from "../../src/forces/wind.ts";
import { createSimulation, type SceneInput, type Simulation } from "../../src/index.ts";
import { makeHats } from "../../src/mesh/hats.ts";
import { takesMultigrid } from "../../src/methods/two-level/prepare-fine-system.ts";
import { type NetworkScene, runReference } from "../support/reference.ts";
import { readModel, startState } from "../support/reference-model.ts";
import { twoLevelStep } from "../support/reference-two-level.ts";
import { type RandomNetworkOptions, randomNetworkScene } from "./random-network.ts";
import { readState, relativeDifference, simulate } from "./run-scene.ts";

const SHEET: RandomNetworkOptions = {
  shape: "sheet",
  springModel: "symmetric",
  bending: "hinges",
  wind: true,
  damping: { viscous: 0.05, relative: 0.02 },
};
const STEPS = 6;

/** A crumpled sheet whose springs are all but as long as at rest, stiff beside its hinges: nothing of it is caught by the safety net. */
function quietSheet(seed: number, options: RandomNetworkOptions, solver: object): NetworkScene {
  const scene = randomNetworkScene(seed, options);
  const [{ network }] = scene.cloths;
  const distance = (i: number, j: number): number => Math.hypot(...network.positions[i].map((value, c) => value - network.positions[j][c]));
  network.springs = network.springs.map(([i, j, rest, k, kind]) => [
    i,
    j,
    distance(i, j) * (1 + 0.02 * (rest / distance(i, j) - 1)),
    20 * k,
    kind,
  ]);
  network.hinges = (network.hinges ?? []).map((row) => row.map((value, n) => (n === 8 ? 0.05 * value : value)));
  return { ...scene, timestep: 0.005, solver: { method: "two-level", ...solver } };
}

describe.each(["symmetric", "asymmetric"] as const)(
  "a windy, damped, %s sheet with hinges agrees with the dense reference",
  (springModel) => {
    test.each([
      [1, 0.5, 0.25, "factor"],
      [4, 0.52, 0.25, "factor"],
      [3, 0.8, 2, "factor"],
      [2, 0.55, 0.25, "multigrid"], // so few particles are all solved at once
    ])("in %i substeps, θ %f, turning %f, by %s", async (substeps, theta, turning, fine) => {
      const scene = quietSheet(7, { ...SHEET, springModel }, { substeps, theta, turning, fine, hats: 3 });
      const simulation = await simulate(scene);
      for (let n = 0; n < STEPS; n++) {
        simulation.step();
        expect(simulation.report.caught).toBe(0);
      }
      const engine = readState(simulation);
      const reference = runReference(scene, STEPS);
      expect(relativeDifference(engine.x, reference.x)).toBeLessThan(1e-9);
      expect(relativeDifference(engine.v, reference.v)).toBeLessThan(1e-9);
    });
  },
);

test("multigrid takes the place of the factor on large cloth, and where it is asked for", () => {
  const takes = (particleCount: number, fine: string): boolean => takesMultigrid({ particleCount } as Cloth, { fine });
  expect([takes(19_999, "auto"), takes(20_000, "auto"), takes(50, "multigrid"), takes(1e6, "factor")]).toEqual([false, true, true, false]);
});

test("on a crumpled sheet without (u, v), whose hats stand on a coarse mesh, it agrees with the dense reference", async () => {
  const scene = quietSheet(8, SHEET, { hats: 4, ordering: "natural" });
  const [{ network }] = scene.cloths;
  delete network.material;
  let spacing = 0;
  const { count, start, hat, weight } = makeHats(
    {
      vertexCount: network.positions.length,
      triangles: Uint32Array.from((network.triangles ?? []).flat()),
      positions: Float64Array.from(network.positions.flat()),
    },
    (area, vertexCount) => {
      spacing = Math.max(area ** 0.5 / 3, area ** 0.125 / 3, 1.9 * Math.sqrt(area / vertexCount));
      return spacing;
    },
  );
  expect(count).toBeGreaterThan(3);
  const hats = network.positions.map((_, i) => {
    const row = new Array<number>(count).fill(0);
    for (let e = start[i]; e < start[i + 1]; e++) row[hat[e]] = weight[e];
    return row;
  });
  const options = { substeps: 4, theta: 0.51, turning: 0.25, hats, spacing };
  const simulation = await simulate(scene);
  const model = readModel(scene);
  let state = startState(scene, model);
  for (let n = 0; n < STEPS; n++) {
    simulation.step();
    expect(simulation.report.caught).toBe(0);
    state = twoLevelStep(model, options, state, n * scene.timestep, scene.timestep);
  }
  const engine = readState(simulation);
  expect(relativeDifference(engine.x, state.x)).toBeLessThan(1e-9);
  expect(relativeDifference(engine.v, state.v)).toBeLessThan(1e-9);
});

/** A sheet with a tassel: a row of particles in no triangle, without hats, that hangs on it by springs. */
function tasselled(solver: object): SceneInput {
  const side = 9;
  const positions: number[][] = [];
  const springs: [number, number, number, number, string][] = [];
  const triangles: number[][] = [];
  for (let r = 0; r < side; r++) for (let c = 0; c < side; c++) positions.push([0.1 * c, 0, 0.1 * r]);
  for (let r = 0; r < side; r++) {
    for (let c = 0; c < side; c++) {
      const i = r * side + c;
      if (c + 1 < side) springs.push([i, i + 1, 0.1, 300, "stretch"]);
      if (r + 1 < side) springs.push([i, i + side, 0.1, 300, "stretch"]);
      if (c + 1 === side || r + 1 === side) continue;
      springs.push([i, i + side + 1, 0.1 * Math.SQRT2, 200, "shear"], [i + 1, i + side, 0.1 * Math.SQRT2, 200, "shear"]);
      triangles.push([i, i + 1, i + side], [i + 1, i + side + 1, i + side]);
    }
  }
  for (let n = 0; n < 5; n++) {
    const last = n === 0 ? side * side - 1 : positions.length - 1;
    positions.push([0.8, -0.05 * (n + 1), 0.8]);
    springs.push([last, positions.length - 1, 0.05, 300, "stretch"]);
  }
  const network = { positions, springs, triangles, masses: 1e-3 };
  return {
    drape: 1,
    timestep: 1 / 60,
    solver: { method: "two-level", ...solver },
    cloths: [{ network, pins: [0, side - 1] }],
  } as unknown as SceneInput;
}

test("kernels know springs of which one end is without hats", async () => {
  const [wasm, plain] = await Promise.all(["wasm", "typescript"].map((kernels) => createSimulation(tasselled({ kernels }))));
  let caught = 0;
  for (let n = 0; n < 30; n++) {
    for (const simulation of [wasm, plain]) simulation.step();
    caught += plain.report.caught ?? 0;
  }
  expect(caught).toBe(0);
  expect(relativeDifference(readState(wasm).x, [...readState(plain).x])).toBeLessThan(1e-4);
  expect(wasm.hash()).not.toBe(plain.hash());
});

test("the safety net catches hats that are lost, and the cloth stays whole", async () => {
  const grid = { columns: 33, rows: 33, width: 1, height: 1, v: [0, 0, 1] };
  const cloths = [{ grid, fabric: { base: "cotton", damping: 0 }, pins: ["top-left", "top-right"] }];
  const run = async (options: object): Promise<{ caught: number; strain: number }> => {
    const scene = { drape: 1, timestep: 1 / 60, solver: { method: "two-level", ...options }, cloths };
    const simulation = await createSimulation(scene as unknown as SceneInput);
    let [caught, strain] = [0, 0];
    for (let n = 0; n < 120; n++) {
      simulation.step();
      caught += simulation.report.caught ?? 0;
      if (n % 5 === 0) strain = Math.max(strain, simulation.view.measure().strainMean);
    }
    return { caught, strain };
  };
  const lost = [await run({ hats: 33, turning: 0.03 }), await run({ hats: 33, theta: 0.5 }), await run({ hats: 17, substeps: 2 })];
  for (const { caught, strain } of lost) {
    expect(caught).toBeGreaterThan(20);
    expect(strain).toBeLessThan(0.015);
  }
  for (const hats of [9, 33]) expect((await run({ hats })).caught).toBe(0);
});

test("goes on bit for bit from a snapshot, in the air and where it touches, with kernels and without", async () => {
  for (const kernels of ["wasm", "typescript"]) {
    const make = (): Promise<Simulation> =>
      createSimulation({
        drape: 1,
        timestep: 1 / 60,
        solver: { method: "two-level", kernels },
        cloths: [{ grid: { columns: 14, rows: 14, width: 0.6, height: 0.6, v: [0, 0, 1] }, fabric: "cotton", pins: ["top-left"] }],
        colliders: [{ sphere: { center: [0.3, -0.15, 0.3], radius: 0.1 }, friction: 0.4 }],
      } as SceneInput);
    const first = await make();
    for (const steps of [4, 16]) {
      for (let n = 0; n < steps; n++) first.step();
      const other = await make();
      other.restore(first.snapshot());
      for (let n = 0; n < 5; n++) for (const simulation of [first, other]) simulation.step();
      expect(other.hash()).toBe(first.hash());
    }
    expect(first.view.measure().contacts).toBeGreaterThan(0);
    expect([first.steps, first.time]).toEqual([30, expect.closeTo(0.5, 12)]);
  }
});

test("a part of a step that fails says at what time the state is, which is sound, and steps go on from there", async () => {
  let isBroken = true;
  const broken: ForceFactory = () =>
    externalTerm({
      name: "broken",
      addForce: (_x, _v, t, f) => {
        if (isBroken && t > 0.006) f.fill(Number.NaN);
      },
    });
  const cloths = [{ grid: { columns: 12, rows: 12, width: 0.5, height: 0.5 }, pins: ["top-left"] }];
  const scene = { drape: 1, timestep: 0.016, solver: { method: "two-level" }, cloths, colliders: [{ plane: { point: [0, -5, 0] } }] };
  const simulation = await createSimulation(scene as SceneInput, { forces: [broken] });
  expect(() => simulation.step()).toThrow(
    / at step 1 \(t = 0\.012 s\): .*; the state of t = 0\.008 s is kept\. Try a smaller timestep than 0\.016 s/,
  );
  expect([simulation.steps, simulation.time]).toEqual([0, expect.closeTo(0.008, 12)]);
  const x = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(x);
  expect(x.every(Number.isFinite)).toBe(true);
  isBroken = false;
  simulation.step();
  expect([simulation.steps, simulation.time]).toEqual([1, expect.closeTo(0.024, 12)]);
});
