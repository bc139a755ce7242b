import { UnsupportedError } from "../core/errors.ts";
import type { Method, OptionRule } from "./method.ts";
import { BENDING, KERNELS } from "./options.ts";

/** What the solve may cost a step. */
const BUDGET: OptionRule = {
  name: "budget",
  kind: "number",
  unit: "ms",
  default: 0,
  min: 0,
  max: 1e6,
};

/** Stands for another method, which is chosen when the simulation is made and is what computes; all of it but how it finds that. */
export const AUTO: Method = {
  name: "auto",
  conserves: [],
  stepLimit: Number.POSITIVE_INFINITY,
  springModel: "symmetric",
  options: [BUDGET, KERNELS, BENDING],
  create() {
    throw new UnsupportedError("auto is another method in each scene: make the simulation with createSimulation or createSheet");
  },
};
