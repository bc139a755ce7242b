import { BOX_FIELD, type BoxSpec, createBox } from "./box.ts";
import type { Shape } from "./collider.ts";
import { CONES_FIELD, type ConesSpec, createConeBody } from "./cone-body.ts";
import { createHeightField, HEIGHT_FIELD, type HeightFieldSpec } from "./height-field.ts";
import { createMeshShape, type MeshSpec, TRIANGLES_FIELD } from "./mesh-shape.ts";
import { type ColliderKind, collider, PLAIN_COLLIDERS } from "./plain-colliders.ts";
import type { PlaneSpec } from "./plane.ts";
import type { CapsuleSpec, ConeSpec } from "./rounded-cone.ts";
import type { SphereSpec } from "./sphere.ts";

/** The form of a body as a scene describes it. */
export type BodyShape = PlaneSpec | SphereSpec | CapsuleSpec | ConeSpec | BoxSpec | HeightFieldSpec | ConesSpec | MeshSpec | OwnSpec;

/** A body of a kind that a program has added. */
export interface OwnSpec {
  readonly kind: "own";
  readonly shape: Shape;
}

/** A kind of body: its name in scenes, how it is written there, and how it is made. */
export type ColliderInfo = ColliderKind<BodyShape>;

/** Every kind of body: a new one is a file beside this one, its spec above and a row here. */
export const COLLIDERS: readonly ColliderInfo[] = [
  ...PLAIN_COLLIDERS,
  collider<BoxSpec>("box", BOX_FIELD, createBox),
  collider<HeightFieldSpec>("heightField", HEIGHT_FIELD, createHeightField),
  collider<ConesSpec>("cones", CONES_FIELD, createConeBody),
  collider<MeshSpec>("mesh", TRIANGLES_FIELD, createMeshShape),
];

export function createShape(spec: BodyShape): Shape {
  if (spec.kind === "own") return spec.shape;
  const kind = COLLIDERS.find(({ name }) => name === spec.kind);
  if (kind === undefined) throw new Error(`no collider is called ${spec.kind}`);
  return kind.create(spec);
}
