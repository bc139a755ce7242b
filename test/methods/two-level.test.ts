import { describe, expect, test } from "vitest";
import { readModel, startState } from "../support/reference-model.ts";
import type { NetworkScene } from "../support/reference.ts";
import { bilinearHats, twoLevelStep } from "../support/reference-two-level.ts";
import { type RandomNetworkOptions, randomNetworkScene } from "./random-network.ts";
import { readState, relativeDifference, simulate } from "./run-scene.ts";

const SHEET: RandomNetworkOptions = { shape: "sheet", springModel: "symmetric", bending: "hinges", wind: true, damping: { viscous: 0.05, relative: 0.02 } };
const STEPS = 6;

/** A crumpled sheet whose springs are all but as long as at rest, stiff beside its hinges: nothing of it is caught by the safety net. */
function quietSheet(seed: number, options: RandomNetworkOptions, solver: object): NetworkScene {
  const scene = randomNetworkScene(seed, options);
  const [{ network }] = scene.cloths;
  const distance = (i: number, j: number): number => Math.hypot(...network.positions[i].map((value, c) => value - network.positions[j][c]));
  network.springs = network.springs.map(([i, j, rest, k, kind]) => [i, j, distance(i, j) * (1 + 0.02 * (rest / distance(i, j) - 1)), 20 * k, kind]);
  network.hinges = network.hinges?.map((row) => row.map((value, n) => (n === 8 ? 0.05 * value : value)));
  return { ...scene, timestep: 0.005, solver: { method: "two-level", ...solver } };
}

/** The area of triangles in the plane. */
function areaOf({ triangles = [], material = [] }: NetworkScene["cloths"][0]["network"]): number {
  return triangles.reduce((total, corners) => {
    const [a, b, c] = corners.map((corner) => material[corner]);
    return total + 0.5 * Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
  }, 0);
}

describe.each(["symmetric", "asymmetric"] as const)("a windy, damped, %s sheet with hinges agrees with the dense reference", (springModel) => {
  test.each([
    [1, 0.5, 0.25],
    [4, 0.52, 0.25],
    [3, 0.8, 2],
  ])("in %i substeps, θ %f, turning %f", async (substeps, theta, turning) => {
    const side = 3;
    const scene = quietSheet(7, { ...SHEET, springModel }, { substeps, theta, turning, hats: side });
    const [{ network }] = scene.cloths;
    const model = readModel(scene);
    const spacing = Math.sqrt(areaOf(network)) / (side - 1);
    const material = network.material ?? [];
    const cells = [0, 1].map((axis) => {
      const values = material.map((point) => point[axis]);
      return Math.max(1, Math.round((Math.max(...values) - Math.min(...values)) / spacing));
    });
    expect(Math.max(...cells)).toBeGreaterThan(1);
    const options = { substeps, theta, turning, hats: bilinearHats(material, cells as [number, number]), spacing };
    const simulation = await simulate(scene);
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
});
