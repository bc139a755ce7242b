import { describe, expect, it } from "vitest";
import type { NetworkScene } from "../support/reference.ts";
import { kimNetwork } from "./kim-network.ts";
import { type RandomNetworkOptions, randomNetworkScene } from "./random-network.ts";
import { readState, relativeDifference, runScene, simulate } from "./run-scene.ts";

const RANDOM: RandomNetworkOptions = {
  shape: "sheet",
  springModel: "asymmetric",
  bending: "modulus",
  wind: true,
  damping: { viscous: 0.05, relative: 0.02 },
};

describe("swept until it has converged, gauss-seidel is implicit Euler", () => {
  const scenes = {
    "an asymmetric sheet": randomNetworkScene(121, RANDOM),
    "a symmetric tangle": randomNetworkScene(122, {
      ...RANDOM,
      shape: "tangle",
      bending: "hinges",
      springModel: "symmetric",
    }),
  };
  const cases = Object.keys(scenes).flatMap((name) =>
    ["smoothed", "choi", "clamped", "projected", "isotropic"].flatMap((jacobian) =>
      ["index", "coloured"].map((order) => [name, jacobian, order] as const),
    ),
  );

  it.each(cases)("on %s, with %s blocks, in %s order", async (name, jacobian, order) => {
    const scene = scenes[name as keyof typeof scenes];
    const sweeping = await simulate({
      ...scene,
      solver: { method: "gauss-seidel", jacobian, order, tolerance: 1e-13 },
    });
    let most = 0;
    for (let n = 0; n < 20; n++) {
      sweeping.step();
      most = Math.max(most, sweeping.report.iterations);
      expect(sweeping.report.converged).toBe(true);
      expect(sweeping.report.residual).toBeLessThanOrEqual(1e-13);
    }
    expect(most).toBeGreaterThan(4);
    const implicit = await runScene({ ...scene, solver: { method: "implicit-euler", jacobian, tolerance: 1e-14 } }, 20);
    const { x, v } = readState(sweeping);
    expect(relativeDifference(x, implicit.x)).toBeLessThan(1e-9);
    expect(relativeDifference(v, implicit.v)).toBeLessThan(1e-9);
  });

  it("400 sweeps come within 1e-10 of it on Kim's cloth, and fewer ever less close", async () => {
    const scene = kimNetwork(8);
    const [cloth] = scene.cloths;
    const cloths = [{ ...cloth, springModel: "asymmetric" as const }];
    const implicit = await runScene({ ...scene, cloths, solver: { method: "implicit-euler", jacobian: "smoothed", tolerance: 1e-14 } }, 10);
    const distance = async (sweeps: number): Promise<number> => {
      const { v } = await runScene({ ...scene, cloths, solver: { method: "gauss-seidel", sweeps } }, 10);
      return relativeDifference(v, implicit.v);
    };
    const distances = [await distance(1), await distance(4), await distance(16), await distance(64), await distance(400)];
    for (let n = 1; n < 5; n++) expect(distances[n]).toBeLessThan(distances[n - 1]);
    expect(distances[0]).toBeGreaterThan(0.01);
    expect(distances[4]).toBeLessThan(1e-10);
  });

  it("says so when the sweeps it may do are not enough", async () => {
    const simulation = await simulate({
      ...kimNetwork(8),
      solver: { method: "gauss-seidel", tolerance: 1e-12, maxIterations: 5 },
    });
    simulation.step();
    simulation.step();
    expect(simulation.report).toMatchObject({ iterations: 5, converged: false });
    expect(simulation.report.residual).toBeGreaterThan(1e-12);
  });
});

describe("any number of sweeps is stable at any stiffness", () => {
  const H = 0.25;

  /** Kim's cloth of ten by ten, from the horizontal (it swings down) or hanging already, and pushed. */
  function cloth(start: string, kappa: number, solver: NetworkScene["solver"]): NetworkScene {
    const scene = kimNetwork(10, kappa / (H * H));
    const [{ network, ...rest }] = scene.cloths;
    if (start === "swinging") return { ...scene, solver };
    const positions = network.positions.map(([x, , z]) => [x, -z, 0]);
    const velocities = positions.map(([x, y]) => [0, 0, 0.02 * y * (1 + 0.3 * x)]);
    return { ...scene, solver, cloths: [{ ...rest, network: { ...network, positions, velocities } }] };
  }

  const kappas = [0.1, 1, 10, 100, 1e3, 1e4, 1e5, 1e6];
  const cases = ["swinging", "hanging"].flatMap((start) => [1, 2, 4].map((sweeps) => [start, sweeps] as const));

  it.each(cases)("%s, %i sweeps, h²k/m from 0.1 to 10⁶, 200 steps", async (start, sweeps) => {
    for (const kappa of kappas) {
      const simulation = await simulate(cloth(start, kappa, { method: "gauss-seidel", sweeps }));
      const { kinetic, elastic, gravitational } = simulation.view.measure();
      let lowest = gravitational;
      let fastest = kinetic;
      let strain = 0;
      for (let n = 0; n < 200; n++) {
        simulation.step();
        const now = simulation.view.measure();
        lowest = Math.min(lowest, now.gravitational);
        fastest = Math.max(fastest, now.kinetic);
        strain = Math.max(strain, now.strainMax);
      }
      const label = `h²k/m = ${kappa}`;
      // hardly more motion than the fall can give (sweeps conserve nothing), and no spring much longer than the weight makes it
      expect(fastest, label).toBeLessThan(1.3 * (kinetic + elastic + gravitational - lowest) + 1e-9);
      expect(strain, label).toBeLessThan(kappa < 1 ? 0.8 : 0.2);
    }
  });
});

describe("the order of the sweeps", () => {
  it("coloured: after few sweeps other numbers than in index order, no better and no worse", async () => {
    const run = (order: string, sweeps: number) => runScene({ ...kimNetwork(8), solver: { method: "gauss-seidel", order, sweeps } }, 10);
    const [index, coloured] = [await run("index", 2), await run("coloured", 2)];
    expect(relativeDifference(coloured.v, index.v)).toBeGreaterThan(1e-3);
    expect(relativeDifference(coloured.v, index.v)).toBeLessThan(0.5);
    const [whole, other] = [await run("index", 400), await run("coloured", 400)];
    expect(relativeDifference(other.v, whole.v)).toBeLessThan(1e-10);
  });

  it("index: the scene's numbers matter, since each particle sees those swept before it", async () => {
    const scene = kimNetwork(8);
    const [{ network, pins, ...cloth }] = scene.cloths;
    const last = network.positions.length - 1;
    const springs = network.springs.map(([i, j, L, k, kind]) => [last - i, last - j, L, k, kind] as (typeof network.springs)[0]);
    const backwards = { ...network, positions: [...network.positions].reverse(), springs };
    const solver = { method: "gauss-seidel", sweeps: 1 };
    const forth = await runScene({ ...scene, solver }, 5);
    const back = await runScene(
      { ...scene, solver, cloths: [{ ...cloth, network: backwards, pins: pins?.map((pin) => last - pin) ?? [] }] },
      5,
    );
    const turned = Array.from(back.v, (_, c) => back.v[3 * (last - Math.floor(c / 3)) + (c % 3)]);
    expect(relativeDifference(turned, forth.v)).toBeGreaterThan(1e-3);
  });
});
