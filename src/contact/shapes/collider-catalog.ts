import type { Field } from "../../core/field.ts";
import { refine } from "../../core/read-field.ts";
import { BOX_FIELD, type BoxSpec, createBox } from "./box.ts";
import type { Shape } from "./collider.ts";
import { CONES_FIELD, type ConesSpec, createConeBody } from "./cone-body.ts";
import { createHeightField, HEIGHT_FIELD, type HeightFieldSpec } from "./height-field.ts";
import { createMeshShape, type MeshSpec, TRIANGLES_FIELD } from "./mesh-shape.ts";
import { createPlane, PLANE_FIELD, type PlaneSpec } from "./plane.ts";
import { CAPSULE_FIELD, type CapsuleSpec, CONE_FIELD, type ConeSpec, createRoundedCone } from "./rounded-cone.ts";
import { createSphere, SPHERE_FIELD, type SphereSpec } from "./sphere.ts";

/** The form of a body as a scene describes it. */
export type BodyShape = PlaneSpec | SphereSpec | CapsuleSpec | ConeSpec | BoxSpec | HeightFieldSpec | ConesSpec | MeshSpec | OwnSpec;

/** A body of a kind that a program has added. */
export interface OwnSpec {
  readonly kind: "own";
  readonly shape: Shape;
}

/** A kind of body: its name in scenes, how it is written there, and how it is made. */
export interface ColliderInfo<S extends BodyShape = BodyShape> {
  readonly name: string;
  readonly summary: string;
  readonly field: Field<S>;
  create(spec: S): Shape;
}

function collider<S extends BodyShape>(
  name: S["kind"],
  summary: string,
  field: Field<Omit<S, "kind">>,
  create: (spec: S) => Shape,
): ColliderInfo {
  return { name, summary, field: refine(field, (spec) => ({ kind: name, ...spec })), create } as unknown as ColliderInfo;
}

/** Every kind of body: a new one is a file beside this one, its spec above and a row here. */
export const COLLIDERS: readonly ColliderInfo[] = [
  collider<PlaneSpec>("plane", "a half-space", PLANE_FIELD, createPlane),
  collider<SphereSpec>("sphere", "a ball", SPHERE_FIELD, createSphere),
  collider<CapsuleSpec>("capsule", "a rod with round ends", CAPSULE_FIELD, createRoundedCone),
  collider<ConeSpec>("cone", "two balls of different size and what lies between them", CONE_FIELD, createRoundedCone),
  collider<BoxSpec>("box", "a box, sharp or with rounded edges", BOX_FIELD, createBox),
  collider<HeightFieldSpec>("heightField", "heights over a plane", HEIGHT_FIELD, createHeightField),
  collider<ConesSpec>("cones", "a figure of rounded cones", CONES_FIELD, createConeBody),
  collider<MeshSpec>("mesh", "a surface of triangles, open or closed", TRIANGLES_FIELD, createMeshShape),
];

export function createShape(spec: BodyShape): Shape {
  if (spec.kind === "own") return spec.shape;
  const kind = COLLIDERS.find(({ name }) => name === spec.kind);
  if (kind === undefined) throw new Error(`no collider is called ${spec.kind}`);
  return kind.create(spec);
}
