import type { Contact, prepareContact } from "../contact/contact.ts";
import { prepareNoContact } from "../contact/no-contact.ts";
import { UnsupportedError } from "../core/errors.ts";
import type { Slices } from "../core/slices.ts";
import type { copyJet, jetTerm } from "../forces/jet.ts";
import type { renumberMatrix } from "../linalg/symmetric-matrix.ts";
import type { createAnchors } from "./anchors.ts";
import type { createFlight } from "./ball.ts";
import type { createBodies, SimulationBodies } from "./bodies.ts";
import type { createBodyPins } from "./body-pins.ts";
import type { editRig, replayEdits } from "./edit-rig.ts";
import type { createGradualCuts } from "./gradual-cuts.ts";
import type { createInspector } from "./inspect-state.ts";
import type { createLeashes } from "./leash.ts";
import type { measureState } from "./measure.ts";
import type { readCut, readRemoval } from "./read-edits.ts";
import type { createSights } from "./sights.ts";
import type { tear } from "./tear.ts";

/** What a run needs to step, by what is in its scene. It gets them from outside, so that a page which needs none of them does not load their code. */
export interface RunAbilities {
  /** Meets bodies and itself. */
  readonly prepareContact: (...setup: Parameters<typeof prepareContact>) => Slices<Contact>;
  /** Keeps what is leashed or tethered within reach. */
  readonly createLeashes: typeof createLeashes;
  /** Goes with bodies that the scene attaches it to. */
  readonly createAnchors?: typeof createAnchors | undefined;
  /** Is attached to bodies at run time. */
  readonly createBodyPins?: typeof createBodyPins | undefined;
  /** Is blown at by a jet. */
  readonly jetTerm?: typeof jetTerm | undefined;
  /** Has a ball thrown at it. */
  readonly createFlight?: typeof createFlight;
  /** Is cut, tears, and loses springs. */
  editing: {
    readonly edit: typeof editRig;
    readonly replay: typeof replayEdits;
    readonly readCut: typeof readCut;
    readonly readRemoval: typeof readRemoval;
    readonly tear: typeof tear;
    readonly createGradualCuts: typeof createGradualCuts;
  };
}

/** What a simulation can do besides stepping. */
export interface Abilities extends RunAbilities {
  /** Moves, teleports and shows bodies. */
  readonly createBodies: typeof createBodies;
  readonly copyJet: typeof copyJet;
  /** Tells energies, strain and the matrix. */
  readonly measureState: typeof measureState;
  readonly renumberMatrix: typeof renumberMatrix;
  /** Judges whether something has passed through something. */
  readonly createInspector: typeof createInspector;
  /** Shows fields, springs, boxes and intersections. */
  readonly createSights: typeof createSights;
}

/** Steps, and refuses the rest with an UnsupportedError: what was asked for, and what to do. */
export function stepAlone(advise: (what: Refused) => string): Abilities {
  const refuse = (what: Refused): never => {
    throw new UnsupportedError(`${what}: ${advise(what)}`);
  };
  const noBodies: SimulationBodies = {
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
  return {
    prepareContact: prepareNoContact,
    createLeashes: () => refuse("leashes"),
    createBodies: () => ({ ...noBodies }),
    copyJet: () => refuse("blow"),
    jetTerm: undefined,
    createFlight: () => refuse("ball"),
    measureState: () => refuse("measure"),
    renumberMatrix: () => refuse("measure"),
    createInspector: () => refuse("inspect"),
    createSights: () => refuse("view"),
    editing: {
      edit: () => refuse("edit"),
      replay: () => refuse("restore edits"),
      readCut: () => refuse("cut"),
      readRemoval: () => refuse("remove springs"),
      tear: () => refuse("tear"),
      createGradualCuts: () => refuse("cut"),
    },
  };
}

/** What a simulation without abilities is asked for in vain. */
export type Refused =
  | "leashes"
  | "bodies"
  | "surface"
  | "ball"
  | "blow"
  | "measure"
  | "inspect"
  | "view"
  | "edit"
  | "restore edits"
  | "cut"
  | "remove springs"
  | "tear";
