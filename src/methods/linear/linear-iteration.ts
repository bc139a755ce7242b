import { FACTOR, type LinearKernels, type LinearStep, RESULT, SECONDS, SQUARE, type Vector } from "../../kernels/linear/linear-kernels.ts";
import type { SolveReport } from "../method.ts";
import type { Lbfgs } from "./lbfgs.ts";

/** An update below this fraction of the largest velocity is rounding error; before the residual has fallen to the other fraction of the first, none is. */
const SMALLEST_UPDATE = 1e-14;
const SMALL_RESIDUAL = 1e-8;
/** Armijo's condition: a step must lower the potential by this share of what its slope promises. */
const SUFFICIENT = 1e-4;
/** A step is halved at most this often before the potential counts as falling no further. */
const HALVINGS = 12;

/** The iteration of a linear model on its incremental potential Φ (src/methods/linear/linear-model.ts). */
export interface LinearIteration {
  /** r(0) or the right-hand side of the first step before `solve`; r(Δv) after it. Another vector after each step. */
  residual: Vector;
  /** Δv, after `solve`. Another vector after each step. */
  deltaV: Vector;
  /** Δv from the residual; `startsAtZero` where that is r(0) itself. */
  solve(step: LinearStep, startsAtZero: boolean, report: SolveReport): void;
}

export function createLinearIteration(
  kernels: LinearKernels,
  iterations: number,
  tolerance: number,
  lbfgs: Lbfgs | undefined,
): LinearIteration {
  const { numbers } = kernels;
  const direction = kernels.createVector();
  // a trial that is accepted changes places with the iterate
  const state = {
    residual: kernels.createVector(),
    trialResidual: kernels.createVector(),
    deltaV: kernels.createVector(),
    trial: kernels.createVector(),
    solve,
  };

  function norm(vector: Vector): number {
    kernels.computeDot(vector, vector);
    return Math.sqrt(numbers[RESULT]);
  }

  /** True when the last update is rounding error beside the velocities, of which `fastest` was the largest number. */
  function isDone(fastest: number): boolean {
    kernels.computeLargest(direction);
    const updated = numbers[RESULT];
    kernels.computeLargest(state.deltaV);
    return updated <= SMALLEST_UPDATE * (fastest + numbers[RESULT]);
  }

  /** Δv ← Δv + A⁻¹ r until `iterations` are done or r is small enough. Returns how many were. */
  function iteratePlainly(step: LinearStep, first: number): number {
    let done = 1;
    kernels.computeArrayLargest(step.v);
    const fastest = numbers[RESULT];
    kernels.computeResidual(step, state.deltaV, state.residual);
    while (done < iterations && norm(state.residual) > tolerance * first) {
      kernels.solve(state.residual, direction);
      numbers[FACTOR] = 1;
      kernels.computeSum(direction, state.deltaV, state.deltaV);
      done++;
      kernels.computeResidual(step, state.deltaV, state.residual);
      if (isDone(fastest)) break;
    }
    return done;
  }

  /** The same with L-BFGS directions and Armijo backtracking, from the first step on. */
  function iterateAccelerated(memory: Lbfgs, step: LinearStep, first: number, startsAtZero: boolean): number {
    let done = 1;
    kernels.computeArrayLargest(step.v);
    const fastest = numbers[RESULT];
    memory.begin(numbers[SECONDS]);
    state.trial.fill(0);
    if (startsAtZero) state.trialResidual.set(state.residual);
    else kernels.computeResidual(step, state.trial, state.trialResidual);
    kernels.computeResidual(step, state.deltaV, state.residual);
    let phi = numbers[RESULT];
    memory.start(state.trialResidual);
    memory.remember(state.trial, state.deltaV, state.trialResidual, state.residual);
    let remaining = Math.sqrt(numbers[SQUARE]);
    while (done < iterations && remaining > tolerance * first) {
      memory.computeDirection(state.residual, kernels.solve, direction);
      done++;
      kernels.computeDot(state.residual, direction);
      const slope = numbers[RESULT];
      let fraction = 1;
      let accepted = false;
      for (let halving = 0; halving <= HALVINGS && !accepted; halving++) {
        numbers[FACTOR] = fraction;
        kernels.computeSum(direction, state.deltaV, state.trial);
        kernels.computeResidual(step, state.trial, state.trialResidual);
        const phiThere = numbers[RESULT];
        const isLevel = Math.abs(phiThere - phi) <= kernels.level * Math.abs(phi) && norm(state.trialResidual) < remaining;
        accepted = isLevel || phiThere <= phi - SUFFICIENT * fraction * slope;
        if (!accepted) fraction *= 0.5;
        else phi = phiThere;
      }
      if (!accepted) break;
      memory.remember(state.deltaV, state.trial, state.residual, state.trialResidual);
      const { deltaV, residual } = state;
      state.deltaV = state.trial;
      state.trial = deltaV;
      state.residual = state.trialResidual;
      state.trialResidual = residual;
      remaining = Math.sqrt(numbers[SQUARE]);
      if (remaining < SMALL_RESIDUAL * first && isDone(fastest)) break;
    }
    return done;
  }

  function solve(step: LinearStep, startsAtZero: boolean, report: SolveReport): void {
    const first = iterations > 1 ? norm(state.residual) : 0;
    kernels.solve(state.residual, state.deltaV);
    report.iterations = 1;
    if (iterations === 1) return;
    report.iterations = lbfgs === undefined ? iteratePlainly(step, first) : iterateAccelerated(lbfgs, step, first, startsAtZero);
    report.residual = first > 0 ? norm(state.residual) / first : 0;
    report.converged = report.residual <= tolerance;
  }

  return state;
}
