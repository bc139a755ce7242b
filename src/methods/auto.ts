import { autoBy, BUDGET } from "./auto-by.ts";
import { chooseMethod } from "./choose-method.ts";
import { describeCloth } from "./describe-cloth.ts";
import type { Method } from "./method.ts";
import { BENDING, KERNELS } from "./options.ts";

/** Stands for another method, which is chosen when the simulation is made and is what computes. */
export const auto: Method = {
  ...autoBy({
    title: "Auto",
    summary: "picks the method and its settings by mesh size, stiffness, step, contact and budget, never by the clock: a good start",
    paper: "",
    equations: "docs/findings.md, Auto",
    options: [
      {
        ...BUDGET,
        summary: "what the solve may cost a step, contact apart, on a core of 2.5 GHz; coarser settings where it would cost more; 0: 120",
      },
      {
        ...KERNELS,
        summary:
          "what computes: typescript (double precision), wasm (WebAssembly), or auto: wasm where it is to be had, however small the cloth",
      },
      BENDING,
    ],
  }),
  choose: (start, options) => chooseMethod(describeCloth(start, options), options.budget as number),
};
