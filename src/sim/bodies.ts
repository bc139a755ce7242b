import type { BodySurface } from "../contact/shapes/collider.ts";
import { placeSurface } from "../contact/shapes/place-surface.ts";
import { identities, POSE_SIZE } from "../core/body-motion.ts";
import { type BodyPlace, PLACE_SIZE, poseOfPlace, readPlace, writePlace } from "../core/body-place.ts";
import { type BodyTransform, readTransform } from "../core/body-transform.ts";
import { checkArray } from "../core/check-array.ts";
import { describeValue, InputError } from "../core/errors.ts";
import type { VectorInput } from "../core/vec3.ts";
import type { Ball } from "./ball.ts";
import { findBody } from "./find-body.ts";
import type { Run } from "./run.ts";
import { blendPoses, shownShare } from "./show.ts";
import { findBodies, teleportRig } from "./teleport.ts";
import { throwBall } from "./throw-ball.ts";

/** The bodies of a simulation that cloth meets: the scene's colliders, by number or name, and a ball. */
export interface SimulationBodies {
  /** The colliders of the scene, in its order; those made of meshes with their triangles, where the scene places them. */
  readonly list: readonly { readonly name: string; readonly kind: string; readonly surface?: BodySurface }[];
  /**
   * Takes a body over from the scene: at the end of the next `step`, or of the time of the next `update`, it is where `transform` puts it,
   * and stays there. The cloth meets it on the way, and friction drags the cloth along.
   */
  move(body: number | string, transform: BodyTransform): void;
  /**
   * The same as `move`, but says where the body's own frame is in the world: origin and axes of each kind of body are in docs/api.md. A
   * matrix of three's, or an object with a position and a quaternion, is taken as it is.
   */
  place(body: number | string, place: BodyPlace): void;
  /**
   * Puts a body or a figure, by its name, elsewhere at once, with all cloth that is attached to it, as if it had been there before: nothing
   * is dragged, and nothing is met on the way. `transform` comes on top of where it is; its script goes on from there.
   */
  teleport(name: string, transform: BodyTransform): void;
  /** Throws a ball in place of the one that is there. Undefined takes it away. */
  throwBall(ball: Ball<VectorInput> | undefined): void;
  /** The ball that was thrown, where it is at the end of the last step. */
  readonly ball: Ball | undefined;
  /**
   * The poses of the bodies, to go with `readPositions`: 12 numbers a body, the rows of a rotation matrix and then an offset [m], which
   * move it from where the scene places it. With a `share`, as they were so far through the last step: 0 at its start, 1 at its end.
   */
  readPoses(out: Float32Array | Float64Array, share?: number): void;
  /** Where the own frames of the bodies are, to go with `readPositions`: a matrix of 16 numbers a body, column by column as three has it. */
  readPlaces(out: Float32Array | Float64Array): void;
  /** The vertices of a body made of a mesh [m], to go with `readPositions`; of an animated one, in its present form. */
  readSurface(body: number | string, out: Float32Array | Float64Array): void;
}

export function createBodies(run: Run): SimulationBodies {
  const { bodies } = run;
  const { colliders } = run.collision;
  const frames = colliders.map(({ frame }) => frame ?? identities(1));
  return {
    list: colliders.map(({ name, shape: { kind, surface } }) => (surface === undefined ? { name, kind } : { name, kind, surface })),
    move: (body, transform) => moveBody(run, findBody(run, body), readTransform(transform, "transform")),
    place(body, place) {
      const index = findBody(run, body);
      moveBody(run, index, poseOfPlace(readPlace(place, "place"), frames[index]));
    },
    teleport(name, transform) {
      const pose = readTransform(transform, "transform");
      const moved = findBodies(colliders, name);
      for (const body of moved) bodies.carry(body, pose);
      teleportRig(run.rig, moved, pose);
    },
    throwBall: (ball) => throwBall(run, ball),
    get ball() {
      return run.flight?.ball;
    },
    readPoses(out, share) {
      checkArray(out, POSE_SIZE * colliders.length, `${POSE_SIZE} a body`);
      blendPoses(run, out, share);
    },
    readPlaces(out) {
      checkArray(out, PLACE_SIZE * colliders.length, `${PLACE_SIZE} a body`);
      const poses = new Float64Array(POSE_SIZE * colliders.length);
      blendPoses(run, poses);
      for (let b = 0; b < frames.length; b++) writePlace(poses, POSE_SIZE * b, frames[b], out, PLACE_SIZE * b);
    },
    readSurface(body, out) {
      const index = findBody(run, body);
      const { surface } = colliders[index].shape;
      if (surface === undefined) throw new InputError("body", describeValue(body), "name one that is made of a mesh");
      checkArray(out, surface.positions.length, "three a vertex");
      const poses = new Float64Array(POSE_SIZE * bodies.count);
      blendPoses(run, poses);
      const share = shownShare(run);
      const time = share === 1 ? bodies.endTime : bodies.startTime + share * (bodies.endTime - bodies.startTime);
      const placed = new Float64Array(surface.positions.length);
      placeSurface(surface, poses, index, time, placed);
      out.set(placed);
    },
  };
}

/** Has a body at a pose at the end of the next step, or of the caller's time after the next update. */
function moveBody({ bodies, rig, owed }: Run, body: number, pose: Float64Array): void {
  bodies.move(body, pose, rig.state.time, rig.state.time + owed);
}
