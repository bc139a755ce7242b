import { POSE_SIZE } from "../core/body-motion.ts";
import { comeBack, type LastPoses } from "../sim/come-back.ts";
import type { Run } from "../sim/run.ts";
import type { WorldClock } from "./clock.ts";
import type { Group } from "./group.ts";
import type { ToldMemory } from "./told-memory.ts";

/** A group that was not seen comes back with its next update: bodies are where they were told to be by now, and go on from there. */
export function arrive(group: Group, told: ToldMemory): void {
  const last = putBodies(group, told);
  group.rouse((clock, seconds) => comeBack(group.run, last, clock, seconds));
}

/** Groups that are not seen are brought to the present, for others that take over from them; gives all groups, those that are seen first. */
export function catchUp(groups: readonly Group[], seen: readonly Group[], told: ToldMemory, clock: WorldClock): readonly Group[] {
  const hidden = groups.filter((group) => !seen.includes(group));
  for (const group of hidden) comeBack(group.run, putBodies(group, told), clock, 0);
  return [...seen, ...hidden];
}

/** Puts bodies where they were told to be; gives where they were. */
function putBodies({ run, bodies }: Group, told: ToldMemory): LastPoses {
  const { start, end, startTime, endTime } = run.bodies;
  const last = { start: start.slice(), end: end.slice(), duration: endTime - startTime };
  for (const one of told.bodies.values()) bodies.tell(one, true);
  return last;
}

/** Where colliders are at a time [s] when no cloth is seen. */
export function readPlaces({ run, bodies }: Group, out: ReadonlyMap<number, Float64Array>, told: ToldMemory, time: number): void {
  const poses = posesAt(run, time);
  for (const one of told.bodies.values()) bodies.put(one, (body, pose) => poses.set(pose, POSE_SIZE * body));
  bodies.readPlaces(out, poses);
}

/** Where bodies are by their scripts; those that are moved from outside stand still in the run. */
function posesAt(run: Run, time: number): Float64Array {
  const { bodies, collision } = run;
  const poses = bodies.end.slice();
  if (collision.colliders.every(({ motion }) => motion === undefined)) return poses;
  const memory = bodies.save();
  bodies.rest(time);
  poses.set(bodies.end);
  bodies.load(memory);
  return poses;
}
