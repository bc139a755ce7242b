import { type Contact, NO_CONTACT, prepareContact } from "../contact/contact.ts";
import { UnsupportedError } from "../core/errors.ts";
import type { Slices } from "../core/slices.ts";
import { copyJet, jetTerm } from "../forces/jet.ts";
import { createFlight } from "./ball.ts";
import { createBodies, type SimulationBodies } from "./bodies.ts";
import { createGradualCuts } from "./gradual-cuts.ts";
import { createInspector } from "./inspect-state.ts";
import { readCut, readRemoval } from "./read-edits.ts";
import { editRig, replayEdits } from "./rig.ts";
import { createSights } from "./sights.ts";
import { createTearing } from "./tearing.ts";

/** What a simulation can do besides stepping. It gets them from outside, so that a page which needs none of them does not load their code. */
export interface Abilities {
  /** Meets bodies and itself. */
  readonly prepareContact: (...setup: Parameters<typeof prepareContact>) => Slices<Contact>;
  /** Moves, teleports and shows bodies. */
  readonly createBodies: typeof createBodies;
  /** Is blown at. */
  readonly copyJet: typeof copyJet;
  readonly jetTerm: typeof jetTerm | undefined;
  /** Has a ball thrown at it. */
  readonly createFlight: typeof createFlight;
  /** Judges whether something has passed through something. */
  readonly createInspector: typeof createInspector;
  /** Shows fields, springs, boxes and intersections. */
  readonly createSights: typeof createSights;
  /** Is cut, tears, and loses springs. */
  readonly editing: {
    readonly edit: typeof editRig;
    readonly replay: typeof replayEdits;
    readonly readCut: typeof readCut;
    readonly readRemoval: typeof readRemoval;
    readonly createTearing: typeof createTearing;
    readonly createGradualCuts: typeof createGradualCuts;
  };
}

export const ALL_ABILITIES: Abilities = {
  prepareContact,
  createBodies,
  copyJet,
  jetTerm,
  createFlight,
  createInspector,
  createSights,
  editing: { edit: editRig, replay: replayEdits, readCut, readRemoval, createTearing, createGradualCuts },
};

const NO_BODIES: SimulationBodies = {
  list: [],
  ball: undefined,
  move: () => refuse("bodies"),
  place: () => refuse("bodies"),
  teleport: () => refuse("bodies"),
  throwBall: () => refuse("ball"),
  readPoses() {},
  readPlaces() {},
  readSurface: () => refuse("surface"),
};

/** Steps, and refuses the rest. */
export const STEP_ALONE: Abilities = {
  prepareContact: prepareNoContact,
  createBodies: () => NO_BODIES,
  copyJet: () => refuse("blow"),
  jetTerm: undefined,
  createFlight: () => refuse("ball"),
  createInspector: () => refuse("inspect"),
  createSights: () => refuse("view"),
  editing: {
    edit: () => refuse("edit"),
    replay: () => refuse("restore edits"),
    readCut: () => refuse("cut"),
    readRemoval: () => refuse("remove springs"),
    createTearing: () => refuse("tear"),
    createGradualCuts: () => refuse("cut"),
  },
};

// biome-ignore lint/correctness/useYield: there is nothing to do
function* prepareNoContact(): Slices<Contact> {
  return NO_CONTACT;
}

function refuse(what: string): never {
  throw new UnsupportedError(`${what}: drape/core has no code for it; use createSimulation of drape`);
}
