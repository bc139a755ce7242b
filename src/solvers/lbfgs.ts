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
  remember(step: Float64Array, residualBefore: Float64Array, residualAfter: Float64Array): void;
  /** direction = H r by the two-loop recursion, 0 on held particles; `applyInverse(b, y)` is y = H₀ b. */
  computeDirection(
    residual: Float64Array,
    held: Uint8Array,
    applyInverse: (b: Float64Array, y: Float64Array) => void,
    direction: Float64Array,
  ): void;
}

export function createLbfgs(particleCount: number, memory: number): Lbfgs {
  const size = 3 * particleCount;
  const steps = Array.from({ length: memory }, () => new Float64Array(size));
  const falls = Array.from({ length: memory }, () => new Float64Array(size));
  const inverseCurvature = new Float64Array(memory);
  const weight = new Float64Array(memory);
  const rest = new Float64Array(size);
  /** How many pairs there are, the slot of the newest, and the effective step they belong to. */
  const cursor = Float64Array.from([0, 0, 0]);

  /** sᵀy of a slot, over which H is scaled. */
  function measureCurvature(slot: number): number {
    const s = steps[slot];
    const y = falls[slot];
    let curvature = 0;
    for (let c = 0; c < size; c++) curvature += s[c] * y[c];
    inverseCurvature[slot] = 1 / curvature;
    return curvature;
  }

  return {
    history: [...steps, ...falls, cursor],
    begin(effectiveStep) {
      if (cursor[2] !== effectiveStep) cursor[0] = 0;
      cursor[2] = effectiveStep;
      for (let n = 0; n < cursor[0]; n++) {
        if (!(measureCurvature((cursor[1] - n + memory) % memory) > 0)) cursor[0] = n;
      }
    },
    remember(step, residualBefore, residualAfter) {
      const slot = (cursor[1] + 1) % memory;
      const s = steps[slot];
      const y = falls[slot];
      for (let c = 0; c < size; c++) {
        s[c] = step[c];
        y[c] = residualBefore[c] - residualAfter[c];
      }
      if (measureCurvature(slot) > 0) {
        cursor[1] = slot;
        cursor[0] = Math.min(cursor[0] + 1, memory);
      } else cursor[0] = Math.min(cursor[0], memory - 1); // the oldest pair was in that slot
    },
    computeDirection(residual, held, applyInverse, direction) {
      const count = cursor[0];
      const newest = cursor[1];
      rest.set(residual);
      for (let n = 0; n < count; n++) {
        const slot = (newest - n + memory) % memory;
        const s = steps[slot];
        const y = falls[slot];
        let dot = 0;
        for (let c = 0; c < size; c++) dot += s[c] * rest[c];
        const a = dot * inverseCurvature[slot];
        weight[slot] = a;
        for (let c = 0; c < size; c++) rest[c] -= a * y[c];
      }
      applyInverse(rest, direction);
      for (let n = count - 1; n >= 0; n--) {
        const slot = (newest - n + memory) % memory;
        const s = steps[slot];
        const y = falls[slot];
        let dot = 0;
        for (let c = 0; c < size; c++) dot += y[c] * direction[c];
        const b = weight[slot] - dot * inverseCurvature[slot];
        for (let c = 0; c < size; c++) direction[c] += b * s[c];
      }
      for (let i = 0; i < particleCount; i++) if (held[i] !== 0) direction.fill(0, 3 * i, 3 * i + 3);
    },
  };
}
