import type { BodyMemory } from "../collision/body-motion.ts";
import { InputError } from "../core/errors.ts";
import type { Wind } from "../forces/wind.ts";
import type { ContactRecord } from "./collide.ts";
import type { DriveMemory } from "./drive.ts";
import type { Edit } from "./revision.ts";
import { copyArrays, type Rig } from "./rig.ts";

/** Everything the next step depends on. Plain data: it can be kept, cloned or sent to a worker. */
export interface Snapshot extends RigSnapshot {
  readonly format: typeof SNAPSHOT_FORMAT;
  readonly method: string;
  /** Hash of the masses and springs of the scene's cloth, before any edit. */
  readonly cloth: number;
  /** How many of the scene's cuts have been made. */
  readonly cutsMade: number;
  /** Simulated time owed to the caller of `update` [s], and how far between the last two steps positions are read. */
  readonly owed: number;
  readonly blend: number;
  /** The wind may have been changed since the scene began. */
  readonly wind: Wind | undefined;
  /** Bodies that are moved from outside. */
  readonly bodies: BodyMemory;
}

interface RigSnapshot {
  readonly revision: number;
  /** What was cut and removed since the scene began, in order. */
  readonly edits: readonly Edit[];
  readonly time: number;
  readonly timeCarry: number;
  readonly steps: number;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** Positions one step earlier, for interpolation. */
  readonly previous: Float64Array;
  readonly history: readonly Float64Array[];
  readonly drive: DriveMemory;
  /** The forces of contact in the last step. */
  readonly contact: ContactRecord;
}

export const SNAPSHOT_FORMAT = 6;

/** Refuses a snapshot of another format, cloth or number of bodies; `cloth` is the hash of the scene's, `particleCount` its particles. */
export function checkSnapshot(snapshot: Snapshot, cloth: number, particleCount: number, bodyCount: number): void {
  if (snapshot?.format !== SNAPSHOT_FORMAT) {
    throw new InputError("snapshot.format", String(snapshot?.format), `this version reads format ${SNAPSHOT_FORMAT}`);
  }
  if (snapshot.cloth !== cloth || !Array.isArray(snapshot.edits)) throw foreignSnapshot(snapshot, particleCount);
  const { driven } = snapshot.bodies;
  if (driven.length !== bodyCount) {
    throw new InputError(
      "snapshot.bodies",
      `${driven.length} bodies`,
      `restore it into a scene with as many, not ${bodyCount}`,
    );
  }
}

/** Refuses a snapshot that does not fit the cloth with all its edits made; `size` is three numbers a particle. */
export function checkSnapshotSize(snapshot: Snapshot, size: number, particleCount: number): void {
  const { positions, velocities, previous, drive } = snapshot;
  const whole =
    [positions, velocities, previous, drive.shift, drive.target].every((array) => array.length === size) &&
    [drive.pinned, drive.grabbed].every((array) => array.length === size / 3);
  if (!whole) throw foreignSnapshot(snapshot, particleCount);
}

function foreignSnapshot({ positions, revision }: Snapshot, particleCount: number): InputError {
  return new InputError(
    "snapshot",
    `${positions.length / 3} particles of revision ${revision}`,
    `restore it into the cloth it was taken from (${particleCount} particles before any cut)`,
  );
}

export function saveRig({ revision, state, previous, solver, drive, collide }: Rig): RigSnapshot {
  return {
    revision: revision.cloth.revision,
    edits: revision.edits,
    time: state.time,
    timeCarry: state.timeCarry,
    steps: state.steps,
    positions: state.x.slice(),
    velocities: state.v.slice(),
    previous: previous.slice(),
    history: solver.history.map((array) => array.slice()),
    drive: drive.save(),
    contact: collide.save(),
  };
}

/** Other kernels, or other options, remember otherwise. */
function fits(history: readonly Float64Array[], own: readonly Float64Array[]): boolean {
  return history.length === own.length && history.every((array, k) => array.length === own[k].length);
}

/** Puts a snapshot into a rig with the same edits; one of another method than `method`, or of other kernels, has no history for it. */
export function loadRig(snapshot: Snapshot, method: string, rig: Rig): void {
  const { state, previous, solver, drive, collide, startHistory } = rig;
  state.x.set(snapshot.positions);
  state.v.set(snapshot.velocities);
  state.time = snapshot.time;
  state.timeCarry = snapshot.timeCarry;
  state.steps = snapshot.steps;
  previous.set(snapshot.previous);
  drive.load(snapshot.drive);
  collide.load(snapshot.contact);
  copyArrays(
    snapshot.method === method && fits(snapshot.history, solver.history) ? snapshot.history : startHistory,
    solver.history,
  );
}
