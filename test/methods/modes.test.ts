import { describe, expect, it } from "vitest";
import type { Simulation } from "../../src/index.ts";
import type { NetworkCloth, NetworkScene } from "../support/reference.ts";
import { readState, simulate } from "./run-scene.ts";

type Network = NetworkCloth["network"];
type SpringRow = Network["springs"][number];

const K = 80;
const M = 0.05;
/** Of one mass on one spring [rad/s]. */
const OMEGA = Math.sqrt(K / M);
const AMPLITUDE = 1e-3;

/** One mass on a spring whose other end is pinned, stretched along it: exactly linear. */
function oneSpring(timestep: number, solver: NetworkScene["solver"]): NetworkScene {
  const network: Network = {
    positions: [
      [0, 0, 0],
      [0.5 + AMPLITUDE, 0, 0],
    ],
    masses: M,
    springs: [[0, 1, 0.5, K, "stretch"]],
  };
  return { drape: 1, gravity: [0, 0, 0], timestep, solver, cloths: [{ network, pins: [0] }] };
}

/** Σ (ω φ·q)² + (φ·v)²: twice the energy of a mode of equal masses, up to a factor. */
function modeEnergy(simulation: Simulation, rest: number[], shape: number[], omega: number): number {
  const { x, v } = readState(simulation);
  let q = 0;
  let p = 0;
  for (let c = 0; c < x.length; c++) {
    q += shape[c] * (x[c] - rest[c]);
    p += shape[c] * v[c];
  }
  return (omega * q) ** 2 + p ** 2;
}

describe("implicit Euler damps a mode by its own law: 1/(1 + (ωh)²) of the energy is left after a step", () => {
  const methods = ["implicit-euler", "newton-euler"];

  it.each(methods.flatMap((method) => [0.01, 0.3, 1, 10].map((wh) => [method, wh] as const)))(
    "%s, one spring, ωh = %d",
    async (method, wh) => {
      const simulation = await simulate(oneSpring(wh / OMEGA, { method, tolerance: 1e-14 }));
      const energy = (): number => modeEnergy(simulation, [0, 0, 0, 0.5, 0, 0], [0, 0, 0, 1, 0, 0], OMEGA);
      const start = energy();
      for (let n = 1; n <= 4; n++) {
        simulation.step();
        expect(energy() / start / (1 + wh ** 2) ** -n).toBeCloseTo(1, 9);
      }
    },
  );

  it.each(methods)("%s, third transverse mode of a taut string", async (method) => {
    const beads = 20;
    const spacing = 0.1;
    const tension = K * (spacing - 0.06);
    const positions: number[][] = [];
    const springs: SpringRow[] = [];
    const shape: number[] = [];
    for (let i = 0; i <= beads + 1; i++) {
      const phi = i === 0 || i === beads + 1 ? 0 : Math.sin((3 * Math.PI * i) / (beads + 1));
      positions.push([i * spacing, AMPLITUDE * spacing * phi, 0]);
      shape.push(0, phi, 0);
      if (i > 0) springs.push([i - 1, i, 0.06, K, "stretch"]);
    }
    const rest = positions.flatMap(([x]) => [x, 0, 0]);
    const omega = 2 * Math.sqrt(tension / (M * spacing)) * Math.sin((3 * Math.PI) / (2 * (beads + 1)));
    await expectDecay({ positions, masses: M, springs }, [0, beads + 1], rest, shape, omega, method);
  });

  it.each(methods)("%s, mode (1, 2) of a taut membrane", async (method) => {
    const side = 12;
    const spacing = 0.1;
    const tension = K * (spacing - 0.06);
    const positions: number[][] = [];
    const springs: SpringRow[] = [];
    const shape: number[] = [];
    const pins: number[] = [];
    for (let r = 0; r < side; r++) {
      for (let c = 0; c < side; c++) {
        const i = r * side + c;
        const border = r === 0 || c === 0 || r === side - 1 || c === side - 1;
        const phi = border ? 0 : Math.sin((Math.PI * c) / (side - 1)) * Math.sin((2 * Math.PI * r) / (side - 1));
        positions.push([c * spacing, AMPLITUDE * spacing * phi, r * spacing]);
        shape.push(0, phi, 0);
        if (border) pins.push(i);
        if (c > 0) springs.push([i - 1, i, 0.06, K, "stretch"]);
        if (r > 0) springs.push([i - side, i, 0.06, K, "stretch"]);
      }
    }
    const rest = positions.flatMap(([x, , z]) => [x, 0, z]);
    const sine = (n: number): number => Math.sin((n * Math.PI) / (2 * (side - 1)));
    const omega = 2 * Math.sqrt((tension / (M * spacing)) * (sine(1) ** 2 + sine(2) ** 2));
    await expectDecay({ positions, masses: M, springs }, pins, rest, shape, omega, method);
  });

  async function expectDecay(
    network: Network,
    pins: number[],
    rest: number[],
    shape: number[],
    omega: number,
    method: string,
  ): Promise<void> {
    const h = 0.2 / omega;
    const solver = { method, tolerance: 1e-13 };
    const simulation = await simulate({
      drape: 1,
      gravity: [0, 0, 0],
      timestep: h,
      solver,
      cloths: [{ network, pins }],
    });
    let before = modeEnergy(simulation, rest, shape, omega);
    for (let n = 0; n < 20; n++) {
      simulation.step();
      const after = modeEnergy(simulation, rest, shape, omega);
      expect((after / before) * (1 + 0.2 ** 2)).toBeCloseTo(1, 3); // the issue asks for 1 %
      before = after;
    }
  }
});

describe("stability of a mode", () => {
  /** Largest |x − rest| over the last tenth of the run, in units of the start's. */
  async function growth(method: string, wh: number, steps: number): Promise<number> {
    const simulation = await simulate(oneSpring(wh / OMEGA, { method }));
    let largest = 0;
    for (let n = 0; n < steps; n++) {
      simulation.step();
      if (n >= 0.9 * steps) largest = Math.max(largest, Math.abs(readState(simulation).x[3] - 0.5));
    }
    return largest / AMPLITUDE;
  }

  it.each([
    ["symplectic-euler", 2],
    ["verlet", 2],
    ["rk4", 2 * Math.SQRT2],
  ])("%s is bounded at 0.98 and grows at 1.02 of hω = %d", async (method, limit) => {
    expect(await growth(method, 0.98 * limit, 2000)).toBeLessThan(15);
    expect(await growth(method, 1.02 * limit, 40)).toBeGreaterThan(50);
  });

  it.each([0.01, 0.1, 1])("explicit Euler gains (1 + (ωh)²) of energy at every step, ωh = %d", async (wh) => {
    const simulation = await simulate(oneSpring(wh / OMEGA, { method: "explicit-euler" }));
    const energy = (): number => modeEnergy(simulation, [0, 0, 0, 0.5, 0, 0], [0, 0, 0, 1, 0, 0], OMEGA);
    const start = energy();
    for (let n = 1; n <= 8; n++) {
      simulation.step();
      expect(energy() / start / (1 + wh ** 2) ** n).toBeCloseTo(1, 9);
    }
  });

  it.each(["implicit-euler", "newton-euler", "implicit-midpoint", "newton-midpoint", "rosenbrock"])(
    "%s is bounded however large the step",
    async (method) => {
      for (const wh of [3, 100]) expect(await growth(method, wh, 500)).toBeLessThan(1.01);
    },
  );

  it.each([0.3, 1, 3])("rosenbrock multiplies a mode by its stability function, ωh = %d", async (wh) => {
    const simulation = await simulate(oneSpring(wh / OMEGA, { method: "rosenbrock", jacobian: "exact", tolerance: 1e-14 }));
    simulation.step();
    const { x, v } = readState(simulation);
    const [re, im] = rosenbrockFactor(wh);
    expect((x[3] - 0.5) / AMPLITUDE).toBeCloseTo(re, 10);
    expect(v[3] / (OMEGA * AMPLITUDE)).toBeCloseTo(im, 10);
  });

  it("theta below ½ grows and above ½ decays", async () => {
    const simulation = async (theta: number): Promise<number> => {
      const one = await simulate(oneSpring(0.5 / OMEGA, { method: "theta", theta, tolerance: 1e-14 }));
      for (let n = 0; n < 100; n++) one.step();
      return modeEnergy(one, [0, 0, 0, 0.5, 0, 0], [0, 0, 0, 1, 0, 0], OMEGA) / (OMEGA * AMPLITUDE) ** 2;
    };
    expect(await simulation(0.4)).toBeGreaterThan(2);
    expect(await simulation(0.5)).toBeCloseTo(1, 9);
    expect(await simulation(0.6)).toBeLessThan(0.5);
  });
});

/**
 * R(z) = P(z)/(1 − γz)⁴ of a method of four stages and order four, at z = i ωh: P is e^z (1 − γz)⁴ up to z⁴. For a mass that starts at rest,
 * q = Re R and p/ω = −Im R of e^{−iωt}; here R(−i ωh), whose parts are the place and the velocity.
 */
function rosenbrockFactor(wh: number): [number, number] {
  const gamma = 0.5;
  const binomial = [1, -4 * gamma, 6 * gamma ** 2, -4 * gamma ** 3, gamma ** 4];
  const factorial = [1, 1, 2, 6, 24];
  const numerator = binomial.map((_, n) => binomial.slice(0, n + 1).reduce((sum, c, k) => sum + c / factorial[n - k], 0));
  const times = ([a, b]: number[], [c, d]: number[]): number[] => [a * c - b * d, a * d + b * c];
  const z = [0, wh];
  let power = [1, 0];
  let top = [0, 0];
  for (const c of numerator) {
    top = [top[0] + c * power[0], top[1] + c * power[1]];
    power = times(power, z);
  }
  const one = [1, -gamma * wh];
  const square = times(one, one);
  const bottom = times(square, square);
  const size = bottom[0] ** 2 + bottom[1] ** 2;
  const [re, im] = times(top, [bottom[0], -bottom[1]]);
  return [re / size, -im / size];
}
