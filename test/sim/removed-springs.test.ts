import { describe, expect, it } from "vitest";
import { createSimulation, METHODS, type Simulation } from "../../src/index.ts";
import type { NetworkInput } from "../../src/scene/scene-input.ts";
import { readState } from "../methods/run-scene.ts";
import type { Json } from "../scene/sample-scenes.ts";
import { type Pair, path, run, sheet } from "./cut-sheet.ts";

const METHOD_NAMES = METHODS.map(({ name }) => name);

describe("removed springs", () => {
  it("pull no more: the ends of the last one part", async () => {
    const network: NetworkInput = {
      positions: [
        [0, 0, 0],
        [2, 0, 0],
      ],
      masses: 1,
      springs: [
        [0, 1, 1, 10, "stretch"],
        [1, 0, 1, 5, "bend"],
      ],
    };
    const simulation = await createSimulation({
      drape: 1,
      gravity: [0, 0, 0],
      timestep: 0.01,
      solver: { method: "symplectic-euler" },
      cloths: [{ network }],
    });
    expect(simulation.view.measure().elastic).toBeCloseTo(7.5, 12);
    simulation.step();
    const [v] = readState(simulation).v;
    expect(v).toBeCloseTo(0.15, 12);
    expect(simulation.edit.removeSprings([[1, 0]])).toBe(2);
    expect([simulation.revision, simulation.particleCount]).toEqual([1, 2]);
    expect(simulation.view.measure().elastic).toBe(0);
    run(simulation, 10);
    expect(readState(simulation).v[0]).toBe(v);
    expect(simulation.edit.removeSprings([[0, 1]])).toBe(0);
    expect(simulation.snapshot().edits).toHaveLength(1);
  });

  /** A hanging grid of 5 × 7 as a network, without some of its springs. */
  function network(method: string, without: readonly Pair[] = []): Json {
    const springs: Json[] = [];
    const join = (i: number, j: number, length: number, kind: string): void => {
      if (!without.some(([a, b]) => a === i && b === j)) springs.push([i, j, length, 20, kind]);
    };
    const triangles: number[][] = [];
    for (let i = 0; i < 35; i++) {
      if (i % 5 < 4) join(i, i + 1, 0.125, "stretch");
      if (i < 30) join(i, i + 5, 0.125, "stretch");
      if (i % 5 === 4 || i >= 30) continue;
      join(i, i + 6, 0.125 * Math.SQRT2, "shear");
      triangles.push([i, i + 1, i + 6], [i, i + 6, i + 5]);
    }
    const at = (i: number): Pair => [0.125 * (i % 5), 0.125 * Math.floor(i / 5)];
    const positions = Array.from({ length: 35 }, (_, i) => [at(i)[0], 0, at(i)[1]]);
    const material = positions.map((_, i) => at(i));
    const triangleStiffness = { u: 20, v: 20, shearU: 5, shearV: 5 };
    const cloth = {
      network: { positions, masses: 0.02, springs, triangles, material, triangleStiffness },
      pins: [0, 4],
    };
    return { ...sheet(method, 5), cloths: [{ ...cloth, springModel: "symmetric", damping: { relative: 0.01 } }] };
  }

  it.each(METHOD_NAMES)("leave %s where a cloth without them is", async (method) => {
    const gone = path(10, 11, 12, 13, 14).concat(path(20, 21, 22, 23, 24), path(2, 7, 12, 17, 22));
    const simulation = run(await createSimulation(network(method)), 1);
    const without = await createSimulation(network(method, gone));
    without.restore({ ...without.snapshot(), ...pickState(simulation) });
    expect(simulation.edit.removeSprings(gone.slice(0, 5))).toBe(5);
    expect(simulation.edit.removeSprings(gone)).toBe(gone.length - 5);
    const [mine, other] = [readState(run(simulation, 30)).x, readState(run(without, 30)).x];
    for (let c = 0; c < mine.length; c++) expect(Math.abs(mine[c] - other[c])).toBeLessThan(1e-9);
    const whole = readState(run(await createSimulation(network(method)), 31)).x;
    expect(Math.max(...whole.map((value, c) => Math.abs(value - mine[c])))).toBeGreaterThan(1e-6);
  });

  function pickState(simulation: Simulation): Json {
    const { cloth: _, edits: __, ...state } = simulation.snapshot();
    return state;
  }

  it("are asked for by vertices that exist", async () => {
    const simulation = await createSimulation(sheet("verlet", 5));
    expect(() => simulation.edit.removeSprings([[0, 35]])).toThrow("vertex: got 35");
    expect(() => simulation.edit.removeSprings([[0] as never])).toThrow("pairs[0]: got [0]; give two vertices [i, j]");
    expect(() => simulation.edit.removeSprings(undefined as never)).toThrow("pairs: got nothing; give a list of pairs");
  });
});
