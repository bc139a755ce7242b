import type { CollisionSetup } from "../contact/contact.ts";
import { NO_COLLISION } from "../contact/no-contact.ts";
import { type BodyMotion, createBodyMotion } from "../core/body-motion.ts";
import type { NumericalError } from "../core/errors.ts";
import { createListeners, type Listeners } from "../core/listeners.ts";
import { createStageClock, type StageClock } from "../core/profile.ts";
import type { SolveReport } from "../methods/method.ts";
import type { RunAbilities } from "./abilities.ts";
import type { Flight } from "./ball.ts";
import type { GradualCuts } from "./gradual-cuts.ts";
import { createRevision, type Edit, type Revision } from "./revision.ts";
import { createRig, type Rig, type RigSetup } from "./rig.ts";
import type { RunSetup } from "./setup.ts";
import type { Tearing } from "./tearing.ts";

/** What listeners of each event of a simulation are told. */
export interface SimulationEvents {
  /** A step of `update` failed: the error says when. The last good state stays. */
  readonly unstable: NumericalError;
  /** Cloth tore in the step that was just taken: the revision that it has now. */
  readonly tear: { readonly revision: number };
}

/** One run of a scene: what its rigs share, and what changes from step to step besides them. */
export interface Run {
  readonly setup: RunSetup;
  readonly collision: CollisionSetup;
  readonly abilities: RunAbilities;
  /** The bodies of the scene, and behind them a place for the ball. */
  readonly bodies: BodyMotion;
  readonly clock: StageClock;
  /** The method's report of the last step. */
  readonly report: SolveReport;
  /** The cloth before any edit. */
  readonly uncut: Revision;
  /** The present cloth, and the setup that it was made with. */
  rig: Rig;
  rigSetup: RigSetup;
  /** The ball that was thrown, if it is still there. */
  flight: Flight | undefined;
  /** The number of the scene's cuts that have been made. */
  cutsMade: number;
  gradualCuts: GradualCuts | undefined;
  tearing: Tearing | undefined;
  /** Cloth tore in the last step, and nobody has been told. */
  hasTorn: boolean;
  readonly listeners: Listeners<SimulationEvents>;
  /** Why the last step of `update` failed: it takes no more. */
  failure: NumericalError | undefined;
  /** Steps are being taken by `update`. */
  isStepping: boolean;
  /** Simulated time owed to the caller of `update` [s], and the place between the last two steps that is read, 0 to 1. */
  owed: number;
  blend: number;
  /** The caller's time before and after the last `update`, simulated and owed together [s]. What it told before holds at the end. */
  readonly frame: { start: number; end: number };
  /** The last step was a single one, so positions one step earlier do not count. */
  isWhole: boolean;
}

/** A step that ends this part of a frame before its end is there. */
const WAY_SLACK = 1e-9;

export function createRun(setup: RunSetup): Run {
  const { abilities, environment, method, options, kernels, searchKernels, velocities } = setup;
  const collision = setup.collision ?? NO_COLLISION;
  environment.createJetTerm = abilities.jetTerm;
  const { prepareContact, createLeashes, createAnchors, createBodyPins } = abilities;
  const clock = createStageClock();
  const { colliders } = collision;
  const pivots = new Float64Array(3 * (colliders.length + 1));
  for (const [b, { frame, isScaled }] of colliders.entries()) {
    if (isScaled) pivots.fill(Number.NaN, 3 * b, 3 * b + 3);
    else if (frame !== undefined) pivots.set(frame.subarray(9), 3 * b);
  }
  const bodies = createBodyMotion([...colliders.map(({ motion }) => motion), undefined], pivots);
  const rigSetup: RigSetup = {
    environment,
    method,
    options,
    clock,
    kernels,
    collision: { ...collision, kernels: searchKernels },
    bodies,
    prepareContact,
    createLeashes,
    createAnchors,
    createBodyPins,
    releases: new Set(),
  };
  const uncut = createRevision(setup);
  const rig = createRig(uncut, rigSetup);
  for (let c = 0; c < rig.state.v.length; c++) {
    if (rig.drive.pins.held[Math.floor(c / 3)] === 0) rig.state.v[c] = velocities[c];
  }
  return {
    setup,
    collision,
    abilities,
    bodies,
    clock,
    report: { iterations: 0, residual: 0, converged: true, stagnated: false },
    uncut,
    rig,
    rigSetup,
    flight: undefined,
    cutsMade: 0,
    gradualCuts: undefined,
    tearing: undefined,
    hasTorn: false,
    listeners: createListeners<SimulationEvents>(["unstable", "tear"]),
    failure: undefined,
    isStepping: false,
    owed: 0,
    blend: 1,
    frame: { start: 0, end: 0 },
    isWhole: true,
  };
}

/** The part of the way from its start to its end that a time [s] is within the frame, 0 to 1; 1 after it. */
export function wayAt({ frame: { start, end } }: Run, time: number): number {
  const way = (time - start) / (end - start);
  return way < 1 - WAY_SLACK ? Math.max(0, way) : 1;
}

/** Goes on with another rig. Threads are released from those before it, and from others that were being made ready. */
export function adoptRig(run: Run, rig: Rig): void {
  if (rig.solver !== run.rig.solver) releaseRigs(run, rig);
  run.rig = rig;
  run.setup.environment.reactions = rig.reactions;
}

/** Releases threads from all rigs but the one that is kept. */
export function releaseRigs({ rigSetup: { releases } }: Run, kept?: Rig): void {
  for (const list of releases) {
    if (list !== kept?.releases && releases.delete(list)) for (const release of list) release();
  }
}

/** Cuts the cloth or removes springs from it, at once. */
export function editCloth(run: Run, edit: Edit): void {
  adoptRig(run, run.abilities.editing.edit(run.rig, edit, run.rigSetup));
}
