import { RESULT, type Vector, type VectorKernels } from "../../kernels/linear/linear-kernels.ts";

/**
 * The memory of an L-BFGS iteration [Nocedal80]: the last few steps s and the fall y = r_before − r_after of the residual (minus the
 * gradient) over them, from which it improves an approximate inverse Hessian that somebody else applies.
 *
 * It is kept from one time step to the next, for the Hessian of cloth changes little in one: five iterations are then as good as
 * ten that begin with nothing (bench/linear-motion). So it is part of the solver's history.
 */
export interface Lbfgs {
  readonly history: readonly Float64Array[];
  /** Those of them that do not hold numbers of particles as the cloth numbers them. */
  readonly ownHistory: readonly Float64Array[];
  /** Begins a time step; what was learnt with another effective step [s] is forgotten. */
  begin(effectiveStep: number): void;
  /** Takes in the residual that the first step begins with. */
  start(residual: Vector): void;
  /**
   * Takes in a step, and the residuals at its two ends: the first was started with or is the second of the step before; numbers[SQUARE] is the square of the
   * second then. A step along which the energy does not curve upwards is left out.
   */
  remember(from: Vector, to: Vector, residualBefore: Vector, residualAfter: Vector): void;
  /** direction = H r, 0 on held particles, with `solve(b, y)` for y = H₀ b, which is b itself here; r is the residual that was taken in last. */
  computeDirection(residual: Vector, solve: (b: Vector, y: Vector) => void, direction: Vector): void;
}

/**
 * The two loops of [Nocedal80], over all pairs at once: what each takes from the products with those before it is known from the products s_i·y_j of the pairs
 * themselves, so that the vectors go by four times a direction, not eight times. These in turn are the falls of s_i·r, which a direction needs anyway.
 */
export function createLbfgs(kernels: VectorKernels, memory: number): Lbfgs {
  const steps = kernels.createVectors(memory);
  const falls = kernels.createVectors(memory);
  /** s_i·y_j at i · memory + j, of pairs j that are not older than i. */
  const products = new Float64Array(memory * memory);
  /** s_i·r of the residual before, but for the newest pair. */
  const before = new Float64Array(memory);
  const alpha = new Float64Array(memory);
  /** How many pairs there are, the slot of the newest, and the effective step and number of particles they belong to. */
  const cursor = Float64Array.from([0, 0, 0, kernels.particleCount]);

  /** The slot of the n-th newest pair. */
  function slotOf(n: number): number {
    return (cursor[1] - n + memory) % memory;
  }

  const vectors = [...steps.vectors, ...falls.vectors].map(kernels.bitsOf);

  return {
    history: [...vectors, products, cursor],
    ownHistory: [...(kernels.isNumberedAlike ? [] : vectors), products, cursor],
    begin(effectiveStep) {
      if (cursor[2] !== effectiveStep || cursor[3] !== kernels.particleCount) cursor[0] = 0;
      cursor[2] = effectiveStep;
      cursor[3] = kernels.particleCount;
    },
    start(residual) {
      kernels.computeDots(steps, residual);
    },
    remember(from, to, residualBefore, residualAfter) {
      const slot = (cursor[1] + 1) % memory;
      kernels.takePair(from, to, residualBefore, residualAfter, steps.vectors[slot], falls.vectors[slot]);
      products[slot * memory + slot] = kernels.numbers[RESULT];
      before.set(steps.dots);
      kernels.computeDots(steps, residualAfter);
      for (let i = 0; i < memory; i++) {
        // what is divided by is no difference of large numbers
        if (i !== slot) products[i * memory + slot] = before[i] - steps.dots[i];
      }
      if (products[slot * memory + slot] > 0) {
        cursor[1] = slot;
        cursor[0] = Math.min(cursor[0] + 1, memory);
      } else cursor[0] = Math.min(cursor[0], memory - 1); // the oldest pair was in that slot
    },
    computeDirection(residual, solve, direction) {
      const count = cursor[0];
      falls.weights.fill(0);
      for (let n = 0; n < count; n++) {
        const i = slotOf(n);
        let sum = steps.dots[i];
        for (let newer = 0; newer < n; newer++) sum -= alpha[slotOf(newer)] * products[i * memory + slotOf(newer)];
        alpha[i] = sum / products[i * memory + i];
        falls.weights[i] = -alpha[i];
      }
      kernels.combine(falls, residual, direction);
      solve(direction, direction);
      kernels.computeDots(falls, direction);
      steps.weights.fill(0);
      for (let n = count - 1; n >= 0; n--) {
        const i = slotOf(n);
        let sum = falls.dots[i];
        for (let older = n + 1; older < count; older++) {
          sum += steps.weights[slotOf(older)] * products[slotOf(older) * memory + i];
        }
        steps.weights[i] = alpha[i] - sum / products[i * memory + i];
      }
      kernels.combine(steps, direction, direction);
      kernels.clearHeld(direction);
    },
  };
}

// Notes. Memory and the distance to newton-euler [mm] over 45 frames of a swinging sheet of 40 × 40, k = 10⁴: with 10 iterations 4: 176, 8: 69, 12: 61, 20: 66; with 20
// 4: 85, 8: 60, 12: 39, 20: 36; with 40 about 23 whatever it is. At 80 × 80 an iteration takes 1.25 ms with 8: 0.58 the solve, 0.38 the residual, 0.22 products and sums of pairs.
// Several kernels in one, chunk by chunk, so that what one leaves is near for the next: no gain.
// Starting at the last step's Δv in place of A⁻¹ r(0), 32 × 32: 5 iterations 348 → 463 mm, 10: 73 → 90, 20: 66 → 48, 40: 19 → 18: not worth it. Several steps a frame with few iterations each
// and BDF2 gain energy (80 × 80, 8 steps of 10 iterations: 22 % strain). One solve in each of many steps of the midpoint rule does not, and is what wins: linear-model.ts.
// In place of A⁻¹, on the race's swinging sheet of 32 × 32 with BDF2 and a memory of 20; distance to the motion converged in time [cm] with 10, 20, 30 iterations a frame:
//   A⁻¹                                                                                            9.0, 6.0, 4.1
//   a factor of M + s²K at the frame's own shape, 3n × 3n, positive semidefinite part of K         5.3, 4.5 (2 iterations: 8.7, 5: 6.6)
//   the same, taken anew every 5 or 15 frames                                                      52, 30 or 54, lost
//   a second level around A⁻¹: M + s²K at the frame's shape on 8 × 8 hats, before and after        15, 5.4
//   Anderson's acceleration with A⁻¹, memory 8                                                     27, 7.4, 6.5
//   T A⁻¹ T + n B⁻¹ nᵀ, normals n of the vertices, B with 0.1, 0.01, 0.001 of the stiffness        30 iterations: 16, 14, 21
// Even the exact matrix of every frame saves half of the iterations only, and at 80 × 80 it has 9 times the fill and 27 times the work of the constant one: about a second a factor. One that is
// five frames old is worse than none. What is soft turns far in a step, and turned springs are stretched at once: it is the turning that costs iterations, not the stiffness.
