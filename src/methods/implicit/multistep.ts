import { type ContactHandling, HANDLES_CONTACT } from "../../core/constraints.ts";
import { FORCES } from "../../core/profile.ts";
import { addForces, createForces, findOtherTerms } from "../../forces/catalog.ts";
import { addHingeForces } from "../../forces/hinges.ts";
import { addPaidSpringForces } from "../../forces/paid-force.ts";
import { computeBlockProduct } from "../../linalg/block-matrix.ts";
import { createBlockPcg } from "../../linalg/block-pcg.ts";
import { isWithinReach, whyPlain } from "../kernel-solve.ts";
import type { MethodOptions, OptionRule, Problem, SolveReport, Solver } from "../method.ts";
import type { Preconditioning } from "../multigrid/preconditioning.ts";
import { createMultistepBlocks, type MultistepStep } from "../multistep-blocks.ts";
import { forceOptions, residualFloor } from "../options.ts";
import { createImplicitSystem } from "./implicit-system.ts";

export const TENSION: OptionRule = {
  name: "tension",
  kind: "choice",
  default: "old",
  choices: ["old", "rotated"],
};

/** BDF2 looks back beyond x and v, so a step taken again with other friction is another one. */
export const BDF2_CONTACT: ContactHandling = { ...HANDLES_CONTACT, weighsFriction: false };

/**
 * Oh's family [Oh04, sec. 3–5]: implicit Euler or BDF2, linearised once a step, with the usual artificial damping term or with
 * the pure one (PAID) instead. With D the displacement predicted without Δv and s the effective step,
 *
 *     Euler:  s = h,    D = h v,                         b₀ = 0
 *     BDF2:   s = ⅔h,   D = (x − x⁻)/3 + ⅔h v,           b₀ = M (v − v⁻)/3
 *
 *     (M + sC + s²K) Δv = b₀ + s (F − K D),   v* = v + Δv,   x* = x + D + s Δv
 *
 * PAID replaces F − KD by its own spring forces between x and x̂ = x + D, and K by the mean of K(x) and K(x̂). Hinges are
 * linear in x, so for them F(x̂) = F − KD either way; other elastic forces are taken at x̂ too. BDF2's first step, and the first after h changed, is the Euler one. A particle whose
 * velocity is not the one that the last step gave it (a collision) begins anew, x⁻ = x − h v and v⁻ = v.
 *
 * KD comes from one product: S D = sCD + s²KD, and −CD is the damping force at the velocity D. Kernels in WebAssembly solve unless the tolerance
 * is below what single precision can do.
 */
export function createMultistepSolver(
  problem: Problem,
  bdf2: boolean,
  paid: boolean,
  options: MethodOptions,
  preconditioning?: Preconditioning,
): Solver {
  const { cloth, pins, clock } = problem;
  const { mass, particleCount, springs, hinges } = cloth;
  const forces = createForces(cloth, problem.environment, forceOptions(options));
  const system = createImplicitSystem(cloth, forces, pins);
  const pcg = createBlockPcg(particleCount, preconditioning?.improve);
  const size = 3 * particleCount;
  const displacement = new Float64Array(size);
  const predicted = new Float64Array(size);
  const momentum = new Float64Array(size);
  const force = new Float64Array(size);
  const product = new Float64Array(size);
  const dot = new Float64Array(1);
  const b = new Float64Array(size);
  const deltaV = new Float64Array(size);
  const previousX = new Float64Array(bdf2 ? size : 0);
  const previousV = new Float64Array(bdf2 ? size : 0);
  /** The velocities that the last step proposed. */
  const arrival = new Float64Array(bdf2 ? size : 0);
  /** The step size that led from the previous state to this one [s]; 0 when there is none. */
  const lastStep = new Float64Array(bdf2 ? 1 : 0);
  const tolerance = options.tolerance as number;
  const maxIterations = options.maxIterations as number;
  const floor = residualFloor(options, mass);
  const others = findOtherTerms(forces).elastic;
  const rotated = options.tension === "rotated";
  const bending = options.bending as boolean;
  const tension = paid ? (options.tension as "old" | "rotated") : undefined;
  const blocks = createMultistepBlocks(problem, forces, forceOptions(options), tension, options, preconditioning);

  function solvePlainly(step: MultistepStep, again: boolean, report: SolveReport): void {
    const { x, v, time, h, s } = step;
    force.fill(0);
    addForces(forces.damping, x, v, time, force);
    addForces(forces.external, x, v, time, force);
    if (paid) {
      addPaidSpringForces(springs, x, predicted, rotated, force);
      if (bending) addHingeForces(hinges, predicted, force);
      addForces(others, predicted, v, time, force);
      system.assemble(x, s, s * s, predicted);
    } else {
      addForces(forces.elastic, x, v, time, force);
      system.assemble(x, s, s * s);
      // s²KD = S D − sCD with S = sC + s²K
      computeBlockProduct(system.matrix, displacement, product, dot);
      b.fill(0);
      addForces(forces.damping, x, displacement, time, b);
      for (let c = 0; c < size; c++) force[c] -= (product[c] + s * b[c]) / (s * s);
    }
    system.addMass();
    for (let c = 0; c < size; c++) b[c] = s * force[c] + momentum[c];
    system.addFriction(h, b); // for h, not s: what a body has corrected begins anew
    system.addContacts(v, b);
    clock.lap(FORCES);
    if (again) system.constrain(deltaV);
    const { indices, count } = pins;
    preconditioning?.prepare(s);
    const result = pcg.solve(system.matrix, b, indices, count, tolerance, maxIterations, deltaV, floor, false, again);
    system.readImpulses(deltaV, b, h / s);
    report.iterations = result.iterations;
    report.residual = result.residual;
    report.converged = result.converged;
    report.stagnated = result.stagnated;
  }

  return {
    ...(blocks && { arrays: blocks.arrays }),
    leavesKernels: (h) => (isWithinReach(options) ? whyPlain(problem, blocks, h) : undefined),
    history: bdf2 ? [previousX, previousV, arrival, lastStep] : [],
    propose({ from: { x, v, time }, h, next }, report, again = false) {
      const second = bdf2 && lastStep[0] === h;
      const s = second ? (2 * h) / 3 : h;
      for (let i = 0; i < particleCount; i++) {
        const third = second && pins.held[i] === 0;
        const p = 3 * i;
        if (third && (v[p] !== arrival[p] || v[p + 1] !== arrival[p + 1] || v[p + 2] !== arrival[p + 2])) {
          for (let c = p; c < p + 3; c++) {
            previousX[c] = x[c] - h * v[c];
            previousV[c] = v[c];
          }
        }
        for (let c = 3 * i; c < 3 * i + 3; c++) {
          displacement[c] = third ? (x[c] - previousX[c]) / 3 + s * v[c] : h * v[c];
          predicted[c] = x[c] + displacement[c];
          momentum[c] = second ? (mass[i] * (v[c] - previousV[c])) / 3 : 0;
        }
      }
      if (again) for (let c = 0; c < size; c++) deltaV[c] = next.v[c] - v[c];
      const step: MultistepStep = { x, v, time, displacement, predicted, momentum, h, s };
      if (blocks?.suits(s)) blocks.solve(step, again, deltaV, report);
      else solvePlainly(step, again, report);
      if (bdf2) {
        previousX.set(x);
        previousV.set(v);
        lastStep[0] = h;
      }
      for (let c = 0; c < size; c++) {
        next.v[c] = v[c] + deltaV[c];
        next.x[c] = predicted[c] + s * deltaV[c];
      }
      if (bdf2) arrival.set(next.v);
    },
  };
}
