import type { Bone, Object3D } from "three";
import type { WorldCollider, WorldColliderInput } from "../world/world.ts";
import type { BodyForm } from "./body-form.ts";
import type { DrawnPart } from "./draw-with-cloth.ts";
import type { Target } from "./targets.ts";

/** Surface and form of the bodies that follow objects. */
export interface FollowOptions {
  /** In place of the form that fits. */
  readonly shape?: BodyForm | undefined;
  /** Coulomb's coefficient. Default: the world's. */
  readonly friction?: number | undefined;
  /** Cloth keeps half of it, and half of its own, from the body [m]. Default: the world's, which is 0.01 unless its `collision` has another. */
  readonly thickness?: number | undefined;
  /** Whether the object is drawn at the time of the cloth, which is shown a step behind, and further in a worker. Default: true. */
  readonly drawWithCloth?: boolean | undefined;
  /** Of its colliders; where that is taken, with a number. Default: the names of the objects. */
  readonly name?: string | undefined;
}

/** What makes bodies of one mesh, and then tells them where it is. */
export interface Follower {
  readonly object: Object3D;
  readonly colliders: readonly WorldCollider[];
  /** So many it should have now. */
  readonly wantedCount: number;
  /** Bones of its skeleton. */
  readonly bones: readonly Bone[];
  /** What is drawn where the cloth has met it. */
  readonly drawn: readonly DrawnPart[];
  /** The bodies it needs now and has not; `adopt` is then given their colliders. */
  missing(): readonly WorldColliderInput[];
  adopt(colliders: readonly WorldCollider[]): void;
  /** Gives up those that it no longer needs. */
  surplus(): readonly WorldCollider[];
  /** Tells where the mesh is, if it has moved. */
  tell(): void;
  targetOf(object: Object3D): Target | undefined;
}
