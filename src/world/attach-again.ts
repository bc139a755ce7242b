import { solvePose } from "../core/solve-pose.ts";
import type { Run } from "../sim/run.ts";
import type { Attached } from "./attachments.ts";
import type { GroupBodies } from "./group-bodies.ts";

/** Brings cloths to the bodies that they were attached to, as far from these as they were then, and attaches them. */
export function attachAgain(
  run: Run,
  ids: readonly number[],
  bodies: GroupBodies,
  attached: Iterable<Attached>,
  vertexOf: (part: number, vertex: number) => number,
): void {
  const { cloth, engineIndex } = run.rig.revision;
  const moved = new Set<number>();
  for (const { told, pose } of attached) {
    const now = bodies.poseOf(told.collider, told.bone);
    if (now === undefined) continue;
    const part = ids.indexOf(told.cloth);
    const { start, end } = cloth.parts[part];
    const particles = Array.from(engineIndex.subarray(start, end));
    if (!moved.has(told.cloth)) movePart(run, particles, pose, now);
    moved.add(told.cloth);
    const body = bodies.bodyOf(told.collider, told.bone);
    for (const vertex of told.vertices) run.rig.drive.attach(engineIndex[vertexOf(part, vertex)], body, run.rig.state.x);
  }
}

/** Moves particles with a body, from where it was at one pose to where it is at another: x → B A⁻¹ x. */
function movePart(run: Run, particles: readonly number[], before: Float64Array, now: Float64Array): void {
  const own = new Float64Array(3);
  for (const array of [run.rig.state.x, run.rig.previous]) {
    for (const i of particles) {
      solvePose(before, 0, array, i, own);
      for (let c = 0; c < 3; c++) array[3 * i + c] = now[3 * c] * own[0] + now[3 * c + 1] * own[1] + now[3 * c + 2] * own[2] + now[9 + c];
    }
  }
}
