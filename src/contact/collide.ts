import type { Slices } from "../core/slices.ts";
import type { Proposal, State } from "../core/state.ts";
import type { Cloth } from "../fabric/cloth.ts";
import type { Forces } from "../forces/catalog.ts";
import type { Pins } from "../methods/method.ts";
import { createContactLaw, createContacts } from "./bodies/contact-law.ts";
import { createForcesOn } from "./bodies/forces-on.ts";
import { createForesight } from "./bodies/foresight.ts";
import { createNearBodies } from "./bodies/near-bodies.ts";
import { type AlterationOptions, createPositionAlteration } from "./bodies/position-alteration.ts";
import { createPressing } from "./bodies/pressing.ts";
import { createSlidingFriction } from "./bodies/sliding-friction.ts";
import type { BodyMotion } from "./shapes/body-motion.ts";
import type { Collider } from "./shapes/collider.ts";
import type { ClothContact } from "./surfaces/cloth-contact.ts";
import type { ContactForces } from "./surfaces/contact-memory.ts";
import { prepareSurfaceContact, type SurfaceContactSetup } from "./surfaces/surface-contact.ts";

/** What a cloth may run into, and how it then behaves. */
export interface CollisionSetup extends AlterationOptions, SurfaceContactSetup {
  readonly colliders: readonly Collider[];
  /** Coulomb's coefficient [−] and thickness [m] of bodies that come later, such as a ball. */
  readonly friction: number;
  readonly thickness: number;
}

export const NO_COLLISION: CollisionSetup = {
  colliders: [],
  self: false,
  thickness: 0,
  friction: 0,
  restitution: 0,
  pushSpeed: 1,
  broadPhase: "tree",
};

/** Plain data for snapshots: forces between surfaces, and those of bodies on what slid on them, one a particle [N]. */
export interface ContactRecord extends ContactForces {
  readonly pressing: Float64Array;
}

/** Keeps the cloth of one rig out of bodies and of itself. */
export interface Collide {
  /**
   * Before the method proposes, with bodies begun on their way: which particles they hold besides the pins, and what is known of the forces of
   * contact. Where cloth is nearer to something than its thickness, the method sees it moved away already: Baraff's position correction
   * y [BaraffWitkin98, sec. 6.3], with F(x + y) for F + (∂F/∂x) y, and so for every method.
   */
  begin(state: State, h: number): void;
  /**
   * Before `end`: true where the proposal does not keep to known contacts well enough, or meets bodies, and the method is to propose
   * again with what was added.
   */
  refine(state: State, next: Proposal, h: number): boolean;
  /** After the method has proposed, or failed to: lets go of what `begin` made it hold. */
  end(state: State, h: number): void;
  /** After `end`: particle i is elsewhere than the method had it, and does not stick to a body in this step. */
  unstick(i: number): void;
  /** Corrects a proposal that would pass through something. It sees both ends of the step, and so the motion between them. */
  correct(state: State, next: Proposal, h: number): void;
  /** The step is committed: the next one knows the forces of its contacts. */
  keep(h: number): void;
  /** What the next step depends on: the forces of contact in the last step. */
  save(): ContactRecord;
  load(record: ContactRecord): void;
  /** Adds to f with what force bodies and cloth pressed on each particle in the last step, along the normals [N]; nothing after `load`. */
  addPressForces(f: Float64Array): void;
  /** Particles on bodies and pairs of cloth that touched at the end of the last step. */
  readonly contacts: number;
  /** Between surfaces, where some may meet. */
  readonly surfaces?: ClothContact | undefined;
}

/** `bodies` are the colliders in motion, which every rig of a simulation shares; `reactions` is where the method reads forces of contact; `former` is what collided before a cut. */
export function* prepareCollide(
  setup: CollisionSetup,
  bodies: BodyMotion,
  cloth: Cloth,
  forces: Forces,
  pins: Pins,
  start: Float64Array,
  reactions: Float64Array = NO_REACTIONS,
  former?: Collide,
): Slices<Collide> {
  const { colliders } = setup;
  const near = createNearBodies(colliders, bodies, cloth, setup.kernels);
  const surfaces = yield* prepareSurfaceContact(setup, bodies, near, cloth, start, former?.surfaces);
  if (colliders.length === 0 && surfaces === undefined) return COLLIDE_WITH_NOTHING;
  yield;
  const { particleCount, mass } = cloth;
  const { held, indices, sliders } = pins;
  const contacts = createContacts(particleCount, near.cones?.arrays);
  contacts.areGripped = sliders?.areGripped ?? false;
  contacts.areTold = sliders?.areTold ?? false;
  contacts.areWeighed = sliders?.areWeighed ?? false;
  const law = createContactLaw(colliders, bodies, near, contacts);
  const alteration = createPositionAlteration(colliders, bodies, near, mass, setup);
  const pressing = createPressing(cloth);
  const foresight = createForesight(setup, bodies, near, pins, contacts);
  const slidingFriction = createSlidingFriction(cloth, colliders, bodies, pins, contacts, pressing);
  const forcesOn = createForcesOn(cloth, forces);
  const force = new Float64Array(3 * particleCount);
  const velocityBefore = new Float64Array(3 * particleCount);
  const placeBefore = new Float64Array(surfaces === undefined ? 0 : 3 * particleCount);
  const shift = new Float64Array(placeBefore.length);
  let isShifted = false;
  let pinCount = 0;
  /** Sliders that lie on bodies from the start of the step; behind them are those that it would bring there. */
  let slidingCount = 0;
  let contactCount = 0;
  /** Length of the step that the contacts are of [s]; 0 where they are of none. */
  let keptStep = 0;

  /** What sticks to a body is held like a pin that goes with it; what slides has the surface's velocity along the normal. */
  function hold(x: Float64Array, v: Float64Array, h: number): void {
    const { stuck, place, slidesOn, velocity, normal, grip } = contacts;
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
        sliders.grips[k] = grip[i];
        for (let c = 0; c < 3; c++) {
          sliders.normals[3 * k + c] = normal[3 * i + c];
          v[3 * i + c] -= off * normal[3 * i + c];
          sliders.slips[3 * k + c] = v[3 * i + c] - velocity[3 * i + c];
        }
      }
    }
  }

  function giveBack(v: Float64Array, i: number): void {
    for (let c = 3 * i; c < 3 * i + 3; c++) v[c] = velocityBefore[c];
  }

  return {
    surfaces: surfaces?.contact,
    get contacts() {
      return contactCount;
    },
    begin(state, h) {
      const { x, v, time } = state;
      pinCount = pins.count;
      slidingCount = 0;
      foresight.begin();
      slidingFriction.begin();
      near.find(x, v, held, h);
      isShifted = surfaces?.begin(state, held, h, reactions, shift) ?? false;
      pins.contacts = surfaces?.couplings;
      if (isShifted) {
        placeBefore.set(x);
        for (let c = 0; c < x.length; c++) x[c] += shift[c];
      }
      if (!law.find(x, v, mass, h, held)) return;
      force.fill(0);
      forcesOn.add(law.asked, x, v, time, force);
      law.decide(x, v, mass, force);
      hold(x, v, h);
      slidingCount = sliders?.count ?? 0;
    },
    refine(state, next, h) {
      const isForeseen = foresight.look(state, next, h, velocityBefore);
      const isMet = slidingFriction.look(state, next, velocityBefore, h, slidingCount, isForeseen) || isForeseen;
      const isAgain = surfaces === undefined ? isMet : surfaces.refine(next, h, reactions, isMet) || isMet;
      if (isAgain) slidingFriction.forget();
      return isAgain;
    },
    end({ x, v }, h) {
      if (isShifted) x.set(placeBefore);
      isShifted = false;
      pins.contacts = undefined;
      for (let k = pinCount; k < pins.count; k++) {
        held[indices[k]] = 0;
        giveBack(v, indices[k]);
      }
      pins.count = pinCount;
      if (sliders === undefined) return;
      if (slidingFriction.pressing !== undefined) contacts.nextPressing.set(slidingFriction.pressing);
      else pressing.learn(sliders, slidingCount, contacts.slidesOn, v, velocityBefore, h, contacts.nextPressing);
      for (let k = 0; k < sliders.count; k++) giveBack(v, sliders.indices[k]);
      sliders.count = 0;
    },
    unstick(i) {
      contacts.stuck[i] = 0;
    },
    correct({ x, v }, next, h) {
      next.isSound = false;
      slidingFriction.end(next);
      contactCount = alteration.alter(x, v, h, held, contacts, next.x, next.v);
      if (surfaces === undefined) return;
      surfaces.correct(next, held, contacts.stuck, h);
      contactCount += surfaces.contact.contactCount;
    },
    keep(h) {
      surfaces?.contact.keep(h);
      contacts.pressing.set(contacts.nextPressing);
      keptStep = h;
    },
    addPressForces(f) {
      if (keptStep === 0) return;
      for (let i = 0; i < particleCount; i++) f[i] += contacts.pressForce[i];
      surfaces?.contact.contacts.addPressForces(keptStep, f);
    },
    save: () => ({ ...(surfaces?.memory.save() ?? NO_FORCES), pressing: contacts.pressing.slice() }),
    load(record) {
      keptStep = 0;
      surfaces?.memory.load(record);
      surfaces?.contact.suspect();
      if (record.pressing.length === particleCount) contacts.pressing.set(record.pressing);
      else contacts.pressing.fill(0);
    },
  };
}

const NO_REACTIONS = new Float64Array(0);
const NO_FORCES: ContactForces = { elements: new Uint32Array(0), forces: new Float64Array(0) };
/** Of a step without contact. */
export const NO_RECORD: ContactRecord = { ...NO_FORCES, pressing: new Float64Array(0) };

/** Where there is nothing to run into. */
export const COLLIDE_WITH_NOTHING: Collide = {
  begin() {},
  refine: () => false,
  end() {},
  unstick() {},
  correct() {},
  keep() {},
  save: () => NO_RECORD,
  load() {},
  addPressForces() {},
  contacts: 0,
};
