import type { Slices } from "../core/slices.ts";
import type { CollisionSetup, Contact, ContactRecord } from "./contact.ts";
import type { ContactForces } from "./surfaces/contact-memory.ts";

/** A scene where there is nothing to run into. */
export const NO_COLLISION: CollisionSetup = {
  colliders: [],
  self: false,
  thickness: 0,
  friction: 0,
  restitution: 0,
  pushSpeed: 1,
  alteration: "solved",
  broadPhase: "tree",
};

/** No surfaces press on each other. */
export const NO_FORCES: ContactForces = { elements: new Uint32Array(0), forces: new Float64Array(0) };
/** The record of a step without contact. */
export const NO_RECORD: ContactRecord = { ...NO_FORCES, pressing: new Float64Array(0) };

/** Contact where there is nothing to meet. */
export const NO_CONTACT: Contact = {
  detect() {},
  couple() {},
  refine: () => false,
  release() {},
  unstick() {},
  correct() {},
  wentBeyond: false,
  commit() {},
  save: () => NO_RECORD,
  load() {},
  addPressForces() {},
  count: 0,
};

// biome-ignore lint/correctness/useYield: there is nothing to do
export function* prepareNoContact(): Slices<Contact> {
  return NO_CONTACT;
}
