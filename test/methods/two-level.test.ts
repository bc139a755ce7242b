import { describe, expect, test } from "vitest";
import { makeHats } from "../../src/mesh/hats.ts";
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
      [1, 0.5, 0.25],
      [4, 0.52, 0.25],
      [3, 0.8, 2],
    ])("in %i substeps, θ %f, turning %f", async (substeps, theta, turning) => {
      const scene = quietSheet(7, { ...SHEET, springModel }, { substeps, theta, turning, hats: 3 });
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
      spacing = Math.max(Math.sqrt(area) / 3, 1.9 * Math.sqrt(area / vertexCount));
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
