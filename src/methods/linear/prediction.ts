import { InputError } from "../../core/errors.ts";
import { ROTATION_WEIGHTS } from "../../forces/inertial-rotation.ts";
import type { MethodOptions } from "../method.ts";

/** What a prediction looks back on. */
export interface Prediction {
  /** Turns of edges or axes (IER, IAR), not places of particles (IVT). */
  readonly turns: boolean;
  /** Of the turns, or of the places; none for the places of order 1 and 2, which have formulas of their own. */
  readonly weights: readonly number[];
  /** The scene gives them. */
  readonly areTheirOwn: boolean;
  /** How many steps it goes back. */
  readonly steps: number;
}

/**
 * The general predictions of the thesis: x* = Σ α_m x^{n−m}   [Choi13, eq. 3.13, 3.15, 3.16]   and   ω = Σ α_m ω^{n−m}   [Choi13, eq. 3.10, 3.11].
 * Of the places only differences of x* count, and of these only the directions: weights of a sum of 2 do what their halves do.
 */
export function readPrediction({ predictor, order, weights }: MethodOptions): Prediction {
  const turns = predictor === "ier" || predictor === "iar";
  const given = weights as readonly number[];
  if (given.length === 0) {
    return {
      turns,
      weights: turns ? ROTATION_WEIGHTS[(order as number) - 1] : given,
      areTheirOwn: false,
      steps: turns ? 2 : (order as number),
    };
  }
  const got = JSON.stringify(given);
  if (predictor === "previous") throw new InputError("solver.weights", got, "leave them out: the previous direction is no prediction");
  if (order !== 1) throw new InputError("solver.weights", got, "leave the order out: the weights stand for it");
  if (!turns && !(given.reduce((sum, weight) => sum + weight, 0) > 0)) {
    throw new InputError("solver.weights", got, "give weights with a sum above 0: cloth at rest would point backwards or nowhere");
  }
  return { turns, weights: given, areTheirOwn: true, steps: Math.max(1, turns ? given.length : given.length - 1) };
}
