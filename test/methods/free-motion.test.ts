import { describe, expect, it } from "vitest";
import { METHODS } from "../../src/index.ts";
import type { NetworkScene } from "../support/reference.ts";
import { relativeDifference, runScene } from "./run-scene.ts";
import { sampleSheet } from "./sample-sheet.ts";

const G = 9.81;
const H = 0.002;
const STEPS = 50;

/** A sheet at rest with unequal masses and relative damping: free fall and translation must not feel any of it. */
function freeSheet(solver: NetworkScene["solver"], gravity: number[], velocity: number[]): NetworkScene {
  const network = sampleSheet({
    columns: 4,
    rows: 3,
    spacing: 0.25,
    stiffness: 20,
    bendModulus: 0.001,
    mass: (i) => 0.02 + 0.01 * (i % 5),
    velocity: () => velocity,
  });
  return { drape: 1, gravity, timestep: H, solver, cloths: [{ network, damping: { relative: 0.1 } }] };
}

/** The fall after N steps in units of g h²: the new velocity counts with weight λ in each step. */
const FALL: [name: string, solver: NetworkScene["solver"], fall: number][] = [
  ["what auto chooses, symplectic Euler", { method: "auto" }, fallWith(1)],
  ["explicit Euler", { method: "explicit-euler" }, fallWith(0)],
  ["symplectic Euler", { method: "symplectic-euler" }, fallWith(1)],
  ["Verlet", { method: "verlet" }, fallWith(0.5)],
  ["RK4", { method: "rk4" }, fallWith(0.5)],
  ["implicit Euler", { method: "implicit-euler", tolerance: 1e-13 }, fallWith(1)],
  ["theta 0.3", { method: "theta", theta: 0.3, tolerance: 1e-13 }, fallWith(0.3)],
  ["theta ½", { method: "theta", tolerance: 1e-13 }, fallWith(0.5)],
  ["implicit midpoint", { method: "implicit-midpoint", tolerance: 1e-13 }, fallWith(0.5)],
  ["Kim's method, converged", { method: "gauss-seidel", tolerance: 1e-15 }, fallWith(1)],
  ["Kang & Cho's method, converged", { method: "block-jacobi", sweeps: 100 }, fallWith(1)],
  ["Kang's first method, converged", { method: "scalar-jacobi", sweeps: 100 }, fallWith(1)],
  ["Desbrun's method", { method: "desbrun" }, fallWith(1)],
  ["Desbrun's method, corrected", { method: "desbrun", momentum: true }, fallWith(1)],
  ["Choi & Ko's method", { method: "choi-ko", tolerance: 1e-13 }, fallWith(1)],
  ["PAID", { method: "paid", tolerance: 1e-13 }, fallWith(1)],
  ["BDF2", { method: "bdf2", tolerance: 1e-13 }, fallWithBdf2()],
  ["BDF2 with PAID", { method: "bdf2-paid", tolerance: 1e-13 }, fallWithBdf2()],
  ["Newton Euler", { method: "newton-euler", tolerance: 1e-13 }, fallWith(1)],
  ["Newton midpoint", { method: "newton-midpoint", tolerance: 1e-13 }, fallWith(0.5)],
  ["Rosenbrock's method", { method: "rosenbrock", tolerance: 1e-13 }, fallWith(0.5)],
  ["linear edges", { method: "linear-edge" }, fallWith(1)],
  ["linear edges, iterated", { method: "linear-edge", iterations: 20, acceleration: "lbfgs" }, fallWith(1)],
  ["linear edges with BDF2", { method: "linear-edge", integrator: "bdf2" }, fallWithBdf2()],
  ["linear edges with the midpoint rule", { method: "linear-edge", integrator: "midpoint" }, fallWith(0.5)],
  ["two levels", { method: "two-level", theta: 0.6 }, fallInSubsteps(4, 0.6)],
  ["linear triangles", { method: "linear-triangle" }, fallWith(1)],
  ["triangles", { method: "triangle-implicit", tolerance: 1e-13 }, fallWith(1)],
  ["triangles with Baraff and Witkin's shear", { method: "triangle-implicit", shear: "baraff-witkin", tolerance: 1e-13 }, fallWith(1)],
];

/** Σ (n + λ) over n = 0 … N − 1: N(N − 1)/2 for λ = 0, N²/2 for λ = ½, N(N + 1)/2 for λ = 1. */
function fallWith(lambda: number): number {
  return (STEPS * (STEPS - 1)) / 2 + lambda * STEPS;
}

/** The same of steps that are divided, Σ (n + λ) over the substeps by the square of how many a step has. */
function fallInSubsteps(count: number, lambda: number): number {
  const substeps = count * STEPS;
  return ((substeps * (substeps - 1)) / 2 + lambda * substeps) / (count * count);
}

/** x* = (4x − x⁻)/3 + ⅔v* with v = 1, 2, 3 …, after a first step to 1. */
function fallWithBdf2(): number {
  let before = 0;
  let x = 1;
  for (let n = 2; n <= STEPS; n++) [before, x] = [x, (4 * x - before + 2 * n) / 3];
  return x;
}

describe("free fall", () => {
  it.each(FALL)("is exact in %s", async (_name, solver, fall) => {
    const scene = freeSheet(solver, [0, -G, 0], [0, 0, 0]);
    const { x, v } = await runScene(scene, STEPS);
    const expected = scene.cloths[0].network.positions.flatMap(([px, py, pz]) => [px, py - fall * G * H * H, pz]);
    expect(relativeDifference(x, expected)).toBeLessThan(1e-13);
    for (let i = 0; i < v.length; i += 3) expect(v[i + 1]).toBeCloseTo(-G * H * STEPS, 12);
  });

  it.each([
    { method: "gauss-seidel", sweeps: 1 },
    { method: "gauss-seidel", sweeps: 3 },
    { method: "block-jacobi", sweeps: 1 },
    { method: "block-jacobi", sweeps: 2 },
  ])("along its normal a flat sheet of springs alone falls exactly even in %o", async (solver) => {
    const scene = freeSheet(solver, [0, -G, 0], [0, 0, 0]);
    const { bendModulus: _, ...network } = scene.cloths[0].network;
    const { v } = await runScene({ ...scene, cloths: [{ network }] }, STEPS);
    for (let i = 0; i < v.length; i += 3) expect(v[i + 1]).toBeCloseTo(-G * H * STEPS, 12);
  });

  it("covers every method of the catalogue", () => {
    expect(new Set(FALL.map(([, { method }]) => method))).toEqual(new Set(METHODS.map(({ name }) => name)));
  });
});

describe.each(METHODS.map(({ name }) => name))("%s", (method) => {
  it("carries a rigid translation on without change", async () => {
    const velocity = [0.7, -0.3, 1.1];
    const scene = freeSheet({ method }, [0, 0, 0], velocity);
    const { x, v } = await runScene(scene, STEPS);
    const moved = scene.cloths[0].network.positions.flat().map((p, c) => p + H * STEPS * velocity[c % 3]);
    expect(relativeDifference(x, moved)).toBeLessThan(1e-14 * STEPS);
    for (let c = 0; c < v.length; c++) expect(v[c]).toBeCloseTo(velocity[c % 3], 12);
  });

  it("leaves a sheet at rest where it is, bit for bit", async () => {
    const scene = freeSheet({ method }, [0, 0, 0], [0, 0, 0]);
    const { x, v } = await runScene(scene, STEPS);
    expect(Array.from(x)).toEqual(scene.cloths[0].network.positions.flat());
    expect(Array.from(v).every((value) => value === 0)).toBe(true);
  });
});
