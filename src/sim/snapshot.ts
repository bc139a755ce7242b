import { InputError } from "../core/errors.ts";
import type { Wind } from "../forces/wind.ts";
import type { DriveMemory } from "./drive.ts";

/** Everything the next step depends on. Plain data: it can be kept, cloned or sent to a worker. */
export interface Snapshot {
  readonly format: typeof SNAPSHOT_FORMAT;
  readonly method: string;
  readonly revision: number;
  /** Hash of the cloth's masses and springs. */
  readonly cloth: number;
  readonly time: number;
  readonly timeCarry: number;
  readonly steps: number;
  /** Simulated time owed to the caller of `update` [s], and how far between the last two steps positions are read. */
  readonly owed: number;
  readonly blend: number;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** Positions one step earlier, for interpolation. */
  readonly previous: Float64Array;
  readonly history: readonly Float64Array[];
  readonly drive: DriveMemory;
  /** The wind may have been changed since the scene began. */
  readonly wind: Wind | undefined;
}

export const SNAPSHOT_FORMAT = 1;

/** Refuses a snapshot of another format or another cloth; `size` is three numbers a particle. */
export function checkSnapshot(snapshot: Snapshot, revision: number, cloth: number, size: number): void {
  if (snapshot?.format !== SNAPSHOT_FORMAT) {
    throw new InputError("snapshot.format", String(snapshot?.format), `this version reads format ${SNAPSHOT_FORMAT}`);
  }
  const { positions, velocities, previous, drive } = snapshot;
  const whole =
    [positions, velocities, previous, drive.shift, drive.target].every((array) => array.length === size) &&
    [drive.pinned, drive.grabbed].every((array) => array.length === size / 3);
  if (snapshot.revision !== revision || snapshot.cloth !== cloth || !whole) {
    throw new InputError(
      "snapshot",
      `${positions.length / 3} particles of revision ${snapshot.revision}`,
      `restore it into the cloth it was taken from (${size / 3} particles, revision ${revision})`,
    );
  }
}
