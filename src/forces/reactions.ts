import { externalTerm, type ForceTerm } from "./force-term.ts";
import type { Environment } from "./wind.ts";

/** Reactions of contacts, as they were found in the last step: given forces, without an energy. */
export function reactionTerm(environment: Environment): ForceTerm {
  return externalTerm({
    name: "reactions",
    isIdle: () => environment.reactions === undefined,
    addForce(_x, _v, _t, f) {
      const { reactions } = environment;
      if (reactions === undefined) return;
      for (let c = 0; c < f.length; c++) f[c] += reactions[c];
    },
    addForceOn(i, _v, f) {
      const { reactions } = environment;
      if (reactions !== undefined) for (let c = 3 * i; c < 3 * i + 3; c++) f[c] += reactions[c];
    },
  });
}
