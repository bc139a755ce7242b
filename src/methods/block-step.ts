import { FORCES } from "../core/profile.ts";
import type { Slices } from "../core/slices.ts";
import type { StateArrays } from "../core/state.ts";
import type { Departure, StepContext } from "../core/step-context.ts";
import { createConstantForces } from "../forces/constant-forces.ts";
import { isIdleAt } from "../forces/force-term.ts";
import { addForces } from "../forces/forces.ts";
import { attemptKernels, prepareBlocks } from "../kernels/attempt-kernels.ts";
import type { BlockKernels } from "../kernels/blocks/block-kernels.ts";
import type { BlockKernelsSetup } from "../kernels/blocks/block-system.ts";
import { DAMPING_SCALE, INVERSE_THETA, SECONDS, STIFFNESS_SCALE, THETA } from "../kernels/layout/block-numbers.ts";
import type { Problem, SolveReport } from "./method.ts";

/** A step of the θ-blend, or of a method that approximates one by sweeps, with kernels in WebAssembly. */
export interface BlockStep {
  /** For state and proposal: they need not be copied. */
  readonly arrays: StateArrays;
  /** Whether it may be taken so: sliders are known to it, and the springs are not too stiff for single precision. */
  suits(h: number): boolean;
  /** The solve begins with the velocities of `next` where it `isBegun`. */
  propose(step: StepContext, report: SolveReport, again: boolean, isBegun?: boolean): void;
}

export interface BlockStepSetup extends Omit<BlockKernelsSetup, "cloth" | "pins"> {
  readonly theta: number;
  /** Damping acts on Δv only. */
  readonly resistAcceleration: boolean;
  /** Whether steps with particles that slide on bodies may be taken. */
  readonly knowsSliders: boolean;
  /** Whether the scene insists on them: where they cannot be made that is an error. */
  readonly isRequired: boolean;
  /** Solves for Δv, from 0 or from what was written. */
  solve(kernels: BlockKernels, report: SolveReport): void;
}

/**
 * (M + hθC + h²θ²K) Δv = h F' − (hθC + h²θ²K) v/θ,   v* = v + Δv,   x* = x + h (v + θΔv)
 *
 * F' is F without its damping; where damping resists acceleration only, −Cv is taken from it once more. Undefined where the kernels do not compute all elastic
 * and damping forces, or there are none.
 */
export function* prepareBlockStep(
  { cloth, environment, pins, clock, kernels: module }: Problem,
  setup: BlockStepSetup,
): Slices<BlockStep | undefined> {
  const { forces, theta, resistAcceleration, isSolved, knowsSliders } = setup;
  if (module === undefined) return undefined;
  const kernels = yield* attemptKernels(setup.isRequired, () => prepareBlocks({ ...setup, cloth, pins }, module));
  if (kernels === undefined) return undefined;
  const { numbers, impulse, deltaV } = kernels;
  const size = impulse.length;
  const constantForce = new Float64Array(size);
  const constant = createConstantForces(forces.external, environment, constantForce);
  const external = constant.others;
  const others = external.filter(({ name }) => name !== "reactions");
  const force = new Float64Array(size);
  const damping = new Float64Array(resistAcceleration ? size : 0);
  /** The step [s] of the present impulse, if only forces that never change are in it. */
  let steadySeconds = Number.NaN;
  /** Whether the matrix is that of the last proposal. */
  let isAssembled = false;
  numbers[THETA] = theta;
  numbers[INVERSE_THETA] = 1 / theta;

  function prepare(h: number): void {
    numbers[SECONDS] = h;
    numbers[STIFFNESS_SCALE] = h * h * theta * theta;
    numbers[DAMPING_SCALE] = h * theta;
  }

  /** Where it is asked again, forces of the start of the step but for those of contact are what they were. */
  function computeImpulse({ x, v, time }: Departure, h: number, again: boolean): void {
    const { reactions } = environment;
    if (!again) {
      force.set(constantForce);
      addForces(others, x, v, time, force);
    }
    if (reactions === undefined) for (let c = 0; c < size; c++) impulse[c] = h * force[c];
    else for (let c = 0; c < size; c++) impulse[c] = h * (force[c] + reactions[c]);
    if (!resistAcceleration) return;
    damping.fill(0);
    addForces(forces.damping, x, v, time, damping);
    for (let c = 0; c < size; c++) impulse[c] -= h * damping[c];
  }

  return {
    arrays: kernels.arrays,
    suits(h) {
      prepare(h);
      isAssembled &&= kernels.suits();
      return kernels.suits() && (knowsSliders || (pins.sliders?.count ?? 0) === 0);
    },
    propose({ from, h, next }, report, again, isBegun = again) {
      prepare(h);
      const { x, v, time } = from;
      if (constant.refresh()) steadySeconds = Number.NaN;
      const isIdle = !resistAcceleration && external.every(isIdleAt, time);
      const isSteady = isIdle && steadySeconds === h;
      if (!isSteady) computeImpulse(from, h, again && isAssembled);
      steadySeconds = isIdle ? h : Number.NaN;
      kernels.begin(x, v, isSteady, v, again && isAssembled);
      isAssembled = true;
      clock.lap(FORCES);
      if (isBegun && isSolved) {
        for (let c = 0; c < size; c++) deltaV[c] = next.v[c] - v[c];
        kernels.write();
      }
      setup.solve(kernels, report);
      kernels.move(x, v, next);
    },
  };
}
