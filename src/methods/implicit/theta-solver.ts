import { finish } from "../../core/slices.ts";
import type { MethodOptions, Problem, Solver } from "../method.ts";
import { createPlainStep } from "./plain-step.ts";
import { type PlainStepCode, prepareThetaSolver, type ThetaParts } from "./theta.ts";

/** The step in TypeScript, which is there from the start. */
export const PLAIN_STEP: PlainStepCode = { create: createPlainStep };

/** A solver of the θ-blend with all of its code. */
export function createThetaSolver(problem: Problem, theta: number, options: MethodOptions, parts?: ThetaParts): Solver {
  return finish(prepareThetaSolver(PLAIN_STEP, problem, theta, options, parts));
}
