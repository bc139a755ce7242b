import type { CollisionSetup, Contact, ContactProblem } from "../contact/contact.ts";
import { createStretchStage, type StretchStage } from "../contact/stretch/limit-stretch.ts";
import type { BodyMotion } from "../core/body-motion.ts";
import { LEAVES_CONTACT } from "../core/constraints.ts";
import { InputError } from "../core/errors.ts";
import type { StageClock } from "../core/profile.ts";
import { finish, type Slices } from "../core/slices.ts";
import { createProposal, createState, type State, type StateArrays } from "../core/state.ts";
import { createStepContext, type StepContext } from "../core/step-context.ts";
import type { Cloth } from "../fabric/cloth.ts";
import type { ShearModel } from "../fabric/triangle-stiffness.ts";
import type { Force } from "../forces/force-term.ts";
import { createPlainForces, type Forces } from "../forces/forces.ts";
import type { BeforeCut } from "../kernels/blocks/sweep-rows.ts";
import type { Release } from "../kernels/module.ts";
import type { Problem, Solver } from "../methods/method.ts";
import type { RunAbilities } from "./abilities.ts";
import { createDrive, type Drive } from "./drive.ts";
import type { Leashes } from "./leash.ts";
import type { Revision } from "./revision.ts";
import type { RunSetup } from "./setup.ts";

/** What every rig of a simulation shares. */
export interface RigSetup
  extends Pick<RunSetup, "environment" | "method" | "options" | "kernels">,
    Pick<RunAbilities, "prepareContact" | "createLeashes" | "createAnchors" | "createBodyPins"> {
  readonly clock: StageClock;
  readonly collision: CollisionSetup;
  readonly bodies: BodyMotion;
  /** What rigs have to release when they are done with. */
  readonly releases: Set<readonly Release[]>;
}

/** One revision of the cloth, ready to step: its drive, method, forces, contacts, state and scratch. A cut makes a new one. */
export interface Rig {
  readonly revision: Revision;
  readonly drive: Drive;
  readonly solver: Solver;
  readonly forces: Forces<Force>;
  readonly contact: Contact;
  /** Absent where threads stretch freely. */
  readonly stretch: StretchStage | undefined;
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
  const drive = createDrive(start, pins, setup.bodies, setup);
  const reactions = createReactions(cloth, setup);
  environment.reactions ??= reactions; // those of the first rig, until the next takes over
  const problem: Problem = { cloth, environment, pins: drive.pins, start, sceneIndex, clock, kernels, before };
  const solver = method.prepare === undefined ? method.create(problem, options) : yield* method.prepare(problem, options);
  yield;
  const forces = measuredForces(cloth, setup);
  const leashes = leash(revision, setup);
  const stretch = createStretchStage(cloth, leashes);
  const contact = yield* setup.prepareContact(
    setup.collision,
    contactProblem({ revision, forces, drive, reactions, stretch }, setup),
    former,
  );
  yield;
  const createArray = solver.arrays?.createArray;
  const { x, v } = createProposal(cloth.particleCount, createArray);
  x.set(start);
  const state = createState(x, v);
  const next = createProposal(cloth.particleCount, createArray);
  const isShifted = reactions !== undefined || setup.collision.createLift !== undefined;
  return {
    revision,
    drive,
    solver,
    forces,
    contact,
    stretch,
    leashes,
    reactions,
    state,
    context: createStepContext(state, next, drive.pins, setup.bodies, isShifted, createArray),
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

/** What is leashed and tethered; undefined where nothing is. */
export function leash({ cloth, start, leashes, tethers }: Revision, { bodies, createLeashes }: RigSetup): Leashes | undefined {
  if (leashes.length === 0 && tethers.length === 0) return undefined;
  return createLeashes(bodies, leashes, tethers, start, cloth.triangles);
}

function createReactions({ particleCount }: Cloth, { collision }: RigSetup): Float64Array | undefined {
  const areSome = collision.self || collision.colliders.some(({ shape }) => shape.surface !== undefined);
  return areSome ? new Float64Array(3 * particleCount) : undefined;
}

/** The forces whose energy is measured: those the method acts by. */
export function measuredForces(cloth: Cloth, { environment, method, options }: RigSetup): Forces<Force> {
  return createPlainForces(cloth, environment, {
    bending: options.bending !== false,
    membrane: method.membraneTerms,
    shear: (options.shear ?? "axes") as ShearModel,
  });
}

/** The same rig with the colliders of `setup`. */
export function withColliders(rig: Rig, setup: RigSetup): Rig {
  const contact = finish(setup.prepareContact(setup.collision, contactProblem(rig, setup)));
  contact.load(rig.contact.save());
  return { ...rig, contact };
}

function contactProblem(
  {
    revision: { cloth, start },
    forces,
    drive: { pins },
    reactions,
    stretch,
  }: Pick<Rig, "revision" | "forces" | "drive" | "reactions" | "stretch">,
  { bodies, method, collision: { alteration } }: RigSetup,
): ContactProblem {
  if (alteration === "inside" && method.takesCorrection === undefined) {
    throw new InputError("collision.alteration", `"inside" with ${method.name}`, "implicit-euler, choi-ko and triangle-implicit take it");
  }
  const handling = alteration === "after" ? undefined : method.contact;
  return { cloth, forces, pins, bodies, handling: handling ?? LEAVES_CONTACT, start, reactions, stretch };
}

/** 0, 1, 2 … */
export function countUp(count: number): Uint32Array {
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
