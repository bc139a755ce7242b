import type { ForceTerm } from "./force-term.ts";
import { addNothing, NO_PAIRS } from "./force-term.ts";
import type { Environment } from "./wind.ts";

/** The reactions [N] of bodies that the cloth lies on, found before each step and the same throughout it; none without bodies. */
export function reactionTerm(environment: Environment): ForceTerm {
  return {
    name: "reaction",
    role: "external",
    constantMatrix: true,
    pairs: NO_PAIRS,
    energy: () => 0,
    addForce(_x, _v, _t, f) {
      const { reaction } = environment;
      if (reaction === undefined) return;
      for (let c = 0; c < f.length; c++) f[c] += reaction[c];
    },
    addMatrix: addNothing,
  };
}
