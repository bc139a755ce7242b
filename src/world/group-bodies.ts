import { identities, POSE_SIZE } from "../core/body-motion.ts";
import { PLACE_SIZE, poseOfPlace, writePlace } from "../core/body-place.ts";
import type { Run } from "../sim/run.ts";
import { blendPoses } from "../sim/show.ts";
import type { ColliderEntry } from "./change.ts";
import { nameOf } from "./scene-bodies.ts";
import type { ToldOfBody } from "./told.ts";

/** The world's colliders among the bodies of a group's simulation. */
export interface GroupBodies {
  /** The body of a collider, or of a bone of it. */
  bodyOf(collider: number, bone?: number): number;
  /** The collider of each body that is one. */
  readonly colliders: ReadonlyMap<number, number>;
  /** Where a collider is to be at the end of the next update, or at once. */
  tell(told: ToldOfBody, isAtOnce: boolean): void;
  /** Has the poses of bodies that were told of put somewhere, one by one. */
  put(told: ToldOfBody, put: (body: number, pose: Float64Array) => void): void;
  /** The pose of a body now, at the end of the last step. */
  poseOf(collider: number, bone?: number): Float64Array | undefined;
  /** Writes where the own frames of colliders, or the bones of skins, are as shown or by these poses, by their numbers. */
  readPlaces(out: ReadonlyMap<number, Float64Array>, shown?: Float64Array): void;
}

export function createGroupBodies(run: Run, entries: readonly ColliderEntry[]): GroupBodies {
  const names = run.collision.colliders.map(({ name }) => name);
  const frames = run.collision.colliders.map(({ frame }) => frame ?? identities(1));
  const poses = new Float64Array(POSE_SIZE * names.length);
  const bodies = new Map(entries.map((entry) => [entry.id, names.indexOf(nameOf(entry))]));
  const boneCounts = new Map(entries.map(({ id, input }) => [id, input.skin?.boneCount ?? 0]));

  /** The bones of a skin come before it. */
  function bodyOf(collider: number, bone?: number): number {
    const body = bodies.get(collider) ?? -1;
    return bone === undefined ? body : body - (boneCounts.get(collider) ?? 0) + bone;
  }

  function put({ kind, collider, poses: told }: ToldOfBody, into: (body: number, pose: Float64Array) => void): void {
    const first = bodyOf(collider, kind === "bones" ? 0 : undefined);
    if (first < 0) return;
    for (let b = 0; POSE_SIZE * b < told.length; b++) {
      const own = told.subarray(POSE_SIZE * b, POSE_SIZE * (b + 1));
      into(first + b, kind === "place" ? poseOfPlace(own, frames[first + b]) : own);
    }
  }

  return {
    bodyOf,
    colliders: new Map([...bodies].map(([collider, body]) => [body, collider])),
    put,
    tell(told, isAtOnce) {
      put(told, (body, pose) => {
        if (isAtOnce) run.bodies.put(body, pose);
        else run.bodies.move(body, pose, run.rig.state.time, run.rig.state.time + run.owed);
      });
    },
    poseOf(collider, bone) {
      const body = bodyOf(collider, bone);
      return body < 0 ? undefined : run.bodies.end.slice(POSE_SIZE * body, POSE_SIZE * (body + 1));
    },
    readPlaces(out, shown = poses) {
      if (shown === poses) blendPoses(run, poses);
      for (const [collider, place] of out) {
        const first = bodyOf(collider, boneCounts.get(collider) === 0 ? undefined : 0);
        if (first < 0) continue;
        for (let at = 0, body = first; at < place.length; at += PLACE_SIZE, body++) {
          writePlace(shown, POSE_SIZE * body, frames[body], place, at);
        }
      }
    },
  };
}
