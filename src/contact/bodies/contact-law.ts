import type { ContactHandling } from "../../core/constraints.ts";
import type { StepContext } from "../../core/step-context.ts";
import { createCoulombLaw, type LyingPairs } from "./coulomb-law.ts";
import type { NearBodies } from "./near-bodies.ts";

/** The contacts that a step begins with, by Coulomb's law (coulomb-law). Kernels apply it where they know the form of the body. */
export interface ContactLaw {
  /**
   * Finds the particles near bodies that lie on one at the start of a step, and marks those in `asked` whose forces `decide` must know.
   * Those that slide on and lie on nothing else are decided at once: that takes no force. False where none lies on a body, and then nothing
   * sticks.
   */
  find(step: StepContext): boolean;
  /** Decides on the others, given `force` on them; may use it up. */
  decide(step: StepContext): void;
}

export function createContactLaw(near: NearBodies, handling: ContactHandling): ContactLaw {
  const { kernels: all, solids, arrays } = near;
  const lying: LyingPairs = { count: 0, pairs: arrays.lyingPairs };
  const law = createCoulombLaw(near, handling, lying);
  /** For each of the solids the number of lying pairs with it and those before it. */
  const lasts = new Uint32Array(solids.length);

  function findAt(body: number, first: number, end: number, step: StepContext): void {
    const kernels = near.kernelsOf(body);
    if (kernels === undefined) law.findOn(body, first, end, step);
    else lying.count = kernels.findLying(body, first, end, lying.count);
  }

  return {
    find(step) {
      if (solids.length === 0) return false;
      const { from, h, pins } = step;
      const { lasts: ends } = near;
      lying.count = 0;
      arrays.lying.fill(0);
      arrays.asked.fill(0);
      arrays.stuck.fill(0);
      arrays.slidesOn.fill(-1);
      arrays.pressForce.fill(0);
      if (lying.pairs.length < near.pairs.count) lying.pairs = new Uint32Array(2 * near.pairs.count);
      all?.begin(h, handling);
      arrays.positions.set(from.x);
      arrays.velocities.set(from.v);
      arrays.held.set(pins.held);
      for (let n = 0, first = 0; n < solids.length; first = ends[n++]) {
        if (first < ends[n]) findAt(solids[n], first, ends[n], step);
        lasts[n] = lying.count;
      }
      return lying.count > 0;
    },
    decide(step) {
      for (let n = 0, first = 0; n < solids.length; first = lasts[n++]) {
        const kernels = near.kernelsOf(solids[n]);
        if (kernels === undefined) law.decideOn(solids[n], first, lasts[n], step);
        else kernels.decide(solids[n], first, lasts[n]);
      }
    },
  };
}
