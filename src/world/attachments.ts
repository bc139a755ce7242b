import { POSE_SIZE } from "../core/body-motion.ts";
import type { Run } from "../sim/run.ts";
import type { Told, ToldOfCloth } from "./told.ts";

type ToldAttach = ToldOfCloth & { readonly kind: "attach" };

/** Vertices that were attached to a body at run time, and the pose that the body had then. */
export interface Attached {
  readonly told: ToldAttach;
  readonly pose: Float64Array;
}

/** What is attached, cloth by cloth, for a world that goes back to its start. */
export interface Attachments {
  /** Takes note of what was told: `poseOf` gives the pose of a body now. */
  note(told: Told, poseOf: (attach: ToldAttach) => Float64Array | undefined): void;
  of(cloth: number): readonly Attached[];
  forget(cloth: number): void;
}

export function createAttachments(): Attachments {
  const attached = new Map<number, Attached[]>();

  function release(cloth: number, vertices: readonly number[]): void {
    const gone = new Set(vertices);
    const left = (attached.get(cloth) ?? []).map(({ told, pose }) => {
      return { told: { ...told, vertices: told.vertices.filter((vertex) => !gone.has(vertex)) }, pose };
    });
    attached.set(
      cloth,
      left.filter(({ told }) => told.vertices.length > 0),
    );
  }

  return {
    note(told, poseOf) {
      if (told.kind !== "attach" && told.kind !== "pin" && told.kind !== "unpin") return;
      release(told.cloth, told.vertices);
      const pose = told.kind === "attach" ? poseOf(told) : undefined;
      if (told.kind === "attach" && pose !== undefined) attached.get(told.cloth)?.push({ told, pose });
    },
    of: (cloth) => attached.get(cloth) ?? [],
    forget: (cloth) => attached.delete(cloth),
  };
}

/**
 * Attachments of the scene say where vertices are when bodies are where they began. A cloth that comes later is attached where bodies are now: to each body
 * that was moved, by a pin on it. `isNew` tells which cloths have just come.
 */
export function attachWhereBodiesAre(run: Run, isNew: (part: number) => boolean): void {
  const { revision, drive, state } = run.rig;
  const { parts, origin } = revision.cloth;
  const { end, origin: first } = run.bodies;
  for (const { vertex, attachment } of revision.pins) {
    if (attachment?.bodies.length !== 1 || attachment.form !== undefined) continue;
    const at = POSE_SIZE * attachment.bodies[0];
    const isMoved = end.subarray(at, at + POSE_SIZE).some((value, c) => value !== first[at + c]);
    const part = parts.findIndex((one) => origin[vertex] < one.end);
    if (isMoved && isNew(part)) drive.attach(vertex, attachment.bodies[0], state.x);
  }
}
