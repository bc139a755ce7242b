import { UnsupportedError } from "../core/errors.ts";
import type { Method, OptionInfo } from "./method.ts";
import { BENDING, KERNELS } from "./options.ts";

const BUDGET: OptionInfo = {
  name: "budget",
  summary: "what the solve may cost a step, contact apart, on a core of 2.5 GHz; coarser settings where it would cost more; 0: no limit",
  kind: "number",
  unit: "ms",
  default: 0,
  min: 0,
  max: 1e6,
};

/** All of `auto` but how it finds the methods that it stands for. */
export const AUTO: Method = {
  name: "auto",
  title: "Auto",
  summary: "picks the method and its settings by mesh size, stiffness, step, contact and budget, never by the clock: a good start",
  paper: "",
  equations: "docs/findings.md, Auto",
  conserves: [],
  stepLimit: Number.POSITIVE_INFINITY,
  springModel: "symmetric",
  options: [
    BUDGET,
    {
      ...KERNELS,
      summary:
        "what computes: typescript (double precision), wasm (WebAssembly), or auto: wasm where it is to be had, however small the cloth",
    },
    BENDING,
  ],
  create() {
    throw new UnsupportedError("auto is another method in each scene: make the simulation with createSimulation or createSheet");
  },
};
