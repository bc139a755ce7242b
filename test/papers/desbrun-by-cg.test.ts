import { describe, expect, it } from "vitest";
import { createSimulation } from "../../src/index.ts";
import { desbrunByCg } from "../../src/papers/kim06/desbrun-by-cg.ts";
import { kimCloth } from "../../src/papers/kim06/kim-cloth.ts";
import type { SceneInput, SolverInput } from "../../src/scene/scene-input.ts";
import { solveDense } from "../support/dense.ts";

const SIDE = 4;
const H = 0.25;
const [K, WEAK, G, C] = [50, 0.1, 0.03, 0.05];
const SCENE = kimCloth({ title: "t", description: "d", side: SIDE });

/** Positions and velocities after so many steps. */
async function run(solver: Record<string, unknown>, steps: number): Promise<{ x: Float64Array; v: Float64Array }> {
  const scene: SceneInput = { ...SCENE, solver: solver as unknown as SolverInput };
  const simulation = await createSimulation(scene, { threads: 1, methods: [desbrunByCg] });
  for (let n = 0; n < steps; n++) simulation.step();
  const [x, v] = [new Float64Array(3 * SIDE * SIDE), new Float64Array(3 * SIDE * SIDE)];
  simulation.readPositions(x);
  simulation.readVelocities(v);
  return { x, v };
}

/** The springs of Kim's cloth, written down anew: i, j, rest length, stiffness. */
function springs(): [number, number, number, number][] {
  const all: [number, number, number, number][] = [];
  for (let r = 0; r < SIDE; r++) {
    for (let c = 0; c < SIDE; c++) {
      for (const reach of [1, 2]) {
        for (const [dr, dc] of [
          [0, 1],
          [1, 0],
          [1, 1],
          [1, -1],
        ]) {
          const [row, column] = [r + reach * dr, c + reach * dc];
          if (row >= SIDE || column < 0 || column >= SIDE) continue;
          all.push([r * SIDE + c, row * SIDE + column, reach * Math.hypot(dr, dc), reach === 1 ? K : WEAK]);
        }
      }
    }
  }
  return all;
}

/** A dense step of [Kim06, eq. 10] for one axis of free particles, with the two anchored ones taken out; and its conjugate gradients. */
function denseStep({ x, v }: { x: Float64Array; v: Float64Array }, iterations: number | "solved"): Float64Array {
  const free = Array.from({ length: SIDE * SIDE }, (_, i) => i).filter((i) => i !== 0 && i !== SIDE - 1);
  const A = free.map((i) => free.map((j) => (i === j ? 1 + H * C : 0)));
  const force = new Float64Array(x.length);
  for (const [i, j, L, k] of springs()) {
    const d = [0, 1, 2].map((c) => x[3 * j + c] - x[3 * i + c]);
    const r = Math.hypot(...d);
    for (let c = 0; c < 3; c++) {
      force[3 * i + c] += k * (1 - L / r) * d[c];
      force[3 * j + c] -= k * (1 - L / r) * d[c];
    }
    const [a, b] = [free.indexOf(i), free.indexOf(j)];
    if (a >= 0) A[a][a] += H * H * k;
    if (b >= 0) A[b][b] += H * H * k;
    if (a >= 0 && b >= 0) {
      A[a][b] -= H * H * k;
      A[b][a] -= H * H * k;
    }
  }
  const next = new Float64Array(x.length);
  const right = [0, 1, 2].map((c) => free.map((i) => v[3 * i + c] + H * (force[3 * i + c] - (c === 1 ? G : 0))));
  const solution =
    iterations === "solved"
      ? right.map((b) => [
          ...solveDense(
            A.map((row) => Float64Array.from(row)),
            b,
          ),
        ])
      : conjugateGradients(
          A,
          right,
          [0, 1, 2].map((c) => free.map((i) => v[3 * i + c])),
          iterations,
        );
  for (const [n, i] of free.entries()) for (let c = 0; c < 3; c++) next[3 * i + c] = solution[c][n];
  return next;
}

/** The three axes are one system: one α and one β for all. */
function conjugateGradients(A: number[][], b: number[][], y0: number[][], iterations: number): number[][] {
  const times = (a: number[][]): number[][] => a.map((one) => A.map((row) => row.reduce((sum, value, n) => sum + value * one[n], 0)));
  const inner = (a: number[][], c: number[][]): number => a.flat().reduce((sum, value, n) => sum + value * c.flat()[n], 0);
  const plus = (a: number[][], s: number, c: number[][]): number[][] => a.map((one, k) => one.map((value, n) => value + s * c[k][n]));
  let y = y0;
  let r = plus(b, -1, times(y));
  let p = r;
  for (let n = 0; n < iterations; n++) {
    const Ap = times(p);
    const alpha = inner(r, r) / inner(p, Ap);
    y = plus(y, alpha, p);
    const next = plus(r, -alpha, Ap);
    p = plus(next, inner(next, next) / inner(r, r), p);
    r = next;
  }
  return y;
}

describe("Desbrun's system by conjugate gradients", () => {
  it.each([1, 2, 3])("is a dense step of eq. 10 with %i iterations, at first and in motion", async (iterations) => {
    for (const steps of [0, 20]) {
      const from = await run({ method: "desbrun-by-cg", iterations }, steps);
      const to = await run({ method: "desbrun-by-cg", iterations }, steps + 1);
      const expected = denseStep(from, iterations);
      for (let c = 0; c < expected.length; c++) expect(Math.abs(to.v[c] - expected[c])).toBeLessThan(1e-12);
    }
  });

  it.each(["none", "diagonal"])(
    "solved to the end it is the method desbrun, with preconditioner %s from either guess",
    async (preconditioner) => {
      const exact = await run({ method: "desbrun" }, 40);
      for (const start of ["velocity", "zero"]) {
        const { x, v } = await run({ method: "desbrun-by-cg", iterations: 200, preconditioner, start }, 40);
        for (let c = 0; c < x.length; c++) expect(Math.abs(x[c] - exact.x[c])).toBeLessThan(1e-9);
        for (let c = 0; c < v.length; c++) expect(Math.abs(v[c] - exact.v[c])).toBeLessThan(1e-9);
      }
    },
  );

  it("is implicit Euler with isotropic blocks that ends after as many iterations, with the diagonal as preconditioner", async () => {
    const library = await run({ method: "implicit-euler", jacobian: "isotropic", maxIterations: 2, tolerance: 1e-15 }, 30);
    const own = await run({ method: "desbrun-by-cg", iterations: 2, preconditioner: "diagonal" }, 30);
    for (let c = 0; c < own.x.length; c++) expect(Math.abs(own.x[c] - library.x[c])).toBeLessThan(1e-9);
  });

  it("agrees with a dense solve in one step from rest", async () => {
    const rest = await run({ method: "desbrun" }, 0);
    const expected = denseStep(rest, "solved");
    const { v } = await run({ method: "desbrun-by-cg", iterations: 200 }, 1);
    for (let c = 0; c < v.length; c++) expect(Math.abs(v[c] - expected[c])).toBeLessThan(1e-12);
  });
});
