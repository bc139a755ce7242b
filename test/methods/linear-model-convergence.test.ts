import { describe, expect, it } from "vitest";
import { createSimulation } from "../../src/index.ts";
import type { SolverInput } from "../../src/scene/scene-input.ts";
import { some } from "../support/full.ts";
import { dot, length, minus, sum, times, type Vec } from "../support/plain-algebra.ts";
import type { NetworkScene } from "../support/reference.ts";
import { dampingMatrix, externalForce, hingeForce, type Model, readModel, springForce } from "../support/reference-model.ts";
import { axisAt, triangleAxes } from "../support/reference-triangles.ts";
import { randomNetworkScene } from "./random-network.ts";
import { readState, relativeDifference, runScene, simulate } from "./run-scene.ts";
import { sampleSheet } from "./sample-sheet.ts";

const PLAIN = { iterations: 100000, tolerance: 1e-12 };
const LBFGS = { ...PLAIN, iterations: 2000, acceleration: "lbfgs" };

/** A crumpled sheet with pins, wind, hinges and both dampings, ten times as stiff as it is. */
function stiffSheet(seed: number, solver: NetworkScene["solver"]): NetworkScene {
  const scene = randomNetworkScene(seed, {
    shape: "sheet",
    springModel: "symmetric",
    bending: "hinges",
    wind: true,
    damping: { viscous: 0.05, relative: 0.02 },
  });
  const [cloth] = scene.cloths;
  const { springs } = cloth.network;
  const network = {
    ...cloth.network,
    springs: springs.map(([i, j, L, k, kind]) => [i, j, L, 10 * k, kind] as (typeof springs)[number]),
    triangleStiffness: { u: 900, v: 600, shearU: 300, shearV: 200 },
  };
  return { ...scene, cloths: [{ ...cloth, network }], solver };
}

/** Springs or triangles, and hinges: the true elastic force and energy, from the definitions. */
function elastic(model: Model, triangles: boolean, x: Vec): { force: Vec; energy: number } {
  const bent = hingeForce(model, x);
  let energy = -0.5 * dot(x, bent);
  if (!triangles) {
    for (const { i, j, L, k } of model.springs) {
      const stretch = length(minus(x.slice(3 * j, 3 * j + 3), x.slice(3 * i, 3 * i + 3))) - L;
      energy += 0.5 * k * stretch * stretch;
    }
    return { force: springForce(model, x), energy };
  }
  for (const axis of triangleAxes(model).flat()) {
    const S = axisAt(axis, x);
    const r = length(S);
    energy += 0.5 * axis.kappa * (r - 1) ** 2;
    axis.corners.forEach((corner, a) => {
      for (let c = 0; c < 3; c++) bent[3 * corner + c] -= (axis.kappa * axis.w[a] * (r - 1) * S[c]) / r;
    });
  }
  return { force: bent, energy };
}

const MODELS = [
  ["linear-edge", {}],
  ["linear-triangle", { shearTarget: "own" }],
] as const;

describe.each(some(MODELS, 2))("%s, iterated to the end", (method, options) => {
  const triangles = method === "linear-triangle";

  it.each([
    ["plain", PLAIN],
    ["lbfgs", LBFGS],
  ])("solves backward Euler's equations, %s", async (_, iterations) => {
    const scene = stiffSheet(91, { method, ...options, ...iterations });
    const model = readModel(scene);
    const h = scene.timestep;
    const simulation = await simulate(scene);
    for (let n = 0; n < 5; n++) {
      const { x, v } = readState(simulation);
      const t = simulation.time;
      simulation.step();
      expect(simulation.report.converged).toBe(true);
      const next = readState(simulation);
      const force = sum(elastic(model, triangles, [...next.x]).force, times(dampingMatrix(model), [...next.v]), -1);
      const whole = sum(force, externalForce(model, [...x], [...v], t));
      const inertia = whole.map((_, c) => (model.mass[Math.floor(c / 3)] * (next.v[c] - v[c])) / h);
      const free = (values: Vec): Vec => values.filter((_, c) => !model.pinned[Math.floor(c / 3)]);
      expect(relativeDifference(free(inertia), free(whole))).toBeLessThan(1e-9);
    }
  });

  it("is the same plainly and with lbfgs", async () => {
    const plain = await runScene(stiffSheet(92, { method, ...options, ...PLAIN }), 5);
    const lbfgs = await runScene(stiffSheet(92, { method, ...options, ...LBFGS }), 5);
    expect(relativeDifference(lbfgs.x, plain.x)).toBeLessThan(1e-10);
    expect(relativeDifference(lbfgs.v, plain.v)).toBeLessThan(1e-8);
  });

  it.each(["none", "lbfgs"])("lowers the incremental potential with every iteration, acceleration %s", async (name) => {
    const scene = (iterations: number): NetworkScene =>
      stiffSheet(93, { method, ...options, iterations, acceleration: name, tolerance: 1e-14 });
    const model = readModel(scene(1));
    const h = scene(1).timestep;
    const start = await runScene(scene(1), 0);
    const [x, v] = [Array.from(start.x), Array.from(start.v)];
    const external = externalForce(model, x, v, 0);
    const potential = (next: { x: ArrayLike<number>; v: ArrayLike<number> }): number => {
      const w = Array.from(next.v);
      const inertia = w.reduce((s, value, c) => {
        const d = value - v[c];
        return s + d * (0.5 * model.mass[Math.floor(c / 3)] * d - h * external[c]);
      }, 0);
      const damping = 0.5 * h * dot(w, times(dampingMatrix(model), w));
      return inertia + damping + elastic(model, triangles, Array.from(next.x)).energy;
    };
    const levels: number[] = [];
    for (let n = 1; n <= 15; n++) levels.push(potential(await runScene(scene(n), 1)));
    for (let n = 1; n < levels.length; n++) expect(levels[n]).toBeLessThan(levels[n - 1]);
  });

  it("lets the energy of a free sheet fall in every step", async () => {
    const { wind: _, ...scene } = stiffSheet(94, { method, ...options, iterations: 12, acceleration: "lbfgs" });
    const cloths = scene.cloths.map(({ network }) => ({ network }));
    const simulation = await simulate({ ...scene, gravity: [0, 0, 0], cloths, timestep: 1 / 60 });
    const energy = (): number => simulation.view.measure().kinetic + simulation.view.measure().elastic;
    const levels = [energy()];
    for (let n = 0; n < 100; n++) {
      simulation.step();
      levels.push(energy());
    }
    for (let n = 1; n < levels.length; n++) expect(levels[n]).toBeLessThan(levels[n - 1] * (1 + 1e-12));
  });
});

describe("linear-edge, iterated to the end", () => {
  it.each([
    ["plain", PLAIN],
    ["lbfgs", LBFGS],
  ])("takes the steps of newton-euler, %s", async (_, iterations) => {
    const newton = await simulate(stiffSheet(95, { method: "newton-euler", tolerance: 1e-13 }));
    const linear = await simulate(stiffSheet(95, { method: "linear-edge", ...iterations }));
    for (let n = 0; n < 10; n++) {
      newton.step();
      linear.step();
      expect(relativeDifference(readState(linear).x, readState(newton).x)).toBeLessThan(1e-8);
      expect(relativeDifference(readState(linear).v, readState(newton).v)).toBeLessThan(1e-8);
    }
  });
});

describe("in time", () => {
  /** A smooth swing: a sheet hung by one side, pushed a little. */
  function swing(solver: NetworkScene["solver"], timestep: number): NetworkScene {
    const network = sampleSheet({
      columns: 4,
      rows: 4,
      spacing: 0.25,
      stiffness: 40,
      bendModulus: 1e-3,
      mass: () => 0.05,
      velocity: (i) => [0, 0.1 * Math.floor(i / 4), 0.05 * (i % 4)],
    });
    return { drape: 1, gravity: [0, -2, 0], timestep, solver, cloths: [{ network, pins: [0, 1, 2, 3] }] };
  }

  async function order(solver: NetworkScene["solver"], truth: ArrayLike<number>): Promise<number> {
    const error = async (steps: number): Promise<number> => {
      const { x } = await runScene(swing(solver, 0.4 / steps), steps);
      return length(Array.from(x, (value, c) => value - truth[c]));
    };
    return Math.log2((await error(160)) / (await error(320)));
  }

  it("linear-edge is of order 2 with bdf2 and midpoint and of order 1 with euler, solved once a step or to the end", async () => {
    const truth = (await runScene(swing({ method: "rk4" }, 0.4 / 4000), 4000)).x;
    for (const iterations of [{}, LBFGS]) {
      const euler = await order({ method: "linear-edge", ...iterations, integrator: "euler" }, truth);
      const bdf2 = await order({ method: "linear-edge", ...iterations, integrator: "bdf2" }, truth);
      const midpoint = await order({ method: "linear-edge", ...iterations, integrator: "midpoint" }, truth);
      expect(Math.abs(euler - 1)).toBeLessThan(0.05);
      expect(Math.abs(bdf2 - 2)).toBeLessThan(0.08);
      expect(Math.abs(midpoint - 2)).toBeLessThan(0.08);
    }
  });

  it("linear-triangle with lbfgs is of order 2 with bdf2 and of order 1 with euler", async () => {
    const converged = { method: "linear-triangle", ...LBFGS };
    const truth = (await runScene(swing({ ...converged, integrator: "bdf2" }, 0.4 / 6400), 6400)).x;
    expect(Math.abs((await order({ ...converged, integrator: "euler" }, truth)) - 1)).toBeLessThan(0.05);
    expect(Math.abs((await order({ ...converged, integrator: "bdf2" }, truth)) - 2)).toBeLessThan(0.08);
  });
});

describe("linear-edge with the midpoint rule", () => {
  it("is newton-midpoint when it is iterated to the end", async () => {
    const linear = await runScene(stiffSheet(95, { method: "linear-edge", ...LBFGS, integrator: "midpoint" }), 5);
    const newton = await runScene(stiffSheet(95, { method: "newton-midpoint", tolerance: 1e-13 }), 5);
    expect(relativeDifference(linear.x, newton.x)).toBeLessThan(1e-9);
    expect(relativeDifference(linear.v, newton.v)).toBeLessThan(1e-7);
  });

  it.each([
    [1e2, 0.3],
    [1e4, 0.02],
    [1e6, 0.001],
  ])("solved once, no step is too long for it: %f N/m, undamped, ten seconds at 1/60 s", async (k, strain) => {
    const size = 12;
    const simulation = await createSimulation({
      drape: 1,
      timestep: 1 / 60,
      solver: { method: "linear-edge", integrator: "midpoint" },
      cloths: [
        {
          grid: { columns: size, rows: size, width: 1, height: 1, v: [0, 0, 1] },
          springs: { stretch: k, shear: k },
          masses: 0.2 / (size * size),
          pins: [0, size - 1],
        },
      ],
    });
    for (let n = 0; n < 600; n++) {
      simulation.step();
      const { strainMax, kinetic, elastic, gravitational } = simulation.view.measure();
      expect(strainMax).toBeLessThan(strain);
      // the leapfrog keeps the energy of a heavier cloth, which is more than the cloth's own; it began with none
      expect(kinetic + elastic + gravitational).toBeLessThan(0.01);
    }
  });
});

describe("at rest", () => {
  /** A sheet hung by two corners under its weight. */
  function hanging(solver: NetworkScene["solver"], viscous: number, positions?: Vec[]): NetworkScene {
    const network = sampleSheet({
      columns: 5,
      rows: 5,
      spacing: 0.25,
      stiffness: 30,
      bendModulus: 2e-3,
      mass: (i) => 0.02 + 0.001 * i,
    });
    return {
      drape: 1,
      gravity: [0, -9.81, 0],
      timestep: 0.05,
      solver,
      cloths: [{ network: positions === undefined ? network : { ...network, positions }, pins: [0, 4], damping: { viscous } }],
    };
  }

  it.each([
    ["linear-edge", { method: "newton-euler", tolerance: 1e-13 }, {}],
    ["linear-triangle", { method: "triangle-implicit", tolerance: 1e-13 }, { shearTarget: "own" }],
  ])("%s hangs as the nonlinear model does, and stays there", async (method, nonlinear, options) => {
    const still = await runScene(hanging(nonlinear, 0.2), 1500);
    expect(Math.max(...Array.from(still.v, Math.abs))).toBeLessThan(1e-11);
    const positions = Array.from({ length: 25 }, (_, i) => Array.from(still.x).slice(3 * i, 3 * i + 3));
    for (const predictor of ["previous", method === "linear-edge" ? "ier" : "iar", "ivt"]) {
      const solver = { method, ...options, predictor };
      const stays = await runScene(hanging(solver, 0, positions), 100);
      expect(relativeDifference(stays.x, still.x)).toBeLessThan(1e-9);
    }
    const falls = await runScene(hanging({ method, ...options }, 0.2), 1500);
    expect(relativeDifference(falls.x, still.x)).toBeLessThan(1e-8);
  });
});

describe("on a stiff sheet of 20 × 20 at 60 Hz, h²k/m = 556, that swings down from horizontal for 45 frames", () => {
  const scene = (solver: NetworkScene["solver"]): Parameters<typeof createSimulation>[0] => ({
    drape: 1,
    timestep: 1 / 60,
    solver: solver as SolverInput,
    cloths: [
      {
        grid: { columns: 20, rows: 20, width: 1, height: 1, v: [0, 0, 1] },
        springs: { stretch: 1000, shear: 1000 },
        masses: 0.2 / 400,
        springModel: "symmetric",
        pins: ["top-left", "top-right"],
      },
    ],
  });

  it("ten iterations of lbfgs come at least twice as close to newton-euler as implicit-euler does", async () => {
    const truth = (await runScene(scene({ method: "newton-euler", tolerance: 1e-8 }), 45)).x;
    const distance = async (solver: NetworkScene["solver"]): Promise<number> => {
      const { x } = await runScene(scene(solver), 45);
      return Math.sqrt(Array.from(x).reduce((sum, value, c) => sum + (value - truth[c]) ** 2, 0) / 400);
    };
    const lbfgs = await distance({ method: "linear-edge", iterations: 10, acceleration: "lbfgs" });
    const implicit = await distance({ method: "implicit-euler", tolerance: 1e-3 });
    const once = await distance({ method: "linear-edge" });
    expect(lbfgs).toBeLessThan(0.05); // 0.041 m
    expect(implicit).toBeGreaterThan(2 * lbfgs); // 0.141 m
    expect(once).toBeGreaterThan(0.8); // one solve a step falls in slow motion
  });
});
