import type { BodyMotion } from "../collision/body-motion.ts";
import type { Collider } from "../collision/collider.ts";
import { createContactForces } from "../collision/contact-force.ts";
import { type AlterationOptions, createPositionAlteration } from "../collision/position-alteration.ts";
import type { Proposal, State } from "../core/state.ts";
import type { Cloth } from "../fabric/cloth.ts";
import { addForces, type Forces } from "../forces/catalog.ts";
import type { Environment } from "../forces/wind.ts";
import type { Pins } from "../solvers/method.ts";

/** What a cloth may run into, and how it then behaves. */
export interface CollisionSetup extends AlterationOptions {
  readonly colliders: readonly Collider[];
}

export const NO_COLLISION: CollisionSetup = { colliders: [], restitution: 0, pushSpeed: 1 };

/** Keeps the cloth of one rig out of bodies. */
export interface Collide {
  /** Before the method proposes: where bodies go in this step, and the reactions of those that the cloth lies on. */
  begin(state: State, h: number): void;
  /** Corrects a proposal that would pass through something. It sees both ends of the step, and so the motion between them. */
  correct(state: State, next: Proposal, h: number): void;
  /** Particles that touched something at the end of the last step. */
  readonly contacts: number;
}

/** `bodies` are the colliders in motion, which every rig of a simulation shares. */
export function createCollide(
  setup: CollisionSetup,
  bodies: BodyMotion,
  cloth: Cloth,
  forces: Forces,
  environment: Environment,
  pins: Pins,
): Collide {
  const { colliders } = setup;
  if (colliders.length === 0) return COLLIDE_WITH_NOTHING;
  const { particleCount, mass } = cloth;
  const { held } = pins;
  const contactForces = createContactForces(colliders, bodies, particleCount);
  const alteration = createPositionAlteration(colliders, bodies, particleCount, setup);
  const force = new Float64Array(3 * particleCount);
  const reaction = new Float64Array(3 * particleCount);
  let contacts = 0;

  return {
    get contacts() {
      return contacts;
    },
    begin({ x, v, time }, h) {
      bodies.begin(time, h);
      reaction.fill(0);
      environment.reaction = undefined;
      if (!contactForces.find(x, held)) return;
      force.fill(0);
      addForces(forces.elastic, x, v, time, force);
      addForces(forces.damping, x, v, time, force);
      addForces(forces.external, x, v, time, force);
      contactForces.compute(x, v, mass, h, force, reaction);
      environment.reaction = reaction;
    },
    correct({ x, v }, next, h) {
      contacts = alteration.alter(x, v, h, mass, held, reaction, next.x, next.v);
    },
  };
}

const COLLIDE_WITH_NOTHING: Collide = { begin() {}, correct() {}, contacts: 0 };
