import { describe, expect, it } from "vitest";
import { some } from "../support/full.ts";
import { type NetworkScene, runReference } from "../support/reference.ts";
import { type RandomNetworkOptions, randomNetworkScene } from "./random-network.ts";
import { readState, relativeDifference, runScene, simulate } from "./run-scene.ts";

const STEPS = 12;
const SHEET: RandomNetworkOptions = {
  shape: "sheet",
  springModel: "symmetric",
  bending: "hinges",
  wind: true,
  damping: { viscous: 0.05, relative: 0.02 },
};

type Row = readonly [method: string, predictor: string, weights: readonly number[]];
const ROWS: Row[] = [
  ["linear-edge", "ivt", [1.8, -0.8]],
  ["linear-edge", "ivt", [2.3, -1.7, 0.4]],
  ["linear-edge", "ivt", [2.6, -2.1, 0.3, 0.4, -0.2]],
  ["linear-edge", "ivt", [1]],
  ["linear-edge", "ier", [0.7]],
  ["linear-edge", "ier", [1.5, -0.5]],
  ["linear-edge", "ier", [0.9, 0.4, -0.6, 0.2, 0.1]],
  ["linear-triangle", "ivt", [2.6, -2.1, 0.3, 0.4, -0.2]],
  ["linear-triangle", "iar", [1.4, -0.3, -0.2, 0.1]],
];

async function expectAgreement(scene: NetworkScene): Promise<void> {
  const engine = await runScene(scene, STEPS);
  const reference = runReference(scene, STEPS);
  expect(relativeDifference(engine.x, reference.x)).toBeLessThan(1e-9);
  expect(relativeDifference(engine.v, reference.v)).toBeLessThan(1e-9);
}

describe.each(ROWS)("%s with %s and the weights %j", (method, predictor, weights) => {
  const solver = { method, predictor, weights, tolerance: 1e-13 };

  it.each(some(["euler", "bdf2", "midpoint"], 2))("agrees with the dense reference, %s", (integrator) =>
    expectAgreement({ ...randomNetworkScene(61, SHEET), solver: { ...solver, integrator } }),
  );

  it("agrees with it over several solves a step, shear targets of their own", () =>
    expectAgreement({ ...randomNetworkScene(62, SHEET), solver: { ...solver, iterations: 3, shearTarget: "own" } }));

  it("goes on from a snapshot bit for bit", async () => {
    const scene = { ...randomNetworkScene(63, SHEET), solver };
    const one = await simulate(scene);
    const other = await simulate(scene);
    for (let n = 0; n < 9; n++) one.step();
    other.restore(one.snapshot());
    for (let n = 0; n < 9; n++) {
      one.step();
      other.step();
    }
    expect(readState(other)).toEqual(readState(one));
  });
});

describe("weights of the orders", () => {
  const differ = async (a: object, b: object): Promise<number> => {
    const scene = randomNetworkScene(64, SHEET);
    const run = async (options: object): Promise<ArrayLike<number>> =>
      (await runScene({ ...scene, solver: { method: "linear-edge", tolerance: 1e-13, ...options } }, STEPS)).x;
    return relativeDifference(await run(a), await run(b));
  };

  it("are those of the thesis: eq. 3.12 and 3.14 for places, 3.8 and 3.9 for turns", async () => {
    expect(await differ({ weights: [2, -1] }, { order: 1 })).toBeLessThan(1e-12);
    expect(await differ({ weights: [2.5, -2, 0.5] }, { order: 2 })).toBeLessThan(1e-12);
    expect(await differ({ predictor: "ier", weights: [1] }, { predictor: "ier" })).toBe(0);
    expect(await differ({ predictor: "ier", weights: [2, -1] }, { predictor: "ier", order: 2 })).toBe(0);
    expect(await differ({ weights: [1] }, { predictor: "previous" })).toBeLessThan(1e-12);
    expect(await differ({ weights: [2, -1] }, { order: 2 })).toBeGreaterThan(1e-6);
  });

  it("of places count by their ratios alone", async () => {
    expect(await differ({ weights: [5, -4, 1] }, { order: 2 })).toBeLessThan(1e-12);
  });

  it("are followed by kernels in single precision, where these know them", async () => {
    const scene = { ...randomNetworkScene(65, SHEET), cloths: randomNetworkScene(65, SHEET).cloths };
    const solver = { method: "linear-edge", weights: [2.3, -1.7, 0.4] };
    const plain = await runScene({ ...scene, solver: { ...solver, kernels: "typescript" } }, STEPS);
    const wasm = await runScene({ ...scene, solver: { ...solver, kernels: "wasm" } }, STEPS);
    expect(relativeDifference(wasm.x, plain.x)).toBeLessThan(1e-4);
    const turns = { ...scene, solver: { method: "linear-edge", predictor: "ier", weights: [1.5, -0.5], kernels: "wasm" } };
    await expect(runScene(turns, 1)).rejects.toThrow("weights");
  });
});

describe("weights that make no sense are refused", () => {
  const scene = randomNetworkScene(66, SHEET);
  it.each([
    [{ weights: [1, 2, 3, 4, 5, 6] }, "6 weights"],
    [{ weights: [2, "x"] }, "weights[1]"],
    [{ weights: 2 }, "list"],
    [{ weights: [1, -1] }, "sum above 0"],
    [{ weights: [2, -1], order: 2 }, "leave the order out"],
    [{ weights: [1], predictor: "previous" }, "no prediction"],
  ])("%j", async (options, words) => {
    await expect(runScene({ ...scene, solver: { method: "linear-edge", ...options } }, 1)).rejects.toThrow(words);
  });

  it("but a method without them takes no notice of a list, and of nothing else", async () => {
    const with_ = await runScene({ ...scene, solver: { method: "implicit-euler", weights: [2, -1] } }, 2);
    expect(with_.x).toEqual((await runScene({ ...scene, solver: { method: "implicit-euler" } }, 2)).x);
    await expect(runScene({ ...scene, solver: { method: "implicit-euler", weights: { a: 1 } } }, 1)).rejects.toThrow("list");
  });
});
