import { HANDLES_CONTACT } from "../../core/constraints.ts";
import { finish } from "../../core/slices.ts";
import type { Method, MethodTexts, OptionRule } from "../method.ts";
import { KERNELS, LINEAR_SOLVE_RULES } from "../option-rules.ts";
import { type PlainStepCode, prepareThetaSolver } from "./theta.ts";

/** The options of the method, in their order. */
export const IMPLICIT_EULER_RULES: readonly OptionRule[] = [...LINEAR_SOLVE_RULES, KERNELS];

/** The method (../implicit-euler.ts), with the code of its step in TypeScript. */
export function implicitEulerBy(code: PlainStepCode, texts: MethodTexts): Method {
  return {
    name: "implicit-euler",
    ...texts,
    conserves: ["linear"],
    stepLimit: Number.POSITIVE_INFINITY,
    springModel: "symmetric",
    kernels: "springs",
    contact: HANDLES_CONTACT,
    takesCorrection: true,
    create: (problem, options) => finish(prepareThetaSolver(code, problem, 1, options)),
    prepare: (problem, options) => prepareThetaSolver(code, problem, 1, options),
    ...(code.load && { loadFallback: code.load }),
  };
}
