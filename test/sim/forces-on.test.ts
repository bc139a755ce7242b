import fc from "fast-check";
import { expect, test } from "vitest";
import { createForcesOn } from "../../src/contact/bodies/forces-on.ts";
import { addForces, createForces } from "../../src/forces/catalog.ts";
import type { Environment } from "../../src/forces/wind.ts";
import { randomCloth } from "../support/random-cloth.ts";

const AIR: Environment = { gravity: Float64Array.of(0, -9.81, 0), wind: undefined, seed: 1 };

test("the forces on marked particles are those that all springs and hinges give, to the bit, whoever was marked before", () => {
  fc.assert(
    fc.property(fc.integer(), fc.boolean(), (seed, asymmetric) => {
      const particles = 20;
      const options = { particles, springs: 60, hinges: 20, viscous: 0.1, relativeDamping: 0.1, asymmetric };
      const { cloth, positions, velocities } = randomCloth(seed, options);
      const forces = createForces(cloth, AIR);
      const all = new Float64Array(3 * particles);
      for (const terms of [forces.elastic, forces.damping, forces.external]) {
        addForces(terms, positions, velocities, 0, all);
      }
      const addForcesOn = createForcesOn(cloth, forces);
      for (const share of [1, 2, 7, 30]) {
        const marked = Uint8Array.from({ length: particles }, (_, i) => (i % share === 0 ? 1 : 0));
        const some = new Float64Array(3 * particles);
        addForcesOn(marked, positions, velocities, 0, some);
        for (let c = 0; c < some.length; c++) if (marked[Math.floor(c / 3)] !== 0) expect(some[c]).toBe(all[c]);
      }
    }),
    { numRuns: 30 },
  );
});
