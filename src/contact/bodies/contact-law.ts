import type { BodyMotion } from "../../core/body-motion.ts";
import type { StepContext } from "../../core/step-context.ts";
import type { Collider } from "../shapes/collider.ts";
import type { Contacts } from "./contacts.ts";
import { createCoulombLaw, type LyingPairs } from "./coulomb-law.ts";
import type { NearBodies } from "./near-bodies.ts";

/** The contacts that a step begins with, by Coulomb's law (coulomb-law). At bodies of cones kernels apply it, where there are some. */
export interface ContactLaw {
  /** 1 for the particles whose forces `decide` must know. */
  readonly asked: Uint8Array;
  /**
   * Finds the particles near bodies that lie on one at the start of a step. Those that slide on and lie on nothing else are decided at once: that
   * takes no force. False where none lies on a body, and then nothing sticks.
   */
  find(step: StepContext, mass: Float64Array): boolean;
  /** Decides on the others, given the forces f on them [N]; may use f up. */
  decide(step: StepContext, mass: Float64Array, f: Float64Array): void;
}

export function createContactLaw(colliders: readonly Collider[], bodies: BodyMotion, near: NearBodies, contacts: Contacts): ContactLaw {
  const { stuck, slidesOn, pressForce } = contacts;
  const particleCount = stuck.length;
  const { cones, solids } = near;
  const lying: LyingPairs = {
    count: 0,
    pairs: cones?.arrays.lyingPairs ?? new Uint32Array(particleCount),
    lying: cones?.arrays.lying ?? new Uint8Array(particleCount),
    asked: cones?.arrays.asked ?? new Uint8Array(particleCount),
  };
  const law = createCoulombLaw(colliders, bodies, near, contacts, lying);
  /** For each of the solids the number of lying pairs with it and those before it. */
  const lasts = new Uint32Array(solids.length);

  return {
    asked: lying.asked,
    find(step, mass) {
      const { from, h, pins } = step;
      const { lasts: ends } = near;
      lying.count = 0;
      lying.lying.fill(0);
      lying.asked.fill(0);
      stuck.fill(0);
      slidesOn.fill(-1);
      pressForce.fill(0);
      if (lying.pairs.length < near.pairs.count) lying.pairs = new Uint32Array(2 * near.pairs.count);
      if (cones !== undefined) {
        cones.begin(h, contacts);
        cones.arrays.positions.set(from.x);
        cones.arrays.velocities.set(from.v);
        cones.arrays.mass.set(mass);
        cones.arrays.held.set(pins.held);
      }
      for (let n = 0, first = 0; n < solids.length; first = ends[n++]) {
        const kernels = near.kernelsOf(solids[n]);
        if (kernels === undefined) law.findOn(solids[n], first, ends[n], step, mass);
        else lying.count = kernels.findLying(solids[n], first, ends[n], lying.count);
        lasts[n] = lying.count;
      }
      return lying.count > 0;
    },
    decide(step, mass, f) {
      cones?.arrays.force.set(f);
      const forces = cones?.arrays.force ?? f;
      for (let n = 0, first = 0; n < solids.length; first = lasts[n++]) {
        const kernels = near.kernelsOf(solids[n]);
        if (kernels === undefined) law.decideOn(solids[n], first, lasts[n], step, mass, forces);
        else kernels.decide(solids[n], first, lasts[n]);
      }
    },
  };
}
