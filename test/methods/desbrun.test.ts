import { describe, expect, it, vi } from "vitest";
import type { Vec3 } from "../../src/index.ts";
import type { createSupernodalFactor } from "../../src/linalg/supernodal-factor.ts";
import type { NetworkCloth, NetworkScene } from "../support/reference.ts";
import { randomNetworkScene } from "./random-network.ts";
import { readState, relativeDifference, runScene, simulate } from "./run-scene.ts";
import { sampleSheet } from "./sample-sheet.ts";

const factored = vi.hoisted(() => ({ count: 0 }));

vi.mock("../../src/linalg/supernodal-factor.ts", async (original) => {
  const module = await original<typeof import("../../src/linalg/supernodal-factor.ts")>();
  const counted: typeof createSupernodalFactor = (structure) => {
    const factor = module.createSupernodalFactor(structure);
    return {
      ...factor,
      factorInSlices(...entries) {
        factored.count++;
        return factor.factorInSlices(...entries);
      },
    };
  };
  return { ...module, createSupernodalFactor: counted };
});

const SHEET = randomNetworkScene(141, {
  shape: "sheet",
  springModel: "symmetric",
  bending: "modulus",
  wind: true,
  damping: { viscous: 0.05, relative: 0.02 },
});

const ISOTROPIC = { method: "implicit-euler", jacobian: "isotropic", tolerance: 1e-14 };

/** Σ m v and Σ x × m v of the particles from `first` to `last` − 1. */
function momenta(x: ArrayLike<number>, v: ArrayLike<number>, mass: number[], first: number, last: number): number[] {
  const sums = [0, 0, 0, 0, 0, 0];
  for (let i = first; i < last; i++) {
    const [px, py, pz] = [0, 1, 2].map((c) => mass[i] * v[3 * i + c]);
    const [X, Y, Z] = [0, 1, 2].map((c) => x[3 * i + c]);
    [px, py, pz, Y * pz - Z * py, Z * px - X * pz, X * py - Y * px].forEach((value, c) => {
      sums[c] += value;
    });
  }
  return sums;
}

describe("the constant system", () => {
  it("is implicit Euler with isotropic blocks, through pins, grabs and releases", async () => {
    const one = await simulate({ ...SHEET, solver: { method: "desbrun" } });
    const other = await simulate({ ...SHEET, solver: ISOTROPIC });
    for (const simulation of [one, other]) {
      for (let n = 0; n < 5; n++) simulation.step();
      simulation.edit.grab(12, [0.5, 1.2, 0.3]);
      for (let n = 0; n < 5; n++) simulation.step();
      simulation.edit.grab(12, [0.6, 1.3, 0.3]);
      simulation.step();
      simulation.edit.release(12);
      for (let n = 0; n < 5; n++) simulation.step(0.004);
    }
    expect(relativeDifference(readState(one).x, readState(other).x)).toBeLessThan(1e-10);
    expect(relativeDifference(readState(one).v, readState(other).v)).toBeLessThan(1e-10);
  });

  it("is factored once, and again only when the step changes", async () => {
    const simulation = await simulate({ ...SHEET, solver: { method: "desbrun" } });
    const factorings = (act: () => void): number => {
      const before = factored.count;
      act();
      for (let n = 0; n < 3; n++) simulation.step(h);
      return factored.count - before;
    };
    const place: Vec3 = [0.4, 1.1, 0.4];
    let h = 0.01;
    expect(factorings(() => {})).toBe(1);
    expect(factorings(() => {})).toBe(0);
    h = 0.005;
    expect(factorings(() => {})).toBe(1);
    expect(factorings(() => simulation.edit.grab(12, place))).toBe(0);
    expect(factorings(() => simulation.edit.grab(12, [0.5, 1.2, 0.4]))).toBe(0);
    const { x } = readState(simulation);
    expect([x[36], x[37], x[38]]).toEqual([0.5, 1.2, 0.4]);
    expect(factorings(() => simulation.edit.release(12))).toBe(0);
    expect(factorings(() => simulation.setWind(undefined))).toBe(0);
    expect(factorings(() => simulation.edit.removeSprings([[6, 7]]))).toBe(0);
  });

  it("goes back to the right factor when a snapshot is restored", async () => {
    const simulation = await simulate({ ...SHEET, solver: { method: "desbrun" } });
    simulation.edit.grab(12, [0.5, 1.2, 0.4]);
    simulation.step();
    const snapshot = simulation.snapshot();
    for (let n = 0; n < 3; n++) simulation.step();
    const hash = simulation.hash();
    simulation.edit.release(12);
    simulation.step(0.02);
    simulation.restore(snapshot);
    for (let n = 0; n < 3; n++) simulation.step();
    expect(simulation.hash()).toBe(hash);
  });
});

describe("the momentum correction", () => {
  const sheet = (speed: number): NetworkCloth["network"] =>
    sampleSheet({
      columns: 4,
      rows: 3,
      spacing: 0.25,
      stiffness: 400,
      bendModulus: 0.001,
      mass: (i) => 0.02 + 0.01 * (i % 5),
      velocity: (i) => [speed * (i % 3), 0.4 * i * speed, 1 - 0.3 * i],
    });
  const pair: NetworkCloth["network"] = {
    positions: [
      [3, 0.5, 0],
      [3.6, 0, 0.2],
    ],
    velocities: [
      [0, 1, 2],
      [1, -1, 0.5],
    ],
    masses: [0.1, 0.3],
    springs: [[0, 1, 0.7, 500, "stretch"]],
  };
  const networks = [sheet(1), sheet(-0.5), pair];
  const mass = networks.flatMap(({ masses }) => masses as number[]);
  const ranges = [
    [0, 12],
    [12, 24],
    [24, 26], // two particles on a line: no inertia about it
  ] as const;

  function scene(solver: NetworkScene["solver"], gravity: number[]): NetworkScene {
    return { drape: 1, gravity, timestep: 0.02, solver, cloths: networks.map((network) => ({ network })) };
  }

  it("keeps both momenta of each of several free bodies with unequal masses", async () => {
    const simulation = await simulate(scene({ method: "desbrun", momentum: true }, [0, 0, 0]));
    const start = readState(simulation);
    for (let n = 0; n < 50; n++) simulation.step();
    const end = readState(simulation);
    expect(relativeDifference(end.v, start.v)).toBeGreaterThan(0.1);
    for (const [first, last] of ranges) {
      const [before, after] = [start, end].map(({ x, v }) => momenta(x, v, mass, first, last));
      before.forEach((value, c) => {
        expect(Math.abs(after[c] - value)).toBeLessThan(2e-13 * Math.max(...before.map(Math.abs)));
      });
    }
  });

  it("leaves what gravity gives: m g t, and the torque about the origin", async () => {
    const { x, v } = await runScene(scene({ method: "desbrun", momentum: true }, [0, -9.81, 0]), 50);
    const start = await runScene(scene({ method: "desbrun", momentum: true }, [0, -9.81, 0]), 0);
    for (const [first, last] of ranges) {
      const before = momenta(start.x, start.v, mass, first, last);
      const after = momenta(x, v, mass, first, last);
      const whole = mass.slice(first, last).reduce((a, b) => a + b, 0);
      expect(after[1] - before[1]).toBeCloseTo(-whole * 9.81, 12); // 50 steps of 0.02 s
      expect(after[0] - before[0]).toBeCloseTo(0, 12);
    }
  });

  it("does nothing to a body with a pin", async () => {
    const pinned = (momentum: boolean): NetworkScene => {
      const { cloths, ...rest } = scene({ method: "desbrun", momentum }, [0, -9.81, 0]);
      return { ...rest, cloths: [{ ...cloths[0], pins: [0] }] };
    };
    expect((await runScene(pinned(true), 20)).x).toEqual((await runScene(pinned(false), 20)).x);
  });

  it("without it linear momentum is exact all the same, and angular momentum is lost", async () => {
    const simulation = await simulate(scene({ method: "desbrun" }, [0, 0, 0]));
    const start = readState(simulation);
    for (let n = 0; n < 50; n++) simulation.step();
    const end = readState(simulation);
    const [before, after] = [start, end].map(({ x, v }) => momenta(x, v, mass, 0, 12));
    for (let c = 0; c < 3; c++) expect(after[c]).toBeCloseTo(before[c], 12);
    expect(Math.abs(after[5] - before[5])).toBeGreaterThan(0.01 * Math.abs(before[5]));
  });

  it.each([1e-4, 1e-3])("a rotating spring loses its turn like exp(−2kht/m) at h = %d s", async (h) => {
    const [k, m, t] = [20, 0.1, 0.5];
    const network: NetworkCloth["network"] = {
      positions: [
        [-0.5, 0, 0],
        [0.5, 0, 0],
      ],
      velocities: [
        [0, -0.2, 0],
        [0, 0.2, 0],
      ],
      masses: m,
      springs: [[0, 1, 1, k, "stretch"]],
    };
    const turn = async (momentum: boolean): Promise<number> => {
      const solver = { method: "desbrun", momentum };
      const steps = Math.round(t / h);
      const { x, v } = await runScene({ drape: 1, gravity: [0, 0, 0], timestep: h, solver, cloths: [{ network }] }, steps);
      return momenta(x, v, [m, m], 0, 2)[5] / (m * 0.2);
    };
    expect(Math.log(await turn(false)) / ((-2 * k * h * t) / m)).toBeCloseTo(1, 1);
    expect(await turn(true)).toBeCloseTo(1, 12);
  });
});
