import { FACTOR, RESULT, type Vector, type VectorKernels } from "./linear-kernels.ts";

/**
 * The memory of an L-BFGS iteration [Nocedal80]: the last few steps s and the fall y = r_before − r_after of the residual (minus the
 * gradient) over them, from which it improves an approximate inverse Hessian that somebody else applies.
 *
 * It is kept from one time step to the next, for the Hessian of cloth changes little in one: five iterations are then as good as
 * ten that begin with nothing (bench/linear-motion). So it is part of the solver's history.
 */
export interface Lbfgs {
  readonly history: readonly Float64Array[];
  /** Begins a time step; what was learnt with another effective step [s] is forgotten. */
  begin(effectiveStep: number): void;
  /** Takes in a step and the residuals at its two ends. A step along which the energy does not curve upwards is left out. */
  remember(step: Vector, residualBefore: Vector, residualAfter: Vector): void;
  /** direction = H r by the two-loop recursion, 0 on held particles, with `solve(b, y)` for y = H₀ b. */
  computeDirection(residual: Vector, solve: (b: Vector, y: Vector) => void, direction: Vector): void;
}

export function createLbfgs(kernels: VectorKernels, memory: number): Lbfgs {
  const { numbers } = kernels;
  const steps = Array.from({ length: memory }, () => kernels.createVector());
  const falls = Array.from({ length: memory }, () => kernels.createVector());
  const inverseCurvature = new Float64Array(memory);
  const weight = new Float64Array(memory);
  const rest = kernels.createVector();
  /** How many pairs there are, the slot of the newest, and the effective step they belong to. */
  const cursor = Float64Array.from([0, 0, 0]);

  /** The slot of the n-th newest pair. */
  function slotOf(n: number): number {
    return (cursor[1] - n + memory) % memory;
  }

  /** sᵀy of a slot, over which H is scaled; true where it is above 0. */
  function measureCurvature(slot: number): boolean {
    kernels.computeDot(steps[slot], falls[slot]);
    const curvature = numbers[RESULT];
    inverseCurvature[slot] = 1 / curvature;
    return curvature > 0;
  }

  return {
    history: [...steps.map(kernels.bitsOf), ...falls.map(kernels.bitsOf), cursor],
    begin(effectiveStep) {
      if (cursor[2] !== effectiveStep) cursor[0] = 0;
      cursor[2] = effectiveStep;
      for (let n = 0; n < cursor[0]; n++) {
        if (!measureCurvature(slotOf(n))) cursor[0] = n;
      }
    },
    remember(step, residualBefore, residualAfter) {
      const slot = (cursor[1] + 1) % memory;
      steps[slot].set(step);
      kernels.computeDifference(residualBefore, residualAfter, falls[slot]);
      if (measureCurvature(slot)) {
        cursor[1] = slot;
        cursor[0] = Math.min(cursor[0] + 1, memory);
      } else cursor[0] = Math.min(cursor[0], memory - 1); // the oldest pair was in that slot
    },
    computeDirection(residual, solve, direction) {
      const count = cursor[0];
      rest.set(residual);
      if (count > 0) kernels.computeDot(steps[slotOf(0)], rest);
      for (let n = 0; n < count; n++) {
        const slot = slotOf(n);
        const a = numbers[RESULT] * inverseCurvature[slot];
        weight[slot] = a;
        numbers[FACTOR] = -a;
        if (n + 1 < count) kernels.addScaledAndDot(falls[slot], rest, steps[slotOf(n + 1)]);
        else kernels.addScaled(falls[slot], rest);
      }
      solve(rest, direction);
      if (count > 0) kernels.computeDot(falls[slotOf(count - 1)], direction);
      for (let n = count - 1; n >= 0; n--) {
        const slot = slotOf(n);
        numbers[FACTOR] = weight[slot] - numbers[RESULT] * inverseCurvature[slot];
        if (n > 0) kernels.addScaledAndDot(steps[slot], direction, falls[slotOf(n - 1)]);
        else kernels.addScaled(steps[slot], direction);
      }
      kernels.clearHeld(direction);
    },
  };
}
