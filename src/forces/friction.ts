import type { ForceTerm } from "./force-term.ts";
import { addNothing, NO_PAIRS } from "./force-term.ts";
import type { Environment } from "./wind.ts";

/** The friction [N] of bodies that the cloth slides on, found before each step and the same throughout it; none without bodies. */
export function frictionTerm(environment: Environment): ForceTerm {
  return {
    name: "friction",
    role: "external",
    constantMatrix: true,
    pairs: NO_PAIRS,
    energy: () => 0,
    addForce(_x, _v, _t, f) {
      const { friction } = environment;
      if (friction === undefined) return;
      for (let c = 0; c < f.length; c++) f[c] += friction[c];
    },
    addMatrix: addNothing,
  };
}
