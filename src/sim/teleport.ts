import type { Collider } from "../contact/shapes/collider.ts";
import { describeValue, InputError } from "../core/errors.ts";
import { BY_HAND, WITH_BODY } from "./drive.ts";
import { forgetPast } from "./forget-past.ts";
import type { Rig } from "./rig.ts";

/** The bodies of this name, or of a figure of this name, whose bones are called after it. */
export function findBodies(colliders: readonly Collider[], name: string): number[] {
  const found = colliders.flatMap((collider, b) => (collider.name === name || collider.name.startsWith(`${name}.`) ? [b] : []));
  if (found.length > 0) return found;
  const names = [...new Set(colliders.map((collider) => collider.name.split(".")[0]))].map((one) => JSON.stringify(one));
  throw new InputError("name", describeValue(name), names.length === 0 ? "the scene has no bodies" : `give one of ${names.join(", ")}`);
}

/**
 * Moves every cloth that is attached to one of these bodies by the pose; handles and other pins of it are put there as if dragged. Histories
 * of the method begin anew.
 */
export function teleportRig(rig: Rig, bodies: readonly number[], pose: Float64Array): void {
  const { revision, state, previous, drive } = rig;
  const { sceneIndex, origin, pins, leashes, cloth } = revision;
  const moved = new Set(bodies);
  const partOf = (particle: number): number => {
    const vertex = origin[sceneIndex[particle]];
    return cloth.parts.findIndex(({ start, end }) => vertex >= start && vertex < end);
  };
  const parts = new Set<number>();
  for (const { vertex, attachment } of [...pins, ...leashes]) {
    if (attachment?.bodies.some((body) => moved.has(body))) parts.add(partOf(vertex));
  }
  drive.save().bodyPins.bodies.forEach((body, particle) => {
    if (drive.pinned[particle] === WITH_BODY && moved.has(body)) parts.add(partOf(particle));
  });
  if (parts.size === 0) return;
  const attached = new Set(pins.flatMap(({ vertex, attachment }) => (attachment ? [vertex] : [])));
  const memory = drive.save();
  const { shift, target, pinned, hands } = memory;
  for (let i = 0; i < cloth.particleCount; i++) {
    if (!parts.has(partOf(i))) continue;
    movePoint(pose, 1, state.x, i);
    movePoint(pose, 1, previous, i);
    movePoint(pose, 0, state.v, i);
    const goesAlong = pinned[i] === WITH_BODY || (attached.has(i) && pinned[i] !== BY_HAND);
    const isDragged = pinned[i] !== 0 && !goesAlong;
    if (goesAlong) movePoint(pose, 0, shift, i);
    for (let c = 3 * i; c < 3 * i + 3; c++) if (isDragged) shift[c] -= target[c];
    movePoint(pose, 1, target, i);
    for (let c = 3 * i; c < 3 * i + 3; c++) if (isDragged) shift[c] += target[c];
  }
  hands.vertices.forEach((vertex, k) => {
    if (parts.has(partOf(vertex))) movePoint(pose, 1, hands.from, k);
  });
  drive.load(memory);
  forgetPast(rig);
}

/** R p + share · t of the point or direction p = `x[3i..]`. */
function movePoint(pose: Float64Array, share: number, x: Float64Array, i: number): void {
  const [px, py, pz] = x.subarray(3 * i, 3 * i + 3);
  for (let c = 0; c < 3; c++) {
    x[3 * i + c] = pose[3 * c] * px + pose[3 * c + 1] * py + pose[3 * c + 2] * pz + share * pose[9 + c];
  }
}
