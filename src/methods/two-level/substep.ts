import type { Pins } from "../../core/constraints.ts";
import { FORCES, type StageClock } from "../../core/profile.ts";
import { addForces } from "../../forces/catalog.ts";
import { createConstantForces } from "../../forces/constant-forces.ts";
import type { Force } from "../../forces/force-term.ts";
import type { Environment } from "../../forces/wind.ts";
import { FACTOR, type HatKernels, type LinearKernels, type LinearStep, SECONDS, TIME } from "../../kernels/linear/linear-kernels.ts";
import { createFineSolve } from "./fine-solve.ts";

/** Positions and velocities between two substeps. */
export interface Place {
  readonly x: Float64Array;
  readonly v: Float64Array;
}

/** One solve of the two levels, and the same without hats; s is the effective step of the matrices. */
export interface Substep {
  /** The step that is under way, as kernels see it. */
  readonly step: LinearStep;
  /** Before a step: gravity may have changed. */
  refresh(): void;
  /** x̂ = x + s v */
  predict(at: Place, s: number): void;
  /** The residual r of a substep that begins `at` a place and a time. */
  begin(at: Place, time: number, s: number): void;
  /** From there to `to`, h seconds on, by the weight θ of its end: with the hats that were assembled, or without. */
  end(at: Place, h: number, s: number, weight: number, to: Place, withHats: boolean): void;
  /** A whole substep without hats, in two halves of twice the weight: they damp what made the strain jump. */
  goWithout(at: Place, time: number, h: number, s: number, weight: number, to: Place): void;
}

export function createSubstep(
  kernels: LinearKernels,
  hats: HatKernels | undefined,
  external: readonly Force[],
  environment: Environment,
  theta: number,
  pins: Pins,
  clock: StageClock,
): Substep {
  const { numbers } = kernels;
  const predicted = kernels.createArray();
  const force = kernels.createArray();
  const constantForce = kernels.createArray();
  const constant = createConstantForces(external, environment, constantForce);
  const momentum = kernels.createArray(); // 0
  const halfway: Place = { x: kernels.createArray(), v: kernels.createArray() };
  const residual = kernels.createVector();
  /** Where surfaces meet. */
  const fine = hats && createFineSolve(kernels, hats);
  const change = kernels.createVector();
  const step = { x: predicted, v: predicted, predicted, momentum, force, isSteady: false };

  function predict({ x, v }: Place, s: number): void {
    numbers[FACTOR] = s;
    kernels.predict(v, x, predicted);
    step.x = x;
    step.v = v;
  }

  function begin(at: Place, time: number, s: number): void {
    predict(at, s);
    force.set(constantForce);
    addForces(constant.others, at.x, at.v, time, force);
    numbers[TIME] = time;
    numbers[SECONDS] = s;
    kernels.begin(step);
    kernels.computeFirstResidual(step, predicted, residual);
    clock.lap(FORCES);
  }

  function end({ v }: Place, h: number, s: number, weight: number, to: Place, withHats: boolean): void {
    const e = withHats ? hats?.correction : undefined;
    if (withHats) hats?.correct(step, residual);
    if (e !== undefined) kernels.subtractProduct?.(e, residual);
    kernels.solve(residual, change);
    if (e !== undefined && kernels.subtractProduct !== undefined) {
      numbers[FACTOR] = 1;
      kernels.computeSum(e, change, change);
    }
    if ((pins.contacts?.count ?? 0) > 0) fine?.refine(step, e, residual, change);
    numbers[FACTOR] = 1 / weight - 1;
    kernels.computeSum(change, change, change); // Δv/θ
    kernels.move(step, change, to.v, to.x);
    // x* = x̂ + (h − 2s) v + s v*
    numbers[FACTOR] = s;
    kernels.computeArraySum(to.v, predicted, to.x);
    if (h === 2 * s) return;
    numbers[FACTOR] = h - 2 * s;
    kernels.computeArraySum(v, to.x, to.x);
  }

  return {
    step,
    refresh() {
      constant.refresh();
    },
    predict,
    begin,
    end,
    goWithout(at, time, h, s, weight, to) {
      begin(at, time, s);
      if (weight > theta) return end(at, h, s, weight, to, false);
      end(at, 0.5 * h, s, 2 * weight, halfway, false);
      begin(halfway, time + 0.5 * h, s);
      end(halfway, 0.5 * h, s, 2 * weight, to, false);
    },
  };
}
