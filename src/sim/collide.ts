import type { BodyMotion } from "../collision/body-motion.ts";
import type { Collider } from "../collision/collider.ts";
import { createContactLaw, createContacts } from "../collision/contact-law.ts";
import { type AlterationOptions, createPositionAlteration } from "../collision/position-alteration.ts";
import type { Proposal, State } from "../core/state.ts";
import type { Cloth } from "../fabric/cloth.ts";
import { addForces, type Forces } from "../forces/catalog.ts";
import type { Pins } from "../solvers/method.ts";

/** What a cloth may run into, and how it then behaves. */
export interface CollisionSetup extends AlterationOptions {
  readonly colliders: readonly Collider[];
}

export const NO_COLLISION: CollisionSetup = { colliders: [], restitution: 0, pushSpeed: 1 };

/** Keeps the cloth of one rig out of bodies. */
export interface Collide {
  /** Before the method proposes: where bodies go in this step, and which particles they hold besides the pins. */
  begin(state: State, h: number): void;
  /** After the method has proposed, or failed to: lets go of what `begin` made it hold. */
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
  pins: Pins,
): Collide {
  const { colliders } = setup;
  if (colliders.length === 0) return COLLIDE_WITH_NOTHING;
  const { particleCount, mass } = cloth;
  const { held, indices, sliders } = pins;
  const contacts = createContacts(particleCount);
  const law = createContactLaw(colliders, bodies, contacts);
  const alteration = createPositionAlteration(colliders, bodies, particleCount, setup);
  const force = new Float64Array(3 * particleCount);
  const velocityBefore = new Float64Array(3 * particleCount);
  let pinCount = 0;
  let contactCount = 0;

  /** What sticks to a body is held like a pin that goes with it; what slides has the surface's velocity along the normal. */
  function hold(x: Float64Array, v: Float64Array, h: number): void {
    const { stuck, place, slidesOn, velocity, normal } = contacts;
    for (let i = 0; i < particleCount; i++) {
      if (stuck[i] === 0 && slidesOn[i] < 0) continue;
      let off = 0;
      for (let c = 3 * i; c < 3 * i + 3; c++) {
        velocityBefore[c] = v[c];
        off += (v[c] - velocity[c]) * normal[c];
      }
      if (stuck[i] !== 0) {
        held[i] = 1;
        indices[pins.count++] = i;
        for (let c = 3 * i; c < 3 * i + 3; c++) v[c] = (place[c] - x[c]) / h;
      } else if (sliders !== undefined) {
        const k = sliders.count++;
        sliders.indices[k] = i;
        for (let c = 0; c < 3; c++) {
          sliders.normals[3 * k + c] = normal[3 * i + c];
          v[3 * i + c] -= off * normal[3 * i + c];
        }
      }
    }
  }

  function giveBack(v: Float64Array, i: number): void {
    for (let c = 3 * i; c < 3 * i + 3; c++) v[c] = velocityBefore[c];
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
      law.decide(x, v, mass, h, force);
      hold(x, v, h);
    },
    end({ v }) {
      for (let k = pinCount; k < pins.count; k++) {
        held[indices[k]] = 0;
        giveBack(v, indices[k]);
      }
      pins.count = pinCount;
      if (sliders === undefined) return;
      for (let k = 0; k < sliders.count; k++) giveBack(v, sliders.indices[k]);
      sliders.count = 0;
    },
    correct({ x, v }, next, h) {
      contactCount = alteration.alter(x, v, h, held, contacts, next.x, next.v);
    },
  };
}

const COLLIDE_WITH_NOTHING: Collide = { begin() {}, end() {}, correct() {}, contacts: 0 };
