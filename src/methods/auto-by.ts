import { UnsupportedError } from "../core/errors.ts";
import type { Method, MethodTexts, OptionRule } from "./method.ts";
import { BENDING, KERNELS } from "./option-rules.ts";

/** What the solve may cost a step. */
export const BUDGET: OptionRule = {
  name: "budget",
  kind: "number",
  unit: "ms",
  default: 0,
  min: 0,
  max: 1e6,
};

/** The options of `auto`, in their order. */
export const AUTO_RULES: readonly OptionRule[] = [BUDGET, KERNELS, BENDING];

/** All of `auto` but how it finds the methods that it stands for. */
export function autoBy(texts: MethodTexts): Method {
  return {
    name: "auto",
    ...texts,
    conserves: [],
    stepLimit: Number.POSITIVE_INFINITY,
    springModel: "symmetric",
    create() {
      throw new UnsupportedError("auto is another method in each scene: make the simulation with createSimulation or createSheet");
    },
  };
}
