import { createStretchStage } from "../contact/stretch/limit-stretch.ts";
import { findLips, partLips } from "../contact/surfaces/part-lips.ts";
import { finish, type Slices } from "../core/slices.ts";
import { withCopies, without } from "../fabric/cut-cloth.ts";
import type { Solver } from "../methods/method.ts";
import { reorderBodyPins } from "./body-pins.ts";
import type { DriveMemory } from "./drive.ts";
import { applyCut, applyEdit, type Revised } from "./revise.ts";
import type { Edit, Revision } from "./revision.ts";
import { countUp, createRig, leash, measuredForces, prepareRig, type Rig, type RigSetup, withColliders } from "./rig.ts";

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

/** Goes on with the same solver, which takes the springs out itself. */
function loseSprings(rig: Rig, { revision, removedSprings = new Uint32Array(0) }: Revised, setup: RigSetup): Rig {
  const { springIndex } = rig;
  const lostSprings = Uint32Array.from([...rig.lostSprings, ...removedSprings.map((s) => springIndex[s])]).sort();
  rig.solver.follow?.(revision.cloth, lostSprings);
  const forces = measuredForces(revision.cloth, setup);
  const leashes = leash(revision, setup);
  return {
    ...withColliders({ ...rig, revision, forces, stretch: createStretchStage(revision.cloth, leashes) }, setup),
    leashes,
    springIndex: without(springIndex, 1, removedSprings),
    lostSprings,
  };
}

/** Copies of a pin are pins with the same motion; of a handle only the first goes on, and a copy of a held pin stays where it is. */
function followDrive(rig: Rig, from: Uint32Array, made: Rig): void {
  const { shift, target, pinned, grabbed, hands, bodyPins } = rig.drive.save();
  const memory: DriveMemory = {
    shift: withCopies(shift, 3, from),
    target: withCopies(target, 3, from),
    pinned: withCopies(pinned, 1, from),
    grabbed: withCopies(grabbed, 1, from),
    hands,
    bodyPins: reorderBodyPins(bodyPins, from),
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
