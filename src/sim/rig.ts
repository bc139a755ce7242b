import type { CollisionSetup, Contact, ContactProblem } from "../contact/contact.ts";
import { findLips, partLips } from "../contact/surfaces/part-lips.ts";
import type { BodyMotion } from "../core/body-motion.ts";
import { LEAVES_CONTACT } from "../core/constraints.ts";
import { InputError } from "../core/errors.ts";
import type { StageClock } from "../core/profile.ts";
import { finish, type Slices } from "../core/slices.ts";
import { createProposal, createState, type State, type StateArrays } from "../core/state.ts";
import { createStepContext, type StepContext } from "../core/step-context.ts";
import type { Cloth } from "../fabric/cloth.ts";
import { withCopies, without } from "../fabric/cut-cloth.ts";
import type { ShearModel } from "../fabric/triangle-stiffness.ts";
import { createForces, type Forces } from "../forces/catalog.ts";
import type { BeforeCut } from "../kernels/blocks/sweep-rows.ts";
import type { Release } from "../kernels/module.ts";
import { vertexNormals } from "../mesh/vertex-normals.ts";
import type { Problem, Solver } from "../methods/method.ts";
import type { Abilities } from "./abilities.ts";
import { createDrive, type Drive, type DriveMemory } from "./drive.ts";
import { createLeashes, type Leashes } from "./leash.ts";
import { applyCut, applyEdit, type Edit, type Revised, type Revision } from "./revision.ts";
import type { SimulationSetup } from "./setup.ts";

/** What every rig of a simulation shares. */
export interface RigSetup extends Pick<SimulationSetup, "environment" | "method" | "options" | "kernels"> {
  readonly clock: StageClock;
  readonly collision: CollisionSetup;
  readonly bodies: BodyMotion;
  readonly prepareContact: Abilities["prepareContact"];
  /** What rigs have to release when they are done with. */
  readonly releases: Set<readonly Release[]>;
}

/** One revision of the cloth, ready to step: its drive, method, forces, contacts, state and scratch. A cut makes a new one. */
export interface Rig {
  readonly revision: Revision;
  readonly drive: Drive;
  readonly solver: Solver;
  readonly forces: Forces;
  readonly contact: Contact;
  /** Absent where nothing is leashed. */
  readonly leashes: Leashes | undefined;
  /** The forces of contact that the method reads [N]; undefined where no surfaces can meet. */
  readonly reactions: Float64Array | undefined;
  readonly state: State;
  readonly context: StepContext;
  /** Positions one step earlier. */
  readonly previous: Float64Array;
  /** The method's history when it is new, and before the present step. */
  readonly startHistory: readonly Float64Array[];
  readonly historyBefore: readonly Float64Array[];
  /** In the cloth that the solver was created for: the index of each spring of now, and the springs lost since, ascending. */
  readonly springIndex: Uint32Array;
  readonly lostSprings: Uint32Array;
  /** Releases threads from the memory of the solver. */
  readonly releases: readonly Release[];
}

/** A rig at the start, at rest; `former` is the contact before a cut, `before` what a solver may go on with. */
export function* prepareRig(revision: Revision, setup: RigSetup, former?: Contact, before?: BeforeCut): Slices<Rig> {
  const { cloth, sceneIndex, start, pins } = revision;
  const { environment, method, options, clock } = setup;
  const releases: Release[] = [];
  setup.releases.add(releases);
  const kernels = setup.kernels && { ...setup.kernels, releases };
  const drive = createDrive(start, pins, setup.bodies);
  const reactions = createReactions(cloth, setup);
  environment.reactions ??= reactions; // those of the first rig, until the next takes over
  const problem: Problem = { cloth, environment, pins: drive.pins, sceneIndex, clock, kernels, before };
  const solver = method.prepare === undefined ? method.create(problem, options) : yield* method.prepare(problem, options);
  yield;
  const forces = measuredForces(cloth, setup);
  const contact = yield* setup.prepareContact(setup.collision, contactProblem(revision, forces, drive, reactions, setup), former);
  yield;
  const createArray = solver.arrays?.createArray;
  const { x, v } = createProposal(cloth.particleCount, createArray);
  x.set(start);
  const state = createState(x, v);
  const next = createProposal(cloth.particleCount, createArray);
  return {
    revision,
    drive,
    solver,
    forces,
    contact,
    leashes: leash(revision, setup),
    reactions,
    state,
    context: createStepContext(state, next, drive.pins, setup.bodies, reactions !== undefined, createArray),
    previous: start.slice(),
    startHistory: solver.history.map((array) => array.slice()),
    historyBefore: solver.history.map((array) =>
      createArray !== undefined && array.buffer === x.buffer && array.length === x.length ? createArray() : array.slice(),
    ),
    springIndex: countUp(cloth.springs.count),
    lostSprings: new Uint32Array(0),
    releases,
  };
}

export function createRig(revision: Revision, setup: RigSetup): Rig {
  return finish(prepareRig(revision, setup));
}

function leash({ cloth, start, leashes, tethers }: Revision, { bodies }: RigSetup): Leashes | undefined {
  if (leashes.length === 0 && tethers.length === 0) return undefined;
  return createLeashes(bodies, leashes, tethers, start, vertexNormals(cloth.triangles, start));
}

function createReactions({ particleCount }: Cloth, { collision }: RigSetup): Float64Array | undefined {
  const areSome = collision.self || collision.colliders.some(({ shape }) => shape.surface !== undefined);
  return areSome ? new Float64Array(3 * particleCount) : undefined;
}

/** The forces whose energy is measured: those the method acts by. */
function measuredForces(cloth: Cloth, { environment, method, options }: RigSetup): Forces {
  return createForces(cloth, environment, {
    bending: options.bending !== false,
    membrane: method.membraneTerms,
    shear: (options.shear ?? "axes") as ShearModel,
  });
}

/** The rig after an edit, in the same state; the same rig where the edit changed nothing but the record of edits. */
export function editRig(rig: Rig, edit: Edit, setup: RigSetup): Rig {
  return finish(prepareEdit(rig, edit, setup))();
}

/**
 * The same beside the steps of the rig, which may go on with every slice: what comes at the end makes the rig after the edit of what the rig is
 * then. It is ready for steps of `seconds`, where these are given.
 */
export function* prepareEdit(rig: Rig, edit: Edit, setup: RigSetup, seconds?: number): Slices<() => Rig> {
  const revised = edit.kind === "cut" ? yield* applyCut(rig.revision, edit) : applyEdit(rig.revision, edit);
  const { revision, origin, removedSprings } = revised;
  if (origin === undefined && removedSprings === undefined) return () => ({ ...rig, revision });
  if (removedSprings !== undefined && rig.solver.follow !== undefined) return () => loseSprings(rig, revised, setup);
  const from = origin ?? countUp(rig.revision.cloth.particleCount);
  const before = origin && { cloth: rig.revision.cloth, origin, rows: rig.solver.rows };
  yield;
  const made = yield* prepareRig(revision, setup, rig.contact, before);
  if (seconds !== undefined && made.solver.warm !== undefined) {
    followDrive(rig, from, made); // held particles, and the history of the method
    followHistory(rig.solver.history, from, made.solver);
    yield* made.solver.warm(seconds);
  }
  yield;
  return () => takeOver(rig, from, made, setup);
}

/** Puts the state of a rig into the one after an edit, `from` being the particle before of each particle. */
function takeOver(rig: Rig, from: Uint32Array, made: Rig, setup: RigSetup): Rig {
  withCopies(rig.state.x, 3, from, made.state.x);
  withCopies(rig.state.v, 3, from, made.state.v);
  made.state.time = rig.state.time;
  made.state.timeCarry = rig.state.timeCarry;
  made.state.steps = rig.state.steps;
  withCopies(rig.previous, 3, from, made.previous);
  followDrive(rig, from, made);
  followHistory(rig.solver.history, from, made.solver);
  const { self } = setup.collision;
  const lips = findLips(from, rig.revision.cloth.particleCount);
  const { triangles, thickness } = made.revision.cloth;
  const way = self ? partLips(triangles, lips, made.drive.pins.held, thickness, made.state.x) : 0;
  if (rig.contact.surfaces !== undefined) made.contact.surfaces?.follow(rig.contact.surfaces, lips, way);
  return made;
}

/** The same rig with the colliders of `setup`. */
export function withColliders(rig: Rig, setup: RigSetup): Rig {
  const { revision, forces, drive, reactions } = rig;
  const contact = finish(setup.prepareContact(setup.collision, contactProblem(revision, forces, drive, reactions, setup)));
  contact.load(rig.contact.save());
  return { ...rig, contact };
}

function contactProblem(
  { cloth, start }: Revision,
  forces: Forces,
  { pins }: Drive,
  reactions: Float64Array | undefined,
  { bodies, method, collision: { alteration } }: RigSetup,
): ContactProblem {
  if (alteration === "inside" && method.takesCorrection === undefined) {
    throw new InputError("collision.alteration", `"inside" with ${method.name}`, "implicit-euler, choi-ko and triangle-implicit take it");
  }
  const handling = alteration === "after" ? undefined : method.contact;
  return { cloth, forces, pins, bodies, handling: handling ?? LEAVES_CONTACT, start, reactions };
}

/** Goes on with the same solver, which takes the springs out itself. */
function loseSprings(rig: Rig, { revision, removedSprings = new Uint32Array(0) }: Revised, setup: RigSetup): Rig {
  const { springIndex } = rig;
  const lostSprings = Uint32Array.from([...rig.lostSprings, ...removedSprings.map((s) => springIndex[s])]).sort();
  rig.solver.follow?.(revision.cloth, lostSprings);
  const forces = measuredForces(revision.cloth, setup);
  return {
    ...withColliders({ ...rig, revision, forces }, setup),
    leashes: leash(revision, setup),
    springIndex: without(springIndex, 1, removedSprings),
    lostSprings,
  };
}

/** Copies of a pin are pins with the same motion; of a handle only the first goes on, and a copy of a held pin stays where it is. */
function followDrive(rig: Rig, from: Uint32Array, made: Rig): void {
  const { shift, target, pinned, grabbed } = rig.drive.save();
  const memory: DriveMemory = {
    shift: withCopies(shift, 3, from),
    target: withCopies(target, 3, from),
    pinned: withCopies(pinned, 1, from),
    grabbed: withCopies(grabbed, 1, from),
  };
  made.drive.load(memory);
  for (let i = pinned.length; i < from.length; i++) made.drive.release(i, rig.state.time);
}

/** Arrays of three numbers or one a particle go along with the particles, others as they are. */
function followHistory(old: readonly Float64Array[], from: Uint32Array, solver: Solver): void {
  const fresh = solver.history;
  for (let k = 0; k < fresh.length; k++) {
    const size = solver.ownHistory?.includes(fresh[k]) ? 0 : fresh[k].length / from.length;
    if (size === 3 || size === 1) withCopies(old[k], size, from, fresh[k]);
    else if (fresh[k].length === old[k].length) fresh[k].set(old[k]);
  }
}

/**
 * A rig at the start with all these edits made. They are made the way they came, so that a solver which takes lost springs out itself is
 * again one created after the last cut.
 */
export function replayEdits(first: Revision, edits: readonly Edit[], setup: RigSetup): Rig {
  const lastCut = edits.findLastIndex((edit) => edit.kind === "cut");
  const revise = (revision: Revision, edit: Edit): Revision => applyEdit(revision, edit).revision;
  const rig = createRig(edits.slice(0, lastCut + 1).reduce(revise, first), setup);
  const later = edits.slice(lastCut + 1);
  if (later.length === 0) return rig;
  if (rig.solver.follow !== undefined) return later.reduce((made, edit) => editRig(made, edit, setup), rig);
  return createRig(later.reduce(revise, rig.revision), setup);
}

function countUp(count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  for (let n = 0; n < count; n++) numbers[n] = n;
  return numbers;
}

/** `arrays` of the solver where it has some of these. */
export function copyArrays(from: readonly Float64Array[], to: readonly Float64Array[], arrays?: StateArrays): void {
  for (let k = 0; k < to.length; k++) {
    if (arrays?.copyArray === undefined) to[k].set(from[k]);
    else arrays.copyArray(from[k], to[k]);
  }
}
