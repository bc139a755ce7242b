import type { Field } from "../../core/field.ts";
import { refine } from "../../core/read-field.ts";
import type { Shape } from "./collider.ts";
import { createPlane, PLANE_FIELD, type PlaneSpec } from "./plane.ts";
import { CAPSULE_FIELD, type CapsuleSpec, CONE_FIELD, type ConeSpec, createRoundedCone } from "./rounded-cone.ts";
import { createSphere, SPHERE_FIELD, type SphereSpec } from "./sphere.ts";

/** A kind of body: its name in scenes, how it is written there, and how it is made. */
export interface ColliderKind<S> {
  readonly name: string;
  readonly field: Field<S>;
  create(spec: S): Shape;
}

export function collider<S extends { readonly kind: string }>(
  name: S["kind"],
  field: Field<Omit<S, "kind">>,
  create: (spec: S) => Shape,
): ColliderKind<never> {
  return { name, field: refine(field, (spec) => ({ kind: name, ...spec })), create } as unknown as ColliderKind<never>;
}

/** The kinds of body that most scenes have: those with the shortest formulas, loaded with the code of contact itself. */
export const PLAIN_COLLIDERS: readonly ColliderKind<never>[] = [
  collider<PlaneSpec>("plane", PLANE_FIELD, createPlane),
  collider<SphereSpec>("sphere", SPHERE_FIELD, createSphere),
  collider<CapsuleSpec>("capsule", CAPSULE_FIELD, createRoundedCone),
  collider<ConeSpec>("cone", CONE_FIELD, createRoundedCone),
];
