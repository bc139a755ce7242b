import type { Field } from "../../core/field.ts";
import { refine } from "../../core/read-field.ts";
import type { Shape } from "./collider.ts";
import { createPlane, PLANE_FIELD, type PlaneSpec } from "./plane.ts";
import { CAPSULE_FIELD, type CapsuleSpec, CONE_FIELD, type ConeSpec, createRoundedCone } from "./rounded-cone.ts";
import { createSphere, SPHERE_FIELD, type SphereSpec } from "./sphere.ts";

/** A kind of body: its name in scenes, how it is written there, and how it is made. */
export interface ColliderKind<S> {
  readonly name: string;
  readonly summary: string;
  readonly field: Field<S>;
  create(spec: S): Shape;
}

export function collider<S extends { readonly kind: string }>(
  name: S["kind"],
  summary: string,
  field: Field<Omit<S, "kind">>,
  create: (spec: S) => Shape,
): ColliderKind<never> {
  return { name, summary, field: refine(field, (spec) => ({ kind: name, ...spec })), create } as unknown as ColliderKind<never>;
}

/** The kinds of body that most scenes have: those with the shortest formulas, loaded with the code of contact itself. */
export const PLAIN_COLLIDERS: readonly ColliderKind<never>[] = [
  collider<PlaneSpec>("plane", "a half-space", PLANE_FIELD, createPlane),
  collider<SphereSpec>("sphere", "a ball", SPHERE_FIELD, createSphere),
  collider<CapsuleSpec>("capsule", "a rod with round ends", CAPSULE_FIELD, createRoundedCone),
  collider<ConeSpec>("cone", "two balls of different size and what lies between them", CONE_FIELD, createRoundedCone),
];
