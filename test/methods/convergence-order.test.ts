import { beforeAll, describe, expect, it } from "vitest";
import { some } from "../support/full.ts";
import type { NetworkScene } from "../support/reference.ts";
import { type RandomNetworkOptions, randomNetworkScene } from "./random-network.ts";
import { type RunState, runScene } from "./run-scene.ts";

/** [s] */
const END = 0.16;

const EXACT = { jacobian: "exact", tolerance: 1e-13 };

/** Solver, expected order, and how many steps the coarser of the two runs takes. */
const CASES: [order: number, steps: number, solver: NetworkScene["solver"]][] = [
  [1, 2048, { method: "explicit-euler" }],
  [1, 2048, { method: "symplectic-euler" }],
  [1, 2048, { method: "implicit-euler", ...EXACT }],
  [1, 2048, { method: "newton-euler", tolerance: 1e-13 }],
  [1, 2048, { method: "theta", theta: 0.3, ...EXACT }],
  [1, 2048, { method: "theta", theta: 0.8, ...EXACT }],
  [1, 2048, { method: "theta", theta: 1, ...EXACT }],
  [1, 2048, { method: "gauss-seidel" }],
  [1, 2048, { method: "block-jacobi" }],
  [1, 2048, { method: "scalar-jacobi" }],
  [1, 2048, { method: "desbrun" }],
  [1, 2048, { method: "choi-ko", tolerance: 1e-13 }],
  [1, 2048, { method: "paid", ...EXACT }],
  [1, 2048, { method: "bdf2-paid", tension: "old", ...EXACT }],
  [2, 256, { method: "bdf2", ...EXACT }],
  [2, 256, { method: "bdf2-paid", tension: "rotated", ...EXACT }],
  [2, 256, { method: "verlet" }],
  [2, 256, { method: "theta", theta: 0.5, ...EXACT }],
  [2, 256, { method: "implicit-midpoint", ...EXACT }],
  [2, 256, { method: "newton-midpoint", tolerance: 1e-13 }],
  [4, 128, { method: "rk4" }],
  [4, 128, { method: "rosenbrock", ...EXACT }],
];

/** Undamped, no wind, symmetric law: the conditions under which the orders hold. */
const SMOOTH: Omit<RandomNetworkOptions, "shape" | "bending"> = {
  springModel: "symmetric",
  wind: false,
  damping: { viscous: 0, relative: 0 },
};

const SCENES: [string, Omit<NetworkScene, "solver">][] = [
  ["a jittered sheet", randomNetworkScene(42, { shape: "sheet", bending: "modulus", ...SMOOTH })],
  ["a tangle", randomNetworkScene(41, { shape: "tangle", bending: "hinges", ...SMOOTH })],
];

describe.each(some(SCENES, 1))("on %s", (_, scene) => {
  let truth: RunState;

  beforeAll(async () => {
    truth = await runScene({ ...scene, timestep: END / 8192, solver: { method: "rk4" } }, 8192);
  });

  async function errorAt(steps: number, solver: NetworkScene["solver"]): Promise<number> {
    const state = await runScene({ ...scene, timestep: END / steps, solver }, steps);
    let squared = 0;
    for (let c = 0; c < truth.x.length; c++) squared += (state.x[c] - truth.x[c]) ** 2;
    return Math.sqrt(squared);
  }

  it.each(
    CASES.map(
      ([order, steps, solver]) => [`${solver.method} ${solver.theta ?? solver.tension ?? ""}`.trim(), order, steps, solver] as const,
    ),
  )("%s has order %i", async (_name, order, steps, solver) => {
    const coarse = await errorAt(steps, solver);
    const fine = await errorAt(2 * steps, solver);
    const measured = Math.log2(coarse / fine);
    expect(measured).toBeGreaterThan(order - 0.15);
    expect(measured).toBeLessThan(order + 0.15);
  });
});
