import type { BodyMotion } from "../core/body-motion.ts";
import type { ContactHandling, Pins } from "../core/constraints.ts";
import type { Slices } from "../core/slices.ts";
import type { StepContext } from "../core/step-context.ts";
import type { Cloth } from "../fabric/cloth.ts";
import type { Force } from "../forces/force-term.ts";
import type { Forces } from "../forces/forces.ts";
import { createContactLaw } from "./bodies/contact-law.ts";
import { createForcesOn } from "./bodies/forces-on.ts";
import { createForesight } from "./bodies/foresight.ts";
import { holdContacts } from "./bodies/hold-contacts.ts";
import { createNearBodies } from "./bodies/near-bodies.ts";
import { type Alteration, type AlterationOptions, createPositionAlteration } from "./bodies/position-alteration.ts";
import { createPressing } from "./bodies/pressing.ts";
import { createSlidingFriction } from "./bodies/sliding-friction.ts";
import { createDrawing } from "./draw-together.ts";
import { NO_CONTACT, NO_FORCES } from "./no-contact.ts";
import type { Collider } from "./shapes/collider.ts";
import type { StretchStage } from "./stretch/limit-stretch.ts";
import type { ContactForces } from "./surfaces/contact-memory.ts";
import type { createStartLift } from "./surfaces/start-lift.ts";
import type { prepareSurfaceContact } from "./surfaces/surface-contact.ts";
import type { SurfaceContact, SurfaceContactSetup } from "./surfaces/surface-meeting.ts";

/** The bodies of a scene, and the rules by which cloth meets them and itself. */
export interface CollisionSetup extends AlterationOptions, SurfaceContactSetup {
  readonly colliders: readonly Collider[];
  /** Coulomb's coefficient [−] and thickness [m] of bodies that come later, such as a ball. */
  readonly friction: number;
  readonly thickness: number;
  readonly alteration: Alteration;
  /** The code by which surfaces meet each other: needed where cloth meets itself, or bodies of triangles. */
  readonly prepareSurfaces?: typeof prepareSurfaceContact;
  /** The code that lifts cloth out of bodies: needed where some starts deep in one, and no surfaces meet. */
  readonly createLift?: typeof createStartLift;
}

/** The cloth of one rig, as contact needs it. */
export interface ContactProblem {
  readonly cloth: Cloth;
  readonly forces: Forces<Force>;
  readonly pins: Pins;
  /** The colliders in motion, which every rig of a simulation shares. */
  readonly bodies: BodyMotion;
  /** What the method does with contacts itself. */
  readonly handling: ContactHandling;
  /** Positions at the start of the scene [m]. */
  readonly start: Float64Array;
  /** The forces of contact that the method reads [N]; undefined where no surfaces can meet. */
  readonly reactions: Float64Array | undefined;
  /** How far threads stretch; absent where they do so freely. */
  readonly stretch?: StretchStage | undefined;
}

/** Plain data for snapshots: forces between surfaces, and those of bodies on the particles that slid on them, one a particle [N]. */
export interface ContactRecord extends ContactForces {
  readonly pressing: Float64Array;
  /** How far particles are to be moved in the next step [m], where alteration is left to it. */
  readonly wanted?: Float64Array;
}

/** Keeps the cloth of one rig out of bodies and of itself. In each step: detect, couple, refine (as often as needed), release, correct, commit. */
export interface Contact {
  /**
   * Finds the pairs that may touch in this step, once bodies have begun on their way. Where surfaces are nearer to each other than their
   * thickness, `step.from` has them moved apart: Baraff's position correction y [BaraffWitkin98, sec. 6.3], with F(x + y) in place of
   * F + (∂F/∂x) y, for every method.
   */
  detect(step: StepContext): void;
  /** Gives the method its constraints: particles that bodies hold, sliders, ties between surfaces, and the known forces of contact. */
  couple(step: StepContext): void;
  /** After a proposal: true where it does not keep to the contacts well enough, or meets others, and the method is to propose again. */
  refine(step: StepContext): boolean;
  /** After the last proposal, or a failure of the method: takes the constraints back. */
  release(step: StepContext): void;
  /** Particle i was moved after the proposal, and does not stick to a body in this step. */
  unstick(i: number): void;
  /** Corrects a proposal that would pass through something. It sees both ends of the step, and so the motion between them. */
  correct(step: StepContext): void;
  /** After `correct`: the step is to be taken back, and taken again, for cloth went where not all of the bodies was looked at. */
  readonly wentBeyond: boolean;
  /** The step is committed: the next one knows the forces of its contacts. */
  commit(step: StepContext): void;
  /** What the next step depends on: the forces of contact in the last step. */
  save(): ContactRecord;
  load(record: ContactRecord): void;
  /** Adds to f the force by which bodies and cloth pressed on each particle in the last step, along the normals [N]; nothing after `load`. */
  addPressForces(f: Float64Array): void;
  /** Particles on bodies and pairs of cloth that touched at the end of the last step. */
  readonly count: number;
  /** The contact between surfaces, where some may meet. */
  readonly surfaces?: SurfaceContact | undefined;
}

/** `former` is the contact before a cut. */
export function* prepareContact(setup: CollisionSetup, problem: ContactProblem, former?: Contact): Slices<Contact> {
  const { colliders } = setup;
  const { cloth, bodies, pins, handling, stretch, reactions = NO_REACTIONS } = problem;
  const near = createNearBodies(colliders, bodies, cloth, setup.kernels);
  const surfaces =
    setup.prepareSurfaces &&
    (yield* setup.prepareSurfaces({ ...setup, stretch: stretch?.limit }, bodies, near, cloth, problem.start, former?.surfaces));
  if (colliders.length === 0 && surfaces === undefined) return NO_CONTACT;
  yield;
  const lift = surfaces ?? setup.createLift?.(near, cloth, setup.pushSpeed);
  if (former !== undefined && surfaces === undefined) lift?.memory.load(former.save());
  const { held, indices, sliders } = pins;
  const contacts = near.arrays;
  const law = createContactLaw(near, handling);
  const wanted = setup.alteration === "inside" ? new Float64Array(3 * cloth.particleCount) : undefined;
  const alterPositions = createPositionAlteration(near, handling, setup, wanted);
  const learnPressing = createPressing(cloth, handling);
  const foresight = createForesight(near, setup.restitution, pins, handling);
  const slidingFriction = createSlidingFriction(near, pins, handling, learnPressing);
  const addForcesOn = createForcesOn(cloth, problem.forces);
  let isOnBodies = false;
  /** The pins of the drive; behind them are the particles that contact holds. */
  let pinCount = 0;
  /** The sliders that lie on bodies from the start of the step; behind them are those that foresight added. */
  let slidingCount = 0;
  let contactCount = 0;
  /** The length of the last step [s]; 0 after `load`. */
  let committedStep = 0;

  function coupleBodies(step: StepContext): void {
    const { x, v, time } = step.from;
    contacts.force.fill(0);
    addForcesOn(contacts.asked, x, v, time, contacts.force);
    law.decide(step);
    holdContacts(step, contacts);
    if (sliders !== undefined && setup.alteration === "after") sliders.count = 0; // no method is to keep them
    slidingCount = sliders?.count ?? 0;
  }

  function unstick(i: number): void {
    contacts.stuck[i] = 0;
  }
  const drawTogether = stretch && near.solids.length > 0 ? createDrawing(stretch, near, alterPositions, contacts.stuck) : undefined;

  return {
    surfaces,
    get count() {
      return contactCount;
    },
    detect(step) {
      const { from, h, shifted } = step;
      pinCount = pins.count;
      slidingCount = 0;
      foresight.begin();
      slidingFriction.begin();
      near.find(step);
      if (lift?.begin(from, held, h, reactions, shifted)) {
        for (let c = 0; c < shifted.length; c++) shifted[c] = from.x[c] + shifted[c];
        from.x = shifted;
        if (lift.spared !== undefined) near.find(step, lift.spared);
      }
      isOnBodies = law.find(step);
    },
    couple(step) {
      pins.contacts = surfaces?.couplings;
      pins.touches = isOnBodies || (surfaces?.couplings.count ?? 0) > 0;
      if (isOnBodies) coupleBodies(step);
      surfaces?.hold(step);
      if (wanted !== undefined) step.correction = clearHeld(wanted, pins) ? wanted : undefined;
    },
    refine(step) {
      const isForeseen = setup.alteration === "solved" && foresight.look(step);
      const isMet = slidingFriction.look(step, slidingCount, isForeseen) || isForeseen;
      const isAgain = surfaces === undefined ? isMet : surfaces.refine(step.next, step.h, reactions, isMet) || isMet;
      if (isAgain) slidingFriction.forget();
      return isAgain;
    },
    release(step) {
      if (slidingFriction.pressing !== undefined) contacts.nextPressing.set(slidingFriction.pressing);
      else learnPressing(step, slidingCount, contacts.slidesOn, contacts.nextPressing);
      pins.contacts = undefined;
      for (let k = pinCount; k < pins.count; k++) held[indices[k]] = 0;
      pins.count = pinCount;
      if (sliders !== undefined) sliders.count = 0;
    },
    unstick,
    correct(step) {
      const { next, h } = step;
      next.isSound = false;
      slidingFriction.end(next);
      contactCount = alterPositions(step);
      drawTogether?.(step);
      if (surfaces === undefined) return;
      surfaces.correct(next, held, contacts.stuck, h);
      contactCount += surfaces.contact.contactCount;
    },
    get wentBeyond() {
      return surfaces?.wentBeyond ?? false;
    },
    commit({ h }) {
      surfaces?.contact.keep(h);
      contacts.pressing.set(contacts.nextPressing);
      committedStep = h;
    },
    addPressForces(f) {
      if (committedStep === 0) return;
      for (let i = 0; i < f.length; i++) f[i] += contacts.pressForce[i];
      surfaces?.contact.contacts.addPressForces(committedStep, f);
    },
    save: () => ({
      ...(lift?.memory.save() ?? NO_FORCES),
      pressing: contacts.pressing.slice(),
      ...(wanted && { wanted: wanted.slice() }),
    }),
    load(record) {
      committedStep = 0;
      lift?.memory.load(record);
      surfaces?.contact.suspect();
      if (record.pressing.length === contacts.pressing.length) contacts.pressing.set(record.pressing);
      else contacts.pressing.fill(0);
      if (record.wanted?.length === wanted?.length) wanted?.set(record.wanted ?? []);
      else wanted?.fill(0);
    },
  };
}

/** Held particles are moved by nothing else; false where nothing else is to be moved either. */
function clearHeld(wanted: Float64Array, { indices, count }: Pins): boolean {
  for (let k = 0; k < count; k++) wanted.fill(0, 3 * indices[k], 3 * indices[k] + 3);
  for (let c = 0; c < wanted.length; c++) if (wanted[c] !== 0) return true;
  return false;
}

const NO_REACTIONS = new Float64Array(0);
