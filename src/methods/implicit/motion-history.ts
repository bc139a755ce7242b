import type { Pins } from "../../core/constraints.ts";
import { type ArrayKernels, FACTOR, RESULT } from "../../kernels/linear/linear-kernels.ts";

/**
 * What a step remembers of the steps before: for the predictors of [Choi13, ch. 3] the velocities with which particles arrived, for
 * BDF2 the state one step earlier. In the first step x⁻ = x − h v and x⁻⁻ = x − 2h v. A free particle whose velocity is not the
 * one that the last step gave it (a collision, a restart) begins anew in the same way, alone.
 */
export interface MotionHistory {
  readonly arrays: readonly Float64Array[];
  /**
   * Begins a step: positions predicted without Δv into `predicted`, b₀ into `momentum`; returns the effective step s.
   * Euler: x + h v, 0 and h. BDF2: x + (x − x⁻)/3 + ⅔h v, M (v − v⁻)/3 and ⅔h; its first step, and the first after h changed, is Euler's.
   */
  begin(x: Float64Array, v: Float64Array, h: number, predicted: Float64Array, momentum: Float64Array, mass: Float64Array): number;
  /**
   * Inertial vertex translation: 2x − x⁻, and for order 2 + ½(x − 2x⁻ + x⁻⁻)   [Choi13, eq. 3.12, 3.14]. With BDF2 a free particle's own
   * prediction stands for 2x − x⁻, so that one iteration is the force there, as with Euler; a held one's x⁻ is where it was held.
   */
  computePositions(x: Float64Array, h: number, order: 1 | 2, predicted: Float64Array, directions: Float64Array): void;
  /** Whether these positions are the predicted ones themselves. */
  arePredicted(x: Float64Array, h: number, order: 1 | 2, predicted: Float64Array): boolean;
  /** Σ α_m x^{n−m}, the places before as `computeEarlier` has them   [Choi13, eq. 3.13, 3.15, 3.16]. */
  computeWeighted(x: Float64Array, h: number, weights: readonly number[], directions: Float64Array): void;
  /** x⁻, x⁻⁻ and so on, as many as there are arrays. */
  computeEarlier(x: Float64Array, h: number, earlier: readonly Float64Array[]): void;
  /** Ends a step that began at (x, v) and gave the velocities `nextV`. */
  finish(x: Float64Array, v: Float64Array, h: number, nextV: Float64Array): void;
}

/** `steps` that predictions go back at most: one with IVT of order 1, two with its order 2 and with rotations, more with weights. */
export function createMotionHistory(particleCount: number, pins: Pins, bdf2: boolean, kernels: ArrayKernels, steps = 2): MotionHistory {
  const { numbers } = kernels;
  const size = 3 * particleCount;
  /** Velocity of arrival here, one step earlier, and before that. */
  const arrival = kernels.createArray();
  const earlierArrival = new Float64Array(steps > 1 ? size : 0);
  const earliest = Array.from({ length: Math.max(0, steps - 2) }, () => new Float64Array(size));
  const previousX = new Float64Array(bdf2 ? size : 0);
  const previousV = new Float64Array(bdf2 ? size : 0);
  /** The last step [s], 0 before the first. */
  const lastStep = new Float64Array(1);
  let wasSecond = true;

  /** Brings `arrival` and what is before it in line with the velocities of now; held particles keep how they came. */
  function refresh(x: Float64Array, v: Float64Array, h: number): void {
    const fresh = lastStep[0] === 0;
    kernels.compareArrays(arrival, v);
    if (!fresh && numbers[RESULT] !== 0) return;
    for (let i = 0; i < particleCount; i++) {
      const p = 3 * i;
      const same = v[p] === arrival[p] && v[p + 1] === arrival[p + 1] && v[p + 2] === arrival[p + 2];
      if (!fresh && (pins.held[i] !== 0 || same)) continue;
      for (let c = p; c < p + 3; c++) {
        arrival[c] = fresh && pins.held[i] !== 0 ? 0 : v[c];
        if (steps > 1) earlierArrival[c] = arrival[c];
        for (let m = 0; m < earliest.length; m++) earliest[m][c] = arrival[c];
        if (bdf2) {
          previousX[c] = x[c] - h * v[c];
          previousV[c] = v[c];
        }
      }
    }
  }

  return {
    arrays: [arrival, earlierArrival, ...(bdf2 ? [previousX, previousV] : []), lastStep, ...earliest],
    begin(x, v, h, predicted, momentum, mass) {
      const second = bdf2 && lastStep[0] === h;
      refresh(x, v, h);
      const s = second ? (2 * h) / 3 : h;
      if (!second) {
        if (wasSecond) momentum.fill(0); // else it is that already
        wasSecond = false;
        numbers[FACTOR] = h;
        kernels.predict(v, x, predicted);
        return s;
      }
      wasSecond = true;
      for (let c = 0; c < size; c++) {
        predicted[c] = x[c] + (x[c] - previousX[c]) / 3 + s * v[c];
        momentum[c] = (mass[(c / 3) | 0] * (v[c] - previousV[c])) / 3;
      }
      for (let k = 0; k < pins.count; k++) {
        const p = 3 * pins.indices[k];
        momentum.fill(0, p, p + 3);
        for (let c = p; c < p + 3; c++) predicted[c] = x[c] + h * v[c];
      }
      return s;
    },
    computePositions(x, h, order, predicted, directions) {
      const half = order === 2 ? 0.5 * h : 0;
      for (let i = 0; i < particleCount; i++) {
        const held = pins.held[i] !== 0;
        for (let c = 3 * i; c < 3 * i + 3; c++) {
          directions[c] = held ? x[c] + h * arrival[c] : predicted[c];
          if (half !== 0) directions[c] += half * (arrival[c] - earlierArrival[c]);
        }
      }
    },
    arePredicted(x, h, order, predicted) {
      if (order === 2) return false;
      for (let k = 0; k < pins.count; k++) {
        const p = 3 * pins.indices[k];
        for (let c = p; c < p + 3; c++) if (x[c] + h * arrival[c] !== predicted[c]) return false;
      }
      return true;
    },
    computeWeighted(x, h, weights, directions) {
      for (let c = 0; c < size; c++) {
        let place = x[c];
        directions[c] = weights[0] * place;
        for (let m = 1; m < weights.length; m++) {
          place -= h * (m === 1 ? arrival[c] : m === 2 ? earlierArrival[c] : earliest[m - 3][c]);
          directions[c] += weights[m] * place;
        }
      }
    },
    computeEarlier(x, h, earlier) {
      for (let m = 0; m < earlier.length; m++) {
        const from = m === 0 ? x : earlier[m - 1];
        const way = m === 0 ? arrival : m === 1 ? earlierArrival : earliest[m - 2];
        const to = earlier[m];
        for (let c = 0; c < size; c++) to[c] = from[c] - h * way[c];
      }
    },
    finish(x, v, h, nextV) {
      for (let m = earliest.length - 1; m >= 0; m--) earliest[m].set(m === 0 ? earlierArrival : earliest[m - 1]);
      if (steps > 1) earlierArrival.set(arrival);
      kernels.copyArray(nextV, arrival);
      if (bdf2) {
        previousX.set(x);
        previousV.set(v);
      }
      lastStep[0] = h;
    },
  };
}
