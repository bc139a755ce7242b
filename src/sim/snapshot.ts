import type { ContactRecord } from "../contact/contact.ts";
import { NO_RECORD } from "../contact/no-contact.ts";
import { type BodyMemory, POSE_SIZE } from "../core/body-motion.ts";
import { describeValue, InputError } from "../core/errors.ts";
import { gather } from "../fabric/gather.ts";
import { copyWind } from "../forces/copy-wind.ts";
import type { Jet } from "../forces/jet.ts";
import { changeGravity, type Wind } from "../forces/wind.ts";
import { invertPermutation } from "../mesh/invert-permutation.ts";
import type { Solver } from "../methods/method.ts";
import type { Ball } from "./ball.ts";
import { reorderBodyPins } from "./body-pins.ts";
import type { DriveMemory } from "./drive.ts";
import type { PendingCuts } from "./gradual-cuts.ts";
import { hashCloth } from "./hash-cloth.ts";
import type { Edit } from "./revision.ts";
import { copyArrays, type Rig, withColliders } from "./rig.ts";
import { adoptRig, type Run } from "./run.ts";
import { SNAPSHOT_FORMAT } from "./take-snapshot.ts";
import { prepareFlight, setupWithBall } from "./throw-ball.ts";

/** Everything the next step depends on. Plain data: it can be kept, cloned or sent to a worker. */
export interface Snapshot extends RunSnapshot {
  readonly format: typeof SNAPSHOT_FORMAT;
  /** Hash of the masses and springs of the scene's cloth, before any edit. */
  readonly cloth: number;
}

/** The same for the run that it is of. */
export interface RunSnapshot extends RigSnapshot {
  readonly method: string;
  /** How many of the scene's cuts have been made. */
  readonly cutsMade: number;
  /** Simulated time owed to the caller of `update` [s], and how far between the last two steps positions are read. */
  readonly owed: number;
  readonly blend: number;
  /** Whether the last step is shown whole, and the time of the caller before and after its last `update` [s]. */
  readonly isWhole: boolean;
  readonly frame: { readonly start: number; readonly end: number };
  /** The wind may have been changed since the scene began. */
  readonly wind: Wind | undefined;
  readonly gravity: Float64Array;
  readonly jet: Jet | undefined;
  readonly ball: Ball | undefined;
  /** Cuts that the cloth is being made ready for. */
  readonly pendingCuts: PendingCuts | undefined;
  /** Bodies that are moved from outside. */
  readonly bodies: BodyMemory;
}

export interface RigSnapshot {
  readonly revision: number;
  /** What was cut and removed since the scene began, in order. */
  readonly edits: readonly Edit[];
  readonly time: number;
  readonly timeCarry: number;
  readonly steps: number;
  /** The scene's number of each particle, in the order of the arrays below: methods number them otherwise. */
  readonly sceneIndex: Uint32Array;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** Positions one step earlier, for interpolation. */
  readonly previous: Float64Array;
  readonly history: readonly Float64Array[];
  readonly drive: DriveMemory;
  /** The forces of contact in the last step. */
  readonly contact: ContactRecord;
}

/** Continues from a snapshot. One that does not fit is refused before anything changes. */
export function restoreSnapshot(run: Run, snapshot: Snapshot): void {
  checkSnapshot(snapshot, hashCloth(run.uncut), run.setup.cloth.particleCount, run.bodies.count);
  restoreRun(run, snapshot);
}

/** Goes back to what `saveRun` gave. */
export function restoreRun(run: Run, snapshot: RunSnapshot): void {
  const { setup, abilities, bodies, rig } = run;
  const { particleCount } = setup.cloth;
  const wind = snapshot.wind && copyWind(snapshot.wind);
  const flight = snapshot.ball && prepareFlight(run, snapshot.ball);
  const rigSetup = flight === undefined && run.flight === undefined ? run.rigSetup : setupWithBall(run, flight);
  let made = rig;
  if (!sameEdits(snapshot.edits, rig.revision.edits)) made = abilities.editing.replay(run.uncut, snapshot.edits, rigSetup);
  else if (rigSetup !== run.rigSetup) made = withColliders(rig, rigSetup);
  checkSnapshotSize(snapshot, made.state.x.length, particleCount);
  adoptRig(run, made);
  run.rigSetup = rigSetup;
  run.flight = flight;
  loadRig(snapshot, setup.method.name, made);
  run.gradualCuts = snapshot.pendingCuts && abilities.editing.createGradualCuts(setup.timestep);
  if (snapshot.pendingCuts !== undefined) run.gradualCuts?.load(snapshot.pendingCuts, made, rigSetup);
  run.isWhole = snapshot.isWhole;
  run.frame.start = snapshot.frame.start;
  run.frame.end = snapshot.frame.end;
  run.failure = undefined;
  run.hasTorn = false;
  run.cutsMade = snapshot.cutsMade;
  run.owed = snapshot.owed;
  run.blend = snapshot.blend;
  setup.environment.wind = wind;
  changeGravity(setup.environment, snapshot.gravity);
  setup.environment.jet = snapshot.jet;
  bodies.load(snapshot.bodies);
}

const TAKEN = "give what snapshot() returned";

/** Refuses a snapshot of another format, cloth or number of bodies; `cloth` is the hash of the scene's, `particleCount` its particles. */
function checkSnapshot(snapshot: Snapshot, cloth: number, particleCount: number, bodyCount: number): void {
  if (typeof snapshot !== "object" || snapshot === null) throw new InputError("snapshot", describeValue(snapshot), TAKEN);
  if (snapshot.format !== SNAPSHOT_FORMAT) {
    throw new InputError("snapshot.format", describeValue(snapshot.format), `this version reads format ${SNAPSHOT_FORMAT}`);
  }
  for (const name of ["time", "timeCarry", "steps", "owed", "blend", "cutsMade"] as const) {
    if (!Number.isFinite(snapshot[name])) throw new InputError(`snapshot.${name}`, describeValue(snapshot[name]), TAKEN);
  }
  if (typeof snapshot.frame !== "object" || snapshot.frame === null) {
    throw new InputError("snapshot.frame", describeValue(snapshot.frame), TAKEN);
  }
  if (snapshot.cloth !== cloth || !Array.isArray(snapshot.edits)) throw foreignSnapshot(snapshot, particleCount);
  const { driven, current, from, target, carried, start, end, times } = snapshot.bodies ?? {};
  const isWhole =
    driven?.length === bodyCount &&
    [current, from, target, carried, start, end].every((poses) => poses?.length === POSE_SIZE * bodyCount) &&
    times?.length === 2;
  if (!isWhole) {
    const count = driven?.length ?? 0;
    throw new InputError("snapshot.bodies", `${count} bodies`, `restore it into a scene with as many, not ${bodyCount}`);
  }
}

/** Refuses a snapshot that does not fit the cloth with all its edits made; `size` is three numbers a particle. */
function checkSnapshotSize(snapshot: RunSnapshot, size: number, particleCount: number): void {
  const { sceneIndex, positions, velocities, previous, drive, history, contact } = snapshot;
  const whole =
    isPermutation(sceneIndex, size / 3) &&
    Array.isArray(history) &&
    [...history, contact?.forces, contact?.pressing].every((array) => array instanceof Float64Array) &&
    contact.elements?.length * 4 === contact.forces.length * 3 &&
    [positions, velocities, previous, drive?.shift, drive?.target].every((array) => array?.length === size) &&
    [drive.pinned, drive.grabbed].every((array) => array?.length === size / 3) &&
    drive.hands?.from?.length === 3 * drive.hands?.vertices?.length &&
    drive.hands.departed?.length === drive.hands.vertices.length &&
    drive.hands.vertices.every((vertex) => drive.grabbed[vertex] === 1) &&
    [0, size / 3].includes(drive.bodyPins?.bodies?.length) &&
    drive.bodyPins.places?.length === 3 * drive.bodyPins.bodies.length &&
    drive.bodyPins.bodies.every((body) => body < snapshot.bodies.driven.length);
  if (!whole) throw foreignSnapshot(snapshot, particleCount);
}

function isPermutation(indices: Uint32Array, count: number): boolean {
  if (indices?.length !== count) return false;
  const seen = new Uint8Array(count);
  for (const index of indices) seen[index] = 1; // one that is too large is lost
  return seen.every((one) => one === 1);
}

function foreignSnapshot({ positions, revision }: RigSnapshot, particleCount: number): InputError {
  return new InputError(
    "snapshot",
    `${(positions?.length ?? 0) / 3} particles of revision ${revision}`,
    `restore it into the cloth it was taken from (${particleCount} particles before any cut)`,
  );
}

/** Other kernels, or other options, remember otherwise. */
function fits(history: readonly Float64Array[], own: readonly Float64Array[]): boolean {
  return history.length === own.length && history.every((array, k) => array.length === own[k].length);
}

/** Puts a snapshot into a rig with the same edits; one of another method than `method`, or of other kernels, has no history for it. */
function loadRig(snapshot: RunSnapshot, method: string, rig: Rig): void {
  const { revision, state, previous, solver, drive, contact, startHistory } = rig;
  const isNumberedAlike = snapshot.sceneIndex.every((index, i) => index === revision.sceneIndex[i]);
  const saved: RigSnapshot = isNumberedAlike ? snapshot : renumber(snapshot, revision.sceneIndex, solver);
  state.x.set(saved.positions);
  state.v.set(saved.velocities);
  state.time = saved.time;
  state.timeCarry = saved.timeCarry;
  state.steps = saved.steps;
  previous.set(saved.previous);
  drive.load(saved.drive);
  contact.load(saved.contact);
  const remembers = snapshot.method === method && fits(saved.history, solver.history);
  copyArrays(remembers ? saved.history : startHistory, solver.history);
}

/** The same with the particles as another rig numbers them. What contact did in the last step is left behind. */
function renumber(snapshot: RigSnapshot, numbered: Uint32Array, solver: Solver): RigSnapshot {
  const { sceneIndex, positions, velocities, previous, history, drive } = snapshot;
  const place = invertPermutation(sceneIndex);
  const from = numbered.map((index) => place[index]);
  const now = invertPermutation(from);
  return {
    ...snapshot,
    sceneIndex: numbered,
    positions: gather(positions, 3, from),
    velocities: gather(velocities, 3, from),
    previous: gather(previous, 3, from),
    history: history.map((array, k) => {
      const size = solver.ownHistory?.includes(solver.history[k]) ? 0 : array.length / from.length;
      return size === 3 || size === 1 ? gather(array, size, from) : array;
    }),
    drive: {
      shift: gather(drive.shift, 3, from),
      target: gather(drive.target, 3, from),
      pinned: Uint8Array.from(from, (i) => drive.pinned[i]),
      grabbed: Uint8Array.from(from, (i) => drive.grabbed[i]),
      hands: { ...drive.hands, vertices: drive.hands.vertices.map((vertex) => now[vertex]) },
      bodyPins: reorderBodyPins(drive.bodyPins, from),
    },
    contact: NO_RECORD,
  };
}

/** True when two lists of edits are the same. */
function sameEdits(a: readonly Edit[], b: readonly Edit[]): boolean {
  const words = (edit: Edit): Uint32Array => (edit.kind === "cut" ? edit.corners : edit.pairs);
  return (
    a.length === b.length &&
    a.every((edit, n) => {
      const [mine, others] = [words(edit), words(b[n])];
      return edit.kind === b[n].kind && mine.length === others.length && mine.every((word, c) => word === others[c]);
    })
  );
}
