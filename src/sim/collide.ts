import type { BodyMotion } from "../collision/body-motion.ts";
import type { Collider } from "../collision/collider.ts";
import { createContactLaw, createContacts } from "../collision/contact-law.ts";
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
  /** Before the method proposes: where bodies go in this step; what the cloth that lies on them does, as far as the method must know. */
  begin(state: State, h: number): void;
  /** After the method has proposed, or failed to: gives back what `begin` lent it. */
  end(state: State): void;
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
  const { held, indices } = pins;
  const contacts = createContacts(particleCount);
  const law = createContactLaw(colliders, bodies, contacts);
  const alteration = createPositionAlteration(colliders, bodies, particleCount, setup);
  const force = new Float64Array(3 * particleCount);
  const velocityBefore = new Float64Array(3 * particleCount);
  let pinCount = 0;
  let contactCount = 0;

  /** Particles that stay on a body are held like pins that go with it. */
  function hold(v: Float64Array): void {
    const { stuck, velocity } = contacts;
    for (let i = 0; i < particleCount; i++) {
      if (stuck[i] === 0) continue;
      held[i] = 1;
      indices[pins.count++] = i;
      for (let c = 3 * i; c < 3 * i + 3; c++) {
        velocityBefore[c] = v[c];
        v[c] = velocity[c];
      }
    }
  }

  return {
    get contacts() {
      return contactCount;
    },
    begin({ x, v, time }, h) {
      bodies.begin(time, h);
      pinCount = pins.count;
      if (!law.find(x, held)) return;
      force.fill(0);
      addForces(forces.elastic, x, v, time, force);
      addForces(forces.damping, x, v, time, force);
      addForces(forces.external, x, v, time, force);
      const E = (globalThis as any).process.env;
      law.decide(x, v, mass, h, force);
      if (E.NOFRIC) { contacts.slidesOn.fill(-1); contacts.friction.fill(0); }
      if (E.NOHOLD) contacts.stuck.fill(0);
      hold(v);
      environment.friction = contacts.friction;
    },
    end({ v }) {
      environment.friction = undefined;
      for (let k = pinCount; k < pins.count; k++) {
        const i = indices[k];
        held[i] = 0;
        for (let c = 3 * i; c < 3 * i + 3; c++) v[c] = velocityBefore[c];
      }
      pins.count = pinCount;
    },
    correct({ x, v }, next, h) {
      contactCount = alteration.alter(x, v, h, mass, held, contacts, next.x, next.v);
    },
  };
}

const COLLIDE_WITH_NOTHING: Collide = { begin() {}, end() {}, correct() {}, contacts: 0 };
