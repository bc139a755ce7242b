import { HANDLES_CONTACT } from "../../core/constraints.ts";
import { finish } from "../../core/slices.ts";
import type { Method } from "../method.ts";
import { KERNEL_SOLVE_OPTIONS, WARM_START } from "../options.ts";
import { type PlainStepCode, prepareThetaSolver } from "./theta.ts";

/** The method (../implicit-euler.ts), with the code of its step in TypeScript. */
export function implicitEulerBy(code: PlainStepCode): Method {
  return {
    name: "implicit-euler",
    conserves: ["linear"],
    stepLimit: Number.POSITIVE_INFINITY,
    springModel: "symmetric",
    kernels: "springs",
    contact: HANDLES_CONTACT,
    takesCorrection: true,
    options: [...KERNEL_SOLVE_OPTIONS, WARM_START],
    create: (problem, options) => finish(prepareThetaSolver(code, problem, 1, options)),
    prepare: (problem, options) => prepareThetaSolver(code, problem, 1, options),
    ...(code.load && { loadFallback: code.load }),
  };
}
